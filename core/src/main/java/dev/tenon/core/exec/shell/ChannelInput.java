package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;

/// Reads a pipe. Not that of the JDK, which would not let another thread close it while one reads.
final class ChannelInput extends InputStream {
  private final FileChannel channel;

  ChannelInput(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return length == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, offset, length));
    } catch (ClosedChannelException closed) {
      throw new IOException("the stream was closed", closed);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
