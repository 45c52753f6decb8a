package dev.tenon.server.http.api;

import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.http.wire.Answer;
import dev.tenon.server.http.wire.BodyCheck;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.engine.JobEngine;
import java.util.ArrayList;
import java.util.List;

/// All operations of the agent API over one engine, and the document that describes them.
public final class AgentApi {
  private final List<Route> routes = new ArrayList<>();
  private final EventStream streams;

  public AgentApi(JobEngine engine, ServerSettings settings, String version) {
    streams = new EventStream(engine, settings.limits());
    routes.addAll(new SessionApi(engine).routes());
    routes.addAll(new JobApi(engine).routes());
    routes.addAll(new ReviewApi(engine).routes());
    routes.addAll(new CheckApi(engine).routes());
    routes.addAll(new FileApi(engine).routes());
    routes.addAll(new HistoryApi(engine).routes());
    routes.addAll(new SettingsApi(engine, settings).routes());
    routes.add(streams.route());
    routes.add(document(version));
  }

  private Route document(String version) {
    return Route.get("/api/openapi.json", "getDocument", "This document.")
        .answers("any")
        .by(call -> Answer.ok(OpenApi.document(routes, version)));
  }

  public List<Route> routes() {
    return List.copyOf(routes);
  }

  /// Checks the bodies of requests to these operations.
  public BodyCheck bodies() {
    return new BodyCheck(Components::fields);
  }

  /// How many event streams are open.
  public int openStreams() {
    return streams.open();
  }
}
