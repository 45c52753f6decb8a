package dev.tenon.core.tool;

import java.nio.charset.StandardCharsets;

/// How much of a tool's output the model gets, in UTF-8 bytes. A cut always says that it is one and
/// how to get the rest.
public record OutputBound(int bytes) {
  public static final OutputBound DEFAULT = new OutputBound(50 * 1024);

  public OutputBound {
    if (bytes < 256) {
      throw new IllegalArgumentException(
          "an output bound must be at least 256 bytes, was " + bytes);
    }
  }

  boolean fits(String text) {
    return text.length() <= bytes / 3 || size(text) <= bytes;
  }

  /// The beginning, at a line end where one is near.
  String cutEnd(String text, String rest) {
    String head = head(text, bytes);
    return head
        + "\n[cut: "
        + size(head)
        + " of "
        + size(text)
        + " bytes shown. "
        + (rest.isEmpty() ? "Narrow the call to see the rest." : rest)
        + "]";
  }

  /// The beginning and the end: of a command's output, the end matters most.
  String cutMiddle(String text, String rest) {
    String head = head(text, bytes / 4);
    String tail = tail(text, bytes - bytes / 4);
    int left = size(text) - size(head) - size(tail);
    return head + "\n[cut: " + left + " bytes left out here. " + rest + "]\n" + tail;
  }

  private static String head(String text, int bytes) {
    int end = 0;
    int used = 0;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      used += width(point);
      if (used > bytes) {
        break;
      }
      end += Character.charCount(point);
    }
    int line = text.lastIndexOf('\n', end);
    return text.substring(0, line > end / 2 ? line : end);
  }

  private static String tail(String text, int bytes) {
    int start = text.length();
    int used = 0;
    while (start > 0) {
      int point = text.codePointBefore(start);
      used += width(point);
      if (used > bytes) {
        break;
      }
      start -= Character.charCount(point);
    }
    int line = text.indexOf('\n', start);
    return text.substring(
        line >= 0 && line < start + (text.length() - start) / 2 ? line + 1 : start);
  }

  private static int width(int point) {
    return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }

  private static int size(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
