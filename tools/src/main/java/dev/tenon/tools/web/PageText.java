package dev.tenon.tools.web;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.fetch.Fetched;
import dev.tenon.core.http.fetch.FetchedText;
import dev.tenon.core.text.ContentSniffer;
import dev.tenon.core.tool.ToolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The body of an answer as lines of text.
///
/// @param notes what the model should know of it, in sentences
record PageText(String text, List<String> notes) {
  private static final int SNIFFED = 64 * 1024;

  /// A longer line is folded, so that all of it can be asked for by the numbers of lines.
  static final int LONGEST_LINE = 4_000;

  /// Types that are never text; what is neither here nor in [#TEXTS] is judged by its bytes.
  private static final List<String> BINARIES =
      List.of(
          "image/",
          "audio/",
          "video/",
          "font/",
          "application/pdf",
          "application/zip",
          "application/gzip",
          "application/wasm",
          "application/msword",
          "application/vnd.openxmlformats",
          "application/vnd.ms-");

  private static final List<String> TEXTS =
      List.of(
          "text/",
          "application/json",
          "application/xml",
          "application/xhtml+xml",
          "application/javascript",
          "application/ecmascript",
          "application/yaml",
          "application/toml");

  /// Reads the body to its end.
  ///
  /// @param asked the address as the model wrote it
  static PageText of(Fetched fetched, String asked) throws ToolException, TransportException {
    String type = fetched.type();
    boolean told = isText(type);
    if (!told && startsWithAny(type, BINARIES)) {
      throw notText(asked, type, "");
    }
    Fetched.Content content = fetched.content();
    if (content.truncated()) {
      throw new ToolException(
          ToolException.Code.FAILED,
          asked + " has more than " + content.bytes().length + " bytes, which is the most",
          List.of("Look for a smaller page with the part you need."));
    }
    byte[] head = Arrays.copyOf(content.bytes(), Math.min(SNIFFED, content.bytes().length));
    if (!told && ContentSniffer.of(head, head.length).encoding() == null) {
      throw notText(asked, type, ", " + content.bytes().length + " bytes");
    }
    FetchedText decoded = fetched.text(content);
    var notes = new ArrayList<String>();
    if (fetched.passed().size() > 1) {
      notes.add("Redirected to " + fetched.address().withoutQuery() + ".");
    }
    if (decoded.doubt() != null) {
      notes.add("The text may be wrong: " + decoded.doubt() + ".");
    }
    String text = decoded.text();
    if (isHtml(type, text)) {
      text = HtmlText.of(text);
      notes.add("Made from HTML; what scripts would add is not in it.");
    }
    return new PageText(folded(text, notes), List.copyOf(notes));
  }

  private static boolean isText(String type) {
    return startsWithAny(type, TEXTS) || type.endsWith("+json") || type.endsWith("+xml");
  }

  private static boolean startsWithAny(String type, List<String> starts) {
    for (String start : starts) {
      if (type.startsWith(start)) {
        return true;
      }
    }
    return false;
  }

  private static ToolException notText(String asked, String type, String size) {
    return new ToolException(
        ToolException.Code.INVALID_ARGUMENT,
        asked
            + " is not text ("
            + (type.isEmpty() ? "of no declared type" : type)
            + size
            + ") and cannot be read");
  }

  private static boolean isHtml(String type, String text) {
    if (!type.isEmpty()) {
      return type.equals("text/html") || type.equals("application/xhtml+xml");
    }
    String start = text.substring(0, Math.min(text.length(), 200)).stripLeading();
    String small = start.toLowerCase(Locale.ROOT);
    return small.startsWith("<!doctype html") || small.startsWith("<html");
  }

  private static String folded(String text, List<String> notes) {
    var out = new StringBuilder(text.length() + 16);
    int length = 0;
    boolean any = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (length >= LONGEST_LINE && c != '\n' && c != '\r' && !Character.isLowSurrogate(c)) {
        out.append('\n');
        length = 0;
        any = true;
      }
      out.append(c);
      length = c == '\n' ? 0 : length + 1;
    }
    if (any) {
      notes.add("Lines of more than " + LONGEST_LINE + " characters are folded.");
    }
    return any ? out.toString() : text;
  }
}
