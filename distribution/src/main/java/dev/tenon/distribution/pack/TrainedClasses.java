package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The classes of all caches, in a file of the sources: a training depends on threads and never
/// comes out the same for sure, and the same commit has to give the same package. `./package
/// --train` writes it. Each line is one of [ClassList#lines], behind the letters of the caches it
/// is for.
record TrainedClasses(Map<String, List<String>> byCache) {
  private static final Map<String, String> LETTERS = new LinkedHashMap<>();

  static {
    LETTERS.put("tenon", "t");
    LETTERS.put("session", "s");
    LETTERS.put("server", "v");
    LETTERS.put("brief", "b");
    LETTERS.put("worker", "w");
  }

  /// Where it is in the sources.
  static Path file(Path root) {
    return root.resolve("distribution/classes.list");
  }

  static TrainedClasses read(Path file) throws IOException, PackException {
    if (!Files.exists(file)) {
      throw new PackException("there is no " + file + "; ./package --train makes it");
    }
    var all = new TreeMap<String, List<String>>();
    LETTERS.keySet().forEach(name -> all.put(name, new ArrayList<>()));
    for (String line : Files.readAllLines(file)) {
      int space = line.indexOf(' ');
      if (line.startsWith("#") || space < 0) {
        continue;
      }
      LETTERS.forEach(
          (name, letter) -> {
            if (line.substring(0, space).contains(letter)) {
              all.computeIfAbsent(name, any -> new ArrayList<>()).add(line.substring(space + 1));
            }
          });
    }
    return new TrainedClasses(all);
  }

  void write(Path file) throws IOException {
    var letters = new TreeMap<String, String>();
    LETTERS.forEach(
        (name, letter) ->
            byCache
                .getOrDefault(name, List.of())
                .forEach(line -> letters.merge(line, letter, String::concat)));
    var text = new StringBuilder("# Written by ./package --train; see docs/packaging.md.\n");
    letters.forEach((line, caches) -> text.append(caches).append(' ').append(line).append('\n'));
    Files.writeString(file, text.toString());
  }
}
