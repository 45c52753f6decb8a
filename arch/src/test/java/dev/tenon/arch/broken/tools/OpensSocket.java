package dev.tenon.arch.broken.tools;

import java.io.IOException;
import java.net.Socket;

/// Goes out past the one client.
final class OpensSocket {
  private OpensSocket() {}

  static void go() throws IOException {
    new Socket("127.0.0.1", 80).close();
  }
}
