package dev.tenon.core.model;

import java.util.Locale;

/// Counts tokens without asking anyone and without tables: one pass over the text that cuts it as
/// the tokenizers do (words with their leading space, groups of digits, runs of signs, line breaks
/// with their indentation) and prices each piece by its length and script, scaled for the family of
/// the model. Good to about a tenth on code and prose; [Usage] of an answer is exact and should be
/// preferred for what it covers.
public enum TokenCounter implements TokenMeasure {
  /// Also the yardstick: the others are measured in its tokens.
  OPENAI(100),
  GEMINI(104),
  ANTHROPIC(118),
  /// A model that nobody described: cautious.
  OTHER(120);

  private final int percent;

  TokenCounter(int percent) {
    this.percent = percent;
  }

  /// The counter for a model by its full name, such as `anthropic/claude-sonnet`.
  public static TokenCounter suiting(String model) {
    String name = model.toLowerCase(Locale.ROOT);
    if (name.contains("claude") || name.startsWith("anthropic/")) {
      return ANTHROPIC;
    }
    if (name.contains("gemini") || name.contains("gemma") || name.startsWith("google/")) {
      return GEMINI;
    }
    return name.contains("gpt") || name.startsWith("openai/") ? OPENAI : OTHER;
  }

  @Override
  public long count(String text) {
    return scaled(pieces(text));
  }

  private long scaled(long hundredths) {
    return (hundredths * percent + 9_999) / 10_000;
  }

  /// The price of a text in hundredths of a token.
  private static long pieces(String text) {
    long price = 0;
    int end = text.length();
    int at = 0;
    while (at < end) {
      char c = text.charAt(at);
      int from = at;
      if (c >= 0x80) {
        price += foreign(c);
        at++;
      } else if (letter(c)) {
        at = word(text, at + 1, end, c);
        price += word(at - from);
      } else if (c >= '0' && c <= '9') {
        while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
          at++;
        }
        price += 100L * ((at - from + 2) / 3);
      } else if (c <= ' ') {
        at = blank(text, at, end);
        price += blankPrice(text, from, at, end);
      } else {
        while (at < end && sign(text.charAt(at))) {
          at++;
        }
        price += signs(text, from, at, end);
      }
    }
    return price;
  }

  /// The end of a word: at a change from small letters to a capital one a new piece begins.
  private static int word(String text, int from, int end, char first) {
    int at = from;
    char before = first;
    while (at < end) {
      char c = text.charAt(at);
      if (!letter(c) || (capital(c) && !capital(before))) {
        return at;
      }
      before = c;
      at++;
    }
    return at;
  }

  private static long word(int length) {
    return length <= 6 ? 96 + 2L * length : 108 + 9L * (length - 6);
  }

  private static int blank(String text, int from, int end) {
    int at = from;
    while (at < end && text.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }

  /// A single space belongs to the word after it, line breaks to the sign before them; longer white
  /// space is a piece.
  private static long blankPrice(String text, int from, int at, int end) {
    if (at - from == 1 && text.charAt(from) == ' ') {
      return at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9' ? 100 : 0;
    }
    boolean afterSign = from > 0 && sign(text.charAt(from - 1));
    boolean indented = text.charAt(at - 1) == ' ' || text.charAt(at - 1) == '\t';
    if (text.indexOf('\n', from, at) < 0) {
      return 100;
    }
    return (afterSign ? 5L : 100L) + (indented ? 95 : 0);
  }

  private static long signs(String text, int from, int at, int end) {
    int length = at - from;
    if (length == 1) {
      return at < end && letter(text.charAt(at)) ? 40 : 92;
    }
    return length > 8 ? 260 + 6L * (length - 8) : 40L + 32L * length;
  }

  private static long foreign(char c) {
    if (c >= 0x3000 && c < 0xD7B0) {
      return 64;
    }
    if (c >= 0xD800 && c < 0xE000) {
      return 100;
    }
    if (c < 0x250) {
      return 30;
    }
    return c < 0x1000 ? 25 : 90;
  }

  private static boolean letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean capital(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private static boolean sign(char c) {
    return c > ' ' && c < 0x80 && !letter(c) && (c < '0' || c > '9');
  }
}
