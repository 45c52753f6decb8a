package dev.tenon.core.exec.resident;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/// The last bytes that a program printed to its standard error. Safe for several threads.
final class StderrRing {
  static final int SIZE = 64 * 1024;

  private static final int LONGEST_LINE = 500;

  private final byte[] ring = new byte[SIZE];
  private long written;

  synchronized void add(byte[] bytes, int length) {
    int from = Math.max(0, length - SIZE);
    for (int i = from; i < length; ) {
      int at = (int) ((written + i) % SIZE);
      int part = Math.min(length - i, SIZE - at);
      System.arraycopy(bytes, i, ring, at, part);
      i += part;
    }
    written += length;
  }

  /// All that is kept, as text. Where more was printed, the line that it begins within is left out.
  synchronized String text() {
    int length = (int) Math.min(written, SIZE);
    byte[] kept = new byte[length];
    for (int i = 0; i < length; i++) {
      kept[i] = ring[(int) ((written - length + i) % SIZE)];
    }
    String text = new String(kept, StandardCharsets.UTF_8);
    int line = text.indexOf('\n');
    return written > SIZE && line >= 0 ? text.substring(line + 1) : text;
  }

  /// The last lines that say something, for a message: no control characters, long lines cut.
  static String tail(String text, int lines) {
    var tail = new ArrayDeque<String>();
    int end = text.length();
    while (end > 0 && tail.size() < lines) {
      int start = text.lastIndexOf('\n', end - 1) + 1;
      String line = printable(text.substring(start, end)).strip();
      if (!line.isEmpty()) {
        tail.addFirst(line);
      }
      end = start - 1;
    }
    return String.join("\n", tail);
  }

  private static String printable(String line) {
    var plain = new StringBuilder();
    for (int i = 0; i < line.length() && plain.length() < LONGEST_LINE; i++) {
      char c = line.charAt(i);
      plain.append(Character.isISOControl(c) ? ' ' : c);
    }
    return plain.length() == LONGEST_LINE ? plain.append('…').toString() : plain.toString();
  }
}
