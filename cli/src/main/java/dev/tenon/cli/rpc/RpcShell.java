package dev.tenon.cli.rpc;

import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.command.OwnCommands;
import dev.tenon.protocols.rpc.RpcWire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The program's own commands: one at a time, also while a prompt runs, on a thread of its own.
/// Safe for several threads.
final class RpcShell {
  private final ProjectConversation conversation;
  private final RpcWire wire;
  private final RpcTurns turns;
  private final AtomicReference<@Nullable Thread> running = new AtomicReference<>();

  RpcShell(ProjectConversation conversation, RpcWire wire, RpcTurns turns) {
    this.conversation = conversation;
    this.wire = wire;
    this.turns = turns;
  }

  void run(@Nullable Json id, String command) {
    boolean beside = turns.isUnended();
    Thread thread = Thread.ofVirtual().name("bash").unstarted(() -> execute(id, command, beside));
    if (running.compareAndSet(null, thread)) {
      thread.start();
    } else {
      wire.fail(id, "bash", "a command is running; wait for its response, or send abort_bash");
    }
  }

  void stop() {
    Thread thread = running.get();
    if (thread != null) {
      thread.interrupt();
    }
  }

  /// @param beside whether a prompt runs, whose changes must go on to be its own
  private void execute(@Nullable Json id, String command, boolean beside) {
    try {
      executed(id, command, beside);
    } catch (RuntimeException | Error bug) {
      over();
      turns.broke(id, "bash", bug);
    } finally {
      over();
    }
  }

  /// Before it is answered: who has the answer may give the next command at once.
  private void over() {
    running.compareAndSet(Thread.currentThread(), null);
  }

  private void executed(@Nullable Json id, String command, boolean beside) {
    try {
      OwnCommands own = conversation.ownCommands();
      Shell.Finished finished =
          beside
              ? own.besidePrompt(command, OwnCommands.Sharing.TOLD, output -> {})
              : own.finished(command, OwnCommands.Sharing.TOLD, output -> {});
      boolean cancelled = finished.ending() != Shell.Ending.EXITED;
      answer(id, command, finished, cancelled);
    } catch (InterruptedException stopped) {
      answer(id, command, null, true);
    } catch (IOException failed) {
      // Stopped before it began, what it needs of files fails.
      if (Thread.currentThread().isInterrupted()) {
        answer(id, command, null, true);
      } else {
        over();
        wire.fail(id, "bash", "the command could not run: " + IoFailure.named(failed));
      }
    }
  }

  private void answer(
      @Nullable Json id, String command, Shell.@Nullable Finished finished, boolean cancelled) {
    // What stopped the command must not stop its answer.
    boolean ignored = Thread.interrupted();
    Json.Builder data = Json.object().put("output", finished == null ? "" : finished.output());
    if (!cancelled && finished != null) {
      data.put("exitCode", finished.exitCode());
    }
    Optional<Path> whole = finished == null ? Optional.empty() : finished.artifact();
    data.put("cancelled", cancelled).put("truncated", whole.isPresent());
    if (whole.isPresent()) {
      data.put("fullOutputPath", whole.get().toString());
    }
    Json.Obj result = data.build();
    Entry.Said entry = kept(command, result);
    if (finished == null) {
      // It was stopped before anybody told the model of it.
      conversation.tell(EntryText.ownCommand(entry.message()));
    }
    over();
    wire.succeed(id, "bash", result);
  }

  /// The session knows of it; the model is told with the next prompt, which is then in the session,
  /// so that this entry must not tell it again when the session is resumed.
  private Entry.Said kept(String command, Json.Obj result) {
    var entry =
        new Entry.Said(
            Json.object()
                .put("role", "bashExecution")
                .put("command", command)
                .putAll(result)
                .put("excludeFromContext", true)
                .put(EntryText.TOLD, true)
                .put("timestamp", System.currentTimeMillis())
                .build());
    turns.keepAfterwards(entry);
    return entry;
  }
}
