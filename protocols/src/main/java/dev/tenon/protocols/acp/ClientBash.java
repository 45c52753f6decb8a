package dev.tenon.protocols.acp;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.path.PathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs a shell command in a terminal of the client, in place of our own shell. Nothing stands
/// around it: whoever gives this tool to a conversation takes care that its policy knows no wall.
/// What the command does to the files is in the journal all the same.
public final class ClientBash implements Tool<ClientBash.Parameters> {
  private static final int MOST_OUTPUT = 1 << 20;
  private static final int DEFAULT_SECONDS = 120;
  private static final int MOST_SECONDS = 3600;
  private static final Duration ASKING = Duration.ofSeconds(30);

  /// So long a client has to end a terminal when the call was stopped.
  private static final Duration ENDING = Duration.ofMillis(120);

  private final SessionUpdates updates;

  public ClientBash(SessionUpdates updates) {
    this.updates = updates;
  }

  /// What to run, where, and for how long.
  public record Parameters(
      @Doc(
              value = "The command line, run by bash.",
              aliases = {"cmd"})
          String command,
      @Doc("Folder to run it in; default: the project.") @Nullable String cwd,
      @Doc(value = "Seconds until it is stopped, 1 to 3600; 0 means the default.", fallback = "0")
          int timeout) {}

  @Override
  public String name() {
    return "bash";
  }

  @Override
  public String description() {
    return "Run a shell command in a terminal of the person's editor and get its output and exit"
        + " code. Ends after "
        + DEFAULT_SECONDS
        + " s unless told otherwise. There is no sandbox around it.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(
        new Access.Execute(parameters.command, parameters.cwd == null ? "." : parameters.cwd));
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.command;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    if (parameters.command.isBlank() || parameters.command.indexOf('\0') >= 0) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, "the command is empty or has a NUL character in it");
    }
    Path folder = folder(parameters.cwd, context);
    int seconds =
        parameters.timeout == 0 ? DEFAULT_SECONDS : Math.clamp(parameters.timeout, 1, MOST_SECONDS);
    CommandWatch watch =
        context.editing().watch(new Attribution(Origin.SHELL, name(), context.callId()));
    Ran ran;
    Effects effects;
    try {
      ran = ran(parameters.command, folder, Duration.ofSeconds(seconds), context.callId());
    } catch (RpcException failed) {
      throw new ToolException(
          ToolException.Code.FAILED,
          "the editor's terminal failed: " + failed.getMessage() + "; set acp.terminal to own");
    } finally {
      effects = watch.finish();
    }
    String note = ran.note + (effects.isEmpty() ? "" : effects.summary());
    var facts = Json.object().put("wall", false);
    return new ToolResult.Command(
        ran.output, ran.exitCode, (note.isEmpty() ? facts : facts.put("note", note)).build());
  }

  private static Path folder(@Nullable String wanted, ToolContext context) throws ToolException {
    try {
      return wanted == null
          ? context.workspace().root()
          : context.workspace().sandbox().existing(wanted);
    } catch (PathException denied) {
      throw ToolException.of(denied);
    }
  }

  private record Ran(String output, int exitCode, String note) {}

  private Ran ran(String command, Path folder, Duration limit, String callId)
      throws RpcException, InterruptedException {
    String terminal =
        updates
            .client()
            .ask(
                "terminal/create",
                Json.object()
                    .put("sessionId", updates.session())
                    .put("command", "bash")
                    .put("args", Json.strings(List.of("-c", command)))
                    .put("cwd", updates.paths().spelled(folder).toString())
                    .put("outputByteLimit", MOST_OUTPUT)
                    .build(),
                ASKING,
                late -> release(late.string("terminalId", ""), false))
            .string("terminalId", "");
    updates.terminal(callId, terminal);
    boolean ended = false;
    try {
      String note = "";
      try {
        ask("terminal/wait_for_exit", terminal, limit);
      } catch (RpcException late) {
        if (late.kind() != RpcException.Kind.TIMED_OUT) {
          throw late;
        }
        ask("terminal/kill", terminal, ASKING);
        note = "stopped after " + limit.toSeconds() + " s; ";
      }
      Json.Obj output = ask("terminal/output", terminal, ASKING);
      ended = true;
      Json.Obj exit = output.objectOrEmpty("exitStatus");
      String signal = exit.string("signal", "");
      return new Ran(
          output.string("output", ""),
          (int) exit.number("exitCode", signal.isEmpty() ? 0 : 128),
          note + (signal.isEmpty() ? "" : "ended by " + signal + "; "));
    } finally {
      release(terminal, ended);
    }
  }

  private Json.Obj ask(String method, String terminal, Duration limit)
      throws RpcException, InterruptedException {
    return updates.client().ask(method, params(terminal), limit);
  }

  private Json.Obj params(String terminal) {
    return Json.object().put("sessionId", updates.session()).put("terminalId", terminal).build();
  }

  /// Whatever happened, nothing is left at the client.
  private void release(String terminal, boolean ended) {
    boolean stopped = Thread.interrupted();
    try {
      if (!ended) {
        ask("terminal/kill", terminal, ENDING);
      }
    } catch (RpcException unanswered) {
      updates.client().log("a terminal was not ended: " + unanswered.getMessage());
    } catch (InterruptedException again) {
      stopped = true;
    }
    try {
      ask("terminal/release", terminal, ENDING);
    } catch (RpcException unanswered) {
      updates.client().log("a terminal was not released: " + unanswered.getMessage());
    } catch (InterruptedException again) {
      stopped = true;
    }
    if (stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
