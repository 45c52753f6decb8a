package dev.tenon.core.agent;

import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs all calls of one message. Neighbours that only read run side by side; everything else runs
/// alone and in order. Whatever happens, there is one result for each call, in call order: a tool
/// that breaks, even by running out of stack or of memory, costs its own call and no other.
final class ToolBatch {
  private static final String STOPPED = "stopped by the user";
  private static final String STEERED = "skipped: the user sent a new message";

  private final ToolRunner runner;
  private final Inbox inbox;
  private final Consumer<AgentEvent> events;

  private volatile Ending ending = Ending.DONE;

  ToolBatch(ToolRunner runner, Inbox inbox, Consumer<AgentEvent> events) {
    this.runner = runner;
    this.inbox = inbox;
    this.events = events;
  }

  record Outcome(List<Part.Result> results, Ending ending) {}

  enum Ending {
    DONE,
    ABORTED
  }

  /// A call on its way: prepared, maybe running on a thread of its own, finally answered.
  private static final class Slot {
    final Part.Call call;
    ToolRunner.Step.@Nullable Ready ready;
    volatile ToolRunner.@Nullable Answer answer;
    volatile @Nullable Throwable bug;
    @Nullable Thread thread;

    /// Whether the person said something while they were asked about it: they had said that when
    /// they agreed.
    boolean agreed;

    Slot(Part.Call call) {
      this.call = call;
    }
  }

  Outcome run(List<Part.Call> calls) {
    ending = Ending.DONE;
    var slots = calls.stream().map(Slot::new).toList();
    var group = new ArrayList<Slot>();
    for (Slot slot : slots) {
      if (!prepare(slot)) {
        continue;
      }
      boolean alone =
          slot.ready != null && slot.ready.concurrency() == ToolRunner.Concurrency.ALONE;
      if (alone) {
        flush(group);
        if (blocked(slot)) {
          continue;
        }
      }
      group.add(slot);
      if (alone) {
        flush(group);
      }
    }
    flush(group);
    return new Outcome(slots.stream().map(slot -> answer(slot).result()).toList(), ending);
  }

  /// Binds and judges the call. Answers false when it is answered already.
  private boolean prepare(Slot slot) {
    if (blocked(slot)) {
      return false;
    }
    try {
      switch (runner.prepare(slot.call)) {
        case ToolRunner.Step.Refused refused -> finish(slot, refused.answer(), 0);
        case ToolRunner.Step.Ready ready -> {
          slot.ready = ready;
          slot.agreed = inbox.hasSteering();
        }
      }
    } catch (InterruptedException stopped) {
      ending = Ending.ABORTED;
      finish(slot, ToolRunner.cancelled(slot.call, STOPPED), 0);
    } catch (Throwable bug) {
      // Code that is not Java throws what it has not declared.
      broke(slot, bug);
    }
    return slot.answer == null;
  }

  /// Answers a call that must not start any more.
  private boolean blocked(Slot slot) {
    if (Thread.interrupted()) {
      ending = Ending.ABORTED;
    }
    String reason =
        switch (ending) {
          case ABORTED -> STOPPED;
          case DONE -> inbox.hasSteering() && !slot.agreed ? STEERED : null;
        };
    if (reason == null) {
      return false;
    }
    finish(slot, ToolRunner.cancelled(slot.call, reason), 0);
    return true;
  }

  private void flush(List<Slot> group) {
    if (group.size() == 1) {
      execute(group.getFirst());
    } else if (!group.isEmpty()) {
      for (Slot slot : group) {
        slot.thread =
            Thread.ofVirtual().name("tool-" + slot.call.name()).start(() -> execute(slot));
      }
      group.forEach(slot -> join(slot, group));
    }
    for (Slot slot : group) {
      Throwable bug = slot.bug;
      if (bug != null) {
        broke(slot, bug);
      }
    }
    group.clear();
  }

  private void join(Slot slot, List<Slot> group) {
    while (slot.thread != null && slot.thread.isAlive()) {
      try {
        slot.thread.join();
      } catch (InterruptedException stopped) {
        ending = Ending.ABORTED;
        group.forEach(other -> interrupt(other.thread));
      }
    }
  }

  private static void interrupt(@Nullable Thread thread) {
    if (thread != null) {
      thread.interrupt();
    }
  }

  private void execute(Slot slot) {
    ToolRunner.Step.Ready ready = slot.ready;
    if (ready == null) {
      return;
    }
    long start = System.nanoTime();
    Duration before = ready.permits().waited();
    try {
      events.accept(new AgentEvent.ToolStarted(ready.call(), ready.title()));
      ToolRunner.Answer answer =
          ready.run(text -> events.accept(new AgentEvent.ToolProgressed(slot.call.id(), text)));
      if (Thread.interrupted()) {
        // The call was stopped, and answered with what it had by then.
        ending = Ending.ABORTED;
      }
      finish(slot, answer, took(ready, start, before));
    } catch (InterruptedException stopped) {
      ending = Ending.ABORTED;
      finish(slot, ToolRunner.cancelled(slot.call, STOPPED), took(ready, start, before));
    } catch (Throwable bug) {
      slot.bug = bug;
    }
  }

  /// The time of the call itself: while it waits for a person, it does nothing.
  private static long took(ToolRunner.Step.Ready ready, long start, Duration before) {
    long waited = ready.permits().waited().minus(before).toNanos();
    return Math.max(0, System.nanoTime() - start - waited);
  }

  private void broke(Slot slot, Throwable bug) {
    events.accept(new AgentEvent.Broke(bug));
    finish(slot, ToolRunner.broken(slot.call), 0);
  }

  private void finish(Slot slot, ToolRunner.Answer answer, long nanos) {
    slot.answer = answer;
    events.accept(
        new AgentEvent.ToolFinished(
            slot.call,
            answer.result(),
            answer.shape(),
            Duration.ofNanos(nanos),
            answer.decision()));
  }

  private static ToolRunner.Answer answer(Slot slot) {
    ToolRunner.Answer answer = slot.answer;
    if (answer == null) {
      throw new IllegalStateException("call " + slot.call.id() + " has no answer");
    }
    return answer;
  }
}
