package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Unit;
import java.util.List;

/// The settings of `tenon serve`. They have the names of the agent API, which writes them so. What
/// decides where a project's text goes, or what is forgotten, is never a project's own.
public final class ServerCatalog {
  static final Topic TOPIC =
      new Topic("The server", "Of `tenon serve`; see [the server](server.md).");

  static final List<String> AGENT_MODES = List.of("local", "remote", "hybrid_auto");

  /// The word for no model.
  static final String NO_MODEL = "none";

  private static final int DAY = 86_400_000;
  private static final int HUNDRED_YEARS = 876_000;

  public static final Setting<Integer> MAX_TOOL_CALLS_PER_JOB =
      TOPIC
          .integer("server.max_tool_calls_per_job", 1, 10_000)
          .byDefault(12)
          .notMore()
          .doc("Tool calls of a job, for each model that tries it");
  public static final Setting<Integer> MAX_TOOL_CALLS_CAP =
      TOPIC
          .integer("server.max_tool_calls_cap", 1, 10_000)
          .byDefault(100)
          .notMore()
          .doc("Tool calls that the request of a job may ask for, at most");
  public static final Setting<Integer> MAX_STEPS_PER_JOB =
      TOPIC
          .integer("server.max_steps_per_job", 1, 10_000)
          .byDefault(50)
          .notMore()
          .doc("Requests to the model in one prompt of a job");
  public static final Setting<Integer> MAX_SCHEMA_RETRIES =
      TOPIC
          .integer("server.max_schema_retries", 0, 100)
          .byDefault(5)
          .notMore()
          .doc("How often a model may repeat edits that were malformed");
  public static final Setting<Integer> MAX_RUNNING_JOBS =
      TOPIC
          .integer("server.max_running_jobs", 1, 1_000)
          .byDefault(4)
          .notMore()
          .doc("Jobs that run at the same time");
  public static final Setting<Integer> MAX_QUEUED_JOBS =
      TOPIC
          .integer("server.max_queued_jobs", 1, 1_000_000)
          .byDefault(1000)
          .notMore()
          .doc("Jobs that wait");
  public static final Setting<Integer> MAX_HUNK_LINES =
      TOPIC
          .integer("server.max_hunk_lines", 1, 100_000)
          .byDefault(80)
          .notMore()
          .doc("Lines of one hunk, where it can be split");
  public static final Setting<Integer> MAX_HUNK_BYTES =
      TOPIC
          .integer("server.max_hunk_bytes", 64, 16 * 1024 * 1024, Unit.BYTES)
          .byDefault(8 * 1024)
          .notMore()
          .doc("Bytes of one hunk, where it can be split");
  public static final Setting<Long> POLL_INTERVAL_MS =
      TOPIC
          .count("server.poll_interval_ms", 50, DAY, Unit.MILLIS)
          .byDefault(2000L)
          .free()
          .doc("How often clients are told to ask for events");
  public static final Setting<Integer> MAX_SEARCH_RESULTS_DEFAULT =
      TOPIC
          .integer("server.max_search_results_default", 1, 10_000)
          .byDefault(20)
          .notMore()
          .doc("Passages of a search that names no number");
  public static final Setting<Integer> MAX_SEARCH_RESULTS_CAP =
      TOPIC
          .integer("server.max_search_results_cap", 1, 10_000)
          .byDefault(50)
          .notMore()
          .doc("Passages that a search may ask for");
  public static final Setting<Integer> MAX_SEARCH_SNIPPET_LINES =
      TOPIC
          .integer("server.max_search_snippet_lines", 1, 1_000)
          .byDefault(20)
          .notMore()
          .doc("Lines of one passage");
  public static final Setting<Integer> MAX_READ_BYTES_DEFAULT =
      TOPIC
          .integer("server.max_read_bytes_default", 1024, 16 * 1024 * 1024, Unit.BYTES)
          .byDefault(64 * 1024)
          .notMore()
          .doc("Bytes of one read");
  public static final Setting<Integer> MAX_READ_LINES_DEFAULT =
      TOPIC
          .integer("server.max_read_lines_default", 1, 100_000)
          .byDefault(800)
          .notMore()
          .doc("Lines of one read");
  public static final Setting<Integer> MAX_LISTED_FILES =
      TOPIC
          .integer("server.max_listed_files", 1, 1_000_000)
          .byDefault(5000)
          .notMore()
          .doc("Files of one listing");
  public static final Setting<String> AGENT_MODE =
      TOPIC
          .of("server.agent_mode", Type.Choice.of(AGENT_MODES))
          .byDefault("remote")
          .doc("Which model a job runs on when its request says nothing");
  public static final Setting<String> LOCAL_MODEL =
      TOPIC
          .text("server.local_model", "a model's name, or none")
          .byDefault(NO_MODEL)
          .doc("The local model, as provider/model; none for none");
  public static final Setting<Boolean> STRICT_LOCAL =
      TOPIC
          .flag("server.strict_local")
          .byDefault(false)
          .doc("Never use the remote model, whatever a request or a failure asks for");
  public static final Setting<Integer> HYBRID_MAX_LOCAL_ATTEMPTS =
      TOPIC
          .integer("server.hybrid_max_local_attempts", 1, 100)
          .byDefault(1)
          .doc("How often the local model may try before the remote one does");
  public static final Setting<Boolean> HYBRID_REMOTE_ON_TOOL_BUDGET =
      TOPIC
          .flag("server.hybrid_remote_on_tool_budget")
          .byDefault(true)
          .doc("Take the remote model when tool calls or steps are used up without an edit");
  public static final Setting<Boolean> HYBRID_REMOTE_ON_SCHEMA_FAIL =
      TOPIC
          .flag("server.hybrid_remote_on_schema_fail")
          .byDefault(true)
          .doc("Take the remote model when edits are malformed too often");
  public static final Setting<Boolean> HYBRID_REMOTE_ON_CONTEXT_OVERFLOW =
      TOPIC
          .flag("server.hybrid_remote_on_context_overflow")
          .byDefault(true)
          .doc("Take the remote model when the local one's window is full");
  public static final Setting<Boolean> HYBRID_REMOTE_ON_MODEL_FAIL =
      TOPIC
          .flag("server.hybrid_remote_on_model_fail")
          .byDefault(true)
          .doc("Take the remote model when the local one cannot be opened or does not answer");
  public static final Setting<Boolean> HYBRID_REMOTE_ON_VALIDATION_FAIL =
      TOPIC
          .flag("server.hybrid_remote_on_validation_fail")
          .byDefault(true)
          .doc("Take the remote model when every edit of the local one was refused");
  public static final Setting<Long> HYBRID_REMOTE_ON_TIMEOUT_MS =
      TOPIC
          .count("server.hybrid_remote_on_timeout_ms", 0, DAY, Unit.MILLIS)
          .byDefault(120_000L)
          .doc("Take the remote model when the local one works longer; 0 for never");
  public static final Setting<Integer> MAX_SESSIONS =
      TOPIC
          .integer("server.max_sessions", 1, 1_000_000)
          .byDefault(25)
          .doc("Sessions that --store memory keeps, if the others are over");
  public static final Setting<Integer> MAX_JOBS_PER_SESSION =
      TOPIC
          .integer("server.max_jobs_per_session", 1, 1_000_000)
          .byDefault(40)
          .doc("Jobs of a session that --store memory keeps, if the others are over");
  public static final Setting<Integer> COMPLETED_TTL_HOURS =
      TOPIC
          .integer("server.completed_ttl_hours", 1, HUNDRED_YEARS)
          .byDefault(72)
          .doc("Hours that --store memory keeps what is over");
  public static final Setting<Integer> SQLITE_MAX_SESSIONS =
      TOPIC
          .integer("server.sqlite_max_sessions", 0, 1_000_000_000)
          .byDefault(0)
          .doc("Sessions that --store sqlite keeps, if the others are over; 0 for all");
  public static final Setting<Integer> SQLITE_MAX_JOBS_PER_SESSION =
      TOPIC
          .integer("server.sqlite_max_jobs_per_session", 0, 1_000_000_000)
          .byDefault(0)
          .doc("Jobs of a session that --store sqlite keeps; 0 for all");
  public static final Setting<Integer> SQLITE_COMPLETED_TTL_HOURS =
      TOPIC
          .integer("server.sqlite_completed_ttl_hours", 1, HUNDRED_YEARS)
          .byDefault(8760)
          .doc("Hours that --store sqlite keeps what is over; the default is a year");
  public static final Setting<Integer> MAX_EVENTS_PER_JOB =
      TOPIC
          .integer("server.max_events_per_job", 10, 10_000_000)
          .byDefault(3000)
          .doc("Events of a job that are kept, the latest ones");
  public static final Setting<Integer> MAX_BODY_BYTES =
      TOPIC
          .integer("server.max_body_bytes", 1024, 1024 * 1024 * 1024, Unit.BYTES)
          .byDefault(8 * 1024 * 1024)
          .notMore()
          .doc("Bytes of one request");
  public static final Setting<Integer> MAX_REQUESTS_PER_SECOND =
      TOPIC
          .integer("server.max_requests_per_second", 1, 10_000_000)
          .byDefault(50_000)
          .notMore()
          .doc("Requests of one client address");
  public static final Setting<Integer> MAX_EVENT_STREAMS =
      TOPIC
          .integer("server.max_event_streams", 0, 100_000)
          .byDefault(1000)
          .notMore()
          .doc("Event streams at the same time");

  private ServerCatalog() {}
}
