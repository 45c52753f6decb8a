package dev.tenon.core.workspace;

import dev.tenon.core.text.Encoding;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// Takes the wanted lines out of a stream of bytes in constant memory, and counts the others. For
/// one thread.
final class LineScan {
  private final Encoding encoding;
  private final int unit;
  private final long first;
  private final long last;
  private final int mostLines;
  private final int mostBytes;
  private final int lineLength;

  private final List<String> lines = new ArrayList<>();
  private final List<Long> cut = new ArrayList<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long current = 1;
  private long lineBytes;
  private long shownBytes;
  private int pending = -1;
  private Stop stop = Stop.NOT_YET;
  private boolean ended;
  private boolean openEnd;

  /// Why no more lines are taken.
  enum Stop {
    NOT_YET,
    RANGE_ENDED,
    TOO_MANY_LINES,
    TOO_MANY_BYTES
  }

  LineScan(Encoding encoding, Selector range, ReadLimits limits) {
    this.encoding = encoding;
    this.unit = encoding == Encoding.UTF_16LE || encoding == Encoding.UTF_16BE ? 2 : 1;
    this.first = range.first();
    this.last = range.last();
    this.mostLines = limits.lines();
    this.mostBytes = limits.bytes();
    this.lineLength = range.form() == Selector.Form.RAW ? limits.bytes() : limits.lineLength();
  }

  /// Takes the next bytes, without byte order mark.
  void feed(byte[] bytes, int from, int to) {
    if (unit == 1) {
      feedBytes(bytes, from, to);
    } else {
      feedPairs(bytes, from, to);
    }
  }

  private void feedBytes(byte[] bytes, int from, int to) {
    int start = taking() ? from : skip(bytes, from, to);
    for (int i = start; i < to; i++) {
      if (bytes[i] == '\n') {
        keep(bytes, start, i);
        endLine();
        start = i + 1;
      }
    }
    keep(bytes, start, to);
  }

  /// Only counts lines, up to the first that is wanted or to the end.
  private int skip(byte[] bytes, int from, int to) {
    boolean before = stop == Stop.NOT_YET;
    int start = from;
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        current++;
        lineBytes = 0;
        start = i + 1;
        if (before && current == first) {
          return start;
        }
      }
    }
    lineBytes += to - start;
    return to;
  }

  private void feedPairs(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (pending < 0) {
        pending = bytes[i] & 0xFF;
        continue;
      }
      byte[] pair = {(byte) pending, bytes[i]};
      pending = -1;
      int low = encoding == Encoding.UTF_16LE ? 0 : 1;
      if (pair[low] == '\n' && pair[1 - low] == 0) {
        endLine();
      } else {
        keep(pair, 0, 2);
      }
    }
  }

  /// Four bytes a character are always enough for what is shown.
  private void keep(byte[] bytes, int from, int to) {
    if (taking()) {
      int room = (int) Math.min(to - from, Math.max(0, lineLength * 4L + 4 - line.size()));
      line.write(bytes, from, room);
    }
    lineBytes += to - from;
  }

  private boolean taking() {
    return stop == Stop.NOT_YET && current >= first;
  }

  private void endLine() {
    if (taking()) {
      take();
    }
    current++;
    lineBytes = 0;
    line.reset();
    if (stop == Stop.NOT_YET && current > last) {
      stop = Stop.RANGE_ENDED;
    }
  }

  private void take() {
    String text = line.toString(encoding.charset());
    if (text.endsWith("\r") && line.size() == lineBytes && !openEnd) {
      text = text.substring(0, text.length() - 1);
    }
    int room = lines.isEmpty() ? Math.min(lineLength, mostBytes) : lineLength;
    boolean tooLong = text.length() > room || line.size() < lineBytes;
    if (tooLong) {
      text = text.substring(0, Math.min(text.length(), room));
      if (!text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1))) {
        text = text.substring(0, text.length() - 1);
      }
    }
    long size = Math.min(lineBytes, tooLong ? text.length() : lineBytes) + 1;
    if (lines.size() == mostLines) {
      stop = Stop.TOO_MANY_LINES;
    } else if (!lines.isEmpty() && shownBytes + size > mostBytes) {
      stop = Stop.TOO_MANY_BYTES;
    } else {
      lines.add(text);
      shownBytes += size;
      if (tooLong) {
        cut.add(current);
      }
    }
  }

  /// Tells that the file has ended.
  void end() {
    if (lineBytes > 0) {
      openEnd = true;
      endLine();
    }
    ended = true;
  }

  /// Whether nothing that comes can be shown any more.
  boolean satisfied() {
    return stop != Stop.NOT_YET;
  }

  Stop stop() {
    return stop;
  }

  List<String> lines() {
    return lines;
  }

  /// The numbers of the lines that were cut.
  List<Long> cut() {
    return cut;
  }

  /// How many lines the file has, or -1 if it was not read to its end.
  long total() {
    return ended ? current - 1 : -1;
  }

  ReadResult.FinalNewline finalNewline() {
    return openEnd ? ReadResult.FinalNewline.MISSING : ReadResult.FinalNewline.PRESENT;
  }
}
