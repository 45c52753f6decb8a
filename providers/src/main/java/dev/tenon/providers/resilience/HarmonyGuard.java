package dev.tenon.providers.resilience;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// Keeps tool calls from running whose arguments hold leaked text of the Harmony protocol, which
/// OpenAI's models use inside to address tools. Such a call is passed on with a problem, in the
/// event and in the message, and is answered with that error; the model then sends it again.
///
/// Nothing is repaired: what follows the leak is never trustworthy, and what precedes it may be cut
/// short. See [HarmonyLeak] for what counts as a leak.
final class HarmonyGuard implements Model {
  private final Model inner;

  private HarmonyGuard(Model inner) {
    this.inner = inner;
  }

  /// The model with a guard if its name tells that it is one of OpenAI's, else the model itself.
  static Model around(String fullName, Model model) {
    return speaksHarmony(fullName) ? new HarmonyGuard(model) : model;
  }

  /// Whether a model of this name comes from OpenAI, by whatever provider it is asked.
  static boolean speaksHarmony(String fullName) {
    String name = fullName.toLowerCase(Locale.ROOT);
    int slash = name.indexOf('/');
    String provider = slash < 0 ? "" : name.substring(0, slash);
    String id = name.substring(name.lastIndexOf('/') + 1);
    return switch (provider) {
      case "openai", "openai-chat", "azure" -> true;
      default ->
          id.startsWith("gpt-")
              || id.startsWith("chatgpt-")
              || id.startsWith("codex")
              || isSeriesO(id);
    };
  }

  /// `o3`, `o4-mini`, but not `olmo`.
  private static boolean isSeriesO(String id) {
    int at = 1;
    while (at < id.length() && Character.isDigit(id.charAt(at))) {
      at++;
    }
    return id.startsWith("o") && at > 1 && (at == id.length() || id.charAt(at) == '-');
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    Message.Assistant answer =
        inner.stream(
            request,
            event ->
                sink.accept(
                    event instanceof ModelEvent.CallEnded end
                        ? new ModelEvent.CallEnded(end.index(), checked(end.part()))
                        : event));
    List<Part.Output> content = new ArrayList<>(answer.content().size());
    for (Part.Output part : answer.content()) {
      content.add(part instanceof Part.Call call ? checked(call) : part);
    }
    return new Message.Assistant(content, answer.stopReason(), answer.usage(), answer.model());
  }

  private static Part.Call checked(Part.Call call) {
    if (call.problem() != null) {
      return call;
    }
    return HarmonyLeak.in(call.arguments())
        .map(
            leak ->
                call.withProblem(
                    "the arguments are contaminated with text of the model's own message protocol"
                        + " (found: "
                        + leak
                        + "), so the call was not run; send the call again with clean arguments (if"
                        + " such text is really meant, put it between quotation marks)"))
        .orElse(call);
  }
}
