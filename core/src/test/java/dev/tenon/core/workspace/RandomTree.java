package dev.tenon.core.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Grows small trees with ignore files for tests against real programs.
public final class RandomTree {
  private static final String[] NAMES = {
    "a", "b", "ab", "abc", "a.o", "b.o", "foo", "bar", "foo.txt", ".hidden", "a b", "x]", "build",
    "Foo", "1", "#c", "!d", "a*b", "end ", "ä.o"
  };

  /// Without `x**/`, where git (2.39 at least) contradicts its own manual, and without single
  /// letters beyond ASCII, which git counts in bytes.
  private static final String[] PIECES = {
    "a",
    "b",
    "ab",
    "*",
    "*.o",
    "foo",
    "bar",
    "b*",
    "?",
    "a?",
    "[ab]",
    "[!a]",
    "[^f]*",
    "[a-c]*",
    "**",
    "*a*",
    "foo.*",
    ".*",
    "build",
    "\\a",
    "[[:alpha:]]",
    "[[:digit:]]",
    "\\*",
    "a\\*b",
    "[]x]*",
    "[x",
    "x\\]",
    "[[:upper:]]*",
    "**o",
    "a b",
    "\\#c",
    "\\!d",
    "#c",
    "end\\ ",
    "[a-",
    "*/b"
  };

  private RandomTree() {}

  /// Fills the folder; every file contains its own path.
  public static void grow(Random random, Path root) throws IOException {
    var folders = new ArrayList<>(List.of(root));
    int entries = 10 + random.nextInt(30);
    for (int i = 0; i < entries; i++) {
      Path folder = folders.get(random.nextInt(folders.size()));
      Path at = folder.resolve(Seeds.oneOf(random, NAMES));
      if (Files.exists(at)) {
        continue;
      }
      if (random.nextInt(3) == 0) {
        folders.add(Files.createDirectory(at));
      } else {
        Files.writeString(at, root.relativize(at) + "\n");
      }
    }
    for (Path folder : folders) {
      if (folder.equals(root) || random.nextInt(4) == 0) {
        Files.writeString(folder.resolve(".gitignore"), ignoreFile(random));
      }
    }
  }

  public static String ignoreFile(Random random) {
    var lines = new StringBuilder(random.nextInt(8) == 0 ? "\uFEFF" : "");
    int count = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      lines.append(pattern(random)).append(random.nextInt(8) == 0 ? "\r\n" : "\n");
    }
    return lines.append(random.nextInt(4) == 0 ? pattern(random) : "").toString();
  }

  private static String pattern(Random random) {
    var pattern = new StringBuilder();
    pattern.append(random.nextInt(4) == 0 ? "!" : "");
    pattern.append(random.nextInt(6) == 0 ? "/" : "");
    int pieces = 1 + (random.nextInt(2) == 0 ? random.nextInt(3) : 0);
    for (int i = 0; i < pieces; i++) {
      pattern.append(i == 0 ? "" : "/").append(Seeds.oneOf(random, PIECES));
    }
    pattern.append(random.nextInt(4) == 0 ? "/" : "");
    pattern.append(random.nextInt(10) == 0 ? "  " : "");
    return pattern.toString();
  }
}
