package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// One request to its end: a stateless server may want to know more before it answers, and is asked
/// again with that, a bounded number of times.
final class CallRounds {
  private static final int MOST_ROUNDS = 8;
  private static final int MOST_QUESTIONS = 20;
  private static final Duration WHOLE_CALL = Duration.ofMinutes(10);

  private final ServerConfig server;
  private final ClientRequests requests;
  private final String method;

  /// Asks the server once.
  interface Leg {
    /// @param left what is left of the time for the whole call
    Json.Obj ask(Json.Obj params, Duration left) throws McpException, InterruptedException;
  }

  CallRounds(ServerConfig server, ClientRequests requests, String method) {
    this.server = server;
    this.requests = requests;
    this.method = method;
  }

  /// The first answer that asks for nothing.
  Json.Obj complete(Json.Obj params, Leg leg) throws McpException, InterruptedException {
    Json.Obj now = params;
    Duration left = WHOLE_CALL;
    for (int round = 0; ; round++) {
      long begin = System.nanoTime();
      Json.Obj answer = leg.ask(now, left);
      left = left.minusNanos(System.nanoTime() - begin);
      if (!answer.string("resultType", "complete").equals("input_required")) {
        return answer;
      }
      if (round >= MOST_ROUNDS) {
        throw wrong(" asked for more than " + MOST_ROUNDS + " times during " + method);
      }
      now = next(params, answer);
    }
  }

  private McpException wrong(String what) {
    return new McpException(McpException.Kind.PROTOCOL, server.name() + what);
  }

  /// The same request with what the server wanted to know. What it calls its state goes back as it
  /// came.
  private Json.Obj next(Json.Obj params, Json.Obj answer)
      throws McpException, InterruptedException {
    Json.Obj wanted = answer.objectOrEmpty("inputRequests");
    String state = answer.string("requestState");
    if (wanted.isEmpty() && state == null) {
      throw wrong(" wants more for " + method + " and does not say what");
    }
    if (wanted.isEmpty()) {
      Thread.sleep(250);
    }
    var more = Json.object().putAll(params);
    if (!wanted.isEmpty()) {
      more.put("inputResponses", answers(wanted));
    }
    return more.put("requestState", state).build();
  }

  private Json.Obj answers(Json.Obj wanted) throws McpException, InterruptedException {
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
