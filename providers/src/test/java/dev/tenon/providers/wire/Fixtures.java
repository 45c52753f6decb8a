package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.List;

/// Requests and parts that the tests of all wires use.
final class Fixtures {
  /// A 1×1 PNG.
  static final Part.Image PIXEL =
      new Part.Image(
          "image/png",
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==");

  static final ToolSpec READ =
      new ToolSpec(
          "read_file",
          "Reads a file.",
          json(
              """
              {"type":"object",
               "properties":{
                 "path":{"type":"string","description":"Workspace-relative path."},
                 "lines":{"type":["integer","null"],"minimum":1,"default":100},
                 "mode":{"type":"string","enum":["text","hex"]}},
               "required":["path"],
               "additionalProperties":false}\
              """));

  static final ToolSpec CLOCK =
      new ToolSpec("clock", "Tells the time.", json("{\"type\":\"object\",\"properties\":{}}"));

  private Fixtures() {}

  static Json.Obj json(String text) {
    try {
      return Json.parseObject(text);
    } catch (JsonException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static Request ask(String prompt) {
    return Request.of("You are terse.", List.of(Message.User.of(prompt)), List.of(READ, CLOCK));
  }

  static Request with(Effort effort, Request request) {
    return new Request(
        request.system(), request.messages(), request.tools(), request.maxOutputTokens(), effort);
  }

  /// The request with more messages at its end.
  static Request then(Request request, Message... more) {
    var messages = new ArrayList<>(request.messages());
    messages.addAll(List.of(more));
    return new Request(
        request.system(), messages, request.tools(), request.maxOutputTokens(), request.effort());
  }

  static Message.Assistant said(String model, Part.Output... parts) {
    return new Message.Assistant(List.of(parts), StopReason.STOP, Usage.NONE, model);
  }

  static Part.Result ok(String callId, String name, String text) {
    return new Part.Result(
        callId,
        name,
        Part.Outcome.OK,
        Json.object()
            .put("ok", true)
            .put("data", Json.object().put("content", text).build())
            .build(),
        text,
        List.of());
  }

  static Part.Result failed(String callId, String name, String message) {
    Json.Obj error = Json.object().put("code", "not_found").put("message", message).build();
    return new Part.Result(
        callId,
        name,
        Part.Outcome.FAILED,
        Json.object().put("ok", false).put("error", error).build(),
        "not_found: " + message,
        List.of());
  }

  static Message.ToolResults results(Part.Result... results) {
    return new Message.ToolResults(List.of(results));
  }
}
