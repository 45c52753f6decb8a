package dev.tenon.cli.workflow;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.workflow.TeamProcesses;
import dev.tenon.providers.meter.Budget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Starts this program again as a worker of a team: the same JVM and class path, the mode of now, a
/// share of the budget. What the worker may do is decided by its own start, never by the board.
public final class WorkerLauncher implements TeamProcesses.Launcher {
  private static final List<String> KEPT =
      List.of("tenon.dist", "tenon.commit", "java.io.tmpdir", "user.home");

  private final LaunchContext context;
  private final String mainClass;

  /// @param mainClass the class that the program begins with
  public WorkerLauncher(LaunchContext context, String mainClass) {
    this.context = context;
    this.mainClass = mainClass;
  }

  @Override
  public ProcessBuilder worker(String team, int worker, Mode mode, String model, Budget part) {
    Arguments given = context.arguments();
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xlog:disable",
            "--enable-native-access=ALL-UNNAMED",
            "-Dfile.encoding=UTF-8",
            "-Dstdout.encoding=UTF-8",
            "-Dstderr.encoding=UTF-8"));
    for (String name : KEPT) {
      String value = System.getProperty(name);
      if (value != null) {
        command.add("-D" + name + "=" + value);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of("workflow", "work", team, String.valueOf(worker)));
    command.add(String.valueOf(ProcessHandle.current().pid()));
    command.addAll(List.of("--root", context.root().toString()));
    command.addAll(List.of("--permission-mode", mode.label()));
    command.addAll(List.of("--model", model(given.text(TenonCommandLine.MODEL).orElse(""), model)));
    for (String assignment : given.texts(TenonCommandLine.CONFIG)) {
      command.addAll(List.of("--config", assignment));
    }
    if (given.has(TenonCommandLine.TRUST)) {
      command.add("--trust");
    }
    share(part, command);
    var builder = new ProcessBuilder(command).directory(context.root().toFile());
    builder.environment().clear();
    builder.environment().putAll(context.environment());
    builder.environment().put(ProjectOptions.HOME_VARIABLE, context.home().toString());
    return builder;
  }

  /// A model that is no provider's has no name by which it could be opened.
  private static String model(String given, String name) {
    int colon = given.indexOf(':');
    boolean played = given.startsWith("scripted:") || given.startsWith("replay:");
    return played
        ? given.substring(0, colon + 1) + Path.of(given.substring(colon + 1)).toAbsolutePath()
        : name;
  }

  /// The lead and its workers share what the run may use.
  private static void share(Budget part, List<String> command) {
    if (part.limitsCost()) {
      // Rounded down: all of them together stay below the whole.
      double cents = Math.max(0.0001, Math.floor(part.dollars() * 10_000) / 10_000);
      command.addAll(List.of("--max-cost", String.format(Locale.ROOT, "%.4f", cents)));
    }
    if (part.limitsTokens()) {
      command.addAll(List.of("--max-tokens-total", String.valueOf(part.tokens())));
    }
  }
}
