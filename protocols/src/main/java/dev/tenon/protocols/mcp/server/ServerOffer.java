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
  Json.Obj call(String tool, Json.Obj arguments, Caller caller)
      throws RpcException, InterruptedException;

  /// As `resources/list` has them.
  List<Json.Obj> resources();

  /// As `resources/templates/list` has them.
  List<Json.Obj> templates();

  /// The contents of a resource, as `resources/read` has them; none where there is no such one.
  List<Json.Obj> read(String uri) throws RpcException, InterruptedException;

  /// As `prompts/list` has them.
  List<Json.Obj> prompts();

  /// As `prompts/get` has it.
  Json.Obj prompt(String name, Json.Obj arguments) throws RpcException, InterruptedException;

  /// Whoever called a tool, as long as the call lasts.
  interface Caller {
    /// Tells how far the call is.
    void told(String message);

    /// Whether the caller has somebody who answers forms.
    boolean elicits();

    /// Asks with a form and waits.
    ///
    /// @param params as `elicitation/create` has them
    /// @return with `action`, and `content` where that is `accept`
    Json.Obj elicit(Json.Obj params) throws RpcException, InterruptedException;

    /// How often Tenon has called Tenon to get here.
    int depth();
  }
}
