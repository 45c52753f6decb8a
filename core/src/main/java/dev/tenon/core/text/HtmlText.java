package dev.tenon.core.text;

/// Escapes text for HTML. What a browser would not show as such ([HiddenCharacters]) is spelled
/// out.
public final class HtmlText {
  /// How a page shows what [#element] marks.
  public static final String STYLE = ".hidden{color:#b22;background:#fdd;font-family:monospace}";

  private HtmlText() {}

  /// The text as it stands in an element or a quoted attribute.
  public static String escape(String text) {
    var out = new StringBuilder(text.length() + 16);
    append(VisibleText.of(text), out);
    return out.toString();
  }

  /// The text as it stands in an element, with what is spelled out marked as such, so that it can
  /// be told from a text that says the same.
  public static String element(String text) {
    var out = new StringBuilder(text.length() + 16);
    append(VisibleText.marked(text), out);
    return out.toString();
  }

  private static void append(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case VisibleText.OPEN -> out.append("<span class=\"hidden\" title=\"a hidden character\">");
        case VisibleText.CLOSE -> out.append("</span>");
        default -> out.append(c);
      }
    }
  }
}
