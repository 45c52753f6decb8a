package dev.tenon.tools;

import dev.tenon.core.change.Attribution;
import dev.tenon.core.change.CommandWatch;
import dev.tenon.core.change.Effects;
import dev.tenon.core.change.Origin;
import dev.tenon.core.exec.Shell;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.PathException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Runs a shell command in the project.
public final class Bash implements Tool<Bash.Parameters> {
  private final Shell shell;
  private final ToolLimits limits;

  public Bash(Shell shell, ToolLimits limits) {
    this.shell = shell;
    this.limits = limits;
  }

  /// What to run, where, and for how long.
  public record Parameters(
      @Doc(
              value = "The command line, run by bash.",
              aliases = {"cmd"})
          String command,
      @Doc(value = "Folder to run it in.", fallback = ".") String cwd,
      @Doc(value = "Seconds until it is stopped; 0 means the default of 120.", fallback = "0")
          int timeout) {}

  @Override
  public String name() {
    return "bash";
  }

  @Override
  public String description() {
    return "Run a shell command and get its output (stdout and stderr) and exit code. No input, no"
        + " terminal. Ends after "
        + limits.bashSeconds()
        + " s unless told otherwise.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Execute(parameters.command, parameters.cwd));
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.command;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    if (parameters.command.isBlank()) {
      throw new ToolException(ToolException.Code.INVALID_ARGUMENT, "the command is empty");
    }
    Path folder;
    try {
      folder = context.workspace().sandbox().existing(parameters.cwd);
    } catch (PathException denied) {
      throw ToolException.of(denied);
    }
    if (!Files.isDirectory(folder)) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, parameters.cwd + " is not a folder");
    }
    int seconds =
        parameters.timeout <= 0
            ? limits.bashSeconds()
            : Math.min(parameters.timeout, limits.bashMaxSeconds());
    CommandWatch watch =
        context.editing().watch(new Attribution(Origin.SHELL, name(), context.callId()));
    Shell.Finished finished;
    Effects effects;
    try {
      finished =
          shell.run(
              new Shell.Command(parameters.command, folder, Duration.ofSeconds(seconds))
                  .inside(watch.view()),
              context.progress());
    } catch (IOException problem) {
      throw ToolException.of("starting the command", problem);
    } finally {
      effects = watch.finish();
    }
    return switch (finished.ending()) {
      case EXITED ->
          new ToolResult.Command(finished.output(), finished.exitCode(), effects.facts());
      case TIMED_OUT ->
          throw new ToolException(
              ToolException.Code.TIMEOUT,
              "stopped after "
                  + seconds
                  + " s; it had printed:\n"
                  + tail(finished.output())
                  + (effects.isEmpty() ? "" : "\n[" + effects.summary() + "]"),
              List.of("Give a longer timeout, or run less."),
              effects.facts());
    };
  }

  private static String tail(String output) {
    return output.length() <= 8000 ? output : "…" + output.substring(output.length() - 8000);
  }
}
