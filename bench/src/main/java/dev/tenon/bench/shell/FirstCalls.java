package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import dev.tenon.bench.workspace.SampleTree;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Commands of the program that people call now and then, each in a new process, and a prompt, if
/// wanted next to the same prompt with another build. Every round runs each once, so that whatever
/// else the machine does falls on all of them.
final class FirstCalls {
  private static final double AIM = 120;
  private static final double SEARCH_AIM = 200;
  private static final double RATIO_AIM = 1.02;
  private static final String PROMPT = "`-p hello`";
  private static final String SEARCH = "`tool grep`";
  private static final int SOURCES = 2_000;

  private final Path launcher;
  private final Optional<Path> before;
  private final Path scratch;
  private final int rounds;

  /// @param scratch an empty folder
  /// @param before the launcher of another build
  FirstCalls(Path launcher, Optional<Path> before, Path scratch, int rounds) {
    this.launcher = launcher;
    this.before = before;
    this.scratch = scratch;
    this.rounds = rounds;
  }

  /// Milliseconds.
  private record Measured(Sample wall, Sample processor, double aim) {}

  void describe(Report report) throws IOException, InterruptedException {
    Map<String, Measured> results = new LinkedHashMap<>();
    Path project = Files.createDirectory(scratch.resolve("called"));
    SampleTree.sources(project, SOURCES);
    var runner = new Runner(scratch);
    try (var model = ModelServer.start().answering(request -> Reply.text("Hello."))) {
      var calls = new Calls(project, model.url());
      for (int round = -1; round < rounds; round++) {
        for (Map.Entry<String, Program> each : calls.all().entrySet()) {
          if (each.getKey().contains("undo")) {
            runner.print(calls.write(round));
          }
          Runner.Time time = runner.time(each.getValue());
          if (round >= 0) {
            Measured measured =
                results.computeIfAbsent(
                    each.getKey(), name -> new Measured(new Sample(), new Sample(), aim(name)));
            measured.wall.add(time.wall() / 1e6);
            measured.processor.add(time.processor() / 1e6);
          }
        }
      }
      model.assertClean();
    }
    var rows = new ArrayList<List<String>>();
    results.forEach((name, measured) -> rows.add(row(name, measured)));
    report
        .heading("First calls")
        .paragraph(
            "Processes from start to end, medians of "
                + rounds
                + " interleaved runs, ms; CPU is user and system time together. The project has "
                + SOURCES
                + " files of about 6 KB.")
        .table(List.of("call", "median", "min", "p90", "CPU", "aim below", ""), rows);
    compare(report, results);
  }

  private static double aim(String name) {
    return name.equals(SEARCH) ? SEARCH_AIM : name.contains("-p hello") ? 0 : AIM;
  }

  private static List<String> row(String name, Measured measured) {
    double median = measured.wall.median();
    return List.of(
        name,
        Report.number(median),
        Report.number(measured.wall.min()),
        Report.number(measured.wall.p90()),
        Report.number(measured.processor.median()),
        measured.aim == 0 ? "–" : Report.number(measured.aim),
        measured.aim == 0 ? "–" : Report.verdict(median, measured.aim));
  }

  private static void compare(Report report, Map<String, Measured> results) {
    Measured now = results.get(PROMPT);
    Measured then = results.get(PROMPT + ", before");
    if (now == null || then == null) {
      return;
    }
    double wall = now.wall.median() / then.wall.median();
    double processor = now.processor.median() / then.processor.median();
    report.paragraph(
        "A prompt takes "
            + Report.number(wall)
            + " times as long as with the build before, and "
            + Report.number(processor)
            + " times its processor time. Aim: less than "
            + Report.number(RATIO_AIM)
            + ": "
            + Report.verdict(wall, RATIO_AIM)
            + ", by processor time "
            + Report.verdict(processor, RATIO_AIM)
            + ".");
  }

  /// The programs that are called.
  private final class Calls {
    private final Path project;
    private final String url;

    Calls(Path project, String url) {
      this.project = project;
      this.url = url;
    }

    Map<String, Program> all() {
      Map<String, Program> all = new LinkedHashMap<>();
      put(all, PROMPT, launcher, "now", "-p", "hello");
      before.ifPresent(other -> put(all, PROMPT + ", before", other, "before", "-p", "hello"));
      put(all, "`permissions check ls`", launcher, "now", "permissions", "check", "--", "ls");
      put(all, "`changes`", launcher, "now", "changes");
      put(all, "`undo`", launcher, "now", "undo", "--yes");
      put(all, "`sessions`", launcher, "now", "sessions");
      put(all, SEARCH, launcher, "now", "tool", "grep", "{\"pattern\":\"needle_[0-9]+\"}");
      return all;
    }

    private void put(
        Map<String, Program> all, String name, Path start, String state, String... words) {
      all.put(name, program(name, start, state, words));
    }

    /// Something to undo.
    Program write(int round) {
      return program(
          "write",
          launcher,
          "now",
          "tool",
          "write_file",
          "{\"path\":\"made.txt\",\"content\":\"round " + round + "\"}");
    }

    private Program program(String name, Path start, String state, String... words) {
      var command = new ArrayList<String>();
      command.add(start.toString());
      command.addAll(List.of(words));
      var environment = new TreeMap<String, String>();
      environment.put("PATH", Program.path());
      environment.put("HOME", scratch.resolve("home").toString());
      environment.put("TENON_HOME", scratch.resolve("state-" + state).toString());
      environment.put("TENON_NO_BUILD", "1");
      environment.put("ANTHROPIC_API_KEY", "bench");
      environment.put("ANTHROPIC_BASE_URL", url);
      return new Program(name, command, project, environment);
    }
  }
}
