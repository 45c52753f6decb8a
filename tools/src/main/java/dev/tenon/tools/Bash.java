package dev.tenon.tools;

import dev.tenon.core.change.Editing;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.exec.Job;
import dev.tenon.core.exec.JobFailedException;
import dev.tenon.core.exec.JobRefusedException;
import dev.tenon.core.exec.Jobs;
import dev.tenon.core.exec.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.PathException;
import dev.tenon.core.workspace.PathSandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs a shell command in the project.
public final class Bash implements Tool<Bash.Parameters> {
  /// Linux takes 128 KB as one argument.
  private static final int MOST_BYTES = 120 * 1024;

  private final Shell shell;
  private final ToolLimits limits;
  private final @Nullable Jobs jobs;

  public Bash(Shell shell, ToolLimits limits) {
    this.shell = shell;
    this.limits = limits;
    this.jobs = null;
  }

  /// @param jobs where commands go that are to run in the background
  public Bash(Shell shell, ToolLimits limits, Jobs jobs) {
    this.shell = shell;
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
        + " for servers. Long output goes to a file that the result names.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    String folder =
        parameters.cwd == null ? shell.folder().map(Path::toString).orElse(".") : parameters.cwd;
    return List.of(new Access.Execute(parameters.command, folder, named(parameters.env)));
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
    PathSandbox sandbox = context.workspace().sandbox();
    Shell.Command command = command(parameters, sandbox, notes);
    var by = new Attribution(Origin.SHELL, name(), context.callId());
    if (parameters.async) {
      return background(command, notes, context.editing(), by);
    }
    CommandWatch watch = context.editing().watch(by);
    Shell.Finished finished;
    Effects effects;
    try {
      finished = shell.run(command.inside(watch.view()), context.progress());
    } catch (IOException problem) {
      throw ToolException.of("starting the command", problem);
    } finally {
      effects = watch.finish();
    }
    checkFolder(sandbox, notes);
    return answer(finished, command, effects, notes);
  }

  // ---- before

