package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import org.jspecify.annotations.Nullable;

/// Messages of the Debug Adapter Protocol.
final class DebugAdapterMessages {
  private DebugAdapterMessages() {}

  static Json.Obj request(long number, String method, @Nullable Json params) {
    return Json.object()
        .put("seq", number)
        .put("type", "request")
        .put("command", method)
        .put("arguments", params)
        .build();
  }

  static Json.Obj event(long number, String method, @Nullable Json params) {
    return Json.object()
        .put("seq", number)
        .put("type", "event")
        .put("event", method)
        .put("body", params)
        .build();
  }

  static Json.Obj result(long number, Incoming.Request request, Json result) {
    return Json.object()
        .put("seq", number)
        .put("type", "response")
        .put("request_seq", request.id())
        .put("success", true)
        .put("command", request.method())
        .put("body", result instanceof Json.Null ? null : result)
        .build();
  }

  static Json.Obj error(long number, Json id, String method, RpcException error) {
    Json.Obj detail =
        Json.object()
            .put("id", error.code())
            .put("format", String.valueOf(error.getMessage()))
            .build();
    return Json.object()
        .put("seq", number)
        .put("type", "response")
        .put("request_seq", id instanceof Json.Num ? id : Json.of(0))
        .put("success", false)
        .put("command", method)
        .put("message", String.valueOf(error.getMessage()))
        .put("body", Json.object().put("error", detail).build())
        .build();
  }

  static Incoming read(Json.Obj message) {
    Json seq = message.get("seq");
    Json number = seq instanceof Json.Num ? seq : Json.Null.VALUE;
    String type = message.string("type", "");
    if (type.equals("request")) {
      String command = message.string("command");
      return command == null || number instanceof Json.Null
          ? new Incoming.Invalid(number, "a request needs seq and command")
          : new Incoming.Request(number, command, content(message.get("arguments")));
    }
    if (type.equals("event")) {
      String event = message.string("event");
      return event == null
          ? new Incoming.Invalid(number, "an event needs a name")
          : new Incoming.Notification(event, content(message.get("body")));
    }
    if (type.equals("response")) {
      return answer(message);
    }
    return new Incoming.Invalid(number, "type must be request, response or event");
  }

  private static Incoming answer(Json.Obj message) {
    Json id = message.get("request_seq");
    if (!(id instanceof Json.Num)) {
      return new Incoming.Invalid(Json.Null.VALUE, "a response needs request_seq");
    }
    Json body = content(message.get("body"));
    if (message.bool("success", false)) {
      return new Incoming.Answer(id, body, null);
    }
    Json.Obj detail = message.objectOrEmpty("body").objectOrEmpty("error");
    String text = detail.string("format", message.string("message", "it failed without a reason"));
    int code = Math.clamp(detail.number("id", 0), Integer.MIN_VALUE, Integer.MAX_VALUE);
    return new Incoming.Answer(id, Json.Null.VALUE, new RpcException(code, text, body));
  }

  private static Json content(@Nullable Json value) {
    return value == null || value instanceof Json.Null ? Json.Obj.EMPTY : value;
  }
}
