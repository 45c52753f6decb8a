package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.ReadOnly;
import dev.tenon.core.permission.command.Word;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Connections that the words of a command tell of. A rule about every host speaks of these alone:
/// almost any word has the form of a host.
final class Connections {
  /// Programs whose operands are hosts or addresses.
  private static final Set<String> CLIENTS =
      Set.of(
          "curl", "wget", "wget2", "aria2c", "http", "https", "xh", "lynx", "w3m", "links",
          "elinks", "ssh", "sftp", "mosh", "telnet", "ftp", "lftp", "nc", "ncat", "netcat",
          "socat");

  /// Programs that copy to and from other machines, and without one between files.
  private static final Set<String> COPIES = Set.of("scp", "rsync", "rclone");

  private static final Set<String> GIT_REMOTE =
      Set.of("clone", "fetch", "pull", "push", "ls-remote", "submodule", "remote", "archive");

  private static final Pattern ADDRESS =
      Pattern.compile("(?!file:)[a-z][a-z0-9+.-]*://[^/].*", Pattern.DOTALL);

  /// An address in a text that a program is given to run.
  private static final Pattern IN_CODE = Pattern.compile("\\b(https?|wss?|ftps?)://[^/]");

  private static final Set<String> INTERPRETERS =
      Set.of("python", "python3", "node", "bun", "deno", "perl", "ruby", "php", "tsx", "ts-node");

  private Connections() {}

  /// Whether a call connects to the host that one of its words, or a part of it, names.
  static boolean found(Call call, Word word) {
    return WorkingFolders.host(word.text()) != null
        && isNamed(call, word.text())
        && !ReadOnly.looks(call);
  }

  private static boolean isNamed(Call call, String text) {
    String program = call.program();
    boolean address = ADDRESS.matcher(text.toLowerCase(Locale.ROOT)).matches();
    if (program.equals("git")) {
      return (address || isRemote(text)) && speaksToRemotes(call);
    }
    if (COPIES.contains(program)) {
      return address || isRemote(text);
    }
    boolean operand = CLIENTS.contains(program) && !text.startsWith("-");
    boolean code = INTERPRETERS.contains(program) && IN_CODE.matcher(text).find();
    return address || operand || code;
  }

  private static boolean speaksToRemotes(Call call) {
    for (Word word : call.words()) {
      if (GIT_REMOTE.contains(word.text())) {
        return true;
      }
    }
    return false;
  }

  /// `HOST:PATH`, perhaps with a user.
  private static boolean isRemote(String text) {
    return !text.startsWith("-") && WorkingFolders.remote(text) && text.indexOf(' ') < 0;
  }
}
