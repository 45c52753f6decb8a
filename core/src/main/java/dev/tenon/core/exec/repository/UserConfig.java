package dev.tenon.core.exec.repository;

import dev.tenon.core.exec.repository.GitConfig.Entry;
import dev.tenon.core.workspace.path.UserHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the configuration of the user and of the machine says for every repository. No command can
/// write these files; but they may name files and folders that one can.
///
/// @param entries of all these files, in the order in which git reads them
/// @param included the files that they include, wherever those are
record UserConfig(List<Entry> entries, List<Path> included) {
  private static final int LARGEST = 256 * 1024;

  static UserConfig read() {
    return read(System.getenv(), UserHome.path());
  }

  static UserConfig read(Map<String, String> environment, Path home) {
    var entries = new ArrayList<Entry>();
    var included = new ArrayList<Path>();
    for (Path file : files(environment, home)) {
      for (Entry entry : of(file)) {
        entries.add(entry);
        String value = entry.value();
        boolean include = entry.section().startsWith("include") && entry.name().equals("path");
        Path target =
            include && value != null
                ? Repository.resolve(Objects.requireNonNull(file.getParent()), value)
                : null;
        if (target != null) {
          included.add(target);
        }
      }
    }
    return new UserConfig(List.copyOf(entries), List.copyOf(included));
  }

  /// The included files inside of the folders that commands may write.
  List<Path> includedIn(Collection<Path> roots) {
    return included.stream().filter(each -> roots.stream().anyMatch(each::startsWith)).toList();
  }

  private static List<Path> files(Map<String, String> environment, Path home) {
    var files = new ArrayList<Path>();
    add(files, environment.get("GIT_CONFIG_SYSTEM"));
    files.add(Path.of("/etc/gitconfig"));
    String xdg = environment.get("XDG_CONFIG_HOME");
    Path folder = xdg != null && xdg.startsWith("/") ? Path.of(xdg) : home.resolve(".config");
    files.add(folder.resolve("git/config"));
    files.add(home.resolve(".gitconfig"));
    add(files, environment.get("GIT_CONFIG_GLOBAL"));
    return files;
  }

  private static void add(List<Path> files, @Nullable String named) {
    if (named != null && named.startsWith("/")) {
      files.add(Path.of(named));
    }
  }

  private static List<Entry> of(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= LARGEST
          ? GitConfig.read(Files.readAllBytes(file)).orElse(List.of())
          : List.of();
    } catch (IOException unreadable) {
      // Git cannot read it either.
      return List.of();
    }
  }
}
