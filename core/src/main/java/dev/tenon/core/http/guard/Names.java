package dev.tenon.core.http.guard;

import java.io.IOException;
import java.net.InetAddress;

/// Finds the addresses of a name. Asked once for a connection.
@FunctionalInterface
public interface Names {

  /// All addresses of the name, in the order in which they should be tried.
  ///
  /// @throws java.net.UnknownHostException if there are none
  InetAddress[] resolve(String host) throws IOException;
}
