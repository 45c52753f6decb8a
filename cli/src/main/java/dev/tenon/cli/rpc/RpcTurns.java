package dev.tenon.cli.rpc;

import dev.tenon.cli.stream.WholeTurn;
import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Compactor;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.session.Entry;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.protocols.rpc.RpcEvents;
import dev.tenon.protocols.rpc.RpcWire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What takes its time: prompts, and shortening the history. One runs at a time, on a thread of its
/// own. Safe for several threads.
final class RpcTurns {
  /// How long the end of a turn that was stopped waits for the ends of its helpers.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final String CANCELLED = "Compaction cancelled";
  private static final String TOO_SMALL = "Nothing to compact (session too small)";

  private final ProjectConversation conversation;
  private final Conversation live;
  private final RpcWire wire;
  private final RpcEvents events;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable Thread busy;

  /// What ran has stopped, and its end is being told.
  private boolean ending;

  /// The history is being shortened, and the prompt that waits for that.
  private boolean shortening;

  private @Nullable Asked waiting;

  /// Commands that ended while a prompt ran: the session has them behind it.
  private final List<Entry.Said> ended = new ArrayList<>();

  RpcTurns(ProjectConversation conversation, RpcWire wire, RpcEvents events) {
    this.conversation = conversation;
    this.live = conversation.conversation();
    this.wire = wire;
    this.events = events;
  }

  boolean isBusy() {
    lock.lock();
    try {
      return busy != null && !ending;
    } finally {
      lock.unlock();
    }
  }

