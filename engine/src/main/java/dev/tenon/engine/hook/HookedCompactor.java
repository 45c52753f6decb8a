package dev.tenon.engine.hook;

import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Compactor;
import dev.tenon.core.json.Json;
import dev.tenon.engine.hook.HookPayload.Agent;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Asks `PreCompact` hooks before a history is shortened, and tells `PostCompact` and
/// `SessionStart` hooks afterwards.
final class HookedCompactor implements Compactor {
  private final Compactor inner;
  private final ConversationHooks hooks;
  private final ConversationHooks.Surroundings around;
  private final AtomicInteger kept;

  /// @param kept the prompt in which hooks were last against it; they are not asked again in it
  HookedCompactor(
      Compactor inner,
      ConversationHooks hooks,
      ConversationHooks.Surroundings around,
      AtomicInteger kept) {
    this.inner = inner;
    this.hooks = hooks;
    this.around = around;
    this.kept = kept;
  }

  /// Why a history is shortened, as hooks call it.
  private enum Trigger {
    MANUAL("manual"),
    AUTO("auto");

    private final String label;

    Trigger(String label) {
      this.label = label;
    }
  }

  @Override
  public Optional<CompactedHistory> compact(Occasion occasion, Situation situation, Start start)
      throws InterruptedException {
    String focus = occasion instanceof Occasion.Asked asked ? asked.focus() : "";
    Trigger trigger = occasion instanceof Occasion.Asked ? Trigger.MANUAL : Trigger.AUTO;
    hooks.shortening();
    Optional<CompactedHistory> shorter =
        inner.compact(
            occasion,
            situation,
            tokens -> mayBegin(trigger, focus, tokens) && start.begins(tokens));
    if (shorter.isPresent()) {
      tell(trigger, shorter.get());
    }
    return shorter;
  }

  private boolean mayBegin(Trigger trigger, String focus, long tokens) throws InterruptedException {
    if (trigger == Trigger.AUTO && kept.get() == hooks.turn()) {
      return false;
    }
    HookAnswer answer =
        hooks.run(
            HookEvent.PRE_COMPACT,
            Agent.NONE,
            List.of(trigger.label),
            Json.object()
                .put("trigger", trigger.label)
                .put("custom_instructions", focus)
                .put("tokens", tokens)
                .build());
    String refusal = ConversationHooks.refusal(answer);
    if (refusal != null) {
      kept.set(hooks.turn());
      hooks.keptFromShortening(refusal);
    }
    return refusal == null;
  }

  private void tell(Trigger trigger, CompactedHistory shorter) throws InterruptedException {
    HookAnswer after =
        hooks.run(
            HookEvent.POST_COMPACT,
            Agent.NONE,
            List.of(trigger.label),
            Json.object()
                .put("trigger", trigger.label)
                .put("compact_summary", shorter.summary())
                .build());
    HookAnswer again = hooks.startedOver();
    if (!again.context().isEmpty()) {
      switch (trigger) {
        case MANUAL -> around.tellModel(again.context());
        case AUTO -> around.interject(again.context());
      }
    }
    // Last, since the thread of the prompt is interrupted by it.
    heed(HookEvent.POST_COMPACT, after, trigger);
    heed(HookEvent.SESSION_START, again, trigger);
  }

  /// The prompt ends where a hook wants nothing to go on; when a person asked for a summary, none
  /// runs.
  private void heed(HookEvent event, HookAnswer answer, Trigger trigger) {
    String why = answer.stop();
    if (why == null) {
      return;
    }
    switch (trigger) {
      case MANUAL -> around.tellPerson("a " + event.label() + " hook says: " + why);
      case AUTO -> hooks.stopFor(why);
    }
  }
}
