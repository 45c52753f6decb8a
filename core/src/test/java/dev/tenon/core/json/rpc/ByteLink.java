package dev.tenon.core.json.rpc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/// One direction of a connection in memory: bounded, cut at random places, closed from either end.
final class ByteLink {
  private final byte[] buffer;
  private final Random random;
  private int from;
  private int length;
  private boolean inClosed;
  private boolean outClosed;

  ByteLink(int capacity, long seed) {
    this.buffer = new byte[capacity];
    this.random = new Random(seed);
  }

  void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  final OutputStream out =
      new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
          synchronized (ByteLink.this) {
            int at = offset;
            while (at < offset + count) {
              while (length == buffer.length && !inClosed && !outClosed) {
                pause();
              }
              if (inClosed || outClosed) {
                throw new IOException("Broken pipe");
              }
              buffer[(from + length) % buffer.length] = bytes[at];
              at++;
              length++;
              ByteLink.this.notifyAll();
            }
          }
        }

        @Override
        public void close() {
          synchronized (ByteLink.this) {
            outClosed = true;
            ByteLink.this.notifyAll();
          }
        }
      };

  final InputStream in =
      new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
          synchronized (ByteLink.this) {
            while (length == 0 && !outClosed && !inClosed) {
              pause();
            }
            if (inClosed) {
              throw new IOException("closed");
            }
            int part = Math.min(count, Math.min(length, 1 + random.nextInt(buffer.length)));
            for (int i = 0; i < part; i++) {
              bytes[offset + i] = buffer[(from + i) % buffer.length];
            }
            from = (from + part) % buffer.length;
            length -= part;
            ByteLink.this.notifyAll();
            return part == 0 ? -1 : part;
          }
        }

        @Override
        public void close() {
          synchronized (ByteLink.this) {
            inClosed = true;
            ByteLink.this.notifyAll();
          }
        }
      };

  /// Callers look again and wait again.
  @SuppressWarnings("WaitNotInLoop")
  private void pause() throws IOException {
    try {
      wait();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    }
  }
}
