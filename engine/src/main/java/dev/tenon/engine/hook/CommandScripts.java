package dev.tenon.engine.hook;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The scripts of a project whose names stand in a command line, wherever in it: behind another
/// program, within quotes, after a substitution.
final class CommandScripts {
  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}_./@+-]+");
  private static final Pattern ENDING =
      Pattern.compile(".*\\.(sh|bash|zsh|py|js|cjs|mjs|ts|cts|mts|rb|pl|php|lua|ps1|jar)");
  private static final int MOST_WORDS = 500;

  private CommandScripts() {}

  static Set<Path> of(String line, Path root) {
    var words = new LinkedHashSet<String>();
    for (String word : BETWEEN.splitAsStream(line).toList()) {
      if (!word.isEmpty() && words.size() < MOST_WORDS) {
        words.add(word);
        // What a substitution stands before is as likely within the project.
        words.add(word.replaceFirst("^[/+-]+", ""));
      }
    }
    List<Path> bases = new ArrayList<>(List.of(root));
    for (String word : words) {
      Path folder = inside(root, root, word);
      if (folder != null && Files.isDirectory(folder) && !bases.contains(folder)) {
        bases.add(folder);
      }
    }
    var found = new LinkedHashSet<Path>();
    for (String word : words) {
      for (Path base : bases) {
        Path file = inside(root, base, word);
        if (file != null && Files.isRegularFile(file) && isScript(file)) {
          found.add(file);
        }
      }
    }
    return found;
  }

  /// Null for what is none of the project.
  private static @Nullable Path inside(Path root, Path base, String word) {
    try {
      Path path = base.resolve(word).normalize();
      return path.startsWith(root) && !path.equals(root) ? path : null;
    } catch (InvalidPathException none) {
      return null;
    }
  }

  private static boolean isScript(Path file) {
    if (ENDING.matcher(String.valueOf(file.getFileName())).matches() || Files.isExecutable(file)) {
      return true;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return in.read() == '#' && in.read() == '!';
    } catch (IOException unreadable) {
      return false;
    }
  }
}
