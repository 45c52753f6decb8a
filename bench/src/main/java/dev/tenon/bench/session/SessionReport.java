package dev.tenon.bench.session;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Runs the benchmarks of this room and says what the numbers mean.
public final class SessionReport {
  private static final int ENTRIES = 100_000;
  private static final int SESSIONS = 5_000;
  private static final int APPENDS = 20_000;
  private static final int RUNS = 5;

  private final Path launcher;
  private final Path scratch;
  private final Runner runner;
  private final List<List<String>> rows = new ArrayList<>();

  private SessionReport(Path launcher, Path scratch) {
    this.launcher = launcher;
    this.scratch = scratch;
    this.runner = new Runner(scratch);
  }

  /// @param scratch an empty folder with room for 200 MB
  public static Report run(Path launcher, Path scratch) throws IOException, InterruptedException {
    var machine = new Machine();
    var bench = new SessionReport(launcher, scratch);
    bench.open();
    bench.append();
    bench.list();
    var report = new Report().heading("Sessions");
    machine.describe(report);
    return report
        .paragraph(
            "Opening is a process of its own with 300 MB at most for everything"
                + " (`-Xmx256m`), which reads 100,000 entries in 100 MB and builds the context of"
                + " all of them; the time is that of the work in a cold JVM. Appending writes a"
                + " message of 1 KB, warm. Listing is `tenon sessions` as a process, from its start"
                + " to its end. Medians of "
                + RUNS
                + ".")
        .table(List.of("what", "reached", "aim", ""), bench.rows);
  }

  private void row(String what, double reached, String unit, double aim) {
    rows.add(
        List.of(
            what,
            Report.number(reached) + " " + unit,
            Report.number(aim) + " " + unit,
            Report.verdict(reached, aim)));
  }

  private void open() throws IOException, InterruptedException {
    Path file = scratch.resolve("large.jsonl");
    SampleSessions.large(file, ENTRIES);
    var program =
        new Program(
            "open",
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                OpenTrial.class.getName(),
                scratch.toString(),
                file.toString()),
            scratch,
            Map.of("PATH", Program.path()));
    var time = new Sample();
    var memory = new Sample();
    for (int i = 0; i < RUNS; i++) {
      String[] told = runner.print(program).strip().split(" ", -1);
      if (Integer.parseInt(told[0]) != ENTRIES) {
        throw new IllegalStateException("the context has " + told[0] + " messages");
      }
      time.add(Long.parseLong(told[1]) / 1e6);
      memory.add(runner.peakMemory(program) / 1e6);
    }
    row("open 100 MB and build the context", time.median(), "ms", 1500);
    row("the same, peak memory of the process", memory.median(), "MB", 300);
  }

  private void append() throws IOException {
    var store = new SessionStore(scratch.resolve("appending"));
    var message =
        new Entry.Said(
            Json.object()
                .put("role", "user")
                .array(
                    "content",
                    List.of(
                        Json.object().put("type", "text").put("text", "word ".repeat(180)).build()))
                .build());
    try (SessionLog log = store.create(Path.of("/p"))) {
      for (int i = 0; i < APPENDS; i++) {
        log.append(message);
      }
      long start = System.nanoTime();
      for (int i = 0; i < APPENDS; i++) {
        log.append(message);
      }
      row("append an entry", (System.nanoTime() - start) / 1e6 / APPENDS, "ms", 0.2);
    }
  }

  private void list() throws IOException, InterruptedException {
    Path home = scratch.resolve("listing");
    Path project = scratch.toRealPath();
    var store = new SessionStore(home);
    SampleSessions.many(store.folderOf(project), project.toString(), SESSIONS);
    var program =
        new Program(
            "list",
            List.of(launcher.toString(), "sessions"),
            project,
            Map.of(
                "PATH", Program.path(),
                "HOME", scratch.toString(),
                "TENON_HOME", home.toString(),
                "TENON_NO_BUILD", "1"));
    if (runner.print(program).lines().count() != SESSIONS) {
      throw new IllegalStateException("not all sessions were listed");
    }
    var time = new Sample();
    for (int i = 0; i < RUNS; i++) {
      time.add(runner.time(program).wall() / 1e6);
    }
    row("list 5,000 sessions", time.median(), "ms", 400);
  }
}
