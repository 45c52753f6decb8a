package dev.tenon.core.model;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.util.ArrayList;
import java.util.List;

/// The one JSON form of messages, their parts, usage and requests: sessions, recordings and every
/// JSON output use it. Reading what was written gives an equal value; a member that is null is left
/// out; reading is strict and its errors name the member.
///
/// A message is told by `role` (`user`, `assistant`, `tool`), a part by `type` (`text`, `image`,
/// `thinking`, `call`, `result`).
public final class MessageJson {
  private MessageJson() {}

  public static Json.Obj toJson(Message message) {
    return switch (message) {
      case Message.User user ->
          Json.object().put("role", "user").put("content", parts(user.content())).build();
      case Message.Assistant assistant ->
          Json.object()
              .put("role", "assistant")
              .put("model", assistant.model())
              .put("stopReason", JsonFields.word(assistant.stopReason()))
              .put("usage", toJson(assistant.usage()))
              .put("content", parts(assistant.content()))
              .build();
      case Message.ToolResults tool ->
          Json.object().put("role", "tool").put("results", parts(tool.results())).build();
    };
  }

  public static Json.Obj toJson(Part part) {
    return switch (part) {
      case Part.Text text -> Json.object().put("type", "text").put("text", text.text()).build();
      case Part.Image image ->
          Json.object()
              .put("type", "image")
              .put("mediaType", image.mediaType())
              .put("base64", image.base64())
              .build();
      case Part.Thinking thinking ->
          Json.object()
              .put("type", "thinking")
              .put("text", thinking.text())
              .put("signature", thinking.signature())
              .build();
      case Part.Call call ->
          Json.object()
              .put("type", "call")
              .put("id", call.id())
              .put("name", call.name())
              .put("arguments", call.arguments())
              .put("signature", call.signature())
              .put("problem", call.problem())
              .build();
      case Part.Result result ->
          Json.object()
              .put("type", "result")
              .put("callId", result.callId())
              .put("name", result.name())
              .put("outcome", JsonFields.word(result.outcome()))
              .put("envelope", result.envelope())
              .put("text", result.text())
              .put("images", result.images().isEmpty() ? null : parts(result.images()))
              .build();
    };
  }

  public static Json.Obj toJson(Usage usage) {
    return Json.object()
        .put("input", usage.input())
        .put("output", usage.output())
        .put("cacheRead", usage.cacheRead())
        .put("cacheWrite", usage.cacheWrite())
        .build();
  }

  public static Json.Obj toJson(Request request) {
    var messages = new ArrayList<Json>(request.messages().size());
    for (Message message : request.messages()) {
      messages.add(toJson(message));
    }
    var tools = new ArrayList<Json>(request.tools().size());
    for (ToolSpec tool : request.tools()) {
      tools.add(
          Json.object()
              .put("name", tool.name())
              .put("description", tool.description())
              .put("schema", tool.schema())
              .build());
    }
    return Json.object()
        .put("system", request.system())
        .array("messages", messages)
        .array("tools", tools)
        .put("maxOutputTokens", request.maxOutputTokens())
        .put("effort", JsonFields.word(request.effort()))
        .put("toolChoice", request.toolChoice())
        .build();
  }

  public static Message message(Json json) throws JsonException {
    return message(JsonFields.of(json, ""));
  }

  public static Part part(Json json) throws JsonException {
    return part(JsonFields.of(json, ""));
  }

  public static Request request(Json json) throws JsonException {
    return request(JsonFields.of(json, ""));
  }

  public static Message message(JsonFields fields) throws JsonException {
    String role = fields.string("role");
    return switch (role) {
      case "user" -> new Message.User(parts(fields, "content", Part.Input.class));
      case "assistant" ->
          new Message.Assistant(
              parts(fields, "content", Part.Output.class),
              fields.constant("stopReason", StopReason.class),
              usage(fields.fields("usage")),
              fields.string("model"));
      case "tool" -> new Message.ToolResults(parts(fields, "results", Part.Result.class));
      default ->
          throw fields.wrong("role", "must be one of user, assistant, tool, was '" + role + "'");
    };
  }

  public static Part part(JsonFields fields) throws JsonException {
    String type = fields.string("type");
    return switch (type) {
      case "text" -> new Part.Text(fields.string("text"));
      case "image" -> new Part.Image(fields.string("mediaType"), fields.string("base64"));
      case "thinking" ->
          new Part.Thinking(fields.string("text"), fields.optionalString("signature"));
      case "call" ->
          new Part.Call(
              fields.string("id"),
              fields.string("name"),
              fields.fields("arguments").object(),
              fields.optionalString("signature"),
              fields.optionalString("problem"));
      case "result" ->
          new Part.Result(
              fields.string("callId"),
              fields.string("name"),
              fields.constant("outcome", Part.Outcome.class),
              fields.fields("envelope").object(),
              fields.string("text"),
              parts(fields, "images", Part.Image.class));
      default ->
          throw fields.wrong(
              "type", "must be one of text, image, thinking, call, result, was '" + type + "'");
    };
  }

  public static Usage usage(JsonFields fields) throws JsonException {
    return new Usage(
        fields.count("input", 0),
        fields.count("output", 0),
        fields.count("cacheRead", 0),
        fields.count("cacheWrite", 0));
  }

  public static Request request(JsonFields fields) throws JsonException {
    var messages = new ArrayList<Message>();
    for (JsonFields message : fields.each("messages")) {
      messages.add(message(message));
    }
    var tools = new ArrayList<ToolSpec>();
    for (JsonFields tool : fields.each("tools")) {
      tools.add(
          new ToolSpec(
              tool.string("name"), tool.string("description"), tool.fields("schema").object()));
    }
    long limit = fields.whole("maxOutputTokens");
    if (limit < 1 || limit > Integer.MAX_VALUE) {
      throw fields.wrong("maxOutputTokens", "must be 1 or more, was " + limit);
    }
    return new Request(
        fields.string("system"),
        messages,
        tools,
        (int) limit,
        fields.constant("effort", Effort.class),
        fields.optionalString("toolChoice"));
  }

  private static Json.Arr parts(List<? extends Part> parts) {
    var items = new ArrayList<Json>(parts.size());
    for (Part part : parts) {
      items.add(toJson(part));
    }
    return Json.array(items);
  }

  /// The parts of a list, each of which has to be of the type that may stand there.
  private static <P extends Part> List<P> parts(JsonFields fields, String name, Class<P> type)
      throws JsonException {
    var parts = new ArrayList<P>();
    for (JsonFields item : fields.each(name)) {
      Part part = part(item);
      if (!type.isInstance(part)) {
        throw item.wrong(
            "type", "'" + item.string("type") + "' may not stand in " + name + " here");
      }
      parts.add(type.cast(part));
    }
    return parts;
  }
}
