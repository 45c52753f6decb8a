package dev.tenon.cli.base;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Standard output for a connection, which may close it: it belongs to the program and stays open.
public final class UnclosedOutput extends FilterOutputStream {
  public UnclosedOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    flush();
  }
}
