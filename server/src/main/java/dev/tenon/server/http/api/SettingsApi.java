package dev.tenon.server.http.api;

import static dev.tenon.server.http.api.Components.component;
import static dev.tenon.server.http.wire.Route.field;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.http.wire.Answer;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.run.AttemptFailure;
import dev.tenon.server.job.run.JobLimits;
import dev.tenon.server.job.run.Routing;
import dev.tenon.server.tool.FileLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a client has to know about this server: limits, modes, projects. No secrets, no paths.
record SettingsApi(JobEngine engine, ServerSettings settings) {
  private static final String MODES = "=" + String.join("|", AgentMode.labels());

  private static final Route.Field[] ROUTING = {
    field("strict_local", "boolean", "The remote model is never used."),
    field("hybrid_max_local_attempts", "line", "How often the local model may try."),
    field("hybrid_remote_on_tool_budget", "boolean", "When its tool calls are used up."),
    field("hybrid_remote_on_schema_fail", "boolean", "When its edits are malformed too often."),
    field("hybrid_remote_on_context_overflow", "boolean", "When its window is full."),
    field("hybrid_remote_on_model_fail", "boolean", "When it does not answer."),
    field("hybrid_remote_on_validation_fail", "boolean", "When all its edits were refused."),
    field("hybrid_remote_on_timeout_ms", "count", "When it takes longer; 0 for never."),
  };

  private static final Route.Field[] LIMITS = {
    field("max_tool_calls_per_job", "line", "Unless the request says otherwise."),
    field("max_tool_calls_cap", "line", "What a request may ask for."),
    field("max_steps_per_job", "line", "Requests to the model."),
    field("max_schema_retries", "count", "How often edits may be malformed."),
    field("max_search_results_default", "line", "Passages of one search."),
    field("max_search_results_cap", "line", "What a search may ask for."),
    field("max_search_snippet_lines", "line", "Lines of one passage."),
    field("max_read_bytes_default", "line", "Bytes of one read."),
    field("max_read_lines_default", "line", "Lines of one read."),
    field("max_hunk_lines", "line", "Lines of one hunk, where it can be split."),
    field("max_hunk_bytes", "line", "Bytes of one hunk, where it can be split."),
    field("max_running_jobs", "line", "At the same time."),
    field("max_queued_jobs", "line", "That wait."),
    field("max_events_per_job", "line", "That are kept."),
    field("max_body_bytes", "line", "Of one request."),
    field("max_requests_per_second", "line", "Of one client address."),
    field("max_event_streams", "count", "At the same time."),
  };

  static final List<Components.Component> COMPONENTS =
      List.of(
          component(
              "Settings",
              "The settings in force, as far as clients are concerned.",
              field("poll_interval_ms", "line", "How often to ask for events."),
              field("agent_mode", MODES, "Of a run that names none."),
              field("agent_modes", "[string]", "Those that a run can have here."),
              field("sides", "Sides", "Which models there are."),
              field("models", "ModelNames", "By which names."),
              field("routing", "Routing", "When hybrid_auto takes the remote model."),
              field("limits", "Limits", "By their names in the configuration."),
              field("roots", "[Root]", "The projects.")),
          component(
              "Sides",
              "Which models there are.",
              field("local", "boolean", "Whether there is a local one."),
              field("remote", "boolean", "Whether there is a remote one that may be used.")),
          component(
              "ModelNames",
              "The models by their names; null where there is none, or it is chosen later.",
              field("local", "string|null", "The local one."),
              field("remote", "string|null", "The remote one.")),
          component(
              "ModelChoice",
              "A remote model that a session can have.",
              field("model", "string", "Its full name."),
              field("context_window", "count", "Tokens that it reads at most."),
              field("max_output", "count", "Tokens that it writes at most."),
              field("input_usd", "number|null", "For a million tokens; null where not known."),
              field("output_usd", "number|null", "For a million tokens; null where not known.")),
          component(
              "Root",
              "A project that is served.",
              field("root", "count", "Its number."),
              field("name", "string", "The name of its folder.")),
          component("Routing", "When hybrid_auto takes the remote model.", ROUTING),
          component("Limits", "The bounds of jobs and requests.", LIMITS));

  List<Route> routes() {
    return List.of(
        Route.get("/api/agent/settings", "getSettings", "What a client has to know of the server.")
            .answers("Settings")
            .by(call -> Answer.ok(json())),
        Route.get("/api/agent/models", "listModels", "The remote models a session can choose from.")
            .answers(
                field("models", "[ModelChoice]", "Those whose providers have a key here."),
                field("usual", "string|null", "What a session has that chooses none."))
            .by(call -> Answer.ok(models())));
  }

