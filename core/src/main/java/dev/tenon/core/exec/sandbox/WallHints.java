package dev.tenon.core.exec.sandbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Recognises the troubles that a wall makes in what a command printed, and names the setting that
/// would spare them.
final class WallHints {
  static final List<String> READ_ONLY =
      List.of("read-only file system", "erofs", "readonlyfilesystemexception");

  private static final List<String> REFUSED = List.of("permission denied", "eacces", "error=13");
  private static final int MOST_CLOSED = 3;

  static final List<String> NO_NETWORK =
      List.of(
          "could not resolve host",
          "temporary failure in name resolution",
          "temporary failure resolving",
          "name or service not known",
          "unknownhostexception",
          "enotfound",
          "eai_again",
          "network is unreachable",
          "enetunreach",
          "no address associated with hostname",
          "failed to lookup address",
          "dial tcp: lookup");

  private WallHints() {}

  /// Whether a service of this machine was not there: behind the wall, this machine is another one.
  static boolean missesService(String said) {
    return has(said, List.of("127.0.0.1", "localhost", "[::1]"))
        && has(
            said,
            List.of(
                "connection refused",
                "econnrefused",
                "failed to connect",
                "couldn't connect",
                "could not connect"));
  }

  static List<String> of(int exitCode, String output, Bounds bounds) {
    List<String> hints = closed(output, bounds.programs().get().closed());
    if (exitCode == 0 || bounds.rest() == Bounds.Rest.OPEN) {
      return hints;
    }
    String said = output.toLowerCase(Locale.ROOT);
    boolean git =
        said.contains(".git/config") || said.contains(".git/hooks") || said.contains("config file");
    if (git && (has(said, READ_ONLY) || said.contains("device or resource busy"))) {
      hints.add(
          "the sandbox keeps .git/config and .git/hooks as they are, since git runs programs from"
              + " them; the user can run it with a ! in front");
    } else if (has(said, READ_ONLY) && !bounds.writable().isEmpty()) {
      hints.add(
          "the sandbox lets commands write only below the project and /tmp; the user can add a"
              + " folder to sandbox.writable in config.yml");
    }
    if (bounds.network() == Bounds.Network.NONE && (has(said, NO_NETWORK) || missesService(said))) {
      hints.add(
          "the sandbox has no network, and services of this machine are outside; the user can allow"
              + " it with sandbox.network: true in config.yml, or --config sandbox.network=true");
    }
    if (bounds.network() == Bounds.Network.NONE && isSilentCurl(exitCode, output)) {
      hints.add(
          "the sandbox has no network, and this may be why: curl ends with "
              + exitCode
              + " when it reaches nobody, and says nothing with -s; the user can allow it with"
              + " sandbox.network: true in config.yml, or --config sandbox.network=true");
    }
    return hints;
  }

  /// Whether a command ended as `curl -s` does that reaches nobody: no host found, or no
  /// connection. Nothing it prints tells, and no other program is known to end so without a word.
  static boolean isSilentCurl(int exitCode, String output) {
    return (exitCode == 6 || exitCode == 7) && output.isBlank();
  }

  /// Which closed programs a command tried. Whoever tries may go on without, so that its exit code
  /// says nothing.
  private static List<String> closed(String output, List<ClosedPrograms.Closed> programs) {
    var hints = new ArrayList<String>();
    if (programs.isEmpty()) {
      return hints;
    }
    for (String line : output.split("\n", -1)) {
      if (!has(line.toLowerCase(Locale.ROOT), REFUSED)) {
        continue;
      }
      for (ClosedPrograms.Closed each : programs) {
        String hint = each.name() + " is closed by the rule " + each.rule();
        if (isNamed(each.name(), line) && !hints.contains(hint) && hints.size() < MOST_CLOSED) {
          hints.add(hint);
        }
      }
    }
    return hints;
  }

  private static boolean isNamed(String name, String line) {
    for (int at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
      int end = at + name.length();
      if ((at == 0 || !isPartOfName(line.charAt(at - 1)))
          && (end == line.length() || !isPartOfName(line.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPartOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.' || c == '+';
  }

  static boolean has(String said, List<String> signs) {
    for (String sign : signs) {
      if (said.contains(sign)) {
        return true;
      }
    }
    return false;
  }
}
