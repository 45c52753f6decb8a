package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the Unix sockets that were bound by a relative path: the kernel lists them by that, so the
/// folder is that of the process that has the socket open, now or when it was started. What belongs
/// to a process of somebody else cannot be found. A look through all processes costs some
/// milliseconds and is taken only for sockets that were not seen before. Safe for several threads.
final class RelativeSockets {
  private static final int MOST_KNOWN = 2000;
  private static final int MOST_DESCRIPTORS = 50_000;

  /// By inode, what was found. Inodes of sockets are not given out again soon.
  private static final Map<String, List<Path>> KNOWN = new HashMap<>();

  private RelativeSockets() {}

  /// @param names by inode
  static synchronized List<Path> find(Map<String, String> names) {
    Map<String, String> fresh = new HashMap<>(names);
    fresh.keySet().removeAll(KNOWN.keySet());
    if (!fresh.isEmpty()) {
      if (KNOWN.size() > MOST_KNOWN) {
        KNOWN.clear();
        fresh = new HashMap<>(names);
      }
      for (String inode : fresh.keySet()) {
        KNOWN.put(inode, new ArrayList<>());
      }
      search(fresh);
    }
    var sockets = new ArrayList<Path>();
    for (String inode : names.keySet()) {
      for (Path socket : KNOWN.getOrDefault(inode, List.of())) {
        if (Files.exists(socket)) {
          sockets.add(socket);
        }
      }
    }
    return sockets;
  }

  private static void search(Map<String, String> names) {
    int looked = 0;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path process : processes) {
        if (looked < MOST_DESCRIPTORS) {
          looked += descriptors(process, names);
        }
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      // Then there is nothing to be found.
      return;
    }
  }

  private static int descriptors(Path process, Map<String, String> names) {
    int looked = 0;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path descriptor : open) {
        looked++;
        String target = link(descriptor);
        if (target.startsWith("socket:[")) {
          String inode = target.substring("socket:[".length(), target.length() - 1);
          String name = names.get(inode);
          if (name != null) {
            add(inode, name, process);
          }
        }
      }
    } catch (IOException | DirectoryIteratorException closed) {
      // It ended, or belongs to somebody else.
      return looked;
    }
    return looked;
  }

  private static void add(String inode, String name, Path process) {
    List<Path> found = KNOWN.computeIfAbsent(inode, any -> new ArrayList<>());
    for (String folder : folders(process)) {
      Path socket = UnixSockets.path(folder + "/" + name);
      if (socket != null && isSocket(socket) && !found.contains(socket)) {
        found.add(socket.normalize());
      }
    }
  }

  /// Where a process is, where it was started, and the same of its parent.
  private static Set<String> folders(Path process) {
    var folders = new LinkedHashSet<String>();
    folders.add(link(process.resolve("cwd")));
    for (String variable : text(process.resolve("environ")).split("\0", -1)) {
      if (variable.startsWith("PWD=") || variable.startsWith("OLDPWD=")) {
        folders.add(variable.substring(variable.indexOf('=') + 1));
      }
    }
    for (String line : text(process.resolve("status")).split("\n", -1)) {
      if (line.startsWith("PPid:")) {
        folders.add(link(Path.of("/proc", line.substring("PPid:".length()).strip(), "cwd")));
      }
    }
    folders.removeIf(folder -> !folder.startsWith("/"));
    return folders;
  }

  private static boolean isSocket(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  private static String link(Path path) {
    try {
      return Files.readSymbolicLink(path).toString();
    } catch (IOException gone) {
      return "";
    }
  }

  private static String text(Path path) {
    try {
      return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }
}
