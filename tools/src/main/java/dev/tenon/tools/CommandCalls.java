package dev.tenon.tools;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.exec.background.JobFailedException;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the tools that run a command and wait for it have in common: which lines and folders they
/// take, and how the end of a command becomes the answer to the model.
final class CommandCalls {
  /// Linux takes 128 KB as one argument.
  private static final int MOST_BYTES = 120 * 1024;

  /// A command may lack several things one after the other; each needs another run.
  private static final int MOST_OPENINGS = 3;

  private final CommandRunner runner;

  CommandCalls(CommandRunner runner) {
    this.runner = runner;
  }

  /// The folder of a call for whoever judges it.
  ///
  /// @param wanted as the call names it, if it does
  String judgedFolder(@Nullable String wanted) {
    return wanted == null ? runner.shell().folder().map(Path::toString).orElse(".") : wanted;
  }

  /// The folder in which a command of a call starts.
  Path folder(@Nullable String wanted, PathSandbox sandbox) throws ToolException {
    if (wanted == null) {
      Optional<Path> last = runner.shell().folder();
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

  /// The line, if the system can take it.
  static String checked(String line) throws ToolException {
    if (line.isBlank()) {
      throw invalid("the command is empty");
    }
    if (line.indexOf('\0') >= 0) {
      throw invalid("the command has a NUL character in it; no command can");
    }
    int bytes = line.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw invalid(
          "the command has "
              + bytes
              + " bytes, and the system takes "
              + MOST_BYTES
              + "; write a script to a file and run that");
    }
    return line;
  }

  static ToolException invalid(String message) {
    return new ToolException(ToolException.Code.INVALID_ARGUMENT, message);
  }

  static Attribution by(String tool, ToolContext context) {
    return new Attribution(Origin.SHELL, tool, context.callId());
  }

  /// Runs a command to its end and answers the call. A command that fails because of the wall runs
  /// again when the policy, or the person, gives it what it lacked.
  ///
  /// @param access the command as it was judged
  /// @param notes what was to be said before it ran
  ToolResult run(
      Shell.Command command,
      Access.Execute access,
      String tool,
      List<String> notes,
      ToolContext context)
      throws ToolException, InterruptedException {
    var all = new ArrayList<>(notes);
    Reach reach = context.permits().reach();
    CommandRunner.Result result = once(command.reaching(reach), tool, context);
    for (int again = 0; again < MOST_OPENINGS; again++) {
      Optional<Need> need = result.finished().need();
      if (need.isEmpty()) {
        break;
      }
      try {
        reach = context.permits().request(access.needing(need.get())).and(reach);
      } catch (ToolException refused) {
        all.add(String.valueOf(refused.getMessage()));
        break;
      }
      all.add(
          need.get() instanceof Need.Writing
              ? "it ran again with the project writable, since it does more than read"
              : "it ran again, since it " + need.get().describe());
      if (!result.effects().isEmpty()) {
        all.add("the first time: " + result.effects().summary());
      }
      result = once(command.reaching(reach), tool, context);
    }
    forgetOutside(context.workspace().sandbox(), all);
    List<String> told = List.copyOf(all);
    all.addAll(result.notes());
    if (runner.namesChecks()) {
      result.checkId().ifPresent(id -> all.add("check " + id));
    }
    Access.Execute ran =
        new Access.Execute(access.command(), command.directory().toString())
            .seenFrom(context.workspace().sandbox().root());
    return answer(result, command, ran.inRoot() ? "" : ran.folder(), told, String.join("; ", all));
  }

  private CommandRunner.Result once(Shell.Command command, String tool, ToolContext context)
      throws ToolException, InterruptedException {
    try {
      return runner.run(command, context.editing(), by(tool, context), context.progress());
    } catch (IOException problem) {
      throw ToolException.of("starting the command", problem);
    }
  }

  /// A remembered folder outside of the roots is forgotten.
  private void forgetOutside(PathSandbox sandbox, List<String> notes) {
    Optional<Path> folder = runner.shell().folder();
    if (folder.isPresent() && !isInside(folder.get(), sandbox)) {
      runner.shell().forget();
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

  /// @param folder in which it ran, for people; empty for the root
  /// @param told what there is to say of how it ran, for people
  /// @param note all there is to say beside the output, for the model
  private static ToolResult answer(
      CommandRunner.Result result,
      Shell.Command command,
      String folder,
      List<String> told,
      String note)
      throws ToolException {
    Shell.Finished finished = result.finished();
    var facts = Json.object().putAll(result.effects().facts());
    facts.put("duration_ms", finished.took().toMillis());
    finished.artifact().ifPresent(file -> facts.put("artifact", Artifacts.address(file)));
    if (!note.isEmpty()) {
      facts.put("note", note);
    }
    if (!told.isEmpty()) {
      facts.put("notes", Json.strings(told));
    }
    if (!finished.notes().isEmpty()) {
      facts.put("warnings", Json.strings(finished.notes()));
    }
    return switch (finished.ending()) {
      case EXITED -> {
        if (!folder.isEmpty()) {
          facts.put("folder", folder);
        }
        yield new ToolResult.Command(finished.output(), finished.exitCode(), facts.build());
      }
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

  /// What becomes of a job whose command could not be started.
  static JobFailedException notStarted(IOException problem) {
    return new JobFailedException("starting the command failed: " + problem.getMessage());
  }

  /// A command that was stopped, as text.
  static String said(String ending, Shell.Finished finished, String note) {
    String output = finished.output().stripTrailing();
    return ending
        + (output.isEmpty() ? "; it had printed nothing" : "; it had printed:\n" + output)
        + (note.isEmpty() ? "" : "\n[" + note + "]");
  }
}
