package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import org.jspecify.annotations.Nullable;

/// A message from the other side.
sealed interface Incoming {
  record Request(Json id, String method, Json params) implements Incoming {}

  record Notification(String method, Json params) implements Incoming {}

  /// @param id of the request; null's value when the other side could not read it
  /// @param error null when there is a result
  record Answer(Json id, Json result, @Nullable RpcException error) implements Incoming {}

  /// @param id null's value when there is none that could be used
  record Invalid(Json id, String why) implements Incoming {}
}
