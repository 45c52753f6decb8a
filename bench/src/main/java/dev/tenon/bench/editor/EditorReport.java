package dev.tenon.bench.editor;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Measures `tenon acp` as an editor meets it, and `opencode acp` in the same rounds where that is
/// installed.
public final class EditorReport {
  private static final double INITIALIZE = 120;
  private static final double SESSION = 50;
  private static final double UPDATES = 5000;
  private static final int WORDS = 20_000;

  private final Path launcher;
  private final Path scratch;
  private final int runs;

  public EditorReport(Path launcher, Path scratch, int runs) {
    this.launcher = launcher;
    this.scratch = scratch;
    this.runs = runs;
  }

  /// Times in milliseconds; updates a second.
  record Times(Sample initialize, Sample session, Sample updates, Sample other) {
    Times() {
      this(new Sample(), new Sample(), new Sample(), new Sample());
    }
  }

  public Report run() throws IOException {
    var machine = new Machine();
    Times times = measure();
    var report = new Report().heading("Editors");
    machine.describe(report);
    report.paragraph(
        "`tenon acp` as a process, driven over its standard streams; medians of "
            + times.initialize().size()
            + " starts, in ms. The answer of the last row is "
            + WORDS
            + " words of a scripted model, each of them an update.");
    var rows = new ArrayList<List<String>>();
    rows.add(
        row("start of the process to the answer to `initialize`", times.initialize(), INITIALIZE));
    rows.add(row("`session/new`", times.session(), SESSION));
    double rate = times.updates().median();
    rows.add(
        List.of(
            "updates a second",
            Report.number(rate),
            "at least " + Report.number(UPDATES),
            rate >= UPDATES ? "reached" : "missed"));
    report.table(List.of("", "median", "aim", ""), rows);
    report.paragraph(
        times.other().isEmpty()
            ? "`opencode` is not installed here, so that it is not measured beside this."
            : "`opencode acp` took "
                + Report.number(times.other().median())
                + " ms to the answer to `initialize`, in the same rounds.");
    return report;
  }

  private static List<String> row(String what, Sample sample, double aim) {
    return List.of(
        what,
        Report.number(sample.median()),
        "under " + Report.number(aim),
        Report.verdict(sample.median(), aim));
  }

  Times measure() throws IOException {
    Path project = Files.createDirectories(scratch.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\n");
    Path script = scratch.resolve("script.json");
    Files.writeString(
        script,
        Json.object()
            .array(
                "steps", List.of(Json.object().put("text", "word ".repeat(WORDS).strip()).build()))
            .build()
            .compact());
    Map<String, String> environment = Map.of("TENON_HOME", scratch.resolve("home").toString());
    List<String> command =
        List.of(launcher.toString(), "acp", "--root=" + project, "--model=scripted:" + script);
    var times = new Times();
    boolean beside = installed("opencode");
    for (int round = 0; round < runs; round++) {
      try (var trial = new EditorTrial(command, environment)) {
        times.initialize().add(trial.initialize());
        long before = System.nanoTime();
        String session = trial.open(project);
        times.session().add((System.nanoTime() - before) / 1e6);
        before = System.nanoTime();
        int updates = trial.prompt(session);
        times.updates().add(updates / ((System.nanoTime() - before) / 1e9));
      }
      if (beside) {
        try (var trial = new EditorTrial(List.of("opencode", "acp"), Map.of())) {
          times.other().add(trial.initialize());
        }
      }
    }
    return times;
  }

  private static boolean installed(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }
}
