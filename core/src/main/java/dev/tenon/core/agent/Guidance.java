package dev.tenon.core.agent;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.rule.Injection;
import dev.tenon.core.rule.RulePolicy;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.TakenTools;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The messages that stream rules and the return point add to a prompt: the loop asks at each of
/// its turns and appends them. Only there if the setup has one of them.
final class Guidance {
  private final @Nullable StreamRules rules;
  private final @Nullable ReturnPoint point;
  private final TakenTools taken;
  private final History history;
  private final Consumer<AgentEvent> events;
  private int unreported;

  private Guidance(Setup setup, History history, Consumer<AgentEvent> events) {
    this.rules = setup.rules();
    this.point = setup.returnPoint();
    this.taken = setup.tools().shelf().taken();
    this.history = history;
    this.events = events;
  }

  static @Nullable Guidance of(Setup setup, History history, Consumer<AgentEvent> events) {
    return setup.rules() == null && setup.returnPoint() == null
        ? null
        : new Guidance(setup, history, events);
  }

  /// The sink of a request, with the rules behind it.
  Consumer<ModelEvent> watching(Consumer<ModelEvent> sink) {
    StreamRules watching = rules;
    if (watching == null) {
      return sink;
    }
    watching.beginTurn();
    return event -> {
      sink.accept(event);
      if (watching.heard(event) == StreamRules.Verdict.STOP) {
        // The only way to end a model's call is to interrupt it.
        Thread.currentThread().interrupt();
      }
    };
  }

  /// What takes the place of an answer that a rule has stopped.
  Optional<Injection> interruption() {
    if (rules == null || !rules.stopped()) {
      return Optional.empty();
    }
    Injection injection = rules.interruption();
    events.accept(
        new AgentEvent.RulesInjected(
            injection.rules(),
            injection.context() == RulePolicy.Context.KEEP
                ? AgentEvent.RuleEffect.STOPPED
                : AgentEvent.RuleEffect.DISCARDED));
    return Optional.of(injection);
  }

  /// The results of a batch, with what rules have to say about its calls.
  List<Part.Result> reminded(ToolBatch.Outcome batch) {
    if (rules == null || batch.ending() != ToolBatch.Ending.DONE) {
      return batch.results();
    }
    return rules.reminded(
        batch.results(),
        names ->
            events.accept(new AgentEvent.RulesInjected(names, AgentEvent.RuleEffect.REMINDED)));
  }

  /// What follows the results of a batch: the report after a return, and reminders.
  List<Message.User> afterCalls() {
    var messages = new ArrayList<Message.User>();
    if (point != null) {
      new HistoryRewind(history, taken, events).carryOut(point).ifPresent(messages::add);
    }
    afterwards().ifPresent(messages::add);
    return messages;
  }

  /// What the model still has to answer after an answer without calls.
  Optional<Message.User> afterAnswer() {
    return afterwards();
  }

  private Optional<Message.User> afterwards() {
    if (rules == null) {
      return Optional.empty();
    }
    Optional<Injection> injection = rules.afterwards();
    rules.turnEnded();
    if (injection.isEmpty()) {
      return Optional.empty();
    }
    events.accept(
        new AgentEvent.RulesInjected(injection.get().rules(), AgentEvent.RuleEffect.REMINDED));
    return Optional.of(Message.User.of(injection.get().text()));
  }

  /// The warning to a model that wants to end with a return point open.
  Optional<Message.User> unreported() {
    if (point == null || point.mark().isEmpty() || ++unreported > HistoryRewind.MOST_WARNINGS) {
      return Optional.empty();
    }
    return Optional.of(Message.User.of(HistoryRewind.WARNING));
  }

  /// The answer failed.
  void abandoned() {
    if (rules != null) {
      rules.abandoned();
    }
  }

  /// A person stopped the prompt.
  void aborted() {
    abandoned();
    if (point != null) {
      // Half an investigation is no return point to come back to.
      point.forget();
    }
  }
}
