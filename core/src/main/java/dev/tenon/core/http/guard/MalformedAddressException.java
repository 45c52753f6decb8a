package dev.tenon.core.http.guard;

/// A text that is no web address, or one that could be read in two ways. The message is for a
/// person or a model; it says what to write instead and shows no path, query or user.
public final class MalformedAddressException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private static final int LONGEST_QUOTE = 80;

  MalformedAddressException(String message) {
    super(message);
  }

  /// A piece of an address for a message: short, and with nothing in it that hides or moves text.
  static String quoted(String text) {
    var shown = new StringBuilder("'");
    for (int i = 0; i < text.length(); i++) {
      if (shown.length() > LONGEST_QUOTE) {
        return shown.append("…'").toString();
      }
      char c = text.charAt(i);
      if (c > ' ' && c < 127) {
        shown.append(c);
      } else {
        shown.append(String.format("\\u%04x", (int) c));
      }
    }
    return shown.append('\'').toString();
  }
}
