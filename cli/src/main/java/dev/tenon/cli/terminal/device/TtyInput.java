package dev.tenon.cli.terminal.device;

import dev.tenon.cli.terminal.input.KeyDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.function.BooleanSupplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/// The keys of the process's own terminal, in as large pieces as it gives. While nothing can happen
/// but a key, the thread sleeps until one comes; otherwise it looks up ten times a second.
final class TtyInput implements KeyDecoder.Source {
  /// Shorter waits are for the rest of a key's sequence.
  private static final long SHORT_MILLIS = 90;

  private static final long STEP_MILLIS = 2;

  /// So many empty reads at once mean that the terminal is gone.
  private static final int MANY = 40;

  private static final long AT_ONCE = 20_000_000;

  private final Terminal terminal;
  private final InputStream in;
  private final BooleanSupplier onlyKeys;
  private final CharsetDecoder decoder;
  private final byte[] bytes = new byte[1 << 16];
  private final ByteBuffer undecoded = ByteBuffer.allocate((1 << 16) + 16).flip();
  private final CharBuffer chars = CharBuffer.allocate(1 << 16).flip();
  private int empty;
  private volatile @Nullable Boolean sleeping;

  /// @param onlyKeys whether nothing can happen but a key
  TtyInput(Terminal terminal, InputStream in, Charset charset, BooleanSupplier onlyKeys) {
    this.in = in;
    this.terminal = terminal;
    this.onlyKeys = onlyKeys;
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
  }

  @Override
  public void forget() {
    sleeping = null;
  }

  @Override
  public int read(long timeoutMillis) throws IOException {
    return next(timeoutMillis, timeoutMillis < SHORT_MILLIS);
  }

  @Override
  public int rest(long timeoutMillis) throws IOException {
    return next(timeoutMillis, true);
  }

  /// @param soon whether somebody counts on the time; otherwise the thread may sleep for longer
  private int next(long timeoutMillis, boolean soon) throws IOException {
    while (!chars.hasRemaining()) {
      int count = soon ? soon(timeoutMillis) : wait(onlyKeys.getAsBoolean());
      if (count == END) {
        return END;
      }
      if (count == NOTHING_YET) {
        return NOTHING_YET;
      }
      decode(count);
    }
    return chars.get();
  }

  /// The rest of a sequence is there already, or nearly.
  private int soon(long timeoutMillis) throws IOException {
    long until = System.nanoTime() + timeoutMillis * 1_000_000;
    while (in.available() == 0) {
      if (System.nanoTime() > until) {
        return NOTHING_YET;
      }
      try {
        Thread.sleep(STEP_MILLIS);
      } catch (InterruptedException over) {
        Thread.currentThread().interrupt();
        return END;
      }
    }
    return in.read(bytes);
  }

  private int wait(boolean sleep) throws IOException {
    Boolean now = sleeping;
    if (now == null || now != sleep) {
      try {
        Attributes attributes = terminal.getAttributes();
        attributes.setControlChar(Attributes.ControlChar.VMIN, sleep ? 1 : 0);
        attributes.setControlChar(Attributes.ControlChar.VTIME, sleep ? 0 : 1);
        terminal.setAttributes(attributes);
      } catch (IllegalStateException closed) {
        // The program ends, and whoever ends it was quicker.
        return END;
      }
      sleeping = sleep;
    }
    long began = System.nanoTime();
    int count = in.read(bytes);
    if (count > 0) {
      empty = 0;
      return count;
    }
    empty = System.nanoTime() - began < AT_ONCE ? empty + 1 : 0;
    boolean over = (sleep && Boolean.TRUE.equals(sleeping)) || empty > MANY;
    return over ? END : NOTHING_YET;
  }

  private void decode(int count) {
    undecoded.compact().put(bytes, 0, count).flip();
    chars.clear();
    decoder.decode(undecoded, chars, false);
    chars.flip();
  }
}
