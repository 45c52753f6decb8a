package dev.tenon.tools;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Job;
import dev.tenon.core.exec.background.JobFailedException;
import dev.tenon.core.exec.background.JobRefusedException;
import dev.tenon.core.exec.background.Monitor;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Starts a command in the background whose lines are told to the model as they come.
public final class StartMonitor implements Tool<StartMonitor.Parameters> {
  private static final Duration LIFETIME = Duration.ofDays(365);

  private final CommandRunner runner;
  private final Background background;

  public StartMonitor(CommandRunner runner, Background background) {
    this.runner = runner;
    this.background = background;
  }

  /// What to monitor, and for how long.
  public record Parameters(
      @Doc("Command line.") String command,
      @Doc("Category.") Monitor.Kind kind,
      @Doc("What it watches.") String description,
      @Doc("Seconds; default: no limit.") @Nullable Integer timeout,
      @Doc(value = "Go on after one line.", fallback = "false") boolean persistent) {}

  @Override
  public String name() {
    return "monitor";
  }

  @Override
  public String description() {
    return "Run a command in the background and be told each line it prints. Ends after one line"
        + " unless persistent; job cancels it.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Execute(parameters.command));
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.command;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    if (parameters.command.isBlank()) {
      throw new ToolException(ToolException.Code.INVALID_ARGUMENT, "the command is empty");
    }
    if (parameters.timeout != null && parameters.timeout < 1) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "timeout must be at least 1 second, was " + parameters.timeout);
    }
    var monitor =
        new Monitor(
            background,
            parameters.kind,
            parameters.description,
            parameters.persistent ? Monitor.Lasting.PERSISTENT : Monitor.Lasting.FIRST_LINE);
    Job job;
    try {
      job =
          background
              .jobs()
              .start(
                  Job.Type.BASH, monitor.label(), it -> follow(parameters, context, it, monitor));
    } catch (JobRefusedException refused) {
      throw new ToolException(ToolException.Code.FAILED, String.valueOf(refused.getMessage()));
    }
    return new ToolResult.Text(
        "Monitor started · task " + job.id() + " · persistent: " + parameters.persistent,
        Json.object()
            .put("taskId", job.id())
            .put("kind", parameters.kind.label())
            .put("description", parameters.description)
            .put("command", parameters.command)
            .put("persistent", parameters.persistent)
            .build(),
        "");
  }

  private String follow(Parameters parameters, ToolContext context, Job job, Monitor monitor)
      throws JobFailedException, InterruptedException {
    Duration longest =
        parameters.timeout == null ? LIFETIME : Duration.ofSeconds(parameters.timeout);
    CommandRunner.Result result;
    try {
      result =
          runner.runAside(
              new Shell.Command(parameters.command, context.workspace().root(), longest)
                  .reaching(context.permits().reach()),
              context.editing(),
              CommandCalls.by(name(), context),
              piece -> monitor.accept(job, piece));
    } catch (IOException problem) {
      throw CommandCalls.notStarted(problem);
    }
    Shell.Finished finished = result.finished();
    String note = String.join("; ", result.notes());
    String said = finished.output().stripTrailing() + (note.isEmpty() ? "" : "\n[" + note + "]");
    return switch (finished.ending()) {
      case EXITED -> {
        if (finished.exitCode() != 0) {
          throw new JobFailedException(said + "\n[exit code " + finished.exitCode() + "]");
        }
        yield said;
      }
      case TIMED_OUT -> said + "\n[stopped after " + longest.toSeconds() + " s]";
      case CANCELLED -> throw new InterruptedException("the monitor was stopped");
    };
  }
}
