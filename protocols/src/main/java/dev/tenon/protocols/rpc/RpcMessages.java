package dev.tenon.protocols.rpc;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Messages in pi's forms. They are those of session files, with the members that only programs
/// look at: which interface the provider speaks, and a cost even where no price is known.
public final class RpcMessages {
  private static final Json.Obj NO_COST =
      Json.object()
          .put("input", 0)
          .put("output", 0)
          .put("cacheRead", 0)
          .put("cacheWrite", 0)
          .put("total", 0)
          .build();

  private final Function<String, @Nullable Pricing> prices;
  private final Function<String, String> interfaces;

  /// @param prices what the tokens of a model cost
  /// @param interfaces what pi calls the interface that a provider speaks
  public RpcMessages(
      Function<String, @Nullable Pricing> prices, Function<String, String> interfaces) {
    this.prices = prices;
    this.interfaces = interfaces;
  }

  /// What stands for a message of ours; results are a message each.
  List<Json.Obj> of(Message message, long millis) {
    Pricing price =
        message instanceof Message.Assistant answer ? prices.apply(answer.model()) : null;
    var messages = new ArrayList<Json.Obj>();
    MessageFormat.write(message, millis, price).forEach(each -> messages.add(whole(each)));
    return messages;
  }

  /// An answer that ended early.
  Json.Obj failed(Message.Assistant answer, long millis, @Nullable String problem) {
    return whole(MessageFormat.assistant(answer, millis, prices.apply(answer.model()), problem));
  }

  /// An answer without content yet, or for good.
  Json.Obj empty(String model, StopReason reason, long millis, @Nullable String problem) {
    return failed(new Message.Assistant(List.of(), reason, Usage.NONE, model), millis, problem);
  }

  /// A message of a session file with what programs expect of it.
  public Json.Obj whole(Json.Obj message) {
    if (message.bool(EntryText.TOLD, false)) {
      var told = Json.object();
      message
          .members()
          .forEach(
              (name, value) -> {
                if (!name.equals(EntryText.TOLD) && !name.equals("excludeFromContext")) {
                  told.put(name, value);
                }
              });
      return told.build();
    }
    if (!message.string("role", "").equals("assistant")) {
      return message;
    }
    Json.Obj usage = message.objectOrEmpty("usage");
    Json.Obj whole = message.with("api", Json.of(interfaces.apply(message.string("provider", ""))));
    return usage.has("cost") ? whole : whole.with("usage", usage.with("cost", NO_COST));
  }
}