  /// Whether its end has not been told yet.
  boolean isUnended() {
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
      while (ending) {
        changed.awaitUninterruptibly();
      }
      if (busy != null) {
        return false;
      }
      busy = thread;
      return true;
    } finally {
      lock.unlock();
    }
  }

  private Thread turn() {
    return Thread.ofVirtual().name("turn").unstarted(() -> goOn(Rest.QUEUED, () -> {}));
  }

  /// Begins what was said too late for what ran; what runs looks before it ends.
  void beginQueued() {
    Thread thread = turn();
    if (begin(thread)) {
      thread.start();
    }
  }

  /// What comes after something that ran.
  private enum Rest {
    /// What came too late for it.
    QUEUED,
    /// Nothing: it failed or was stopped, and what waits is for the next prompt.
    LEFT
  }

  /// Carries out what waits until nothing does, and tells the end. Whoever hears of the end may
  /// prompt again at once, and whoever prompts before that waits for it. It is told without the
  /// lock: the other side may take its time to read.
  ///
  /// @param last is told with the end, or before what still waits
  private void goOn(Rest rest, Runnable last) {
    Rest now = rest;
    Runnable words = last;
    try {
      while (!ends(now)) {
        Runnable first = words;
        words = () -> {};
        first.run();
        now = queued();
      }
    } finally {
      end(words);
    }
  }

  private Rest queued() {
    Asked asked = waiting();
    if (asked != null) {
      return sent(asked);
    }
    try {
      return after(new WholeTurn(conversation).runQueued().orElse(null));
    } catch (InterruptedException stopped) {
      return stopped();
    } catch (RuntimeException | Error bug) {
      live.broke(bug);
      return Rest.LEFT;
    }
  }

  private @Nullable Asked waiting() {
    lock.lock();
    try {
      Asked asked = waiting;
      waiting = null;
      return asked;
    } finally {
      lock.unlock();
    }
  }

  /// Whether nothing is left to do; then nobody is let in before the end was told.
  private boolean ends(Rest rest) {
    lock.lock();
    try {
      shortening = false;
      if (waiting != null || (rest == Rest.QUEUED && live.hasQueued())) {
        return false;
      }
      ending = true;
      keepEnded();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void end(Runnable last) {
    try {
      events.idle();
      last.run();
    } finally {
      lock.lock();
      try {
        keepEnded();
        ending = false;
        busy = null;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private void keepEnded() {
    ended.forEach(this::keep);
    ended.clear();
  }

  // ---- prompts

  /// A prompt with the id of its command.
  private record Asked(@Nullable Json id, String text, List<Part.Image> pictures) {}

  /// Begins a prompt, or has it begin when the history is short enough. It is answered when it is
  /// clear that it will be sent, before anything is told of it. Answers false when another one
  /// runs.
  boolean prompt(@Nullable Json id, String text, List<Part.Image> pictures) {
    Thread thread = turn();
    lock.lock();
    try {
      boolean begins = begin(thread);
      if (!begins && (!shortening || waiting != null)) {
        return false;
      }
      waiting = new Asked(id, text, pictures);
      if (begins) {
        thread.start();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private Rest sent(Asked asked) {
    Message.User read;
    try {
      read = live.setup().prompts().read(asked.text);
    } catch (PromptReader.RefusedException refused) {
      wire.fail(asked.id, "prompt", String.valueOf(refused.getMessage()));
      return Rest.QUEUED;
    } catch (InterruptedException stopped) {
      wire.fail(asked.id, "prompt", "the prompt was aborted before it was sent");
      return Rest.LEFT;
    } catch (RuntimeException | Error bug) {
      broke(asked.id, "prompt", bug);
      return Rest.LEFT;
    }
    wire.succeed(asked.id, "prompt", null);
    try {
      return after(new WholeTurn(conversation).run(with(read, asked.pictures)));
    } catch (InterruptedException stopped) {
      return stopped();
    } catch (RuntimeException | Error bug) {
      // The answer is given; how it ended is told by the events.
      live.broke(bug);
      return Rest.LEFT;
    }
  }

  /// How it ended is told by the events.
  private static Rest after(@Nullable Outcome outcome) {
    return outcome == null || outcome.ending() == Outcome.Ending.COMPLETED
        ? Rest.QUEUED
        : Rest.LEFT;
  }

  /// That is told as well; what its helpers have to say comes before the end.
  private Rest stopped() {
    conversation.helpers().ifPresent(helpers -> helpers.awaitEnds(PATIENCE));
    return Rest.LEFT;
  }

  /// A bug ends a command like a failure: whoever waits for its answer gets one.
  void broke(@Nullable Json id, String command, Throwable bug) {
    wire.fail(id, command, "a bug in Tenon: " + bug);
    live.broke(bug);
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
        interrupt();
        long left = changed.awaitNanos(100_000_000L);
        if (left > 0 && busy == null) {
          return;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /// Has what runs stop, without waiting for that. What tells its end only has last words to say.
  void interrupt() {
    lock.lock();
    try {
      Thread running = busy;
      if (running != null && !ending && !live.abort()) {
        running.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- shortening

  /// Begins to shorten the history, after what runs was stopped. It can be stopped like a prompt.
  void compact(@Nullable Json id, String focus) throws InterruptedException {
    Thread thread = Thread.ofVirtual().name("compaction").unstarted(() -> shorten(id, focus));
    do {
      stop();
    } while (!begin(thread));
    lock.lock();
    try {
      shortening = true;
    } finally {
      lock.unlock();
    }
    thread.start();
  }

  private void shorten(@Nullable Json id, String focus) {
    Rest rest = Rest.LEFT;
    Runnable answer;
    String problem = null;
    var refused = new AtomicBoolean();
    events.compacting();
    try {
      Optional<CompactedHistory> made =
          live.compact(new Compactor.Occasion.Asked(focus, why -> refused.set(true)));
      rest = Rest.QUEUED;
      if (made.isPresent()) {
        answer = () -> wire.succeed(id, "compact", events.result(made.get()));
      } else if (refused.get()) {
        answer = () -> wire.fail(id, "compact", CANCELLED);
      } else {
        problem = TOO_SMALL;
        answer = () -> wire.fail(id, "compact", TOO_SMALL);
      }
    } catch (InterruptedException aborted) {
      answer = () -> wire.fail(id, "compact", CANCELLED);
      refuseWaiting();
    } catch (RuntimeException | Error bug) {
      problem = "a bug in Tenon: " + bug;
      answer = () -> broke(id, "compact", bug);
    } finally {
      events.compacted(problem);
    }
    goOn(rest, answer);
  }

  private void refuseWaiting() {
    Asked asked = waiting();
    if (asked != null) {
      wire.fail(asked.id, "prompt", "the prompt was aborted before it was sent");
    }
  }

  // ---- commands of the program

  /// The session knows of a command at once, but nothing comes between a call and its result, so
  /// that a prompt that runs goes before it.
  void keepAfterwards(Entry.Said entry) {
    lock.lock();
    try {
      if (busy == null) {
        keep(entry);
      } else {
        ended.add(entry);
      }
    } finally {
      lock.unlock();
    }
  }

  private void keep(Entry.Said entry) {
    conversation.session().ifPresent(session -> session.keep(entry));
  }
}
