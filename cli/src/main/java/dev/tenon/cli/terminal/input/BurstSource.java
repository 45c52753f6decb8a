package dev.tenon.cli.terminal.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.concurrent.locks.LockSupport;

/// Takes what arrives at once in one go. A terminal library that waits with a time limit asks the
/// system for every byte, which makes seconds of a large paste; after it has waited for the first
/// character, the rest of what is there is read from the stream below it, in blocks.
///
/// Nothing is read ahead that has not arrived, so that another program may have the terminal
/// between two calls.
public final class BurstSource implements KeyDecoder.Source {
  private static final int BLOCK = 16_384;
  private static final int REST_MILLIS = 50;

  private final KeyDecoder.Source patient;
  private final InputStream stream;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(BLOCK);
  private final CharBuffer chars = CharBuffer.allocate(BLOCK).limit(0);
  private boolean inPair;

  /// @param patient waits for characters; keeps nothing back but the second half of a pair
  /// @param stream what it reads from
  public BurstSource(KeyDecoder.Source patient, InputStream stream, Charset charset) {
    this.patient = patient;
    this.stream = stream;
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
  }

  @Override
  public int read(long timeoutMillis) throws IOException {
    if (!chars.hasRemaining() && !inPair && (bytes.position() > 0 || stream.available() > 0)) {
      fill();
    }
    if (chars.hasRemaining()) {
      return chars.get();
    }
    int c = patient.read(timeoutMillis);
    inPair = c >= 0 && Character.isHighSurrogate((char) c);
    return c;
  }

  /// Bytes of a character that has not arrived as a whole wait a little for the rest of it.
  private void fill() throws IOException {
    chars.clear();
    while (chars.position() == 0) {
      boolean cutOff = bytes.position() > 0 && !comes();
      int room = Math.min(bytes.remaining(), Math.max(1, stream.available()));
      int count = cutOff ? -1 : stream.read(bytes.array(), bytes.position(), room);
      if (count > 0) {
        bytes.position(bytes.position() + count);
      }
      bytes.flip();
      decoder.decode(bytes, chars, count < 0);
      bytes.compact();
      if (count < 0) {
        decoder.reset();
        bytes.clear();
        break;
      }
    }
    chars.flip();
  }

  private boolean comes() throws IOException {
    for (int i = 0; i < REST_MILLIS && stream.available() == 0; i++) {
      LockSupport.parkNanos(1_000_000);
    }
    return stream.available() > 0;
  }
}
