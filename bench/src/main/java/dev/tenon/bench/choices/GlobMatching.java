package dev.tenon.bench.choices;

import dev.tenon.bench.measure.Report;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;

/// Globs of ours against those of the JDK, on the same paths.
final class GlobMatching {
  private static final int PATHS = 100_000;
  private static final int WARM_UPS = 5;
  private static final int ROUNDS = 15;
  private static final List<String> GLOBS =
      List.of("**/*.java", "src/**/*Test.java", "module1?/**/File*7.{java,md}");

  void describe(Report report) throws IOException {
    String[] endings = {".java", ".md", ".json", "Test.java"};
    var texts = new ArrayList<String>();
    for (int i = 0; i < PATHS; i++) {
      String top = i % 3 == 0 ? "src" : "module" + i % 20;
      texts.add(top + "/package" + i / 100 + "/File" + i + endings[i % 4]);
    }
    List<Path> paths = texts.stream().map(Path::of).toList();
    var rows = new ArrayList<List<String>>();
    for (String pattern : GLOBS) {
      rows.add(row(pattern, texts, paths));
    }
    report
        .heading("Globs: ours and those of `java.nio`")
        .paragraph(
            PATHS
                + " paths, one thread. Processor ms, medians of "
                + ROUNDS
                + " (least–most). The JDK is given paths that exist already; making them from what"
                + " a walk reads is not counted. For a pattern that begins with `**/` it misses"
                + " what lies in the root itself.")
        .table(List.of("glob, matches", "ours", "JDK", "ratio"), rows);
  }

  private static List<String> row(String pattern, List<String> texts, List<Path> paths)
      throws IOException {
    Glob ours;
    try {
      ours = Glob.of(pattern);
    } catch (PathException invalid) {
      throw new IOException(invalid);
    }
    PathMatcher theirs = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    var turns = new Turns(2);
    int matches = 0;
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      matches = 0;
      int other = 0;
      long begin = ThreadTime.nanos();
      for (String text : texts) {
        matches += ours.matches(text) ? 1 : 0;
      }
      long middle = ThreadTime.nanos();
      for (Path path : paths) {
        other += theirs.matches(path) ? 1 : 0;
      }
      long end = ThreadTime.nanos();
      if (matches != other) {
        throw new IllegalStateException(pattern + ": " + matches + " or " + other);
      }
      if (round >= 0) {
        turns.add(0, (middle - begin) / 1e6);
        turns.add(1, (end - middle) / 1e6);
      }
    }
    return List.of(
        "`" + pattern + "`, " + matches, turns.shown(0), turns.shown(1), turns.ratio(1, 0));
  }
}
