package dev.tenon.core.exec.shell;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The state of a shell between commands, if the user wants it kept: the working folder and the
/// exported variables. A command tells them at its end through a channel of its own. Nothing that
/// comes from there is ever run: it is checked and given to the next command as its environment.
/// Safe for several threads.
final class ShellState {
  /// Runs the line `$1` with the channel moved away from standard error, and tells the state
  /// afterwards, also when the line calls `exit`.
  static final String AROUND =
      """
      exec {_tenon_state}>&2 2>&1
      printf 'begin\\0' >&"$_tenon_state"
      _tenon_tell() {
        local code=$?
        if [ -z "${_tenon_told-}" ]; then
          _tenon_told=1
          { printf 'state\\0%s\\0' "$PWD"; /usr/bin/env -0; printf 'end\\0'; } >&"$_tenon_state"
        fi
        return "$code"
      }
      trap '{ _tenon_tell; } 2>/dev/null' EXIT
      _tenon_line=$1
      shift
      eval "$_tenon_line"
      { _tenon_tell; } 2>/dev/null
      """;

  private static final int MOST_VARIABLES = 64 * 1024;

  /// Variables that are the shell's own, or with which the next shell would not even start.
  private static final Set<String> NOT_KEPT =
      Set.of(
          "_",
          "PWD",
          "OLDPWD",
          "SHLVL",
          "ENV",
          "BASH_ENV",
          "BASHOPTS",
          "SHELLOPTS",
          "IFS",
          "PS4",
          "LD_PRELOAD",
          "LD_AUDIT",
          ProcessMark.VARIABLE);

  private @Nullable State state;

  private record State(String folder, Map<String, String> variables) {}

  synchronized Optional<Path> folder() {
    State known = state;
    if (known == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(known.folder));
    } catch (InvalidPathException unusable) {
      return Optional.empty();
    }
  }

  /// The variables that the last command left.
  synchronized Map<String, String> variables() {
    State known = state;
    return known == null ? Map.of() : Map.copyOf(known.variables);
  }

  /// Makes the environment what it was at the end of the last command: what a command exported
  /// stays, whatever it is called, but for the keys of models.
  synchronized void recall(Map<String, String> environment, VariableFilter filter) {
    State known = state;
    if (known == null) {
      return;
    }
    environment.keySet().removeIf(name -> isKept(name) && !known.variables.containsKey(name));
    known.variables.forEach(
        (name, value) -> {
          if (!filter.hides(name)) {
            environment.put(name, value);
          }
        });
  }

  /// Takes up what the command told. A command that was stopped leaves nothing; one in which the
  /// shell did not even begin takes back what came before, since that may be the reason.
  synchronized void learn(Shell.Ending ending, byte[] told) {
    String text = new String(told, StandardCharsets.UTF_8);
    if (ending != Shell.Ending.EXITED || !text.contains("begin\0")) {
      state = null;
      return;
    }
    int at = text.lastIndexOf("state\0");
    int end = text.lastIndexOf("\0end\0");
    if (at < 0 || end < at) {
      return;
    }
    List<String> parts = List.of(text.substring(at + "state\0".length(), end).split("\0", -1));
    Map<String, String> variables = new LinkedHashMap<>();
    int size = 0;
    for (String part : parts.subList(1, parts.size())) {
      int equals = part.indexOf('=');
      if (equals > 0 && isKept(part.substring(0, equals))) {
        variables.put(part.substring(0, equals), part.substring(equals + 1));
        size += part.length();
      }
    }
    // Too many of them, and no program could be started any more.
    state = size > MOST_VARIABLES ? null : new State(parts.getFirst(), variables);
  }

  private static boolean isKept(String name) {
    if (NOT_KEPT.contains(name)) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!letter && (i == 0 || c < '0' || c > '9')) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /// What came through the channel before the shell began: complaints of those who start it.
  static String beforeBegin(byte[] told) {
    String text = new String(told, StandardCharsets.UTF_8);
    int begin = text.indexOf("begin\0");
    return begin < 0 ? text : text.substring(0, begin);
  }

  synchronized void clear() {
    state = null;
  }
}
