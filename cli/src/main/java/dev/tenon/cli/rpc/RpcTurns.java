package dev.tenon.cli.rpc;

import dev.tenon.cli.stream.WholeTurn;
import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.session.Entry;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.command.OwnCommands;
import dev.tenon.protocols.rpc.RpcEvents;
import dev.tenon.protocols.rpc.RpcWire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What takes its time: prompts, shortening the history, the program's own commands. One of the
/// first two runs at a time, on a thread of its own. Safe for several threads.
final class RpcTurns {
  private final ProjectConversation conversation;
  private final Conversation live;
  private final RpcWire wire;
  private final RpcEvents events;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable Thread busy;
  private @Nullable Thread bash;

  RpcTurns(ProjectConversation conversation, RpcWire wire, RpcEvents events) {
    this.conversation = conversation;
    this.live = conversation.conversation();
    this.wire = wire;
    this.events = events;
  }

  boolean isBusy() {
    lock.lock();
    try {
      return busy != null;
    } finally {
      lock.unlock();
    }
  }

  /// Takes the place of what runs; answers false when something does.
  private boolean begin(Thread thread) {
    lock.lock();
    try {
      if (busy != null) {
        return false;
      }
      busy = thread;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Whoever hears of the end may prompt again at once, so that both come together.
  private void end() {
    lock.lock();
    try {
      busy = null;
      events.idle();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  // ---- prompts

  /// Begins a prompt. It is answered when it is clear that it will be sent, before anything is told
  /// of it. Answers false when another one runs.
  boolean prompt(@Nullable Json id, String text, List<Part.Image> pictures) {
    Thread thread = Thread.ofVirtual().name("turn").unstarted(() -> run(id, text, pictures));
    if (!begin(thread)) {
      return false;
    }
    thread.start();
    return true;
  }

  private void run(@Nullable Json id, String text, List<Part.Image> pictures) {
    try {
      Message.User read;
      try {
        read = live.setup().prompts().read(text);
      } catch (PromptReader.RefusedException refused) {
        wire.fail(id, "prompt", String.valueOf(refused.getMessage()));
        return;
      } catch (InterruptedException stopped) {
        wire.fail(id, "prompt", "the prompt was aborted before it was sent");
        return;
      }
      wire.succeed(id, "prompt", null);
      try {
        // How it ended is told by the events.
        var ignored = new WholeTurn(conversation).run(with(read, pictures));
      } catch (InterruptedException stopped) {
        // That is told as well.
        return;
      }
    } finally {
      end();
    }
  }

  static Message.User with(Message.User said, List<Part.Image> pictures) {
    var parts = new ArrayList<Part.Input>(said.content());
    parts.addAll(pictures);
    return new Message.User(parts);
  }

  void steer(Message.User message) {
    live.steer(message);
    events.queueChanged();
  }

  void followUp(Message.User message) {
    live.followUp(message);
    events.queueChanged();
  }

  /// Nothing of what waits is said any more.
  void forgetQueued() {
    if (!live.takeUnsent().isEmpty()) {
      events.queueChanged();
    }
  }

  /// Stops what runs and waits until it has stopped.
  void stop() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (busy != null) {
        Thread running = busy;
        if (!live.abort()) {
          running.interrupt();
        }
        long left = changed.awaitNanos(100_000_000L);
        if (left > 0 && busy == null) {
          return;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- shortening

  /// Shortens the history, after what runs was stopped.
  void compact(@Nullable Json id, String focus) throws InterruptedException {
    do {
      stop();
    } while (!begin(Thread.currentThread()));
    Optional<CompactedHistory> made = Optional.empty();
    boolean stopped = false;
    events.compacting(true);
    try {
      made = live.compact(focus);
    } catch (InterruptedException aborted) {
      stopped = true;
    } finally {
      events.compacting(false);
      end();
    }
    if (stopped) {
      wire.fail(id, "compact", "Compaction cancelled");
    } else if (made.isEmpty()) {
      wire.fail(id, "compact", "Nothing to compact (session too small)");
    } else {
      wire.succeed(id, "compact", events.result(made.get()));
    }
  }

  // ---- commands of the program

  void bash(@Nullable Json id, String command) {
    Thread thread = Thread.ofVirtual().name("bash").unstarted(() -> execute(id, command));
    lock.lock();
    try {
      if (busy != null || bash != null) {
        wire.fail(
            id,
            "bash",
            busy != null
                ? "a prompt is running; wait for agent_end, or send abort"
                : "a command is running; wait for its response, or send abort_bash");
        return;
      }
      bash = thread;
    } finally {
      lock.unlock();
    }
    thread.start();
  }

  private void execute(@Nullable Json id, String command) {
    try {
      Shell.Finished finished =
          conversation.ownCommands().finished(command, OwnCommands.Sharing.TOLD, output -> {});
      boolean cancelled = finished.ending() != Shell.Ending.EXITED;
      answer(id, command, finished, cancelled);
    } catch (InterruptedException stopped) {
      answer(id, command, null, true);
    } catch (IOException failed) {
      // Stopped before it began, what it needs of files fails.
      if (Thread.currentThread().isInterrupted()) {
        answer(id, command, null, true);
      } else {
        wire.fail(id, "bash", "the command could not run: " + failed.getMessage());
      }
    } finally {
      lock.lock();
      try {
        bash = null;
      } finally {
        lock.unlock();
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
    keep(command, result);
    wire.succeed(id, "bash", result);
  }

  /// The session knows of it; the model is told with the next prompt, which is then in the session.
  private void keep(String command, Json.Obj result) {
    conversation
        .session()
        .ifPresent(
            session ->
                session.keep(
                    new Entry.Said(
                        Json.object()
                            .put("role", "bashExecution")
                            .put("command", command)
                            .putAll(result)
                            .put("excludeFromContext", true)
                            .put("timestamp", System.currentTimeMillis())
                            .build())));
  }

  void stopBash() {
    lock.lock();
    try {
      if (bash != null) {
        bash.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }
}
