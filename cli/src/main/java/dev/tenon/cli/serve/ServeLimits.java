package dev.tenon.cli.serve;

import dev.tenon.cli.SetupException;
import dev.tenon.cli.config.Serving;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.server.http.HttpLimits;
import dev.tenon.server.job.AgentMode;
import dev.tenon.server.job.JobLimits;
import dev.tenon.server.job.Routing;
import dev.tenon.server.job.Trouble;
import dev.tenon.server.store.Retention;
import dev.tenon.server.tool.FileLimits;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// The configuration of the server as its parts take it. What contradicts itself is refused.
///
/// @param localModel the local model, if there is one
record ServeLimits(Serving settings, Optional<String> localModel) {

  JobLimits jobs() throws SetupException {
    notMore("max_tool_calls_per_job", "max_tool_calls_cap");
    return new JobLimits(
        settings.number("max_tool_calls_per_job"),
        settings.number("max_tool_calls_cap"),
        settings.number("max_schema_retries"),
        settings.number("max_running_jobs"),
        settings.number("max_queued_jobs"),
        settings.number("max_events_per_job"),
        settings.number("max_steps_per_job"),
        Duration.ofMillis(settings.number("poll_interval_ms")),
        new HunkGuard(settings.number("max_hunk_lines"), settings.number("max_hunk_bytes")),
        routing());
  }

  private void notMore(String one, String other) throws SetupException {
    if (settings.number(one) > settings.number(other)) {
      throw SetupException.usage(
          "server."
              + one
              + " is "
              + settings.number(one)
              + ", more than server."
              + other
              + ", which is "
              + settings.number(other)
              + "; lower the one or raise the other");
    }
  }

  private Routing routing() throws SetupException {
    AgentMode mode = AgentMode.of(settings.word("agent_mode"));
    boolean strict = settings.flag("strict_local");
    if (strict && mode == AgentMode.REMOTE) {
      if (settings.isSet("agent_mode")) {
        throw SetupException.usage(
            "server.strict_local and server.agent_mode remote exclude each other; set agent_mode to"
                + " local or hybrid_auto, or strict_local to false");
      }
      mode = AgentMode.LOCAL;
    }
    if ((strict || mode == AgentMode.LOCAL) && localModel.isEmpty()) {
      throw SetupException.usage(
          (strict ? "server.strict_local" : "server.agent_mode local")
              + " needs a local model; name one with --local-model or server.local_model");
    }
    return new Routing(
        mode,
        strict ? Routing.Reach.STRICT_LOCAL : Routing.Reach.BOTH,
        settings.number("hybrid_max_local_attempts"),
        triggers(),
        Duration.ofMillis(settings.number("hybrid_remote_on_timeout_ms")));
  }

  private Set<Trouble> triggers() {
    Set<Trouble> on = EnumSet.of(Trouble.TIMEOUT);
    trigger(on, "tool_budget", Trouble.TOOL_BUDGET_EXHAUSTED);
    trigger(on, "schema_fail", Trouble.SCHEMA_RETRIES_EXHAUSTED);
    trigger(on, "context_overflow", Trouble.CONTEXT_OVERFLOW);
    trigger(on, "model_fail", Trouble.MODEL_FAILED);
    trigger(on, "model_fail", Trouble.MODEL_UNAVAILABLE);
    trigger(on, "validation_fail", Trouble.EDITS_REFUSED);
    return on;
  }

  private void trigger(Set<Trouble> on, String name, Trouble trouble) {
    if (settings.flag("hybrid_remote_on_" + name)) {
      on.add(trouble);
    }
  }

  FileLimits files() throws SetupException {
    notMore("max_search_results_default", "max_search_results_cap");
    return new FileLimits(
        settings.number("max_search_results_default"),
        settings.number("max_search_results_cap"),
        settings.number("max_search_snippet_lines"),
        settings.number("max_read_bytes_default"),
        settings.number("max_read_lines_default"),
        settings.number("max_listed_files"));
  }

  Retention inMemory() {
    return new Retention(
        settings.number("max_sessions"),
        settings.number("max_jobs_per_session"),
        Duration.ofHours(settings.number("completed_ttl_hours")));
  }

  Retention onDisk() {
    return new Retention(
        unlimited("sqlite_max_sessions"),
        unlimited("sqlite_max_jobs_per_session"),
        Duration.ofHours(settings.number("sqlite_completed_ttl_hours")));
  }

  /// 0 stands for no bound.
  private int unlimited(String name) {
    int number = settings.number(name);
    return number == 0 ? Integer.MAX_VALUE : number;
  }

  HttpLimits http() {
    return HttpLimits.DEFAULT
        .withBodyBytes(settings.number("max_body_bytes"))
        .withRequestsPerSecond(settings.number("max_requests_per_second"))
        .withStreams(settings.number("max_event_streams"));
  }
}