  private Shell.Command command(Parameters parameters, PathSandbox sandbox, List<String> notes)
      throws ToolException {
    if (parameters.command.isBlank()) {
      throw invalid("the command is empty");
    }
    if (parameters.command.indexOf('\0') >= 0) {
      throw invalid("the command has a NUL character in it; no command can");
    }
    int bytes = parameters.command.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw invalid(
          "the command has "
              + bytes
              + " bytes, and the system takes "
              + MOST_BYTES
              + "; write a script to a file and run that");
    }
    Map<String, String> variables = variables(parameters.env);
    var command =
        new Shell.Command(
                parameters.command,
                folder(parameters.cwd, sandbox),
                Duration.ofSeconds(seconds(parameters, notes)))
            .with(variables);
    return parameters.pty ? command.in(terminal(variables)) : command;
  }

  private Path folder(@Nullable String wanted, PathSandbox sandbox) throws ToolException {
    if (wanted == null) {
      Optional<Path> last = shell.folder();
      return last.isPresent() && isInside(last.get(), sandbox) ? last.get() : sandbox.root();
    }
    Path folder;
    try {
      folder = sandbox.existing(wanted);
    } catch (PathException denied) {
      throw ToolException.of(denied);
    }
    if (!Files.isDirectory(folder)) {
      throw invalid(wanted + " is not a folder");
    }
    return folder;
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
      throw invalid("env must be an object of names and values, was " + given.compact());
    }
    for (Map.Entry<String, Json> each : object.members().entrySet()) {
      String name = each.getKey();
      String value =
          each.getValue() instanceof Json.Str text ? text.value() : each.getValue().compact();
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw invalid("'" + name + "' cannot be the name of an environment variable");
      }
      if (value.indexOf('\0') >= 0) {
        throw invalid("the value of " + name + " has a NUL character in it; no variable can");
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

  private static ToolException invalid(String message) {
    return new ToolException(ToolException.Code.INVALID_ARGUMENT, message);
  }

  // ---- after

  /// A remembered folder outside of the roots is forgotten.
  private void checkFolder(PathSandbox sandbox, List<String> notes) {
    Optional<Path> folder = shell.folder();
    if (folder.isPresent() && !isInside(folder.get(), sandbox)) {
      shell.forget();
      notes.add(
          "the next command starts in the project again: "
              + folder.get()
              + " is not a folder in it");
    }
  }

  private static boolean isInside(Path folder, PathSandbox sandbox) {
    try {
      Path real = folder.toRealPath();
      return Files.isDirectory(real) && sandbox.existing(real.toString()).equals(real);
    } catch (IOException | PathException gone) {
      return false;
    }
  }

  private static ToolResult answer(
      Shell.Finished finished, Shell.Command command, Effects effects, List<String> notes)
      throws ToolException {
    String note = note(finished, effects, notes);
    var facts = Json.object().putAll(effects.facts());
    facts.put("duration_ms", finished.took().toMillis());
    finished.artifact().ifPresent(file -> facts.put("artifact", file.toString()));
    if (!note.isEmpty()) {
      facts.put("note", note);
    }
    return switch (finished.ending()) {
      case EXITED -> new ToolResult.Command(finished.output(), finished.exitCode(), facts.build());
      case TIMED_OUT ->
          throw new ToolException(
              ToolException.Code.TIMEOUT,
              said("stopped after " + command.timeout().toSeconds() + " s", finished, note),
              List.of("Give a longer timeout, run less, or run it with async."),
              facts.put("timed_out", true).build());
      case CANCELLED -> {
        // The interrupt was used up by the command; whoever called still has to see it.
        Thread.currentThread().interrupt();
        throw new ToolException(
            ToolException.Code.CANCELLED,
            said("stopped by the user", finished, note),
            List.of(),
            facts.put("cancelled", true).build());
      }
    };
  }

  private static String note(Shell.Finished finished, Effects effects, List<String> notes) {
    var all = new ArrayList<>(notes);
    all.addAll(finished.notes());
    if (!effects.isEmpty()) {
      all.add(effects.summary());
    }
    return String.join("; ", all);
  }

  private static String said(String ending, Shell.Finished finished, String note) {
    String output = finished.output().stripTrailing();
    return ending
        + (output.isEmpty() ? "; it had printed nothing" : "; it had printed:\n" + output)
        + (note.isEmpty() ? "" : "\n[" + note + "]");
  }

  // ---- in the background

  private ToolResult background(
      Shell.Command command, List<String> notes, Editing editing, Attribution by)
      throws ToolException {
    Jobs registry = jobs;
    if (registry == null) {
      throw invalid("there are no background jobs here; run it without async");
    }
    try {
      Job job =
          registry.start(
              Job.Type.BASH, command.line(), started -> work(command, started, editing, by));
      var facts = Json.object().put("job", job.id());
      if (!notes.isEmpty()) {
        facts.put("note", String.join("; ", notes));
      }
      return new ToolResult.Text(
          "started in the background as " + job.id() + "; you are told when it ends",
          facts.build(),
          "");
    } catch (JobRefusedException refused) {
      throw new ToolException(ToolException.Code.FAILED, String.valueOf(refused.getMessage()));
    }
  }

  private String work(Shell.Command command, Job job, Editing editing, Attribution by)
      throws JobFailedException, InterruptedException {
    Followed followed = follow(command, editing, by, job::appendOutput);
    Shell.Finished finished = followed.finished();
    String note = followed.note();
    var result = new ToolResult.Command(finished.output(), finished.exitCode(), noted(note));
    return switch (finished.ending()) {
      case EXITED -> {
        if (finished.exitCode() != 0) {
          throw new JobFailedException(result.text());
        }
        yield result.text();
      }
      case TIMED_OUT ->
          throw new JobFailedException(
              said("stopped after " + command.timeout().toSeconds() + " s", finished, note));
      case CANCELLED -> throw new InterruptedException("the job was stopped");
    };
  }

  /// A command that ran in the background.
  ///
  /// @param note what else there is to say; may be empty
  record Followed(Shell.Finished finished, String note) {}

  /// Runs a command within a job, with everything that belongs to a command.
  Followed follow(Shell.Command command, Editing editing, Attribution by, Consumer<String> output)
      throws JobFailedException, InterruptedException {
    CommandWatch watch = editing.watch(by);
    Shell.Finished finished;
    Effects effects;
    try {
      finished = shell.runAside(command.inside(watch.view()), output);
    } catch (IOException problem) {
      throw new JobFailedException("starting the command failed: " + problem.getMessage());
    } finally {
      effects = watch.finish();
    }
    return new Followed(finished, note(finished, effects, List.of()));
  }

  private static Json.Obj noted(String note) {
    return note.isEmpty() ? Json.Obj.EMPTY : Json.object().put("note", note).build();
  }
}
