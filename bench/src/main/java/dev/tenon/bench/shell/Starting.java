package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.tools.Bash;
import dev.tenon.tools.ToolLimits;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The command `true`, from a bare process to the tool as the model calls it. Every round runs each
/// once, so that a disturbance falls on all of them.
final class Starting {
  private static final double AIM = 8;

  private final Path scratch;
  private final int rounds;

  Starting(Path scratch, int rounds) {
    this.scratch = scratch;
    this.rounds = rounds;
  }

  /// One way to run it.
  interface Way {
    void run() throws Exception;
  }

  void describe(Report report) throws IOException, InterruptedException {
    Map<String, Sample> times = measure();
    double bare = times.values().iterator().next().median();
    var rows = new ArrayList<List<String>>();
    times.forEach(
        (name, sample) ->
            rows.add(
                List.of(
                    name,
                    Report.number(sample.median()),
                    Report.number(sample.p90()),
                    Report.number(sample.median() - bare))));
    double tool = Objects.requireNonNull(times.get("the tool")).median() - bare;
    report
        .heading("Starting a command")
        .paragraph(
            "`true`, warm, ms. Aim: through the tool less than "
                + (int) AIM
                + " ms over a bare process: "
                + Report.verdict(tool, AIM)
                + ".")
        .table(List.of("how", "median", "p90", "over a bare process"), rows);
  }

  Map<String, Sample> measure() throws IOException, InterruptedException {
    Path project = Files.createDirectory(scratch.resolve("empty"));
    Workspace workspace = Workspace.open(project);
    Map<String, Sample> times = new LinkedHashMap<>();
    try (var shell = new Shell(Shell.Setup.DEFAULT);
        var remembering =
            new Shell(Shell.Setup.DEFAULT.remembering(Shell.Remembering.FOLDER_AND_VARIABLES))) {
      var runner =
          new ToolRunner(
              List.of(new Bash(new CommandRunner(shell), ToolLimits.DEFAULT)),
              workspace,
              new DirectEditing(
                  workspace, ProjectJournal.open(scratch.resolve("state"), workspace, "b")),
              new ModePolicy(Mode.FULL),
              Approver.nobody(),
              OutputBound.DEFAULT);
      var call = Part.Call.of("1", "bash", Json.object().put("command", "true").build());
      var command = new Shell.Command("true", project, Duration.ofSeconds(60));
      Map<String, Way> ways = new LinkedHashMap<>();
      ways.put("a bare process", () -> bare("/bin/true"));
      ways.put("`bash -c` alone", () -> bare("/bin/bash", "-c", "true"));
      ways.put("the shell", () -> shell.run(command, text -> {}));
      ways.put("the tool", () -> runner.call(call, text -> {}));
      ways.put("the shell, remembering", () -> remembering.run(command, text -> {}));
      ways.put(
          "the shell, in a terminal",
          () -> shell.run(command.in(Shell.Terminal.DEFAULT), text -> {}));
      ways.keySet().forEach(name -> times.put(name, new Sample()));
      for (int round = -rounds / 4; round < rounds; round++) {
        for (Map.Entry<String, Way> way : ways.entrySet()) {
          long start = System.nanoTime();
          way.getValue().run();
          if (round >= 0) {
            Objects.requireNonNull(times.get(way.getKey())).add((System.nanoTime() - start) / 1e6);
          }
        }
      }
    } catch (IOException | InterruptedException | RuntimeException problem) {
      throw problem;
    } catch (Exception unexpected) {
      throw new IllegalStateException(unexpected);
    }
    return times;
  }

  private static void bare(String... words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .start();
    process.getInputStream().readAllBytes();
    process.waitFor();
  }
}
