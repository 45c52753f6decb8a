package dev.tenon.core.text;

/// Escapes text for HTML.
public final class HtmlText {
  private HtmlText() {}

  /// The text as it stands in an element or a quoted attribute. Control characters, which HTML does
  /// not allow, become the replacement character.
  public static String escape(String text) {
    var out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c < 0x20 && c != '\n' && c != '\t' ? '\ufffd' : c);
      }
    }
    return out.toString();
  }
}