  private Json.Obj models() {
    var models = new ArrayList<Json>();
    for (ModelInfo each : engine.models()) {
      Pricing price = each.price();
      models.add(
          Json.object()
              .put("model", each.name())
              .put("context_window", each.contextWindow())
              .put("max_output", each.maxOutput())
              .put("input_usd", price == null ? Json.Null.VALUE : Json.of(price.input()))
              .put("output_usd", price == null ? Json.Null.VALUE : Json.of(price.output()))
              .build());
    }
    return Json.object().array("models", models).put("usual", name(AgentMode.Side.REMOTE)).build();
  }

  private Json.Obj json() {
    JobLimits limits = engine.limits();
    return Json.object()
        .put("poll_interval_ms", limits.pollInterval().toMillis())
        .put("agent_mode", limits.routing().mode().label())
        .put("agent_modes", Json.strings(modes()))
        .put(
            "sides",
            Json.object()
                .put("local", engine.has(AgentMode.Side.LOCAL))
                .put("remote", engine.has(AgentMode.Side.REMOTE))
                .build())
        .put(
            "models",
            Json.object()
                .put("local", name(AgentMode.Side.LOCAL))
                .put("remote", name(AgentMode.Side.REMOTE))
                .build())
        .put("routing", routing(limits.routing()))
        .put("limits", limits(limits, engine.fileLimits()))
        .array("roots", roots())
        .build();
  }

  private Json name(AgentMode.Side side) {
    return engine.model(side).<Json>map(it -> Json.of(shown(it))).orElse(Json.Null.VALUE);
  }

  /// A model that is a file (`scripted:FOLDER/FILE`) without its folder, which is nobody's
  /// business.
  static String shown(String model) {
    int colon = model.indexOf(':');
    int slash = model.indexOf('/');
    return colon >= 0 && slash > colon
        ? model.substring(0, colon + 1) + model.substring(model.lastIndexOf('/') + 1)
        : model;
  }

  private List<String> modes() {
    var modes = new ArrayList<String>();
    for (AgentMode mode : AgentMode.values()) {
      if (engine.allows(mode)) {
        modes.add(mode.label());
      }
    }
    return modes;
  }

  private static Json.Obj routing(Routing routing) {
    Set<AttemptFailure> on = routing.remoteOn();
    return Json.object()
        .put("strict_local", routing.reach() == Routing.Reach.STRICT_LOCAL)
        .put("hybrid_max_local_attempts", routing.localAttempts())
        .put("hybrid_remote_on_tool_budget", on.contains(AttemptFailure.TOOL_BUDGET_EXHAUSTED))
        .put("hybrid_remote_on_schema_fail", on.contains(AttemptFailure.SCHEMA_RETRIES_EXHAUSTED))
        .put("hybrid_remote_on_context_overflow", on.contains(AttemptFailure.CONTEXT_OVERFLOW))
        .put("hybrid_remote_on_model_fail", on.contains(AttemptFailure.MODEL_FAILED))
        .put("hybrid_remote_on_validation_fail", on.contains(AttemptFailure.EDITS_REFUSED))
        .put("hybrid_remote_on_timeout_ms", routing.localTimeout().toMillis())
        .build();
  }

  private Json.Obj limits(JobLimits jobs, FileLimits files) {
    return Json.object()
        .put("max_tool_calls_per_job", jobs.toolCalls())
        .put("max_tool_calls_cap", jobs.toolCallsCap())
        .put("max_steps_per_job", jobs.steps())
        .put("max_schema_retries", jobs.schemaRetries())
        .put("max_search_results_default", files.searchDefault())
        .put("max_search_results_cap", files.searchCap())
        .put("max_search_snippet_lines", files.snippetLines())
        .put("max_read_bytes_default", files.readBytes())
        .put("max_read_lines_default", files.readLines())
        .put("max_hunk_lines", jobs.hunks().maxLines())
        .put("max_hunk_bytes", jobs.hunks().maxBytes())
        .put("max_running_jobs", jobs.running())
        .put("max_queued_jobs", jobs.queued())
        .put("max_events_per_job", jobs.events())
        .put("max_body_bytes", settings.limits().bodyBytes())
        .put("max_requests_per_second", settings.limits().requestsPerSecond())
        .put("max_event_streams", settings.limits().streams())
        .build();
  }

  private List<Json> roots() {
    var roots = new ArrayList<Json>();
    for (Path root : engine.roots()) {
      Path name = root.getFileName();
      roots.add(
          Json.object()
              .put("root", roots.size())
              .put("name", name == null ? "/" : name.toString())
              .build());
    }
    return roots;
  }
}
