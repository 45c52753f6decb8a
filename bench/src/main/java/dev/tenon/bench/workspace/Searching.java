package dev.tenon.bench.workspace;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Searches a large tree in a warm process, by itself and with the help of `rg`, and with `rg`
/// alone. All answers have to be the same.
final class Searching {
  private static final int SOURCES = 20_000;
  private static final int NAMES = 100_000;
  private static final int WARM_UPS = 6;
  private static final int RUNS = 9;

  private final Path scratch;
  private final Runner runner;
  private final Optional<String> ripgrep = Program.find("rg");
  private final List<List<String>> rows = new ArrayList<>();

  Searching(Path scratch, Runner runner) {
    this.scratch = scratch;
    this.runner = runner;
  }

  void describe(Report report) throws IOException, InterruptedException {
    Path sources = Files.createDirectory(scratch.resolve("sources"));
    SampleTree.sources(sources, SOURCES);
    Path names = Files.createDirectory(scratch.resolve("names"));
    SampleTree.names(names, NAMES);
    compare(sources, "literal", "needle_4", "grep `needle_4`, literal");
    compare(sources, "regex", "needle_[0-9]+2\\b", "grep `needle_[0-9]+2\\b`");
    compare(sources, "regex", "20[0-9]{2}-0[13579]-15", "grep `20[0-9]{2}-0[13579]-15`");
    compare(names, "glob", "**/*.java", "glob `**/*.java`");
    report
        .heading("Search")
        .paragraph(
            "grep: "
                + SOURCES
                + " files of about 6 KB; glob: "
                + NAMES
                + " names. Medians of "
                + RUNS
                + " in a warm process, ms; `rg` as a process. Aims: in-process grep within 1.5"
                + " times `rg`, delegated grep within `rg` + 15 ms, glob within 2 times `rg"
                + " --files`.")
        .table(
            List.of("what", "in process", "first time", "through rg", "rg alone", "ratio"), rows);
  }

  private void compare(Path tree, String kind, String pattern, String what)
      throws IOException, InterruptedException {
    Trial alone = trial(tree, kind, pattern, "/nonexistent");
    Trial helped =
        ripgrep.isEmpty() || kind.equals("glob")
            ? null
            : trial(tree, kind, pattern, Program.path());
    Sample other = ripgrep.isEmpty() ? new Sample() : ripgrep(tree, kind, pattern);
    if (helped != null && (helped.matches != alone.matches || !helped.engine.equals("RIPGREP"))) {
      throw new IllegalStateException(what + ": " + alone + " alone, " + helped + " with rg");
    }
    rows.add(
        List.of(
            what + ", " + alone.matches,
            Report.number(alone.times.median()),
            Report.number(alone.first),
            helped == null ? "–" : Report.number(helped.times.median()),
            other.isEmpty() ? "–" : Report.number(other.median()),
            other.isEmpty() ? "–" : Report.number(alone.times.median() / other.median())));
  }

  /// What a process with searches printed.
  private record Trial(String engine, int matches, double first, Sample times) {}

  private Trial trial(Path tree, String kind, String pattern, String path)
      throws IOException, InterruptedException {
    var command =
        Program.java(
            SearchTrial.class, tree.toString(), Integer.toString(WARM_UPS + RUNS), kind, pattern);
    String printed = runner.print(new Program("search", command, scratch, Map.of("PATH", path)));
    List<String> lines = printed.lines().toList();
    var times = new Sample();
    for (String line : lines.subList(WARM_UPS, lines.size())) {
      times.add(Double.parseDouble(line.substring(0, line.indexOf(' '))));
    }
    String[] last = lines.getLast().split(" ", -1);
    double first = Double.parseDouble(lines.getFirst().split(" ", -1)[0]);
    return new Trial(last[1], Integer.parseInt(last[2]), first, times);
  }

  private Sample ripgrep(Path tree, String kind, String pattern)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(ripgrep.orElseThrow(), "--no-config", "--hidden"));
    command.addAll(
        switch (kind) {
          case "glob" -> List.of("--files", "--glob", pattern);
          case "literal" -> List.of("--count", "--fixed-strings", pattern);
          default -> List.of("--count", pattern);
        });
    command.add(tree.toString());
    var program = new Program("rg", command, scratch, Map.of("PATH", Program.path()));
    var times = new Sample();
    for (int i = 0; i < RUNS; i++) {
      times.add(runner.time(program).wall() / 1e6);
    }
    return times;
  }
}
