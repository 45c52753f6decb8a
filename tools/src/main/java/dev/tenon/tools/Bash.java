package dev.tenon.tools;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.exec.background.Job;
import dev.tenon.core.exec.background.JobFailedException;
import dev.tenon.core.exec.background.JobRefusedException;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.path.PathSandbox;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs a shell command in the project.
public final class Bash implements Tool<Bash.Parameters> {
  private final CommandRunner runner;
  private final CommandCalls calls;
  private final ToolLimits limits;
  private final @Nullable Jobs jobs;

  public Bash(CommandRunner runner, ToolLimits limits) {
    this(runner, limits, null);
  }

  /// @param jobs where commands go that are to run in the background, if they can
  public Bash(CommandRunner runner, ToolLimits limits, @Nullable Jobs jobs) {
    this.runner = runner;
    this.calls = new CommandCalls(runner);
    this.limits = limits;
    this.jobs = jobs;
  }

  /// What to run, where, and for how long.
  public record Parameters(
      @Doc(
              value = "The command line, run by bash.",
              aliases = {"cmd"})
          String command,
      @Doc("Folder to run it in; default: the project.") @Nullable String cwd,
      @Doc(value = "Seconds until it is stopped, 1 to 3600; 0 means the default.", fallback = "0")
          int timeout,
      @Doc("More environment variables.") @Nullable Json env,
      @Doc(value = "Run it as a background job and return its id at once.", fallback = "false")
          boolean async,
      @Doc(value = "Run it in a pseudo terminal.", fallback = "false") boolean pty) {}

  @Override
  public String name() {
    return "bash";
  }

  @Override
  public String description() {
    return "Run a shell command and get its output (stdout and stderr) and exit code. No input, no"
        + " terminal. Ends after "
        + limits.bashSeconds()
        + " s unless told otherwise; what it leaves in the background ends with it, so use async"
        + " for servers. Of long output the result names the address.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(execute(parameters));
  }

  private Access.Execute execute(Parameters parameters) {
    String folder = calls.judgedFolder(parameters.cwd);
    return new Access.Execute(parameters.command, folder, named(parameters.env));
  }

  /// The variables for whoever judges the call; what is wrong with them is told when it runs.
  private static Map<String, String> named(@Nullable Json env) {
    var all = new LinkedHashMap<String, String>();
    if (env instanceof Json.Obj object) {
      object
          .members()
          .forEach(
              (name, value) ->
                  all.put(name, value instanceof Json.Str text ? text.value() : value.compact()));
    }
    return all;
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.command;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    var notes = new ArrayList<String>();
    Shell.Command command = command(parameters, context.workspace().sandbox(), notes);
    return parameters.async
        ? background(command.reaching(context.permits().reach()), notes, context)
        : calls.run(command, execute(parameters), name(), notes, context);
  }

  // ---- before

  private Shell.Command command(Parameters parameters, PathSandbox sandbox, List<String> notes)
      throws ToolException {
    String line = CommandCalls.checked(parameters.command);
    Map<String, String> variables = variables(parameters.env);
    var command =
        new Shell.Command(
                line,
                calls.folder(parameters.cwd, sandbox),
                Duration.ofSeconds(seconds(parameters, notes)))
            .with(variables);
    return parameters.pty ? command.in(terminal(variables)) : command;
  }

  private int seconds(Parameters parameters, List<String> notes) {
    int wanted = parameters.timeout;
    if (wanted == 0) {
      return parameters.async ? limits.bashMaxSeconds() : limits.bashSeconds();
    }
    int seconds = Math.clamp(wanted, 1, limits.bashMaxSeconds());
    if (seconds != wanted) {
      notes.add("the timeout of " + wanted + " s was brought to " + seconds + " s");
    }
    return seconds;
  }

  private static Map<String, String> variables(@Nullable Json given) throws ToolException {
    Map<String, String> variables = new LinkedHashMap<>();
    if (given == null) {
      return variables;
    }
    if (!(given instanceof Json.Obj object)) {
      throw CommandCalls.invalid(
          "env must be an object of names and values, was " + given.compact());
    }
    for (Map.Entry<String, Json> each : object.members().entrySet()) {
      String name = each.getKey();
      String value =
          each.getValue() instanceof Json.Str text ? text.value() : each.getValue().compact();
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw CommandCalls.invalid("'" + name + "' cannot be the name of an environment variable");
      }
      if (value.indexOf('\0') >= 0) {
        throw CommandCalls.invalid(
            "the value of " + name + " has a NUL character in it; no variable can");
      }
      variables.put(name, value);
    }
    return variables;
  }

  private static Shell.Terminal terminal(Map<String, String> variables) {
    return new Shell.Terminal(
        size(variables.get("COLUMNS"), Shell.Terminal.DEFAULT.columns()),
        size(variables.get("LINES"), Shell.Terminal.DEFAULT.rows()));
  }

  private static int size(@Nullable String given, int otherwise) {
    return given != null && given.matches("[0-9]{1,6}") ? Integer.parseInt(given) : otherwise;
  }

  // ---- in the background

  private ToolResult background(Shell.Command command, List<String> notes, ToolContext context)
      throws ToolException {
    Jobs registry = jobs;
    if (registry == null) {
      throw CommandCalls.invalid("there are no background jobs here; run it without async");
    }
    try {
      Job job =
          registry.start(Job.Type.BASH, command.line(), started -> work(command, started, context));
      var facts = Json.object().put("job", job.id());
      if (!notes.isEmpty()) {
        facts.put("note", String.join("; ", notes));
      }
      return new ToolResult.Text(
          "started in the background as "
              + job.id()
              + "; you are told when it ends, and the tool job waits for it or cancels it",
          facts.build(),
          "");
    } catch (JobRefusedException refused) {
      throw new ToolException(ToolException.Code.FAILED, String.valueOf(refused.getMessage()));
    }
  }

  private String work(Shell.Command command, Job job, ToolContext context)
      throws JobFailedException, InterruptedException {
    CommandRunner.Result ran;
    try {
      ran =
          runner.runAside(
              command, context.editing(), CommandCalls.by(name(), context), job::appendOutput);
    } catch (IOException problem) {
      throw CommandCalls.notStarted(problem);
    }
    Shell.Finished finished = ran.finished();
    String note = String.join("; ", ran.notes());
    var facts = Json.object();
    if (!note.isEmpty()) {
      facts.put("note", note);
    }
    finished.artifact().ifPresent(file -> facts.put("artifact", Artifacts.address(file)));
    var result = new ToolResult.Command(finished.output(), finished.exitCode(), facts.build());
    return switch (finished.ending()) {
      case EXITED -> {
        if (finished.exitCode() != 0) {
          throw new JobFailedException(result.text());
        }
        yield result.text();
      }
      case TIMED_OUT ->
          throw new JobFailedException(
              CommandCalls.said(
                  "stopped after " + command.timeout().toSeconds() + " s", finished, note));
      case CANCELLED -> throw new InterruptedException("the job was stopped");
    };
  }
}
