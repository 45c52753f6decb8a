package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import org.jspecify.annotations.Nullable;

/// What requests, answers and notifications look like.
public enum Envelope {
  /// JSON-RPC 2.0. A missing `jsonrpc` member is forgiven.
  JSON_RPC {
    @Override
    Json.Obj request(long number, String method, @Nullable Json params) {
      return Json.object()
          .put("jsonrpc", "2.0")
          .put("id", number)
          .put("method", method)
          .put("params", params)
          .build();
    }

    @Override
    Json.Obj notification(long number, String method, @Nullable Json params) {
      return Json.object()
          .put("jsonrpc", "2.0")
          .put("method", method)
          .put("params", params)
          .build();
    }

    @Override
    Json.Obj result(long number, Incoming.Request request, Json result) {
      return Json.object()
          .put("jsonrpc", "2.0")
          .put("id", request.id())
          .put("result", result)
          .build();
    }

    @Override
    Json.Obj error(long number, Json id, String method, RpcException error) {
      Json.Obj object =
          Json.object()
              .put("code", error.code())
              .put("message", String.valueOf(error.getMessage()))
              .put("data", error.data())
              .build();
      return Json.object().put("jsonrpc", "2.0").put("id", id).put("error", object).build();
    }

    @Override
    Incoming read(Json.Obj message) {
      return JsonRpcMessages.read(message);
    }
  },

  /// The Debug Adapter Protocol, whose events are the notifications.
  DEBUG_ADAPTER {
    @Override
    Json.Obj request(long number, String method, @Nullable Json params) {
      return DebugAdapterMessages.request(number, method, params);
    }

    @Override
    Json.Obj notification(long number, String method, @Nullable Json params) {
      return DebugAdapterMessages.event(number, method, params);
    }

    @Override
    Json.Obj result(long number, Incoming.Request request, Json result) {
      return DebugAdapterMessages.result(number, request, result);
    }

    @Override
    Json.Obj error(long number, Json id, String method, RpcException error) {
      return DebugAdapterMessages.error(number, id, method, error);
    }

    @Override
    Incoming read(Json.Obj message) {
      return DebugAdapterMessages.read(message);
    }
  };

  /// @param number of this message among those that were sent; the id of a request
  abstract Json.Obj request(long number, String method, @Nullable Json params);

  abstract Json.Obj notification(long number, String method, @Nullable Json params);

  abstract Json.Obj result(long number, Incoming.Request request, Json result);

  /// @param id of the request, or null's value when it has none
  /// @param method of the request, or empty when it is not known
  abstract Json.Obj error(long number, Json id, String method, RpcException error);

  abstract Incoming read(Json.Obj message);
}
