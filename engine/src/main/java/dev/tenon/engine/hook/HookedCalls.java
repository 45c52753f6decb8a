package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.CallHooks;

/// Asks `PreToolUse` hooks before each call, and tells `PostToolUse` and `PostToolUseFailure` hooks
/// afterwards.
final class HookedCalls implements CallHooks {
  private final ConversationHooks hooks;
  private final HookPayload.Agent agent;

  HookedCalls(ConversationHooks hooks, HookPayload.Agent agent) {
    this.hooks = hooks;
    this.agent = agent;
  }

  @Override
  public Before before(Part.Call call) throws InterruptedException {
    HookAnswer answer =
        CallParts.run(
            hooks,
            HookEvent.PRE_TOOL_USE,
            agent,
            call.name(),
            call.arguments(),
            hooks.payload().call(call));
    String stop = answer.stop();
    if (stop != null) {
      hooks.stopFor(stop);
      return new Before(Say.DENY, "it stopped the prompt: " + stop, null, "");
    }
    Say say =
        switch (answer.verdict()) {
          case NONE -> Say.NOTHING;
          case ALLOW -> Say.ALLOW;
          case ASK -> Say.ASK;
          case BLOCK -> Say.DENY;
        };
    if (answer.input() == null) {
      return new Before(say, answer.reason(), null, answer.context());
    }
    Json.Obj sent = ToolWords.input(call.name(), call.arguments(), hooks.root());
    try {
      Json.Obj wanted = ToolWords.arguments(call.name(), sent, answer.input());
      boolean same = wanted.equals(ToolWords.arguments(call.name(), sent, sent));
      return new Before(say, answer.reason(), same ? null : wanted, answer.context());
    } catch (IllegalArgumentException torn) {
      return new Before(
          Say.DENY, "its updatedInput cannot be taken: " + torn.getMessage(), null, "");
    }
  }

  @Override
  public After after(Part.Call call, Part.Result result) throws InterruptedException {
    HookEvent event = result.failed() ? HookEvent.POST_TOOL_USE_FAILURE : HookEvent.POST_TOOL_USE;
    if (!hooks.runner().has(event)) {
      return After.NOTHING;
    }
    Json.Obj about = hooks.payload().ran(call, result);
    if (HookPayload.isStopped(result)) {
      CallParts.tell(hooks, event, agent, call, about);
      return After.NOTHING;
    }
    HookAnswer answer = CallParts.run(hooks, event, agent, call.name(), call.arguments(), about);
    if (answer.stop() != null) {
      hooks.stopFor(answer.stop());
    }
    return new After(answer.context(), answer.output());
  }
}
