package dev.tenon.bench.agents;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import dev.tenon.engine.ProjectParts;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a prompt of the built program pays for agents, skills and commands in the user's folders.
final class Discovering {
  private static final double AIM = 60;

  /// Nothing that anybody could measure in a start.
  private static final double AIM_MISSING = 1;

  private final Path launcher;
  private final Path scratch;
  private final int files;
  private final int rounds;

  /// @param files of all three kinds together
  Discovering(Path launcher, Path scratch, int files, int rounds) {
    this.launcher = launcher;
    this.scratch = scratch;
    this.files = files;
    this.rounds = rounds;
  }

  /// Milliseconds from start to end.
  record Times(Sample without, Sample with) {}

  Times measure() throws IOException, InterruptedException {
    Path project = Files.createDirectory(scratch.resolve("discovering"));
    Path empty = Files.createDirectories(scratch.resolve("home-without"));
    Path full = Files.createDirectories(scratch.resolve("home-with"));
    fill(full);
    var times = new Times(new Sample(), new Sample());
    var runner = new Runner(scratch);
    try (var model = ModelServer.start().answering(request -> Reply.text("Hello."))) {
      for (int round = -1; round < rounds; round++) {
        double without = runner.time(program(project, empty, model.url())).wall() / 1e6;
        double with = runner.time(program(project, full, model.url())).wall() / 1e6;
        if (round >= 0) {
          times.without.add(without);
          times.with.add(with);
        }
      }
      model.assertClean();
    }
    return times;
  }

  /// What a look for all three kinds costs where no folder of them is there, in a warm JVM, ms.
  static Sample missing(Path scratch, int rounds)
      throws IOException, ConfigException, SetupException {
    Path home = Files.createDirectories(scratch.resolve("missing/home"));
    Path project = Files.createDirectories(scratch.resolve("missing/project"));
    ProjectOptions options = ProjectOptions.of(home, project).withEnvironment(Map.of());
    Settings settings = Configuration.load(options).settings();
    var sample = new Sample();
    for (int round = -200; round < rounds; round++) {
      long begin = System.nanoTime();
      ProjectParts.Content found = ProjectParts.Content.read(options, settings);
      double took = (System.nanoTime() - begin) / 1e6;
      if (!found.questions().isEmpty()) {
        throw new IllegalStateException("something was found: " + found);
      }
      if (round >= 0) {
        sample.add(took);
      }
    }
    return sample;
  }

  private void fill(Path home) throws IOException {
    for (int i = 0; i < files; i++) {
      String head =
          "---\nname: thing-" + i + "\ndescription: Does what number " + i + " does.\n---\n";
      String text = head + "Do it step by step.\n".repeat(20);
      Path file =
          home.resolve(
              switch (i % 3) {
                case 0 -> ".claude/agents/thing-" + i + ".md";
                case 1 -> ".claude/skills/thing-" + i + "/SKILL.md";
                default -> ".claude/commands/thing-" + i + ".md";
              });
      if (file.getParent() != null) {
        Files.createDirectories(file.getParent());
      }
      Files.writeString(file, text);
    }
  }

  private Program program(Path project, Path home, String url) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("PATH", Program.path());
    environment.put("HOME", home.toString());
    environment.put("TENON_HOME", home.resolve("state").toString());
    environment.put("TENON_NO_BUILD", "1");
    environment.put("ANTHROPIC_API_KEY", "bench");
    environment.put("ANTHROPIC_BASE_URL", url);
    return new Program(
        "-p hello", List.of(launcher.toString(), "-p", "hello"), project, environment);
  }

  void describe(Report report)
      throws IOException, InterruptedException, ConfigException, SetupException {
    Times times = measure();
    Sample missing = missing(scratch, 100);
    double added = times.with.median() - times.without.median();
    report
        .heading("Agents, skills and commands from files")
        .paragraph(
            "`tenon -p hello` with "
                + files
                + " of them in the home folder takes "
                + Report.number(times.with.median())
                + " ms instead of "
                + Report.number(times.without.median())
                + " ms (medians of "
                + rounds
                + " interleaved runs of new processes): "
                + Report.number(added)
                + " ms more. Aim: less than "
                + Report.number(AIM)
                + ": "
                + Report.verdict(added, AIM)
                + ". Where the folders are missing, looking for them takes "
                + Report.number(missing.median())
                + " ms in a warm JVM. Aim: less than "
                + Report.number(AIM_MISSING)
                + ": "
                + Report.verdict(missing.median(), AIM_MISSING)
                + ".");
  }
}
