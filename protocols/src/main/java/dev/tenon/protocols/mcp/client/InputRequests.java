package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Answers what a stateless server wants to know before it goes on, a bounded number of questions
/// at a time.
final class InputRequests {
  private static final int MOST_QUESTIONS = 20;

  private final ServerConfig server;
  private final ClientRequests requests;

  InputRequests(ServerConfig server, ClientRequests requests) {
    this.server = server;
    this.requests = requests;
  }

  /// @param wanted the requests by the names that the server gave them
  /// @return the answers by the same names
  Json.Obj answers(Json.Obj wanted) throws McpException, InterruptedException {
    int questions = wanted.members().size();
    if (questions > MOST_QUESTIONS) {
      throw wrong(
          " asks "
              + questions
              + " questions at a time; at most "
              + MOST_QUESTIONS
              + " are answered");
    }
    Map<String, Json> answers = new LinkedHashMap<>();
    for (Map.Entry<String, Json> each : wanted.members().entrySet()) {
      if (!(each.getValue() instanceof Json.Obj request)) {
        throw wrong(" asks in a form that is none");
      }
      answers.put(each.getKey(), answer(request));
    }
    return new Json.Obj(answers);
  }

  private McpException wrong(String what) {
    return new McpException(McpException.Kind.PROTOCOL, server.name() + what);
  }

  private Json answer(Json.Obj request) throws McpException, InterruptedException {
    String asked = request.string("method", "");
    try {
      return requests.request(asked, request.objectOrEmpty("params"));
    } catch (RpcException refused) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          server.name() + " asks for " + asked + ": " + refused.getMessage(),
          refused);
    }
  }
}
