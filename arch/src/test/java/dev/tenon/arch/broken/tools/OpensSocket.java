package dev.tenon.arch.broken.tools;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/// Goes out past the one client.
final class OpensSocket {
  private OpensSocket() {}

  static void go() throws IOException {
    new Socket(InetAddress.getLoopbackAddress(), 80).close();
  }
}
