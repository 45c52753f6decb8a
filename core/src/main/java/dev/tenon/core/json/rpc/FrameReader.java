package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Takes messages out of a stream that may be cut anywhere and may hold anything. Never keeps more
/// than one message within the bound. For one thread.
abstract sealed class FrameReader permits LineReader, HeaderReader {
  /// So much of a message over the bound is kept, to find out whose it was.
  static final int HEAD = 4096;

  /// A message of that size is no mistake of a program that counts; nobody waits for its end.
  static final long ABSURD = 1L << 30;

  private static final int CHUNK = 64 * 1024;
  private static final int QUOTED = 120;

  private final InputStream in;
  final int maxBytes;
  private final byte[] chunk = new byte[CHUNK];
  private int at;
  private int end;

  FrameReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /// Waits for the next one.
  abstract Frame next() throws IOException;

  /// The bytes up to the next line feed, which is taken and left out, or to the end of the stream.
  ///
  /// @param size how many there were; more than `bytes` has when they were over the bound
  @SuppressWarnings("ArrayRecordComponent") // Handed on once and never compared.
  record Line(byte[] bytes, long size, boolean ended) {}

  /// @param most so many bytes are kept; of a longer line its beginning
  /// @param head so many of a line that is longer
  /// @param longest where nobody waits for the end of the line any more
  Line line(int most, int head, long longest) throws IOException {
    byte[] kept = new byte[Math.min(most, 512)];
    int length = 0;
    long size = 0;
    while (true) {
      if (size > longest || (at == end && !fill())) {
        return new Line(Arrays.copyOf(kept, length), size, false);
      }
      int from = at;
      while (at < end && chunk[at] != '\n') {
        at++;
      }
      int count = at - from;
      size += count;
      if (size <= most) {
        kept = room(kept, length + count, most);
        System.arraycopy(chunk, from, kept, length, count);
        length += count;
      } else if (length < head) {
        int part = Math.min(head - length, count);
        kept = room(kept, length + part, head);
        System.arraycopy(chunk, from, kept, length, part);
        length += part;
      } else if (kept.length > head) {
        kept = Arrays.copyOf(kept, head);
        length = head;
      }
      if (at < end) {
        at++;
        return new Line(Arrays.copyOf(kept, length), size, true);
      }
    }
  }

  private static byte[] room(byte[] bytes, int wanted, int most) {
    return wanted <= bytes.length
        ? bytes
        : Arrays.copyOf(bytes, Math.min(most, Math.max(wanted, 2 * bytes.length)));
  }

  /// So many bytes, or fewer where the stream ends. Memory grows with what comes, not with what was
  /// announced.
  byte[] bytes(int count) throws IOException {
    byte[] bytes = new byte[Math.min(count, CHUNK)];
    int length = 0;
    while (length < count) {
      if (at == end && !fill()) {
        return Arrays.copyOf(bytes, length);
      }
      int part = Math.min(end - at, count - length);
      bytes = room(bytes, length + part, count);
      System.arraycopy(chunk, at, bytes, length, part);
      at += part;
      length += part;
    }
    return bytes;
  }

  /// Passes over so many bytes. Answers how many there were.
  long skip(long count) throws IOException {
    long left = count;
    while (left > 0 && (at < end || fill())) {
      int part = (int) Math.min(end - at, left);
      at += part;
      left -= part;
    }
    return count - left;
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(chunk, 0, CHUNK));
    return end > 0;
  }

  static Json json(byte[] message) throws JsonException {
    try {
      return Json.parse(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(message)).toString());
    } catch (CharacterCodingException broken) {
      throw new JsonException("the message is not UTF-8");
    }
  }

  /// Some of these bytes, for a note: one line of printable characters.
  static String quote(byte[] bytes) {
    String text =
        new String(bytes, 0, Math.min(bytes.length, 4 * QUOTED), StandardCharsets.UTF_8).strip();
    var quoted = new StringBuilder();
    for (int i = 0; i < text.length() && quoted.length() < QUOTED; i++) {
      char c = text.charAt(i);
      quoted.append(Character.isISOControl(c) ? ' ' : c);
    }
    return quoted.append(text.length() > QUOTED || bytes.length > 4 * QUOTED ? "…" : "").toString();
  }
}
