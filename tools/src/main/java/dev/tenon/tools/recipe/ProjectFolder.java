package dev.tenon.tools.recipe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The project as the parsers see it: a few bounded reads, and whether a program is installed. What
/// cannot be read is not there; what can be read and is malformed is a problem to tell.
///
/// @param shown what messages put before the names of files: empty, or the folder and a slash
/// @param installed whether a program is on the path
/// @param problems is told each malformed file as `FILE:LINE: what is wrong`
record ProjectFolder(
    Path root, String shown, Predicate<String> installed, Consumer<String> problems) {
  private static final long LARGEST = 1 << 20;
  private static final int MOST_ENTRIES = 2000;

  /// The folder of a whole project.
  ProjectFolder(Path root, Predicate<String> installed, Consumer<String> problems) {
    this(root, "", installed, problems);
  }

  /// Tells what is wrong with a file of this folder.
  void problem(String name, int line, String what) {
    problems.accept(shown + name + ":" + line + ": " + what);
  }

  /// The first of these files that is there.
  Optional<String> first(String... names) {
    for (String name : names) {
      if (Files.isRegularFile(root.resolve(name))) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  boolean has(String name) {
    return Files.isRegularFile(root.resolve(name));
  }

  /// A program of the project if it is there, and otherwise one on the path.
  Optional<String> program(String ownName, String name) {
    Path own = root.resolve(ownName);
    if (Files.isRegularFile(own)) {
      return Optional.of(Files.isExecutable(own) ? "./" + ownName : "sh ./" + ownName);
    }
    return installed.test(name) ? Optional.of(name) : Optional.empty();
  }

  Optional<String> text(String name) {
    Path file = root.resolve(name);
    try {
      if (!Files.isRegularFile(file)
          || Files.size(file) > LARGEST
          || !file.toRealPath().startsWith(root.toRealPath())) {
        return Optional.empty();
      }
      return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  List<String> lines(String name) {
    return text(name).map(text -> text.lines().toList()).orElse(List.of());
  }

  /// The names in a folder, sorted. Nothing when there is no such folder.
  List<String> names(String folder) {
    var names = new ArrayList<String>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder))) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
        if (names.size() >= MOST_ENTRIES) {
          break;
        }
      }
    } catch (IOException unreadable) {
      return List.of();
    }
    names.sort(null);
    return names;
  }

  boolean isFolder(String name) {
    return Files.isDirectory(root.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  ProjectFolder inside(String folder) {
    return new ProjectFolder(root.resolve(folder), shown + folder + "/", installed, problems);
  }

  /// A word for the shell: as it is where that is safe, and quoted otherwise.
  static String quoted(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "_./:@%+-".indexOf(c) >= 0;
      if (!plain || (i == 0 && c == '-')) {
        return "'" + word.replace("'", "'\\''") + "'";
      }
    }
    return word.isEmpty() ? "''" : word;
  }
}
