package dev.tenon.cli.base;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Standard output for a connection, which may close it: it belongs to the program and stays open.
/// Closing waits for nobody: who writes has flushed, and a write that nobody reads would never end.
final class UnclosedOutput extends FilterOutputStream {
  private volatile boolean writing;

  UnclosedOutput(OutputStream out) {
    super(out);
  }

  /// Whether a write is under way, which may never end.
  boolean isWriting() {
    return writing;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    writing = true;
    try {
      out.write(bytes, offset, length);
    } finally {
      writing = false;
    }
  }

  @Override
  public void flush() throws IOException {
    writing = true;
    try {
      out.flush();
    } finally {
      writing = false;
    }
  }

  @Override
  public void close() {}
}
