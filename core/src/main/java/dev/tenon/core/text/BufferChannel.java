package dev.tenon.core.text;

import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/// Reads bytes in memory as if they were a file. For one thread.
final class BufferChannel implements SeekableByteChannel {
  private final byte[] bytes;
  private long position;
  private boolean closed;

  BufferChannel(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read(ByteBuffer target) throws ClosedChannelException {
    requireOpen();
    if (position >= bytes.length) {
      return -1;
    }
    int length = Math.min(target.remaining(), bytes.length - (int) position);
    target.put(bytes, (int) position, length);
    position += length;
    return length;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public long position() throws ClosedChannelException {
    requireOpen();
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) throws ClosedChannelException {
    requireOpen();
    if (newPosition < 0) {
      throw new IllegalArgumentException("not a position: " + newPosition);
    }
    position = newPosition;
    return this;
  }

  @Override
  public long size() throws ClosedChannelException {
    requireOpen();
    return bytes.length;
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  private void requireOpen() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
