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

/// Measures `tenon acp` as an editor meets it and `tenon rpc` as a program does, and in the same
/// rounds `opencode acp` and pi's RPC, where those are: on the path, or where
/// `TENON_BENCH_OPENCODE` and `TENON_BENCH_PI` name them.
public final class EditorReport {
  private static final double INITIALIZE = 120;
  private static final double SESSION = 50;
  private static final double UPDATES = 5000;
  private static final int WORDS = 20_000;

  /// Every update of pi's protocol carries the whole message so far.
  private static final int RPC_WORDS = 2_000;

  private final Path launcher;
  private final Path scratch;
  private final int runs;

  public EditorReport(Path launcher, Path scratch, int runs) {
    this.launcher = launcher;
    this.scratch = scratch;
    this.runs = runs;
  }

  /// Times in milliseconds; updates a second.
  ///
  /// @param other the first answer of the other program
  record Times(Sample initialize, Sample session, Sample updates, Sample other) {
    Times() {
      this(new Sample(), new Sample(), new Sample(), new Sample());
    }
  }

  /// Both faces, measured in the same rounds.
  record Faces(Times acp, Times rpc) {}

  public Report run() throws IOException {
    var machine = new Machine();
    Faces faces = measure();
    Times times = faces.acp();
    var report = new Report().heading("Editors");
    machine.describe(report);
    report.paragraph(
        "`tenon acp` and `tenon rpc` as processes, driven over their standard streams; medians of "
            + times.initialize().size()
            + " starts, in ms. The answers behind the updates are "
            + WORDS
            + " words of a scripted model, each of them an update, and "
            + RPC_WORDS
            + " for `rpc`, whose updates carry the whole message so far.");
    var rows = new ArrayList<List<String>>();
    rows.add(
        row("start of the process to the answer to `initialize`", times.initialize(), INITIALIZE));
    rows.add(row("`session/new`", times.session(), SESSION));
    rows.add(rate("updates a second", times.updates()));
    Times rpc = faces.rpc();
    rows.add(
        row(
            "`rpc`: start of the process to the answer to `get_state`",
            rpc.initialize(),
            INITIALIZE));
    rows.add(row("`rpc`: `new_session`", rpc.session(), SESSION));
    rows.add(rate("`rpc`: updates a second", rpc.updates()));
    report.table(List.of("", "median", "aim", ""), rows);
    report.paragraph(beside("`opencode acp`", "`initialize`", times.other()));
    report.paragraph(beside("pi's RPC", "`get_state`", rpc.other()));
    return report;
  }

  private static String beside(String program, String method, Sample sample) {
    return sample.isEmpty()
        ? program + " is not installed here, so that it is not measured beside this."
        : program
            + " took "
            + Report.number(sample.median())
            + " ms to the answer to "
            + method
            + ", in the same rounds.";
  }

  private static List<String> rate(String what, Sample updates) {
    double rate = updates.median();
    return List.of(
        what,
        Report.number(rate),
        "at least " + Report.number(UPDATES),
        rate >= UPDATES ? "reached" : "missed");
  }

  private static List<String> row(String what, Sample sample, double aim) {
    return List.of(
        what,
        Report.number(sample.median()),
        "under " + Report.number(aim),
        Report.verdict(sample.median(), aim));
  }

  Faces measure() throws IOException {
    Path project = Files.createDirectories(scratch.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\n");
    Map<String, String> environment = Map.of("TENON_HOME", scratch.resolve("home").toString());
    List<String> command =
        List.of(launcher.toString(), "acp", "--root=" + project, scripted("acp.json", WORDS));
    List<String> rpcCommand =
        List.of(launcher.toString(), "rpc", "--root=" + project, scripted("rpc.json", RPC_WORDS));
    var times = new Times();
    var rpc = new Times();
    List<String> opencode = other("TENON_BENCH_OPENCODE", "opencode");
    List<String> pi = other("TENON_BENCH_PI", "pi");
    Map<String, String> elsewhere =
        Map.of("HOME", Files.createDirectories(scratch.resolve("other")).toString());
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
      if (!opencode.isEmpty()) {
        try (var trial = new EditorTrial(with(opencode, "acp"), elsewhere)) {
          times.other().add(trial.initialize());
        }
      }
      try (var trial = new ProgramTrial(rpcCommand, project, environment)) {
        rpc.initialize().add(trial.firstAnswer());
        long before = System.nanoTime();
        trial.newSession();
        rpc.session().add((System.nanoTime() - before) / 1e6);
        before = System.nanoTime();
        int updates = trial.prompt();
        rpc.updates().add(updates / ((System.nanoTime() - before) / 1e9));
      }
      if (!pi.isEmpty()) {
        List<String> words = with(pi, "--mode", "rpc", "--no-session");
        try (var trial = new ProgramTrial(words, project, elsewhere)) {
          rpc.other().add(trial.firstAnswer());
        }
      }
    }
    return new Faces(times, rpc);
  }

  private String scripted(String name, int words) throws IOException {
    Path script = scratch.resolve(name);
    Json.Obj step = Json.object().put("text", "word ".repeat(words).strip()).build();
    Files.writeString(script, Json.object().array("steps", List.of(step)).build().compact());
    return "--model=scripted:" + script;
  }

  private static List<String> with(List<String> program, String... words) {
    var all = new ArrayList<>(program);
    all.addAll(List.of(words));
    return all;
  }

  /// How another program is started; empty where it is not there.
  private static List<String> other(String variable, String program) {
    String named = System.getenv(variable);
    if (named != null && !named.isBlank()) {
      return named.endsWith(".js") ? List.of("node", named) : List.of(named);
    }
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return List.of(program);
      }
    }
    return List.of();
  }
}
