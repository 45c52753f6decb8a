package dev.tenon.server.http;

import static dev.tenon.server.http.Route.field;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.server.job.EngineException;
import dev.tenon.server.job.JobEngine;
import dev.tenon.server.job.Store;
import io.avaje.jex.Jex;
import io.avaje.jex.http.Context;
import io.avaje.jex.http.HttpResponseException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;

/// Serves a [JobEngine] over HTTP. Closing it ends the engine too.
public final class AgentServer {
  private static final System.Logger LOG = System.getLogger(AgentServer.class.getName());

  private final JobEngine engine;
  private final ServerSettings settings;
  private final Guard guard;
  private final Jex.Server server;

  private AgentServer(JobEngine engine, ServerSettings settings, String version) {
    this.engine = engine;
    this.settings = settings;
    this.guard = new Guard(settings);
    // The JDK's server waits 40 ms for more before it sends a small answer, unless told not to.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
    Jex jex =
        Jex.create()
            .config(
                config ->
                    config
                        .host(settings.host())
                        .port(settings.port())
                        .health(false)
                        .socketBacklog(1024)
                        .executor(Executors.newVirtualThreadPerTaskExecutor())
                        .compression(compression -> compression.disableCompression()));
    routes(jex, version);
    this.server = jex.start();
  }

  public static AgentServer start(JobEngine engine, ServerSettings settings, String version) {
    return new AgentServer(engine, settings, version);
  }

  public int port() {
    return server.port();
  }

  /// Where a browser opens it.
  public String url() {
    return "http://" + settings.host() + ":" + port();
  }

  private void routes(Jex jex, String version) {
    List<Route> routes = all();
    for (Route route : routes) {
      switch (route.method()) {
        case GET -> jex.get(route.path(), context -> answer(context, route.handler()));
        case POST -> jex.post(route.path(), context -> answer(context, route.handler()));
        case PUT -> jex.put(route.path(), context -> answer(context, route.handler()));
      }
    }
    var stream = new EventStream(engine);
    jex.get(STREAM.path(), context -> guarded(context, call -> stream.serve(context, call)));
    var documented = new ArrayList<>(routes);
    documented.add(STREAM);
    documented.add(DOCUMENT);
    Json.Obj document = OpenApi.document(documented, version);
    jex.get("/api/openapi.json", context -> answer(context, call -> Answer.ok(document)));
    jex.error(HttpResponseException.class, (context, missing) -> unknown(context, missing));
    jex.error(Exception.class, this::broke);
  }

  private static final Route STREAM =
      Route.get(
              "/api/agent/jobs/{job_id}/stream",
              "streamEvents",
              "The events as they happen (server-sent events); Last-Event-ID goes on from there.")
          .query(field("cursor", "count?", "Where to begin."))
          .streams("text/event-stream")
          .fails("unknown_job")
          .by(
              call -> {
                throw new IllegalStateException("the stream is served by itself");
              });

  private static final Route DOCUMENT =
      Route.get("/api/openapi.json", "getDocument", "This document.")
          .answers("any")
          .by(
              call -> {
                throw new IllegalStateException("the document is served by itself");
              });

  private List<Route> all() {
    var routes = new ArrayList<Route>();
    routes.addAll(new SessionApi(engine).routes());
    routes.addAll(new JobApi(engine).routes());
    routes.addAll(new ReviewApi(engine).routes());
    routes.addAll(new FileApi(engine).routes());
    routes.addAll(new SettingsApi(engine, settings).routes());
    return routes;
  }

  /// Something that writes its own answer.
  @FunctionalInterface
  private interface Raw {
    void serve(Call call) throws Problem, EngineException, JsonException, InterruptedException;
  }

  private void answer(Context context, Route.Handler handler) {
    guarded(
        context,
        call -> {
          Answer answer = handler.handle(call);
          send(context, answer.status(), answer.json());
        });
  }

  private void guarded(Context context, Raw raw) {
    Guard.harden(context);
    try {
      guard.check(context);
      raw.serve(new Call(context, settings.bodyBytes()));
    } catch (Problem problem) {
      send(context, problem.status(), problem.json());
    } catch (EngineException refused) {
      Problem problem = Problem.of(refused);
      send(context, problem.status(), problem.json());
    } catch (JsonException wrong) {
      Problem problem = Problem.invalid(String.valueOf(wrong.getMessage()));
      send(context, problem.status(), problem.json());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      send(context, 503, new Problem(503, "stopping", "the server is about to end").json());
    } catch (Store.StoreException broken) {
      LOG.log(System.Logger.Level.ERROR, "the store broke", broken);
      send(
          context,
          507,
          new Problem(507, "store_failed", String.valueOf(broken.getMessage())).json());
    }
  }

  private static void send(Context context, int status, Json.Obj json) {
    context.status(status);
    context.contentType("application/json; charset=utf-8");
    context.write(json.compact().getBytes(StandardCharsets.UTF_8));
  }

  private static void unknown(Context context, HttpResponseException missing) {
    Guard.harden(context);
    boolean method = missing.status() == 405;
    Problem problem =
        new Problem(
            missing.status(),
            method ? "method_not_allowed" : "not_found",
            method
                ? context.method() + " is not possible here"
                : "there is nothing at " + context.path(),
            "GET /api/openapi.json describes all operations.");
    send(context, problem.status(), problem.json());
  }

  private void broke(Context context, Exception bug) {
    LOG.log(System.Logger.Level.ERROR, context.method() + " " + context.matchedPath(), bug);
    send(context, 500, new Problem(500, "internal", "a bug in Tenon; the log has more").json());
  }

  /// Ends everything and waits for it.
  public void close() throws InterruptedException {
    engine.close();
    server.shutdown();
  }
}
