package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;

/// What a server tells by itself. Called on a thread that other messages wait for: it should not
/// take long.
public interface ServerNews {
  ServerNews NOBODY = new ServerNews() {};

  /// The list of `tools`, `prompts` or `resources` is another one now.
  default void changed(String list) {}

  /// A resource that somebody has subscribed to is another one now.
  default void updated(String uri) {}

  /// The server says nothing any more: it has gone, or the connection was closed.
  default void ended() {}

  /// A line for a log: `level`, `logger`, `data`.
  default void logged(Json.Obj message) {}
}
