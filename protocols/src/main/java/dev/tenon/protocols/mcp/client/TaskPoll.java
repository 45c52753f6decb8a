package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// A call that goes on at the server by itself: asks how far it is until it is over, and answers
/// what it wants to know meanwhile.
final class TaskPoll {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration TOTAL = Duration.ofMinutes(10);
  private static final int MOST_QUESTIONS = 8;

  private final ServerConfig server;
  private final Asking asking;
  private final ClientRequests requests;

  /// Asks the server.
  interface Asking {
    Json.Obj ask(String method, Json.Obj params, Duration limit)
        throws McpException, InterruptedException;
  }

  TaskPoll(ServerConfig server, Asking asking, ClientRequests requests) {
    this.server = server;
    this.asking = asking;
    this.requests = requests;
  }

  /// @param created the answer that names the task
  Json.Obj result(Json.Obj created, Consumer<Json.Obj> progress)
      throws McpException, InterruptedException {
    Json.Obj task = created.has("taskId") ? created : created.objectOrEmpty("task");
    String id = task.string("taskId");
    if (id == null) {
      throw new McpException(
          McpException.Kind.PROTOCOL, server.name() + " began a task without an id");
    }
    Json.Obj params = Json.object().put("taskId", id).build();
    try {
      return poll(params, task, progress);
    } catch (InterruptedException stopped) {
      Thread.ofVirtual().name("mcp-cancel").start(() -> cancel(params));
      throw stopped;
    }
  }

  private Json.Obj poll(Json.Obj params, Json.Obj created, Consumer<Json.Obj> progress)
      throws McpException, InterruptedException {
    long deadline = System.nanoTime() + TOTAL.toNanos();
    Json.Obj task = created;
    int questions = 0;
    while (System.nanoTime() < deadline) {
      switch (task.string("status", "working")) {
        case "completed" -> {
          return task.objectOrEmpty("result");
        }
        case "failed" -> {
          Json.Obj error = task.objectOrEmpty("error");
          throw McpException.refused(
              server.name(),
              (int) error.number("code", 0),
              error.string("message", task.string("statusMessage", "the task failed")),
              error.get("data"));
        }
        case "cancelled" ->
            throw new McpException(
                McpException.Kind.CLOSED, server.name() + " has cancelled the task");
        case "input_required" -> {
          if (++questions > MOST_QUESTIONS) {
            throw new McpException(
                McpException.Kind.PROTOCOL,
                server.name() + " asked for more than " + MOST_QUESTIONS + " times in a task");
          }
          answer(params, task.objectOrEmpty("inputRequests"));
        }
        default -> {
          String message = task.string("statusMessage");
          if (message != null) {
            progress.accept(Json.object().put("message", message).build());
          }
        }
      }
      long pause = task.number("pollIntervalMs", task.number("pollInterval", 500));
      Thread.sleep(Math.clamp(pause, 100, 30_000));
      task = asking.ask("tasks/get", params, LIMIT);
    }
    cancel(params);
    throw new McpException(
        McpException.Kind.TIMED_OUT,
        server.name() + ": a task took longer than " + TOTAL.toSeconds() + " s");
  }

  private void answer(Json.Obj params, Json.Obj wanted) throws McpException, InterruptedException {
    Map<String, Json> answers = new LinkedHashMap<>();
    for (Map.Entry<String, Json> each : wanted.members().entrySet()) {
      if (each.getValue() instanceof Json.Obj request) {
        try {
          answers.put(
              each.getKey(),
              requests.request(request.string("method", ""), request.objectOrEmpty("params")));
        } catch (RpcException refused) {
          throw new McpException(
              McpException.Kind.PROTOCOL,
              server.name() + " asks for what is not answered: " + refused.getMessage(),
              refused);
        }
      }
    }
    asking.ask("tasks/update", params.with("inputResponses", new Json.Obj(answers)), LIMIT);
  }

  private void cancel(Json.Obj params) {
    try {
      asking.ask("tasks/cancel", params, LIMIT);
    } catch (McpException | InterruptedException unheard) {
      // It is a courtesy: nobody waits for the task either way.
    }
  }
}
