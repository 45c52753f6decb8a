package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// A call that goes on at the server by itself: asks how far it is until it is over, and answers
/// what it wants to know meanwhile, each question once. A task whose end nobody waits for is
/// cancelled. For one call.
final class TaskPoll {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration NO_BOUND = Duration.ofDays(1);
  private static final int MOST_QUESTIONS = 8;
  private static final long SHORTEST_PAUSE = 100;
  private static final long LONGEST_PAUSE = 30_000;

  private final ServerConfig server;
  private final Asking asking;
  private final ClientRequests requests;
  private final InputRequests questions;
  private final Set<String> answered = new HashSet<>();

  /// What is left of the time for the whole call; a person who is asked takes nothing of it.
  private long left;

  private int rounds;

  /// Whether the server has said how the task ended.
  private boolean over;

  /// Asks the server.
  interface Asking {
    Json.Obj ask(String method, Json.Obj params, Duration limit)
        throws McpException, InterruptedException;
  }

  /// @param left of the time for the whole call
  TaskPoll(ServerConfig server, Asking asking, ClientRequests requests, Duration left) {
    this.server = server;
    this.asking =
        (method, params, limit) -> {
          try {
            return asking.ask(method, params, limit);
          } catch (McpException failed) {
            // The call has begun before.
            throw failed.afterOthers();
          }
        };
    this.questions = new InputRequests(server, requests);
    this.requests = requests;
    this.left = left.toNanos();
  }

  /// @param created the answer that names the task
  Json.Obj result(Json.Obj created, Consumer<Json.Obj> progress)
      throws McpException, InterruptedException {
    Json.Obj task = created.has("taskId") ? created : created.objectOrEmpty("task");
    Json.Obj params = named(task);
    return cancelling(params, () -> poll(params, task, progress));
  }

  /// The result in the handshake of 2025-11-25, which is asked for once: the answer comes when the
  /// task is over, and what the server wants to know meanwhile comes as requests of its own.
  ///
  /// @param created the answer that names the task
  Json.Obj awaited(Json.Obj created) throws McpException, InterruptedException {
    Json.Obj params = named(created.objectOrEmpty("task"));
    return cancelling(
        params,
        () -> {
          var call =
              new PatientCall(
                  server.name() + ", asked for tasks/result,",
                  NO_BOUND,
                  Duration.ofNanos(left),
                  requests::isAsking);
          Json.Obj result = call.run(() -> asking.ask("tasks/result", params, NO_BOUND));
          over = true;
          return result;
        });
  }

  private interface Wait {
    Json.Obj result() throws McpException, InterruptedException;
  }

  /// Cancels the task unless it came to an end. Whoever hears of a failure may close the client at
  /// once, so the server is told before; whoever stops the call waits for nothing.
  private Json.Obj cancelling(Json.Obj params, Wait wait)
      throws McpException, InterruptedException {
    try {
      return wait.result();
    } catch (McpException failed) {
      if (!over) {
        over = true;
        cancel(params, SHORT);
      }
      throw failed;
    } finally {
      if (!over) {
        Thread.ofVirtual().name("mcp-cancel").start(() -> cancelLater(params));
      }
    }
  }

  private Json.Obj named(Json.Obj task) throws McpException {
    String id = task.string("taskId");
    if (id == null) {
      throw new McpException(
          McpException.Kind.PROTOCOL, server.name() + " began a task without an id");
    }
    return Json.object().put("taskId", id).build();
  }

  private Json.Obj poll(Json.Obj params, Json.Obj created, Consumer<Json.Obj> progress)
      throws McpException, InterruptedException {
    Json.Obj task = created;
    while (left > 0) {
      switch (task.string("status", "working")) {
        case "completed" -> {
          over = true;
          return task.objectOrEmpty("result");
        }
        case "failed" -> {
          over = true;
          Json.Obj error = task.objectOrEmpty("error");
          throw McpException.refused(
              server.name(),
              Math.clamp(error.number("code", 0), Integer.MIN_VALUE, Integer.MAX_VALUE),
              error.string("message", task.string("statusMessage", "the task failed")),
              error.get("data"));
        }
        case "cancelled" -> {
          over = true;
          throw new McpException(
              McpException.Kind.CLOSED, server.name() + " has cancelled the task");
        }
        case "input_required" -> answer(params, task.objectOrEmpty("inputRequests"));
        default -> {
          String message = task.string("statusMessage");
          if (message != null) {
            progress.accept(Json.object().put("message", message).build());
          }
        }
      }
      long begin = System.nanoTime();
      long pause = task.number("pollIntervalMs", task.number("pollInterval", 500));
      Thread.sleep(
          Math.min(Math.clamp(pause, SHORTEST_PAUSE, LONGEST_PAUSE), 1 + left / 1_000_000));
      task = asking.ask("tasks/get", params, LIMIT);
      left -= System.nanoTime() - begin;
    }
    throw new McpException(
        McpException.Kind.TIMED_OUT,
        server.name() + ": the call took longer than " + CallRounds.WHOLE_CALL.toSeconds() + " s");
  }

  /// What was answered before may still be asked for, until the server has taken notice.
  private void answer(Json.Obj params, Json.Obj wanted) throws McpException, InterruptedException {
    Map<String, Json> fresh = new LinkedHashMap<>(wanted.members());
    fresh.keySet().removeAll(answered);
    if (fresh.isEmpty()) {
      return;
    }
    if (++rounds > MOST_QUESTIONS) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          server.name() + " asked for more than " + MOST_QUESTIONS + " times in a task");
    }
    Json.Obj answers = questions.answers(new Json.Obj(fresh));
    answered.addAll(fresh.keySet());
    asking.ask("tasks/update", params.with("inputResponses", answers), LIMIT);
  }

  private void cancel(Json.Obj params, Duration limit) throws InterruptedException {
    try {
      asking.ask("tasks/cancel", params, limit);
    } catch (McpException unheard) {
      // It is a courtesy: nobody waits for the task either way.
    }
  }

  private void cancelLater(Json.Obj params) {
    try {
      cancel(params, LIMIT);
    } catch (InterruptedException unheard) {
      // The same.
    }
  }
}
