package dev.tenon.core.agent;

import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageAssembly;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.rule.Injection;
import dev.tenon.core.rule.RulePolicy;
import dev.tenon.core.tool.ToolRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The algorithm of one prompt: ask the model, append its one message, run all its calls, append
/// one message with all the results, and again, until the model has nothing left to do.
///
/// It runs on the calling thread, which should be virtual; interrupting that thread stops it at the
/// next possible moment. However it ends, even by a bug, every call in the history is answered.
final class AgentLoop {
  private final Setup setup;
  private final History history;
  private final Inbox inbox;
  private final Consumer<AgentEvent> events;
  private final ToolBatch batch;
  private final @Nullable Notices notices;
  private final @Nullable Guidance guidance;
  private final long start = System.nanoTime();

  private Usage usage = Usage.NONE;
  private int steps;
  private String text = "";
  private boolean toldLast;

  /// @param notices what background work has to tell, if there is any
  AgentLoop(
      Setup setup,
      History history,
      Inbox inbox,
      Consumer<AgentEvent> events,
      @Nullable Notices notices) {
    this.notices = notices;
    this.setup = setup;
    this.history = history;
    this.inbox = inbox;
    this.events = events;
    this.guidance = Guidance.of(setup, history, events);
    this.batch = new ToolBatch(setup.tools(), inbox, events);
  }

  Outcome run(Message.User prompt) {
    return run(List.of(prompt));
  }

  /// @param said the prompt, and what was said with it
  Outcome run(List<Message.User> said) {
    Message.User prompt = said.getFirst();
    events.accept(new AgentEvent.PromptStarted(prompt));
    setup.tools().beginPrompt(prompt.text());
    if (setup.endGuard() != null) {
      setup.endGuard().began();
    }
    tell();
    said.forEach(this::append);
    Outcome outcome;
    try {
      outcome = steps();
      EndGuard guard = setup.endGuard();
      outcome = guard == null ? outcome : outcome.with(guard.receipt().orElse(null));
    } catch (Throwable bug) {
      broke(bug);
      throw bug;
    }
    events.accept(new AgentEvent.PromptEnded(outcome));
    return outcome;
  }

  /// Leaves everything so that the next prompt can build on it, and lets the session note the end.
  private void broke(Throwable bug) {
    try {
      if (history.messages().getLast() instanceof Message.Assistant asked
          && !asked.calls().isEmpty()) {
        append(
            new Message.ToolResults(
                asked.calls().stream().map(call -> ToolRunner.broken(call).result()).toList()));
      }
      events.accept(
          new AgentEvent.PromptEnded(
              outcome(Outcome.Ending.FAILED, "a bug in Tenon ended the prompt" + said(bug), null)));
    } catch (Throwable again) {
      // It may be the listener that is broken.
      bug.addSuppressed(again);
    }
  }

  private Outcome steps() {
    boolean overflowed = false;
    while (steps < setup.limits().steps()) {
      steps++;
      steer();
      tell();
      var assembly = new MessageAssembly();
      Message.Assistant message;
      try {
        makeRoom(Compactor.Occasion.Routine.VALUE);
        trim();
        tellTaken();
        events.accept(new AgentEvent.StepStarted(steps));
        message = ask(assembly);
        overflowed = false;
      } catch (ModelException failure) {
        if (failure.kind() == ModelException.Kind.CONTEXT_OVERFLOW && !overflowed) {
          overflowed = true;
          if (recovers()) {
            steps--;
            continue;
          }
        }
        if (isWithoutRefusedTool(failure)) {
          steps--;
          continue;
        }
        return failed(failure, assembly);
      } catch (InterruptedException stopped) {
        if (stoppedByRule(assembly)) {
          continue;
        }
        keep(assembly.partial(StopReason.ABORTED));
        return aborted();
      }
      keep(message);
      usage = usage.plus(message.usage());
      text = message.text();
      if (!message.calls().isEmpty()) {
        ToolBatch.Outcome results = batch.run(message.calls());
        append(
            new Message.ToolResults(
                guidance == null ? results.results() : guidance.reminded(results)));
        tellTaken();
        switch (results.ending()) {
          case DONE -> {}
          case ABORTED -> {
            return aborted();
          }
        }
        if (setup.finish() != null && setup.finish().reached()) {
          if (!isObjected()) {
            return outcome(Outcome.Ending.COMPLETED);
          }
          setup.finish().goOn();
        }
        if (guidance != null) {
          guidance.afterCalls().forEach(this::append);
        }
      } else if (!mustGoOn()) {
        return outcome(
            message.stopReason() == StopReason.LENGTH
                ? Outcome.Ending.OUTPUT_LIMIT
                : Outcome.Ending.COMPLETED);
      }
    }
    return outcome(
        Outcome.Ending.STEP_LIMIT,
        "stopped after " + steps + " steps, the limit; say 'continue' to go on",
        null);
  }

