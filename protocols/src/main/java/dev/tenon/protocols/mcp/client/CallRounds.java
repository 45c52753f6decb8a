package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.time.Duration;

/// One request to its end: a stateless server may want to know more before it answers, and is asked
/// again with that, a bounded number of times.
final class CallRounds {
  private static final int MOST_ROUNDS = 8;
  static final Duration WHOLE_CALL = Duration.ofMinutes(10);

  private final ServerConfig server;
  private final InputRequests questions;
  private final String method;
  private Duration left = WHOLE_CALL;

  /// Asks the server once.
  interface Leg {
    /// @param left what is left of the time for the whole call
    Json.Obj ask(Json.Obj params, Duration left) throws McpException, InterruptedException;
  }

  CallRounds(ServerConfig server, ClientRequests requests, String method) {
    this.server = server;
    this.questions = new InputRequests(server, requests);
    this.method = method;
  }

  /// The first answer that asks for nothing.
  Json.Obj complete(Json.Obj params, Leg leg) throws McpException, InterruptedException {
    Json.Obj now = params;
    for (int round = 0; ; round++) {
      long begin = System.nanoTime();
      Json.Obj answer;
      try {
        answer = leg.ask(now, left);
      } catch (McpException failed) {
        throw round == 0 ? failed : failed.afterOthers();
      }
      left = left.minusNanos(System.nanoTime() - begin);
      String type = answer.string("resultType", "complete");
      if (type.equals("complete") || type.equals("task")) {
        return answer;
      }
      if (!type.equals("input_required")) {
        throw wrong(
            " answered " + method + " with a kind of result that is not known, '" + type + "'");
      }
      if (round >= MOST_ROUNDS) {
        throw wrong(" asked for more than " + MOST_ROUNDS + " times during " + method);
      }
      now = next(params, answer);
    }
  }

  /// What is left of the time for the whole call, of which a person who is asked takes nothing.
  Duration left() {
    return left;
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
      more.put("inputResponses", questions.answers(wanted));
    }
    return more.put("requestState", state).build();
  }
}
