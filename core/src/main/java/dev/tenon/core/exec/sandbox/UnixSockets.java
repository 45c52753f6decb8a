package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The Unix sockets of this machine that have a path: agents of keys, docker, desktops.
final class UnixSockets {
  private static final Path TABLE = Path.of("/proc/net/unix");
  private static final int MOST = 256;

  /// The fields of a line before the name: number, count, protocol, flags, type, state, inode.
  private static final int FIELDS = 7;

  private UnixSockets() {}

  /// Those that are there now, outside of the folders that every command gets anew.
  static List<Path> listening() throws IOException {
    var sockets = new ArrayList<Path>();
    if (!Files.isReadable(TABLE)) {
      return sockets;
    }
    Map<String, String> relative = null;
    String table = new String(Files.readAllBytes(TABLE), StandardCharsets.UTF_8);
    for (String line : table.split("\n", -1)) {
      int at = name(line);
      if (at < 0) {
        continue;
      }
      String name = line.substring(at);
      if (name.startsWith("/")) {
        boolean gone = name.startsWith("/run/") || name.startsWith("/tmp/");
        Path socket = gone ? null : path(name);
        if (socket != null && sockets.size() < MOST && Files.exists(socket)) {
          sockets.add(socket);
        }
      } else if (!name.startsWith("@")) {
        relative = relative == null ? new HashMap<>() : relative;
        relative.put(inode(line, at), name);
      }
    }
    if (relative != null) {
      sockets.addAll(RelativeSockets.find(relative));
    }
    return sockets;
  }

  /// Where the name begins; -1 for a socket without one.
  private static int name(String line) {
    int at = 0;
    for (int field = 0; field < FIELDS; field++) {
      while (at < line.length() && line.charAt(at) == ' ') {
        at++;
      }
      while (at < line.length() && line.charAt(at) != ' ') {
        at++;
      }
    }
    boolean named = at + 1 < line.length() && line.indexOf(':') > 0;
    return named ? at + 1 : -1;
  }

  private static String inode(String line, int name) {
    int start = line.lastIndexOf(' ', name - 2);
    return line.substring(start + 1, name - 1);
  }

  static @Nullable Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException unusable) {
      return null;
    }
  }
}
