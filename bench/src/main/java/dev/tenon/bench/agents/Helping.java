package dev.tenon.bench.agents;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import dev.tenon.engine.Project;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a helper costs over a prompt of its own, against a model that answers at once.
final class Helping {
  static final String OWN = "a prompt of its own, new conversation";
  static final String CALL = "a prompt that calls `read_file`";
  static final String ONE = "a prompt that calls one helper";
  static final String MANY = "a prompt that calls 16 helpers, side by side";
  private static final double AIM_MS = 5;
  private static final double AIM_MB = 2;
  private static final double AIM_MANY_MB = 150;

  private final Path scratch;
  private final int rounds;

  Helping(Path scratch, int rounds) {
    this.scratch = scratch;
    this.rounds = rounds;
  }

  private Path home() throws Exception {
    Path home = Files.createDirectories(scratch.resolve("helping-home"));
    Files.writeString(home.resolve("config.yml"), "");
    return home;
  }

  private Path root() throws Exception {
    Path root = Files.createDirectories(scratch.resolve("helping")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\n");
    return root;
  }

  /// Milliseconds of each kind of prompt, in one warm JVM, interleaved.
  Map<String, Sample> times() throws Exception {
    Map<String, Sample> times = new LinkedHashMap<>();
    try (Project project = HelperTrial.open(home(), root())) {
      for (int round = -rounds; round < rounds; round++) {
        boolean counts = round >= 0;
        add(times, counts, OWN, HelperTrial.prompt(project, "hello", 0));
        add(times, counts, CALL, HelperTrial.prompt(project, "go", 0));
        add(times, counts, ONE, HelperTrial.prompt(project, "go", 1));
        add(times, counts, MANY, HelperTrial.prompt(project, "go", 16));
      }
    }
    return times;
  }

  private static void add(Map<String, Sample> times, boolean counts, String name, double took) {
    Sample sample = times.computeIfAbsent(name, key -> new Sample());
    if (counts) {
      sample.add(took);
    }
  }

  /// Peak memory in MB of a process that calls so many helpers.
  double memory(int helpers) throws Exception {
    var command =
        new ArrayList<>(
            Program.java(
                HelperTrial.class,
                home().toString(),
                root().toString(),
                Integer.toString(helpers)));
    command.addAll(
        1,
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:-UsePerfData",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xms16m"));
    var program =
        new Program(helpers + " helpers", command, root(), Map.of("PATH", Program.path()));
    var peaks = new Sample();
    for (int i = 0; i < Math.min(rounds, 5); i++) {
      peaks.add(new Runner(scratch).peakMemory(program) / 1e6);
    }
    return peaks.median();
  }

  void describe(Report report) throws Exception {
    Map<String, Sample> times = times();
    var rows = new ArrayList<List<String>>();
    times.forEach(
        (name, sample) ->
            rows.add(List.of(name, Report.number(sample.median()), Report.number(sample.p90()))));
    double own = median(times, OWN);
    double helper = median(times, ONE) - median(times, CALL);
    double none = memory(0);
    double many = memory(16);
    report
        .heading("Helpers")
        .paragraph(
            "One warm JVM, a model in it that answers at once, sessions on disk, medians of "
                + rounds
                + " interleaved rounds, ms. Every prompt is a conversation of its own that is"
                + " opened and closed.")
        .table(List.of("what", "median", "p90"), rows)
        .paragraph(
            "A helper takes "
                + Report.number(helper)
                + " ms, "
                + Report.number(helper - own)
                + " ms over a prompt of its own. Aim: less than "
                + Report.number(AIM_MS)
                + ": "
                + Report.verdict(helper - own, AIM_MS)
                + ". A process with the collector and compiler of `tenon -p`, without its AOT"
                + " cache: "
                + Report.number(none)
                + " MB at most without helpers and "
                + Report.number(many)
                + " MB with 16 at the same time (aim "
                + Report.number(AIM_MANY_MB)
                + ": "
                + Report.verdict(many, AIM_MANY_MB)
                + "), "
                + Report.number((many - none) / 16)
                + " MB each (aim "
                + Report.number(AIM_MB)
                + ": "
                + Report.verdict((many - none) / 16, AIM_MB)
                + ").");
  }

  private static double median(Map<String, Sample> times, String name) {
    Sample sample = times.get(name);
    return sample == null ? Double.NaN : sample.median();
  }
}
