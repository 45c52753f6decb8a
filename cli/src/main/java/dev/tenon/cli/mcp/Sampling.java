package dev.tenon.cli.mcp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.protocols.mcp.client.ContentText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Has the model of the conversation answer what a server wants to know of it: without tools, in
/// bounded length, and within the budget of the conversation.
///
/// @param name of the model
record Sampling(Supplier<Model> model, Supplier<String> name) {
  /// So often during one call of a tool.
  static final int MOST = 10;

  private static final int MOST_TOKENS = 4_096;
  private static final int INTERNAL = -32603;

  /// What would be asked, for a person.
  static String shown(Json.Obj params) {
    String system = params.string("systemPrompt", "");
    return (system.isEmpty() ? "" : "system: " + system + "\n") + text(params);
  }

  private static String text(Json.Obj params) {
    List<Json.Obj> messages = params.objects("messages");
    var said = new ArrayList<String>();
    for (Json.Obj message : messages) {
      var parts = new ArrayList<String>();
      if (message.get("content") instanceof Json.Obj one) {
        parts.add(ContentText.part(one));
      }
      message.objects("content").forEach(each -> parts.add(ContentText.part(each)));
      String whole = String.join("\n", parts);
      said.add(messages.size() == 1 ? whole : message.string("role", "user") + ": " + whole);
    }
    return String.join("\n\n", said);
  }

  /// Asks, and answers as `sampling/createMessage` has it.
  Json.Obj answer(Json.Obj params) throws RpcException, InterruptedException {
    int tokens = Math.clamp(params.number("maxTokens", MOST_TOKENS), 1, MOST_TOKENS);
    String system = params.string("systemPrompt", "");
    var request =
        new Request(
            system.isEmpty() ? "You answer one question." : system,
            List.of(Message.User.of(text(params))),
            List.of(),
            tokens,
            Effort.DEFAULT);
    try {
      Message.Assistant answer = model.get().stream(request, event -> {});
      Json.Obj content = Json.object().put("type", "text").put("text", answer.text()).build();
      return Json.object()
          .put("role", "assistant")
          .put("model", name.get())
          .put("content", content)
          .put("stopReason", answer.stopReason() == StopReason.LENGTH ? "maxTokens" : "endTurn")
          .build();
    } catch (ModelException failed) {
      throw new RpcException(INTERNAL, "the model could not be asked: " + failed.getMessage());
    }
  }
}
