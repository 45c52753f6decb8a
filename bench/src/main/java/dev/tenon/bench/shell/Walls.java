package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.exec.sandbox.Bounds;
import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The command `true` without a wall and behind each kind of it, as usual and read-only. Every
/// round runs each once.
final class Walls {
  private static final double AIM = 12;
  private static final String NONE = "no sandbox";
  private static final String READING = ", read-only";

  private final Path scratch;
  private final int rounds;

  Walls(Path scratch, int rounds) {
    this.scratch = scratch;
    this.rounds = rounds;
  }

  void describe(Report report) throws IOException, InterruptedException {
    Map<String, Sample> times = measure();
    double open = sample(times, NONE).median();
    var rows = new ArrayList<List<String>>();
    double worst = 0;
    for (Map.Entry<String, Sample> each : times.entrySet()) {
      double over = each.getValue().median() - open;
      worst = Math.max(worst, over);
      rows.add(
          List.of(
              each.getKey(),
              Report.number(each.getValue().median()),
              Report.number(each.getValue().p90()),
              Report.number(over)));
    }
    report
        .heading("Behind a wall")
        .paragraph(
            "`true` through the shell, warm, ms; a kind that is missing does not work on this"
                + " machine. Aim: less than "
                + (int) AIM
                + " ms for the sandbox: "
                + Report.verdict(worst, AIM)
                + ".")
        .table(List.of("sandbox", "median", "p90", "over none"), rows);
  }

  private static Sample sample(Map<String, Sample> times, String name) {
    Sample found = times.get(name);
    if (found == null) {
      throw new IllegalStateException("not measured: " + name);
    }
    return found;
  }

  Map<String, Sample> measure() throws IOException, InterruptedException {
    Path project = scratch.resolve("walled");
    Files.createDirectories(project.resolve(".git/hooks"));
    Files.writeString(project.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    Files.writeString(project.resolve(".git/config"), "[core]\n");
    Path state = Files.createDirectories(scratch.resolve("walls"));
    Path home = Path.of(System.getProperty("user.home"));
    var command = new Shell.Command("true", project, Duration.ofSeconds(60));
    Map<String, Shell> shells = new LinkedHashMap<>();
    var sandboxes = new ArrayList<Sandbox>();
    Map<String, Sample> times = new LinkedHashMap<>();
    try {
      shells.put(NONE, new Shell(Shell.Setup.DEFAULT));
      for (Sandbox.Choice choice : List.of(Sandbox.Choice.BWRAP, Sandbox.Choice.UNSHARE)) {
        var sandbox = new Sandbox(choice, Bounds.of(project, state, home));
        sandboxes.add(sandbox);
        if (sandbox.state() instanceof Sandbox.State.InForce force) {
          shells.put(force.label(), new Shell(Shell.Setup.DEFAULT.confinedBy(sandbox)));
        }
      }
      for (String name : shells.keySet()) {
        times.put(name, new Sample());
        if (!name.equals(NONE)) {
          times.put(name + READING, new Sample());
        }
      }
      for (int round = -rounds / 4; round < rounds; round++) {
        for (String name : times.keySet()) {
          boolean reading = name.endsWith(READING);
          String kind = reading ? name.substring(0, name.length() - READING.length()) : name;
          long start = System.nanoTime();
          Shell.Finished finished =
              Objects.requireNonNull(shells.get(kind))
                  .run(command.reaching(reading ? Reach.LOOKING : Reach.USUAL), text -> {});
          if (finished.exitCode() != 0) {
            throw new IllegalStateException(name + " failed: " + finished.output());
          }
          if (round >= 0) {
            sample(times, name).add((System.nanoTime() - start) / 1e6);
          }
        }
      }
    } finally {
      shells.values().forEach(Shell::close);
      sandboxes.forEach(Sandbox::close);
    }
    return times;
  }
}
