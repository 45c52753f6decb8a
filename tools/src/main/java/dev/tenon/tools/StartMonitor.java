package dev.tenon.tools;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.exec.Background;
import dev.tenon.core.exec.Job;
import dev.tenon.core.exec.JobFailedException;
import dev.tenon.core.exec.JobRefusedException;
import dev.tenon.core.exec.Monitor;
import dev.tenon.core.exec.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Starts a command in the background whose lines are told to the model as they come.
public final class StartMonitor implements Tool<StartMonitor.Parameters> {
  private static final Duration LIFETIME = Duration.ofDays(365);

  private final Bash bash;
  private final Background background;

  /// @param bash runs the command, as any other
  public StartMonitor(Bash bash, Background background) {
    this.bash = bash;
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
    return "Run a command in the background; each line it prints is told to you between turns. Ends"
        + " after one line unless persistent; job cancels it.";
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
    Bash.Followed followed =
        bash.follow(
            new Shell.Command(parameters.command, context.workspace().root(), longest),
            context.editing(),
            new Attribution(Origin.SHELL, name(), context.callId()),
            piece -> monitor.accept(job, piece));
    Shell.Finished finished = followed.finished();
    String said = finished.output().stripTrailing();
    if (!followed.note().isEmpty()) {
      said += "\n[" + followed.note() + "]";
    }
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
