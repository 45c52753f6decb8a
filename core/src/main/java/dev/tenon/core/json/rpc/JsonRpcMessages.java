package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import org.jspecify.annotations.Nullable;

/// Reads messages of JSON-RPC 2.0.
final class JsonRpcMessages {
  private JsonRpcMessages() {}

  static Incoming read(Json.Obj message) {
    Json id = message.get("id");
    boolean usable = id instanceof Json.Str || id instanceof Json.Num;
    Json known = usable && id != null ? id : Json.Null.VALUE;
    Json version = message.get("jsonrpc");
    if (version != null && !(version instanceof Json.Str text && text.value().equals("2.0"))) {
      return new Incoming.Invalid(known, "jsonrpc must be \"2.0\"");
    }
    if (message.has("method")) {
      String method = message.string("method");
      if (method == null) {
        return new Incoming.Invalid(known, "method must be a string");
      }
      if (id != null && !usable) {
        return new Incoming.Invalid(known, "id must be a string or a number");
      }
      Json params = params(message.get("params"));
      if (params == null) {
        return new Incoming.Invalid(known, "params must be an object or an array");
      }
      return id == null
          ? new Incoming.Notification(method, params)
          : new Incoming.Request(known, method, params);
    }
    Json error = message.get("error");
    if (error != null && !(error instanceof Json.Null)) {
      return new Incoming.Answer(known, Json.Null.VALUE, error(error));
    }
    Json result = message.get("result");
    if (result != null) {
      return usable
          ? new Incoming.Answer(known, result, null)
          : new Incoming.Invalid(known, "an answer needs the id of its request");
    }
    return new Incoming.Invalid(known, "neither method, result nor error");
  }

  private static @Nullable Json params(@Nullable Json params) {
    if (params == null || params instanceof Json.Null) {
      return Json.Obj.EMPTY;
    }
    return params instanceof Json.Obj || params instanceof Json.Arr ? params : null;
  }

  /// Errors that are not as they should be are errors all the same.
  private static RpcException error(Json error) {
    if (!(error instanceof Json.Obj object)) {
      return new RpcException(0, error instanceof Json.Str text ? text.value() : error.compact());
    }
    long code = object.number("code", 0);
    String message = object.string("message", "an error without a message");
    return new RpcException(
        Math.clamp(code, Integer.MIN_VALUE, Integer.MAX_VALUE), message, object.get("data"));
  }
}
