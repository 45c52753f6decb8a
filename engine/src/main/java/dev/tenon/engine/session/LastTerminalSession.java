package dev.tenon.engine.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which session was used last in this terminal: a file `terminal-sessions/TERMINAL` under the
/// state folder, with the project and the session's file in two lines. A courtesy: when it cannot
/// be written or read, the latest session of the project is taken instead.
final class LastTerminalSession {
  private static final List<String> VARIABLES =
      List.of("KITTY_WINDOW_ID", "TMUX_PANE", "TERM_SESSION_ID", "WT_SESSION");

  private final @Nullable Path file;

  LastTerminalSession(Path home, Map<String, String> environment) {
    String terminal = terminal(environment);
    this.file = terminal == null ? null : home.resolve("terminal-sessions").resolve(terminal);
  }

  /// The terminal's device, or what its program calls the window; null when there is none.
  private static @Nullable String terminal(Map<String, String> environment) {
    for (int descriptor = 0; descriptor < 3; descriptor++) {
      String device = device(Path.of("/proc/self/fd/" + descriptor));
      if (device != null) {
        return plain(device);
      }
    }
    for (String variable : VARIABLES) {
      String value = environment.get(variable);
      if (value != null && !value.isBlank()) {
        return plain(variable + "-" + value);
      }
    }
    return null;
  }

  private static @Nullable String device(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") ? target : null;
    } catch (IOException | UnsupportedOperationException unknown) {
      // Not on this system: the variables have to do.
      return null;
    }
  }

  private static String plain(String name) {
    var out = new StringBuilder();
    for (int i = name.startsWith("/") ? 1 : 0; i < name.length() && out.length() < 100; i++) {
      char c = name.charAt(i);
      boolean kept = (Character.isLetterOrDigit(c) && c < 128) || c == '.' || c == '_';
      out.append(kept ? c : '-');
    }
    return out.toString();
  }

  /// Remembers a session. Answers whether it could.
  boolean write(Path cwd, Path session) {
    if (file == null) {
      return false;
    }
    try {
      Path folder = file.getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
      Files.writeString(file, cwd + "\n" + session + "\n");
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /// The session, if it was one of this project and is still there.
  Optional<Path> read(Path cwd) {
    if (file == null) {
      return Optional.empty();
    }
    try {
      List<String> lines = Files.readAllLines(file);
      if (lines.size() < 2 || !lines.getFirst().equals(cwd.toString())) {
        return Optional.empty();
      }
      Path session = Path.of(lines.get(1));
      return Files.isRegularFile(session) ? Optional.of(session) : Optional.empty();
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }
}
