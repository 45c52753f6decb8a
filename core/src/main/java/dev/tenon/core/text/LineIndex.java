package dev.tenon.core.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The lines of a file's bytes by number, counted from 0 here. A line ends with LF or CRLF.
public final class LineIndex {
  private final byte[] bytes;
  private final int length;
  private final int[] starts;
  private final int count;

  /// @param from where the text begins, after a byte order mark
  public LineIndex(byte[] bytes, int from, int length) {
    this.bytes = bytes;
    this.length = length;
    int[] found = new int[Math.max(16, length / 32)];
    int lines = 0;
    int start = from;
    while (start < length) {
      if (lines == found.length) {
        found = Arrays.copyOf(found, lines * 2);
      }
      found[lines++] = start;
      int at = start;
      while (at < length && bytes[at] != '\n') {
        at++;
      }
      start = at + 1;
    }
    this.starts = found;
    this.count = lines;
  }

  public int count() {
    return count;
  }

  /// The number of the line that the position is in; its end belongs to it.
  public int lineAt(int position) {
    int found = Arrays.binarySearch(starts, 0, count, position);
    return found >= 0 ? found : -found - 2;
  }

  /// Where the line after this one starts, or the end of the file.
  int endOf(int line) {
    return line + 1 < count ? starts[line + 1] : length;
  }

  /// The line without its end, for showing.
  public String text(int line) {
    int start = starts[line];
    return decode(bytes, start, textEnd(bytes, start, endOf(line)));
  }

  /// Where the line around a position starts, if none starts before the floor.
  public static int startOf(byte[] bytes, int floor, int position) {
    int start = position;
    while (start > floor && bytes[start - 1] != '\n') {
      start--;
    }
    return start;
  }

  /// Where the line after the one around a position starts, or the end of the file.
  public static int endOf(byte[] bytes, int position, int length) {
    int end = position;
    while (end < length && bytes[end] != '\n') {
      end++;
    }
    return Math.min(end + 1, length);
  }

  /// A line without its end, for matching: what is not UTF-8 is no letter of any kind.
  public static String matchable(byte[] bytes, int start, int end) {
    return new String(bytes, start, textEnd(bytes, start, end) - start, StandardCharsets.UTF_8);
  }

  private static int textEnd(byte[] bytes, int start, int lineEnd) {
    int end = lineEnd;
    if (end > start && bytes[end - 1] == '\n') {
      end--;
      if (end > start && bytes[end - 1] == '\r') {
        end--;
      }
    }
    return end;
  }

  /// UTF-8, or Latin-1 for bytes that are not.
  private static String decode(byte[] bytes, int start, int end) {
    String text = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') < 0) {
      return text;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, start, end - start))
          .toString();
    } catch (CharacterCodingException notUtf8) {
      return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }
  }
}
