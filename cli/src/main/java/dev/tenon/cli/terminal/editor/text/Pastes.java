package dev.tenon.cli.terminal.editor.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Large texts that were pasted. In the editor's text each is one character, half of a pair that
/// has no other half and that no clean text has in it; it is moved, deleted and restored like any
/// other, and stands for the whole paste wherever the text is handed over.
public final class Pastes {
  public static final int LINES = 10;
  public static final int LENGTH = 1024;

  /// As many as there are such characters.
  private static final int MOST = 1024;

  private final List<Paste> pastes = new ArrayList<>();

  /// @param label what stands on the screen for it
  private record Paste(String text, String label) {}

  /// Whether a text is too large to be shown where it is pasted.
  public static boolean isLarge(String text) {
    return text.length() > LENGTH || lines(text) > LINES;
  }

  public boolean isFull() {
    return pastes.size() >= MOST;
  }

  /// The character that stands for the text from now on.
  ///
  /// @param number the how many-th it is in the text
  public String add(String text, int number) {
    String kind =
        lines(text) > 1
            ? String.format(Locale.ROOT, "%d lines", lines(text))
            : String.format(Locale.ROOT, "%d characters", text.length());
    pastes.add(new Paste(text, "[pasted " + kind + (number > 1 ? " #" + number : "") + "]"));
    return String.valueOf((char) (Character.MIN_LOW_SURROGATE + pastes.size() - 1));
  }

  /// Whether a paste stands at a place of the text.
  public static boolean isAt(CharSequence text, int at) {
    return Character.isLowSurrogate(text.charAt(at))
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }

  public String label(char token) {
    return pastes.get(token - Character.MIN_LOW_SURROGATE).label();
  }

  public String text(char token) {
    return pastes.get(token - Character.MIN_LOW_SURROGATE).text();
  }

  /// How many stand in a text.
  public static int count(CharSequence text) {
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      if (isAt(text, i)) {
        count++;
      }
    }
    return count;
  }

  /// The text with every paste whole.
  public String expand(String text) {
    if (pastes.isEmpty()) {
      return text;
    }
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (isAt(text, i)) {
        out.append(text(text.charAt(i)));
      } else {
        out.append(text.charAt(i));
      }
    }
    return out.toString();
  }

  /// The text with something of the same length in the place of every paste.
  public static String flat(String text) {
    if (count(text) == 0) {
      return text;
    }
    var out = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      if (isAt(text, i)) {
        out.setCharAt(i, '\ufffc');
      }
    }
    return out.toString();
  }

  private static int lines(String text) {
    int lines = 1;
    for (int i = text.indexOf('\n');
        i >= 0 && i < text.length() - 1;
        i = text.indexOf('\n', i + 1)) {
      lines++;
    }
    return lines;
  }

  /// Forgets all of them; nothing may stand for one any more.
  public void clear() {
    pastes.clear();
  }
}
