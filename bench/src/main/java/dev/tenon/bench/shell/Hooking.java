package dev.tenon.bench.shell;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Model;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.hook.Hook;
import dev.tenon.engine.hook.HookEvent;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.hook.HookRunner;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a hook costs over its process: the same command with the same input, bare and as a hook of
/// the user's, in turn.
final class Hooking {
  private static final double AIM = 5;
  private static final String COMMAND = "cat >/dev/null";

  private final Path scratch;
  private final int rounds;

  Hooking(Path scratch, int rounds) {
    this.scratch = scratch;
    this.rounds = rounds;
  }

  void describe(Report report) throws IOException, InterruptedException {
    Path home = Files.createDirectory(scratch.resolve("hook-home"));
    Path root = Files.createDirectory(scratch.resolve("hook-root")).toRealPath();
    Files.writeString(
        home.resolve("config.yml"),
        "hooks: {PreToolUse: [{hooks: [{type: command, command: '" + COMMAND + "'}]}]}\n");
    ProjectOptions options = ProjectOptions.of(home, root).withEnvironment(Map.of());
    List<Hook> hooks;
    try {
      hooks = new HookLoader(options, Configuration.load(options).hooks()).usable();
    } catch (ConfigException impossible) {
      throw new IllegalStateException(impossible);
    }
    Json.Obj input =
        Json.object()
            .put("tool_name", "Bash")
            .object("tool_input", fields -> fields.put("command", "x".repeat(2_000)))
            .build();
    var bare = new Sample();
    var hooked = new Sample();
    try (var runner = new HookRunner(hooks, root, new OneShell(), line -> {})) {
      for (int round = -rounds / 4; round < rounds; round++) {
        long start = System.nanoTime();
        bare(input.compact());
        long between = System.nanoTime();
        runner.run(HookEvent.PRE_TOOL_USE, input);
        if (round >= 0) {
          bare.add((between - start) / 1e6);
          hooked.add((System.nanoTime() - between) / 1e6);
        }
      }
    }
    double over = hooked.median() - bare.median();
    report
        .heading("A hook")
        .paragraph(
            "`"
                + COMMAND
                + "` with an input of 2 KB, warm, ms. Aim: at most 5 ms over its process: "
                + Report.verdict(over, AIM)
                + ".")
        .table(
            List.of("how", "median", "p90", "over a bare process"),
            List.of(row("`sh -c` alone", bare, 0), row("as a hook", hooked, over)));
  }

  private static List<String> row(String name, Sample sample, double over) {
    return List.of(
        name, Report.number(sample.median()), Report.number(sample.p90()), Report.number(over));
  }

  private static void bare(String input) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("/bin/sh", "-c", COMMAND).start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    process.getInputStream().readAllBytes();
    process.waitFor();
  }

  private static final class OneShell implements HookRunner.Means {
    private final Shell shell = new Shell(Set.of());

    @Override
    public Shell shell(Hook.Owner owner) {
      return shell;
    }

    @Override
    public Model model(@Nullable String name) throws SetupException {
      throw SetupException.usage("no model is asked here");
    }

    @Override
    public void close() {
      shell.close();
    }
  }
}
