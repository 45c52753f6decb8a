package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;

/// Writes a pipe. Another thread may close it while one is blocked.
final class ChannelOutput extends OutputStream {
  /// The JDK copies what it writes at once to a buffer of that size and keeps it for the thread.
  private static final int CHUNK = 64 * 1024;

  private final FileChannel channel;

  ChannelOutput(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int at = offset;
    int end = offset + length;
    try {
      while (at < end) {
        at += channel.write(ByteBuffer.wrap(bytes, at, Math.min(CHUNK, end - at)));
      }
    } catch (ClosedChannelException closed) {
      throw new IOException("the stream was closed", closed);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
