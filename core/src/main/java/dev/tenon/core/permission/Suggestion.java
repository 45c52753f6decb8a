package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The prefix that a person may allow once and for all after being asked about a command: long
/// enough to mean one thing, and none where a prefix would mean anything.
final class Suggestion {
  /// Programs whose name says nothing of what they will do, or too much.
  private static final Set<String> NEVER =
      Set.of(
          "bash",
          "sh",
          "dash",
          "ash",
          "ksh",
          "zsh",
          "fish",
          "eval",
          "exec",
          "source",
          ".",
          "env",
          "sudo",
          "doas",
          "xargs",
          "find",
          "fd",
          "awk",
          "gawk",
          "perl",
          "php",
          "lua",
          "osascript",
          "rm",
          "rmdir",
          "dd",
          "mkfs",
          "chmod",
          "chown",
          "chgrp",
          "kill",
          "pkill",
          "killall",
          "shred",
          "truncate",
          "mv",
          "ln",
          "curl",
          "wget",
          "nc",
          "ssh",
          "scp",
          "sftp",
          "rsync",
          "docker",
          "podman",
          "kubectl",
          "aws",
          "gcloud",
          "az",
          "terraform",
          "ansible",
          "crontab",
          "systemctl",
          "service",
          "mount",
          "umount",
          "shutdown",
          "reboot",
          "su",
          "apt",
          "apt-get",
          "yum",
          "dnf",
          "brew",
          "pacman",
          "export",
          "declare",
          "alias",
          "trap",
          "command",
          "gh",
          "tee",
          "install",
          "java",
          "npx",
          "bunx",
          "pipx",
          "uvx",
          "osacompile",
          "open",
          "xdg-open");

  private static final Set<String> NEVER_GIT =
      Set.of(
          "push",
          "reset",
          "clean",
          "checkout",
          "restore",
          "config",
          "rebase",
          "filter-branch",
          "submodule",
          "bisect",
          "difftool",
          "mergetool",
          "rm",
          "gc",
          "update-ref",
          "reflog");

  /// How many words make one meaning; one for what is not listed.
  private static final Map<String, Integer> DEPTH =
      Map.ofEntries(
          Map.entry("git", 2),
          Map.entry("npm", 2),
          Map.entry("yarn", 2),
          Map.entry("pnpm", 2),
          Map.entry("bun", 2),
          Map.entry("deno", 2),
          Map.entry("cargo", 2),
          Map.entry("go", 2),
          Map.entry("mvn", 2),
          Map.entry("./mvnw", 2),
          Map.entry("gradle", 2),
          Map.entry("./gradlew", 2),
          Map.entry("make", 2),
          Map.entry("just", 2),
          Map.entry("task", 2),
          Map.entry("pip", 2),
          Map.entry("pip3", 2),
          Map.entry("poetry", 2),
          Map.entry("uv", 2),
          Map.entry("dotnet", 2),
          Map.entry("bundle", 2),
          Map.entry("rake", 2),
          Map.entry("python", 2),
          Map.entry("python3", 2),
          Map.entry("node", 2),
          Map.entry("ruby", 2),
          Map.entry("composer", 2),
          Map.entry("mix", 2),
          Map.entry("sbt", 2),
          Map.entry("ant", 2),
          Map.entry("bazel", 2),
          Map.entry("swift", 2));

  private static final Set<String> ONE_DEEPER = Set.of("run", "exec", "run-script");
  private static final Set<String> FLAGGED =
      Set.of("mvn", "./mvnw", "gradle", "./gradlew", "make", "cargo", "npm");
  private static final Set<String> INTERPRETERS = Set.of("python", "python3", "node", "ruby");

  private Suggestion() {}

  static Optional<String> prefix(Call call) {
    List<Word> words = call.words();
    if (call.role() != Call.Role.OWN || !call.concerns().isEmpty() || !call.inner().isEmpty()) {
      return Optional.empty();
    }
    String name = words.getFirst().text();
    if (NEVER.contains(call.program()) || !plain(words.getFirst())) {
      return Optional.empty();
    }
    int depth = DEPTH.getOrDefault(name, 1);
    if (depth == 1) {
      return Optional.of(CommandPattern.written(List.of(name)));
    }
    boolean module = INTERPRETERS.contains(name) && words.size() > 2 && words.get(1).is("-m");
    var prefix = new ArrayList<String>();
    int meaning = 0;
    for (int i = 0; i < words.size() && meaning < depth; i++) {
      Word word = words.get(i);
      boolean option = word.startsWith("-");
      boolean flag = option && (FLAGGED.contains(name) || (module && i == 1));
      if (!plain(word) || (option && !flag)) {
        return Optional.empty();
      }
      prefix.add(word.text());
      meaning += option ? 0 : 1;
      depth += i > 0 && meaning == 2 && ONE_DEEPER.contains(word.text()) ? 1 : 0;
    }
    boolean fits = meaning == depth && !(name.equals("git") && NEVER_GIT.contains(prefix.get(1)));
    return fits ? Optional.of(CommandPattern.written(prefix)) : Optional.empty();
  }

  private static boolean plain(Word word) {
    return word.constant()
        && word.text().indexOf(Word.HOME) < 0
        && !word.text().isEmpty()
        && word.text().length() < 100
        && word.text().indexOf('\n') < 0;
  }

  /// The rule for exactly these words, for someone who knows what they want.
  static Optional<String> exact(Call call) {
    var words = new ArrayList<String>();
    for (Word word : call.words()) {
      if (!word.constant()
          || word.text().indexOf('\n') >= 0
          || word.text().indexOf(Word.HOME) >= 0) {
        return Optional.empty();
      }
      words.add(word.text());
    }
    return call.concerns().isEmpty() || call.role() == Call.Role.RAISING
        ? Optional.of(CommandPattern.written(words))
        : Optional.empty();
  }
}
