package dev.tenon.tools.web;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Takes HTML apart into tags and text, forgiving as browsers are: what cannot be a tag is text,
/// and what begins and does not end goes on to the end of the page. One pass; nothing is looked for
/// twice.
final class HtmlTokens {
  private static final int LONGEST_NAME = 64;

  private final String html;
  private final Listener listener;
  private int at;

  private HtmlTokens(String html, Listener listener) {
    this.html = html;
    this.listener = listener;
  }

  /// Hears the parts of a page in their order. Names are in small letters.
  interface Listener {
    void opened(String name, Attributes attributes);

    void closed(String name);

    /// With its character references resolved.
    void text(String text);

    /// The title of the page.
    void title(String text);
  }

  static void read(String html, Listener listener) {
    new HtmlTokens(html, listener).run();
  }

  /// The text of a tag behind its name, read when somebody asks.
  record Attributes(String text) {
    /// The value of the first attribute of that name; null without one.
    @Nullable String value(String name) {
      int at = 0;
      while (at < text.length()) {
        while (at < text.length() && (text.charAt(at) <= ' ' || text.charAt(at) == '/')) {
          at++;
        }
        int start = at;
        while (at < text.length() && text.charAt(at) > ' ' && "=/".indexOf(text.charAt(at)) < 0) {
          at++;
        }
        String key = text.substring(start, at);
        int next = blanks(at);
        String value = "";
        if (next < text.length() && text.charAt(next) == '=') {
          at = blanks(next + 1);
          int end = endOfValue(at);
          boolean quoted = at < text.length() && isQuote(text.charAt(at));
          value = text.substring(Math.min(quoted ? at + 1 : at, end), end);
          at = quoted ? end + 1 : end;
        } else if (at == start) {
          at++;
        }
        if (key.equalsIgnoreCase(name)) {
          return HtmlEntities.resolved(value);
        }
      }
      return null;
    }

    private int blanks(int from) {
      int to = from;
      while (to < text.length() && text.charAt(to) <= ' ') {
        to++;
      }
      return to;
    }

    private int endOfValue(int from) {
      if (from < text.length() && isQuote(text.charAt(from))) {
        int end = text.indexOf(text.charAt(from), from + 1);
        return end < 0 ? text.length() : end;
      }
      int to = from;
      while (to < text.length() && text.charAt(to) > ' ') {
        to++;
      }
      return to;
    }
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }

  private void run() {
    int start = 0;
    while (at < html.length()) {
      if (html.charAt(at) != '<' || !beginsMarkup(at + 1)) {
        at++;
        continue;
      }
      say(start, at);
      if (html.charAt(at + 1) == '!' || html.charAt(at + 1) == '?') {
        remark();
      } else {
        tag();
      }
      start = at;
    }
    say(start, html.length());
  }

  private boolean beginsMarkup(int next) {
    if (next >= html.length()) {
      return false;
    }
    char c = html.charAt(next);
    return isLetter(c)
        || c == '!'
        || c == '?'
        || (c == '/' && next + 1 < html.length() && isLetter(html.charAt(next + 1)));
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private void say(int from, int to) {
    if (from < to) {
      listener.text(HtmlEntities.resolved(html.substring(from, to)));
    }
  }

  /// Comments, and what is declared.
  private void remark() {
    boolean comment = html.startsWith("<!--", at);
    // `<!-->` and `<!--->` are whole comments.
    int end = comment ? html.indexOf("-->", at + 2) : html.indexOf('>', at);
    at = end < 0 ? html.length() : end + (comment ? 3 : 1);
  }

  private void tag() {
    boolean closing = html.charAt(at + 1) == '/';
    int start = at + (closing ? 2 : 1);
    int end = start;
    while (end < html.length() && html.charAt(end) > ' ' && "/>".indexOf(html.charAt(end)) < 0) {
      end++;
    }
    String name =
        html.substring(start, Math.min(end, start + LONGEST_NAME)).toLowerCase(Locale.ROOT);
    int close = endOfTag(end);
    at = Math.min(html.length(), close + 1);
    if (closing) {
      listener.closed(name);
      return;
    }
    switch (name) {
      case "script", "style", "iframe", "noembed", "noframes", "xmp", "textarea", "title" ->
          rawText(name);
      default -> {
        listener.opened(name, new Attributes(html.substring(end, Math.min(close, html.length()))));
        if (close > end
            && close < html.length()
            && html.charAt(close - 1) == '/'
            && isForeign(name)) {
          listener.closed(name);
        }
      }
    }
  }

  /// Only there a slash at the end of a tag closes it.
  private static boolean isForeign(String name) {
    return name.equals("svg") || name.equals("math");
  }

  /// Where the tag's `>` stands, past those within quotes.
  private int endOfTag(int from) {
    int i = from;
    while (i < html.length() && html.charAt(i) != '>') {
      char c = html.charAt(i);
      if (c == '=') {
        int value = i + 1;
        while (value < html.length() && html.charAt(value) <= ' ') {
          value++;
        }
        if (value < html.length() && isQuote(html.charAt(value))) {
          int end = html.indexOf(html.charAt(value), value + 1);
          i = end < 0 ? html.length() : end + 1;
          continue;
        }
        i = value;
        continue;
      }
      i++;
    }
    return i;
  }

  /// What is not markup up to the end tag of its own name. Only a title is for readers.
  private void rawText(String name) {
    int from = at;
    int end = from;
    String closing = "</" + name;
    while (end < html.length() && !html.regionMatches(true, end, closing, 0, closing.length())) {
      int next = html.indexOf('<', end + 1);
      end = next < 0 ? html.length() : next;
    }
    if (name.equals("title")) {
      listener.title(HtmlEntities.resolved(html.substring(from, end)));
    }
    at = end;
  }
}
