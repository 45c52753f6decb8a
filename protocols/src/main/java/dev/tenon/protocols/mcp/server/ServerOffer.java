package dev.tenon.protocols.mcp.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.util.List;

/// What a server has. Safe for several threads.
public interface ServerOffer {

  /// Name and version.
  Json.Obj info();

  /// What a model should know of it.
  String instructions();

  /// As `tools/list` has them.
  List<Json.Obj> tools();

  /// Runs a tool; an interrupt ends it.
  ///
  /// @return as `tools/call` has it
  /// @throws RpcException when there is no such tool or its arguments are wrong
  Json.Obj call(String tool, Json.Obj arguments, Progress progress)
      throws RpcException, InterruptedException;

  /// As `resources/list` has them.
  List<Json.Obj> resources();

  /// The contents of a resource, as `resources/read` has them.
  List<Json.Obj> read(String uri) throws RpcException, InterruptedException;

  /// As `prompts/list` has them.
  List<Json.Obj> prompts();

  /// As `prompts/get` has it.
  Json.Obj prompt(String name, Json.Obj arguments) throws RpcException, InterruptedException;

  /// Tells how far a call is.
  interface Progress {
    void told(String message);
  }
}