  /// Whether the request can be made again without the one tool that the provider refuses. Only
  /// tools whose schemas come from outside go this way: each of them once, so that it ends.
  private boolean isWithoutRefusedTool(ModelException failure) {
    Finish finish = setup.finish();
    Optional<String> refused = RefusedSchema.in(failure, setup.tools().specs());
    if (refused.isEmpty() || (finish != null && finish.tool().equals(refused.get()))) {
      return false;
    }
    String why = "the model's provider refuses its schema: " + failure.getMessage();
    if (!setup.tools().withdraw(refused.get(), why)) {
      return false;
    }
    String told = refused.get() + " is left out: " + why;
    events.accept(
        new AgentEvent.Notified(new Notice(Notice.Kind.PRINTED, refused.get(), told, told)));
    return true;
  }

  /// Whether the history could be shortened after the provider found it too large.
  private boolean recovers() {
    try {
      return makeRoom(Compactor.Occasion.Overflow.VALUE);
    } catch (InterruptedException stopped) {
      // The next step sees the interrupt and ends the prompt in order.
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private boolean makeRoom(Compactor.Occasion occasion) throws InterruptedException {
    var shorter = RequestFitting.make(setup, history, occasion, events);
    shorter.ifPresent(compacted -> usage = usage.plus(compacted.usage()));
    return shorter.isPresent();
  }

  private Message.Assistant ask(MessageAssembly assembly)
      throws ModelException, InterruptedException {
    Consumer<ModelEvent> sink =
        event -> {
          assembly.accept(event);
          events.accept(new AgentEvent.ModelReported(event));
        };
    Message.Assistant message =
        setup.model().stream(
            RequestFitting.request(setup, history),
            guidance == null ? sink : guidance.watching(sink));
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return message;
  }

  /// Whether it was a rule that ended the answer, and no person. Then the rule takes its place.
  private boolean stoppedByRule(MessageAssembly assembly) {
    Optional<Injection> injection =
        guidance == null || inbox.aborted() ? Optional.empty() : guidance.interruption();
    if (injection.isEmpty()) {
      return false;
    }
    if (injection.get().context() == RulePolicy.Context.KEEP) {
      keep(assembly.partial(StopReason.ABORTED));
    }
    append(Message.User.of(injection.get().text()));
    return true;
  }

  /// Says this to the model, if there is something; answers whether there was.
  private boolean say(Optional<Message.User> message) {
    message.ifPresent(this::append);
    return message.isPresent();
  }

  private Outcome aborted() {
    if (guidance != null) {
      guidance.aborted();
    }
    return outcome(Outcome.Ending.ABORTED);
  }

  /// Leaves a history that the next prompt can build on: what was shown is kept, and a prompt that
  /// got no answer at all is taken back, since it may be what the model cannot take.
  private Outcome failed(ModelException failure, MessageAssembly assembly) {
    if (guidance != null) {
      guidance.abandoned();
    }
    Message.Assistant partial = assembly.partial(StopReason.FAILED);
    if (!partial.content().isEmpty()) {
      keep(partial);
    } else if (history.messages().getLast() instanceof Message.User && !toldLast) {
      history.removeLast();
    }
    return outcome(
        failure.kind() == ModelException.Kind.BUDGET
            ? Outcome.Ending.BUDGET
            : Outcome.Ending.FAILED,
        String.valueOf(failure.getMessage()),
        failure.kind());
  }

  private void steer() {
    for (Message.User message : inbox.takeSteering()) {
      hear(message);
    }
  }

  /// Answers whether it was heard.
  private boolean hear(Message.User message) {
    Optional<Message.User> heard;
    try {
      heard = setup.prompts().steered(message);
    } catch (InterruptedException stopped) {
      // The next step sees the interrupt; what was said is given back.
      inbox.steer(message);
      Thread.currentThread().interrupt();
      return false;
    }
    if (heard.isPresent()) {
      events.accept(new AgentEvent.Steered(message));
      append(heard.get());
    }
    return heard.isPresent();
  }

  /// Gives the model what background work has to tell: one message more at the end of the history.
  private void tell() {
    if (notices == null) {
      return;
    }
    var told = new ArrayList<String>();
    for (Notice notice : notices.take()) {
      told.add(notice.text());
    }
    if (!told.isEmpty()) {
      append(Message.User.of(String.join("\n", told)));
      toldLast = true;
    }
  }

  /// Lets the session know what was taken from the shelf, before a request declares it.
  private void tellTaken() {
    Optional<List<String>> taken = setup.tools().shelf().taken().news();
    if (taken.isPresent()) {
      events.accept(new AgentEvent.ToolsTaken(taken.get()));
    }
  }

  /// Whether there is something left that the model has to answer.
  private boolean mustGoOn() {
    boolean more =
        guidance == null
            ? goesOn()
            : say(guidance.afterAnswer()) || goesOn() || say(guidance.unreported());
    return more || isObjected();
  }

  /// Whether somebody does not let the prompt end yet.
  private boolean isObjected() {
    EndGuard guard = setup.endGuard();
    if (guard == null) {
      return false;
    }
    try {
      return say(guard.objection().map(Message.User::of));
    } catch (InterruptedException stopped) {
      // The next step sees the interrupt and ends the prompt in order.
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /// Whether something was said meanwhile that the model has to answer.
  private boolean goesOn() {
    if (inbox.hasSteering()) {
      return true;
    }
    for (var next = inbox.takeFollowUps(); !next.isEmpty(); next = inbox.takeFollowUps()) {
      boolean heard = false;
      for (Message.User each : next) {
        heard |= hear(each);
      }
      if (heard || inbox.hasSteering()) {
        return true;
      }
    }
    return false;
  }

  private void trim() {
    long before = history.bytes();
    int dropped = history.trim(setup.limits().historyBytes());
    if (dropped > 0) {
      events.accept(new AgentEvent.HistoryTrimmed(dropped, before - history.bytes()));
    }
  }

  private void keep(Message.Assistant message) {
    if (!message.content().isEmpty()) {
      append(message);
      text = message.text();
    }
  }

  private void append(Message message) {
    toldLast = false;
    history.add(message);
    events.accept(new AgentEvent.MessageAppended(message));
  }

  private Outcome outcome(Outcome.Ending ending) {
    return outcome(ending, null, null);
  }

  private Outcome outcome(
      Outcome.Ending ending, @Nullable String problem, ModelException.@Nullable Kind failure) {
    return new Outcome(
        ending, text, steps, usage, Duration.ofNanos(System.nanoTime() - start), problem, failure);
  }

  /// What a bug says of itself; the names of our classes are for the log.
  private static String said(Throwable bug) {
    String message = bug.getMessage();
    return message == null || message.isBlank() ? "" : ": " + message;
  }
}
