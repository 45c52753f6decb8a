package dev.tenon.server.project;

import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.engine.config.ServeSettings;
import dev.tenon.engine.config.ServerCatalog;
import dev.tenon.engine.config.Setting;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.server.http.wire.HttpLimits;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.run.AttemptFailure;
import dev.tenon.server.job.run.JobLimits;
import dev.tenon.server.job.run.Routing;
import dev.tenon.server.store.Retention;
import dev.tenon.server.tool.FileLimits;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// The configuration of the server as its parts take it. What contradicts itself is refused.
///
/// @param localModel the local model, if there is one
public record ServeLimits(ServeSettings settings, Optional<String> localModel) {

  public JobLimits jobs() throws SetupException {
    notMore(ServerCatalog.MAX_TOOL_CALLS_PER_JOB, ServerCatalog.MAX_TOOL_CALLS_CAP);
    return new JobLimits(
        settings.get(ServerCatalog.MAX_TOOL_CALLS_PER_JOB),
        settings.get(ServerCatalog.MAX_TOOL_CALLS_CAP),
        settings.get(ServerCatalog.MAX_SCHEMA_RETRIES),
        settings.get(ServerCatalog.MAX_RUNNING_JOBS),
        settings.get(ServerCatalog.MAX_QUEUED_JOBS),
        settings.get(ServerCatalog.MAX_EVENTS_PER_JOB),
        settings.get(ServerCatalog.MAX_STEPS_PER_JOB),
        Duration.ofMillis(settings.get(ServerCatalog.POLL_INTERVAL_MS)),
        new HunkGuard(
            settings.get(ServerCatalog.MAX_HUNK_LINES), settings.get(ServerCatalog.MAX_HUNK_BYTES)),
        routing());
  }

  private void notMore(Setting<Integer> one, Setting<Integer> other) throws SetupException {
    if (settings.get(one) > settings.get(other)) {
      throw SetupException.usage(
          one.key()
              + " is "
              + settings.get(one)
              + ", more than "
              + other.key()
              + ", which is "
              + settings.get(other)
              + "; lower the one or raise the other");
    }
  }

  private Routing routing() throws SetupException {
    AgentMode mode = AgentMode.of(settings.get(ServerCatalog.AGENT_MODE));
    boolean strict = settings.get(ServerCatalog.STRICT_LOCAL);
    if (strict && mode == AgentMode.REMOTE) {
      if (settings.isSet(ServerCatalog.AGENT_MODE)) {
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
        settings.get(ServerCatalog.HYBRID_MAX_LOCAL_ATTEMPTS),
        triggers(),
        Duration.ofMillis(settings.get(ServerCatalog.HYBRID_REMOTE_ON_TIMEOUT_MS)));
  }

  private Set<AttemptFailure> triggers() {
    Set<AttemptFailure> on = EnumSet.of(AttemptFailure.TIMEOUT);
    trigger(on, ServerCatalog.HYBRID_REMOTE_ON_TOOL_BUDGET, AttemptFailure.TOOL_BUDGET_EXHAUSTED);
    trigger(
        on, ServerCatalog.HYBRID_REMOTE_ON_SCHEMA_FAIL, AttemptFailure.SCHEMA_RETRIES_EXHAUSTED);
    trigger(on, ServerCatalog.HYBRID_REMOTE_ON_CONTEXT_OVERFLOW, AttemptFailure.CONTEXT_OVERFLOW);
    trigger(on, ServerCatalog.HYBRID_REMOTE_ON_MODEL_FAIL, AttemptFailure.MODEL_FAILED);
    trigger(on, ServerCatalog.HYBRID_REMOTE_ON_MODEL_FAIL, AttemptFailure.MODEL_UNAVAILABLE);
    trigger(on, ServerCatalog.HYBRID_REMOTE_ON_VALIDATION_FAIL, AttemptFailure.EDITS_REFUSED);
    return on;
  }

  private void trigger(Set<AttemptFailure> on, Setting<Boolean> setting, AttemptFailure failure) {
    if (settings.get(setting)) {
      on.add(failure);
    }
  }

  public FileLimits files() throws SetupException {
    notMore(ServerCatalog.MAX_SEARCH_RESULTS_DEFAULT, ServerCatalog.MAX_SEARCH_RESULTS_CAP);
    return new FileLimits(
        settings.get(ServerCatalog.MAX_SEARCH_RESULTS_DEFAULT),
        settings.get(ServerCatalog.MAX_SEARCH_RESULTS_CAP),
        settings.get(ServerCatalog.MAX_SEARCH_SNIPPET_LINES),
        settings.get(ServerCatalog.MAX_READ_BYTES_DEFAULT),
        settings.get(ServerCatalog.MAX_READ_LINES_DEFAULT),
        settings.get(ServerCatalog.MAX_LISTED_FILES));
  }

  public Retention inMemory() {
    return new Retention(
        settings.get(ServerCatalog.MAX_SESSIONS),
        settings.get(ServerCatalog.MAX_JOBS_PER_SESSION),
        Duration.ofHours(settings.get(ServerCatalog.COMPLETED_TTL_HOURS)));
  }

  public Retention onDisk() {
    return new Retention(
        unlimited(ServerCatalog.SQLITE_MAX_SESSIONS),
        unlimited(ServerCatalog.SQLITE_MAX_JOBS_PER_SESSION),
        Duration.ofHours(settings.get(ServerCatalog.SQLITE_COMPLETED_TTL_HOURS)));
  }

  /// 0 stands for no bound.
  private int unlimited(Setting<Integer> setting) {
    int number = settings.get(setting);
    return number == 0 ? Integer.MAX_VALUE : number;
  }

  public HttpLimits http() {
    return HttpLimits.DEFAULT
        .withBodyBytes(settings.get(ServerCatalog.MAX_BODY_BYTES))
        .withRequestsPerSecond(settings.get(ServerCatalog.MAX_REQUESTS_PER_SECOND))
        .withStreams(settings.get(ServerCatalog.MAX_EVENT_STREAMS));
  }
}
