package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.exec.shell.Reach;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds out from what a command printed which opening in the wall it lacked, so that a person can
/// be asked for it. What must stay closed is never named: the system's folders, secrets, what
/// programs run by themselves.
final class WallNeeds {
  private static final int MOST_LINES = 2000;
  private static final List<String> SYSTEM =
      List.of(
          "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/root", "/run",
          "/sbin", "/sys", "/tmp", "/usr", "/var");

  private static final String ENDS_PATH = "'\"`:,;()[]<>’‘“”";

  private WallNeeds() {}

  /// @param bounds of a usual command
  static Optional<Need> of(int exitCode, String output, Bounds bounds, Reach reach) {
    if (exitCode == 0) {
      return Optional.empty();
    }
    String said = output.toLowerCase(Locale.ROOT);
    if (WallHints.has(said, WallHints.READ_ONLY)) {
      if (reach.files() == Reach.Files.LOOKING) {
        return Optional.of(new Need.Writing());
      }
      Path folder = folder(output, bounds);
      if (folder != null && reach.folders().stream().noneMatch(folder::startsWith)) {
        return Optional.of(new Need.Folder(folder));
      }
    }
    boolean offline =
        reach.network() != Reach.Network.NONE
            && bounds.within(reach).network() == Bounds.Network.NONE;
    boolean missed =
        WallHints.has(said, WallHints.NO_NETWORK)
            || WallHints.missesService(said)
            || WallHints.isSilentCurl(exitCode, output);
    return offline && missed ? Optional.of(new Need.Network()) : Optional.empty();
  }

  /// The folder that the first complaint about a read-only file system is about, if it may be
  /// opened.
  private static @Nullable Path folder(String output, Bounds bounds) {
    for (String line : (Iterable<String>) output.lines().limit(MOST_LINES)::iterator) {
      if (!WallHints.has(line.toLowerCase(Locale.ROOT), WallHints.READ_ONLY)) {
        continue;
      }
      for (int at = line.indexOf('/'); at >= 0; at = line.indexOf('/', at + 1)) {
        Path path = path(line, at);
        boolean made = line.toLowerCase(Locale.ROOT).contains("director") || line.contains("mkdir");
        Path folder = path == null ? null : openable(path, bounds);
        if (folder != null && folder.equals(path) && Files.notExists(folder) && !made) {
          // A file that is not there yet: nothing but the folder around it could be opened.
          return null;
        }
        if (folder != null) {
          return folder;
        }
      }
    }
    return null;
  }

  /// The absolute path that begins here in a line.
  private static @Nullable Path path(String line, int at) {
    boolean begins = at == 0 || ENDS_PATH.indexOf(line.charAt(at - 1)) >= 0;
    if (!begins && !Character.isWhitespace(line.charAt(at - 1))) {
      return null;
    }
    int end = at;
    while (end < line.length()
        && !Character.isWhitespace(line.charAt(end))
        && ENDS_PATH.indexOf(line.charAt(end)) < 0) {
      end++;
    }
    try {
      return Path.of(line.substring(at, end)).normalize();
    } catch (InvalidPathException garbled) {
      return null;
    }
  }

  /// What of a path can be opened by itself: a hidden folder of the home folder, such as `~/.m2` or
  /// `~/.cache/pip`; elsewhere the folder that the path is in, below the home folder or two levels
  /// deep at least.
  private static @Nullable Path openable(Path path, Bounds bounds) {
    Path home = bounds.home();
    Path parent = path.getParent();
    if (parent == null || bounds.writable().stream().anyMatch(path::startsWith)) {
      return null;
    }
    Path folder;
    if (path.startsWith(home) && !path.equals(home)) {
      int own = home.getNameCount();
      boolean shared =
          List.of(".cache", ".config", ".local").contains(path.getName(own).toString());
      int depth = shared && path.getName(own).toString().equals(".local") ? 3 : shared ? 2 : 1;
      if (path.getNameCount() < own + depth) {
        return null;
      }
      folder = home.resolve(path.subpath(own, own + depth));
    } else {
      boolean system = path.getNameCount() < 3 || SYSTEM.contains("/" + path.getName(0));
      folder = parent;
      if (system) {
        return null;
      }
    }
    boolean closed =
        folder.startsWith(bounds.state())
            || Layout.isStartFile(home, folder)
            || touches(bounds.hidden(), folder)
            || touches(bounds.denied().get(), folder)
            || touches(bounds.sealed().get(), folder);
    return closed ? null : folder;
  }

  private static boolean touches(List<Path> closed, Path folder) {
    for (Path each : closed) {
      if (each.equals(folder) || folder.startsWith(each)) {
        return true;
      }
    }
    return false;
  }
}
