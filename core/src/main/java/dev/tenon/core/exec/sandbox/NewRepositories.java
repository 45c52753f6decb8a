package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What no mount can protect, because it is not there yet: the configuration of a repository that a
/// command makes in a root, and `commondir`, which leads git to another configuration. What a
/// command left there is looked at before anyone else uses it, and laid aside if git would run
/// programs because of it. Used by one thread at a time.
final class NewRepositories {
  private static final List<String> RUNS =
      List.of(
          "fsmonitor",
          "hookspath",
          "sshcommand",
          "pager",
          "editor",
          "askpass",
          "gitproxy",
          "textconv",
          "command",
          "driver",
          "clean",
          "smudge",
          "process",
          "helper",
          "program",
          "external",
          "path",
          "cmd",
          "update");

  private final Set<Path> known = new HashSet<>();

  /// Before a command: the repositories that are there are protected from now on.
  void expect(List<Path> roots) {
    for (Path root : roots) {
      Path git = root.resolve(".git");
      if (Files.exists(git.resolve("HEAD")) && !Files.exists(git.resolve("commondir"))) {
        known.add(root);
      }
    }
  }

  /// After a command: what was laid aside, in words.
  List<String> inspect(List<Path> roots) {
    var notes = new ArrayList<String>();
    for (Path root : roots) {
      Path git = root.resolve(".git");
      try {
        if (Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)) {
          look(root, git, notes);
        }
      } catch (IOException unreadable) {
        notes.add(git + " cannot be read: do not use git there before you have looked at it");
      }
    }
    return notes;
  }

  private void look(Path root, Path git, List<String> notes) throws IOException {
    Path common = git.resolve("commondir");
    if (Files.exists(common, LinkOption.NOFOLLOW_LINKS)) {
      aside(common, "it makes git read another configuration", notes);
    }
    if (known.contains(root) || !Files.exists(git.resolve("HEAD"))) {
      return;
    }
    Path config = git.resolve("config");
    if (Files.isSymbolicLink(config) || (Files.exists(config) && runsPrograms(config))) {
      aside(config, "git would run programs because of it", notes);
    }
    Path hooks = git.resolve("hooks");
    if (Files.isSymbolicLink(hooks)) {
      aside(hooks, "it leads elsewhere", notes);
    } else if (Files.isDirectory(hooks)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(hooks)) {
        for (Path hook : entries) {
          if (!hook.toString().endsWith(".sample") && !hook.toString().endsWith(".aside")) {
            aside(hook, "git would run it", notes);
          }
        }
      }
    }
    known.add(root);
  }

  private static boolean runsPrograms(Path config) throws IOException {
    if (Files.size(config) > 256 * 1024) {
      return true;
    }
    String section = "";
    for (String line : Files.readString(config).lines().toList()) {
      String bare = line.strip().toLowerCase(Locale.ROOT);
      if (bare.startsWith("[")) {
        section = bare;
      }
      if (section.startsWith("[alias") || section.startsWith("[include")) {
        return true;
      }
      String key = bare.substring(bare.indexOf(']') + 1).strip();
      int end = key.indexOf('=');
      String name = (end < 0 ? key : key.substring(0, end)).strip();
      for (String each : RUNS) {
        if (!name.isEmpty() && name.endsWith(each)) {
          return true;
        }
      }
    }
    return false;
  }

  private static void aside(Path file, String why, List<String> notes) throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".aside");
    Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
    notes.add("moved " + file + " to " + aside.getFileName() + ": " + why);
  }
}
