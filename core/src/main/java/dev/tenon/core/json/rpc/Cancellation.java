package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import org.jspecify.annotations.Nullable;

/// How a protocol says that an answer is no longer wanted. JSON-RPC itself has no word for it.
///
/// @param method the method of the notification; empty when there is none
/// @param member the member of its parameters that has the id of the request
/// @param extra what else its parameters hold
public record Cancellation(String method, String member, Json.Obj extra) {
  public static final Cancellation NONE = new Cancellation("", "", Json.Obj.EMPTY);

  /// The Language Server Protocol.
  public static final Cancellation LSP = new Cancellation("$/cancelRequest", "id", Json.Obj.EMPTY);

  /// The Model Context Protocol.
  public static final Cancellation MCP =
      new Cancellation(
          "notifications/cancelled",
          "requestId",
          Json.object().put("reason", "the caller was stopped").build());

  /// The Agent Client Protocol.
  public static final Cancellation ACP =
      new Cancellation("$/cancel_request", "requestId", Json.Obj.EMPTY);

  /// Whether a request is answered that is not wanted any more. Who speaks the Model Context
  /// Protocol has forgotten it.
  boolean isAnswered() {
    return !equals(MCP);
  }

  public boolean exists() {
    return !method.isEmpty();
  }

  Json.Obj params(long id) {
    return Json.object().put(member, id).putAll(extra).build();
  }

  /// The id of the request that a notification cancels, or null if it cancels none.
  @Nullable Json cancelled(String notified, Json params) {
    return exists() && notified.equals(method) && params instanceof Json.Obj object
        ? object.get(member)
        : null;
  }
}
