package dev.tenon.engine.hook;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.EndGuard;
import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.model.Message;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Asks `Stop` and `SubagentStop` hooks when the model wants to end, after whoever else is asked.
/// It lets them keep it going five times in one prompt at most.
public final class HookedEnd implements EndGuard, Consumer<AgentEvent> {
  static final int MOST_CONTINUATIONS = 5;

  private final @Nullable EndGuard own;
  private final ConversationHooks hooks;
  private final HookPayload.Agent agent;
  private final BooleanSupplier ending;
  private int continuations;
  private @Nullable String text;

  /// @param ending whether somebody ends when a prompt does: a helper that has handed over nothing
  ///   is reminded of it, and has not ended
  HookedEnd(
      @Nullable EndGuard own,
      ConversationHooks hooks,
      HookPayload.Agent agent,
      BooleanSupplier ending) {
    this.own = own;
    this.hooks = hooks;
    this.agent = agent;
    this.ending = ending;
  }

  @Override
  public void began() {
    if (agent.id().isEmpty()) {
      continuations = 0;
    }
    if (own != null) {
      own.began();
    }
  }

  @Override
  public Optional<String> objection() throws InterruptedException {
    Optional<String> first = own == null ? Optional.empty() : own.objection();
    if (first.isPresent()) {
      return first;
    }
    if (!ending.getAsBoolean()) {
      return Optional.empty();
    }
    String said = text;
    HookAnswer answer =
        hooks.stops(agent, continuations > 0, said == null ? hooks.lastText() : said);
    String stop = answer.stop();
    if (stop != null) {
      hooks.tellPerson(
          "a hook ends "
              + (agent.id().isEmpty() ? "the prompt" : "the helper " + agent.id())
              + " here: "
              + stop);
    }
    if (!answer.blocks() || stop != null) {
      continuations = 0;
      return Optional.empty();
    }
    if (continuations >= MOST_CONTINUATIONS) {
      hooks.tellPerson(
          "a hook would not let it end after "
              + MOST_CONTINUATIONS
              + " times; it ends all the same: "
              + Hook.brief(answer.reason()));
      continuations = 0;
      return Optional.empty();
    }
    continuations++;
    return Optional.of(
        "<hook>\nYou may not end yet. A hook of the user says: " + answer.reason() + "\n</hook>");
  }

  @Override
  public Optional<Receipt> receipt() {
    return own == null ? Optional.empty() : own.receipt();
  }

  /// A helper's own words; the conversation's are known to its hooks.
  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.MessageAppended appended
        && appended.message() instanceof Message.Assistant answer
        && !answer.text().isBlank()) {
      text = answer.text();
    }
  }
}
