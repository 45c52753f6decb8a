package dev.tenon.bench.process;

import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.json.Json;
import dev.tenon.testkit.wire.Received;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Measures the built program and its floors side by side: each round runs every program once, so
/// that whatever else the machine does falls on all of them.
public final class EndToEnd {
  private static final int WARM_UPS = 2;
  private static final int MEMORY_RUNS = 5;

  private final Path launcher;
  private final Path scratch;
  private final int rounds;
  private final Duration most;

  /// @param scratch an empty folder
  /// @param most no round begins after so much time
  public EndToEnd(Path launcher, Path scratch, int rounds, Duration most) {
    this.launcher = launcher;
    this.scratch = scratch;
    this.rounds = rounds;
    this.most = most;
  }

  /// Times in milliseconds, memory in megabytes.
  private record Measured(Sample wall, Sample processor, Sample memory) {
    Measured() {
      this(new Sample(), new Sample(), new Sample());
    }
  }

  public Report run() throws IOException, InterruptedException {
    var machine = new Machine();
    var runner = new Runner(scratch);
    var results = new LinkedHashMap<String, Measured>();
    var report = new Report().heading("End to end");
    try (var lineup = new Lineup(launcher, scratch)) {
      runner.print(lineup.prompt());
      Received request = lineup.lastRequest();
      var programs = new ArrayList<>(lineup.tenon());
      programs.addAll(lineup.floors());
      for (Program program : programs) {
        results.put(program.name(), new Measured());
        for (int i = 0; i < WARM_UPS; i++) {
          runner.print(program);
        }
      }
      lineup.clock().reset();
      lineup.warm().reset();
      measure(runner, programs, results);
      machine.describe(report);
      describe(report, results);
      aims(report, results, lineup, request);
      double share = lineup.modelShare(rounds).median();
      report.paragraph(
          "Of a tool turn, "
              + Report.number(share)
              + " ms are the model's: so long it takes to read the request, to look through it and"
              + " to answer in pieces, when a bare socket asks. The first turns of a process run"
              + " code that is not compiled yet, the later ones do not: a short conversation costs"
              + " the former a turn, a long one the latter.");
      ColdClasses.describe(report, runner, lineup.prompt(), scratch);
      lineup.check();
    }
    return report;
  }

  private void measure(Runner runner, List<Program> programs, Map<String, Measured> results)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + most.toNanos();
    for (int round = 0; round < rounds && System.nanoTime() < deadline; round++) {
      for (Program program : programs) {
        Runner.Time time = runner.time(program);
        Measured measured = of(results, program.name());
        measured.wall().add(time.wall() / 1e6);
        measured.processor().add(time.processor() / 1e6);
      }
    }
    for (int round = 0; round < MEMORY_RUNS; round++) {
      for (Program program : programs) {
        long peak = runner.peakMemory(program);
        if (peak > 0) {
          of(results, program.name()).memory().add(peak / 1e6);
        }
      }
    }
  }

  private static Measured of(Map<String, Measured> results, String name) {
    Measured measured = results.get(name);
    if (measured == null) {
      throw new IllegalStateException(name + " was not measured");
    }
    return measured;
  }

  private static void describe(Report report, Map<String, Measured> results) {
    int runs = results.values().iterator().next().wall().size();
    report.paragraph(
        "Processes from start to end, against a loopback model that answers at once with 51 deltas;"
            + " medians of "
            + runs
            + " interleaved runs, times in ms. CPU is user and system time together. Peak memory is"
            + " resident, in MB (10^6 bytes), median of "
            + MEMORY_RUNS
            + " runs of their own.");
    var rows = new ArrayList<List<String>>();
    results.forEach(
        (name, measured) ->
            rows.add(
                List.of(
                    name,
                    Report.number(measured.wall().median()),
                    Report.number(measured.wall().min()),
                    Report.number(measured.wall().p90()),
                    Report.number(measured.processor().median()),
                    measured.memory().isEmpty()
                        ? "–"
                        : Report.number(measured.memory().median()))));
    report.table(List.of("program", "median", "min", "p90", "CPU", "peak memory"), rows);
  }

  private static void aims(
      Report report, Map<String, Measured> results, Lineup lineup, Received request) {
    Measured prompt = of(results, Lineup.PROMPT);
    Measured overTls = of(results, Lineup.PROMPT_TLS);
    var rows = new ArrayList<List<String>>();
    rows.add(aim("one headless prompt, ms", prompt.wall().median(), 115));
    double secured = overTls.wall().median();
    rows.add(aim("the same over TLS, ms", secured, 150));
    rows.add(aim("how many times as long that is", secured / prompt.wall().median(), 1.15));
    if (!prompt.memory().isEmpty()) {
      rows.add(aim("its peak memory, MB", prompt.memory().median(), 65));
      rows.add(aim("its peak memory over TLS, MB", overTls.memory().median(), 65));
    }
    rows.add(
        aim(
            "each of the tool turns 2 to " + (1 + Lineup.MORE_TURNS) + ", request to request, ms",
            lineup.clock().further().median(),
            2));
    rows.add(
        aim(
            "each of the tool turns "
                + (Lineup.WARM_TURNS + 1)
                + " to "
                + Lineup.ALL_TURNS
                + ", ms",
            lineup.warm().further().median(),
            2));
    rows.add(aim("`--version`, ms", of(results, Lineup.VERSION).wall().median(), 50));
    int fixed = fixedBytes(request);
    rows.add(aim("system prompt and tool schemas, bytes", fixed, 9_500));
    report.heading("Aims").table(List.of("what", "reached", "aim below", ""), rows);
    report.paragraph(
        "The whole request of `-p hello` has "
            + request.text().getBytes(StandardCharsets.UTF_8).length
            + " bytes: the system prompt "
            + bytes(request.body(), "system")
            + ", "
            + request.body().objects("tools").size()
            + " tools "
            + bytes(request.body(), "tools")
            + ".");
    if (results.containsKey(Lineup.FLOOR)) {
      double curl = of(results, Lineup.FLOOR).wall().median();
      double curlOverTls = of(results, Lineup.FLOOR_TLS).wall().median();
      report.paragraph(
          "A prompt takes "
              + Report.number(prompt.wall().median() / curl)
              + " times as long as `curl` takes for the same request, over TLS "
              + Report.number(secured / curlOverTls)
              + " times. TLS adds "
              + Report.number(secured - prompt.wall().median())
              + " ms to the prompt ("
              + Report.number(overTls.processor().median() - prompt.processor().median())
              + " of a processor, partly beside the rest) and "
              + Report.number(curlOverTls - curl)
              + " to `curl`.");
    }
  }

  private static List<String> aim(String what, double reached, double limit) {
    return List.of(
        what, Report.number(reached), Report.number(limit), Report.verdict(reached, limit));
  }

  private static int fixedBytes(Received request) {
    return bytes(request.body(), "system") + bytes(request.body(), "tools");
  }

  private static int bytes(Json.Obj body, String field) {
    Json part = body.get(field);
    return part == null ? 0 : part.compact().getBytes(StandardCharsets.UTF_8).length;
  }
}
