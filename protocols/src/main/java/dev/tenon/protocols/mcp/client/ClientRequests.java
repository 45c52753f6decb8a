package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.protocols.mcp.protocol.Meta;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Hears what one server asks and tells by itself. Safe for several threads.
final class ClientRequests implements RpcHandler {
  /// More questions than a person can mean to answer are a storm.
  private static final int MOST_OPEN = 4;

  private static final String ROOTS = "roots/list";
  static final String ELICIT = "elicitation/create";
  static final String SAMPLE = "sampling/createMessage";

  private final ClientSide side;
  private final ServerNews news;
  private final Map<Json, Consumer<Json.Obj>> progress = new ConcurrentHashMap<>();
  private final Set<String> subscriptions = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private final Map<String, CountDownLatch> visits = new ConcurrentHashMap<>();

  ClientRequests(ClientSide side, ServerNews news) {
    this.side = side;
    this.news = news;
  }

  /// What the server is told that it can ask for.
  Json.Obj capabilities(boolean tasks) {
    var capabilities = Json.object();
    if (!side.roots().isEmpty()) {
      capabilities.put("roots", Json.object().put("listChanged", false).build());
    }
    if (side.elicits()) {
      capabilities.object(
          "elicitation",
          elicitation -> elicitation.put("form", Json.Obj.EMPTY).put("url", Json.Obj.EMPTY));
    }
    if (side.samples()) {
      capabilities.put("sampling", Json.Obj.EMPTY);
    }
    if (tasks) {
      capabilities.object("extensions", extensions -> extensions.put(Meta.TASKS, Json.Obj.EMPTY));
    }
    return capabilities.build();
  }

  /// Progress with this token goes to the listener until it is stopped.
  void follow(Json token, Consumer<Json.Obj> listener) {
    progress.put(token, listener);
  }

  /// Whether somebody is being asked.
  boolean isAsking() {
    return open.get() > 0;
  }

  void unfollow(Json token) {
    progress.remove(token);
  }

  @Override
  public Json request(String method, Json params) throws RpcException, InterruptedException {
    Json.Obj given = params instanceof Json.Obj object ? object : Json.Obj.EMPTY;
    return switch (method) {
      case "ping" -> Json.Obj.EMPTY;
      case ROOTS -> roots();
      case ELICIT -> limited(() -> side.elicit(given));
      case SAMPLE -> {
        if (!side.samples()) {
          throw new RpcException(-1, "sampling is off");
        }
        yield limited(() -> side.sample(given));
      }
      default -> throw RpcException.methodNotFound(method);
    };
  }

  private interface Answering {
    Json.Obj answer() throws RpcException, InterruptedException;
  }

  private Json.Obj limited(Answering answering) throws RpcException, InterruptedException {
    if (open.incrementAndGet() > MOST_OPEN) {
      open.decrementAndGet();
      throw new RpcException(
          RpcException.BUSY, "more than " + MOST_OPEN + " questions at a time are not asked");
    }
    try {
      return answering.answer();
    } finally {
      open.decrementAndGet();
    }
  }

  private Json.Obj roots() {
    var roots =
        side.roots().stream()
            .map(
                root ->
                    Json.object()
                        .put("uri", root.toUri().toString().replaceFirst("/$", ""))
                        .put("name", name(root))
                        .build())
            .toList();
    return Json.object().array("roots", roots).build();
  }

  private static String name(Path root) {
    Path name = root.getFileName();
    return name == null ? root.toString() : name.toString();
  }

  @Override
  public void notification(String method, Json params) {
    Json.Obj given = params instanceof Json.Obj object ? object : Json.Obj.EMPTY;
    switch (method) {
      case "notifications/progress" -> {
        Json token = given.get("progressToken");
        Consumer<Json.Obj> listener = token == null ? null : listener(token);
        if (listener != null) {
          listener.accept(given);
        }
      }
      case "notifications/elicitation/complete" -> {
        CountDownLatch visit = visits.get(given.string("elicitationId", ""));
        if (visit != null) {
          visit.countDown();
        }
      }
      case "notifications/message" -> news.logged(given);
      case "notifications/tools/list_changed" -> news.changed("tools");
      case "notifications/prompts/list_changed" -> news.changed("prompts");
      case "notifications/resources/list_changed" -> news.changed("resources");
      case "notifications/resources/updated" -> {
        String uri = wanted(given.string("uri", ""));
        if (uri != null) {
          news.updated(uri);
        }
      }
      default -> {
        // What is not known here is for others.
      }
    }
  }

  @Override
  public void ended() {
    news.ended();
  }

  /// The person is about to be sent to the address of this elicitation.
  void expectVisit(String elicitation) {
    visits.put(elicitation, new CountDownLatch(1));
  }

  /// Waits until the server says that the person has done there what there was to do.
  void awaitVisit(String elicitation, Duration limit) throws InterruptedException {
    CountDownLatch done = visits.get(elicitation);
    if (done != null) {
      boolean _ = done.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  void forgetVisit(String elicitation) {
    visits.remove(elicitation);
  }

  /// Somebody wants to hear of this resource, and of those within it.
  void subscribed(String uri) {
    subscriptions.add(uri);
  }

  /// The subscription that a change belongs to, in the words of who subscribed; null for what
  /// nobody asked for.
  private @Nullable String wanted(String uri) {
    for (String each : subscriptions) {
      if (uri.equals(each) || uri.startsWith(each.endsWith("/") ? each : each + "/")) {
        return each;
      }
    }
    return null;
  }

  private @Nullable Consumer<Json.Obj> listener(Json token) {
    return progress.get(token);
  }
}
