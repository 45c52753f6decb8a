package dev.tenon.arch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// How large rooms and files may be, read from the sources. What is too large is answered as
/// sentences that name it.
///
/// @param house the folder with the modules
record HouseSizes(Path house) {
  private static final int FILES_IN_A_ROOM = 30;
  private static final int LINES_IN_A_FILE = 500;

  /// Packages of product code with more files than a newcomer can know. A `package-info` does not
  /// count.
  List<String> crowdedRooms() throws IOException {
    Map<Path, Integer> counts = new TreeMap<>();
    for (Path source : sources("main")) {
      if (!source.endsWith("package-info.java")) {
        counts.merge(source.getParent(), 1, Integer::sum);
      }
    }
    var crowded = new ArrayList<String>();
    for (var room : counts.entrySet()) {
      if (room.getValue() > FILES_IN_A_ROOM) {
        crowded.add(
            "%s has %d files, at most %d are allowed: part it by idea"
                .formatted(house.relativize(room.getKey()), room.getValue(), FILES_IN_A_ROOM));
      }
    }
    return crowded;
  }

  /// Files, tests included, with more lines than one idea needs.
  List<String> longFiles() throws IOException {
    var tooLong = new ArrayList<String>();
    for (String kind : List.of("main", "test")) {
      for (Path source : sources(kind)) {
        long lines;
        try (Stream<String> read = Files.lines(source)) {
          lines = read.count();
        }
        if (lines > LINES_IN_A_FILE) {
          tooLong.add(
              "%s has %d lines, at most %d are allowed"
                  .formatted(house.relativize(source), lines, LINES_IN_A_FILE));
        }
      }
    }
    return tooLong;
  }

  /// How many source files there are, so that a test can tell an empty house from a good one.
  int files() throws IOException {
    return sources("main").size();
  }

  private List<Path> sources(String kind) throws IOException {
    var found = new ArrayList<Path>();
    try (Stream<Path> modules = Files.list(house)) {
      for (Path module : modules.sorted().toList()) {
        Path sources = module.resolve("src").resolve(kind).resolve("java");
        if (Files.isDirectory(sources)) {
          try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(found::add);
          }
        }
      }
    }
    return found;
  }
}
