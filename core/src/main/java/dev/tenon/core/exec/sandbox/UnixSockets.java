package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The Unix sockets of this machine that have a path: agents of keys, docker, desktops.
final class UnixSockets {
  private static final Path TABLE = Path.of("/proc/net/unix");
  private static final int MOST = 256;

  private UnixSockets() {}

  /// Those that are there now, outside of the folders that every command gets anew.
  static List<Path> listening() throws IOException {
    var sockets = new ArrayList<Path>();
    if (!Files.isReadable(TABLE)) {
      return sockets;
    }
    String table = new String(Files.readAllBytes(TABLE), StandardCharsets.UTF_8);
    for (String line : table.split("\n", -1)) {
      int at = line.indexOf(" /");
      if (at < 0) {
        continue;
      }
      String path = line.substring(at + 1);
      boolean gone = path.startsWith("/run/") || path.startsWith("/tmp/");
      if (!gone && path.indexOf('\0') < 0 && sockets.size() < MOST) {
        Path socket = Path.of(path);
        if (Files.exists(socket)) {
          sockets.add(socket);
        }
      }
    }
    return sockets;
  }
}
