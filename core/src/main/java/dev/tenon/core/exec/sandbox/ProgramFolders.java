package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The folders in which programs are installed on this machine: those of the path, those of the
/// system, and where version managers keep theirs.
final class ProgramFolders {
  /// `*` stands for every folder at that place, `~` for the home folder.
  private static final List<String> USUAL =
      List.of(
          "/usr/local/sbin",
          "/usr/local/bin",
          "/usr/sbin",
          "/usr/bin",
          "/sbin",
          "/bin",
          "/usr/games",
          "/usr/local/games",
          "/usr/lib/git-core",
          "/usr/libexec/git-core",
          "/usr/local/libexec/git-core",
          "/usr/lib/jvm/*/bin",
          "/usr/lib/postgresql/*/bin",
          "/usr/lib/llvm-*/bin",
          "/usr/local/go/bin",
          "/opt/*/bin",
          "/snap/bin",
          "/run/current-system/sw/bin",
          "/nix/var/nix/profiles/default/bin",
          "/home/linuxbrew/.linuxbrew/bin",
          "~/bin",
          "~/.local/bin",
          "~/.cargo/bin",
          "~/go/bin",
          "~/.deno/bin",
          "~/.bun/bin",
          "~/.nix-profile/bin",
          "~/.npm-global/bin",
          "~/.pyenv/shims",
          "~/.pyenv/versions/*/bin",
          "~/.rbenv/versions/*/bin",
          "~/.nvm/versions/node/*/bin",
          "~/.rustup/toolchains/*/bin",
          "~/.sdkman/candidates/*/*/bin",
          "~/.asdf/installs/*/*/bin",
          "~/.local/share/mise/installs/*/*/bin");

  private static final int MOST = 500;

  private ProgramFolders() {}

  /// Real paths, each once.
  ///
  /// @param path as the variable `PATH` has it
  static List<Path> of(String path, Path home) throws IOException {
    Set<Path> all = new LinkedHashSet<>();
    for (String each : path.split(":", -1)) {
      // A relative one means another folder wherever a command runs.
      if (each.startsWith("/")) {
        add(all, Path.of(each));
      }
    }
    for (String each : USUAL) {
      Path start = each.startsWith("~/") ? home : Path.of("/");
      expand(all, start, each.substring(each.indexOf('/') + 1).split("/", -1), 0);
    }
    return List.copyOf(all);
  }

  private static void expand(Set<Path> all, Path at, String[] names, int next) throws IOException {
    if (next == names.length) {
      add(all, at);
    } else if (names[next].indexOf('*') < 0) {
      expand(all, at.resolve(names[next]), names, next + 1);
    } else if (Files.isDirectory(at) && Files.isReadable(at)) {
      var below = new ArrayList<Path>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(at, names[next])) {
        entries.forEach(below::add);
      }
      for (Path each : below) {
        expand(all, each, names, next + 1);
      }
    }
  }

  private static void add(Set<Path> all, Path folder) throws IOException {
    if (all.size() < MOST && Files.isDirectory(folder) && Files.isReadable(folder)) {
      all.add(folder.toRealPath());
    }
  }
}
