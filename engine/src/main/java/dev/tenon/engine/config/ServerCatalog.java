package dev.tenon.engine.config;

import static dev.tenon.engine.config.Catalog.FLAG;
import static dev.tenon.engine.config.Catalog.add;
import static dev.tenon.engine.config.Catalog.choice;
import static dev.tenon.engine.config.Catalog.closed;
import static dev.tenon.engine.config.Catalog.count;
import static dev.tenon.engine.config.Catalog.millis;

import dev.tenon.engine.config.Setting.Guard;
import java.util.List;

/// The settings of `tenon serve`. They have the names of the agent API, which writes them so. What
/// decides where a project's text goes, or what is forgotten, is never a project's own.
final class ServerCatalog {
  static final List<String> AGENT_MODES = List.of("local", "remote", "hybrid_auto");

  /// The word for no model.
  static final String NO_MODEL = "none";

  private static final long DAY = 86_400_000;
  private static final long HUNDRED_YEARS = 876_000;

  private ServerCatalog() {}

  static void declare(List<Setting> all) {
    jobs(all);
    files(all);
    routing(all);
    store(all);
    requests(all);
  }

  private static void jobs(List<Setting> all) {
    less(
        all,
        "server.max_tool_calls_per_job",
        count(1, 10_000),
        "12",
        "Tool calls of a job, for each model that tries it");
    less(
        all,
        "server.max_tool_calls_cap",
        count(1, 10_000),
        "100",
        "Tool calls that the request of a job may ask for");
    less(
        all,
        "server.max_steps_per_job",
        count(1, 10_000),
        "50",
        "Requests to the model in one prompt of a job");
    less(
        all,
        "server.max_schema_retries",
        count(0, 100),
        "5",
        "How often a model may repeat edits that were malformed");
    less(all, "server.max_running_jobs", count(1, 1_000), "4", "Jobs that run at the same time");
    less(all, "server.max_queued_jobs", count(1, 1_000_000), "1000", "Jobs that wait");
    less(
        all,
        "server.max_hunk_lines",
        count(1, 100_000),
        "80",
        "Lines of one hunk, where it can be split");
    less(
        all,
        "server.max_hunk_bytes",
        new Type.Whole(64, 16 * 1024 * 1024, Unit.BYTES),
        "8192",
        "Bytes of one hunk, where it can be split");
    add(
        all,
        "server.poll_interval_ms",
        millis(50, DAY),
        "2000",
        Guard.FREE,
        "How often clients are told to ask for events");
  }

  private static void files(List<Setting> all) {
    less(
        all,
        "server.max_search_results_default",
        count(1, 10_000),
        "20",
        "Passages of a search that names no number");
    less(
        all,
        "server.max_search_results_cap",
        count(1, 10_000),
        "50",
        "Passages that a search may ask for");
    less(all, "server.max_search_snippet_lines", count(1, 1_000), "20", "Lines of one passage");
    less(
        all,
        "server.max_read_bytes_default",
        new Type.Whole(1024, 16 * 1024 * 1024, Unit.BYTES),
        "65536",
        "Bytes of one read");
    less(all, "server.max_read_lines_default", count(1, 100_000), "800", "Lines of one read");
    less(all, "server.max_listed_files", count(1, 1_000_000), "5000", "Files of one listing");
  }

  private static void routing(List<Setting> all) {
    closed(
        all,
        "server.agent_mode",
        choice(AGENT_MODES),
        "remote",
        "Which model a job runs on when its request says nothing");
    closed(
        all,
        "server.local_model",
        new Type.Text("a model's name, or none"),
        NO_MODEL,
        "The local model, as provider/model; none for none");
    closed(
        all,
        "server.strict_local",
        FLAG,
        "false",
        "Never use the remote model, whatever a request or a failure asks for");
    closed(
        all,
        "server.hybrid_max_local_attempts",
        count(1, 100),
        "1",
        "How often the local model may try before the remote one does");
    closed(
        all,
        "server.hybrid_remote_on_tool_budget",
        FLAG,
        "true",
        "Take the remote model when tool calls or steps are used up without an edit");
    closed(
        all,
        "server.hybrid_remote_on_schema_fail",
        FLAG,
        "true",
        "Take the remote model when edits are malformed too often");
    closed(
        all,
        "server.hybrid_remote_on_context_overflow",
        FLAG,
        "true",
        "Take the remote model when the local one's window is full");
    closed(
        all,
        "server.hybrid_remote_on_model_fail",
        FLAG,
        "true",
        "Take the remote model when the local one cannot be opened or does not answer");
    closed(
        all,
        "server.hybrid_remote_on_validation_fail",
        FLAG,
        "true",
        "Take the remote model when every edit of the local one was refused");
    closed(
        all,
        "server.hybrid_remote_on_timeout_ms",
        millis(0, DAY),
        "120000",
        "Take the remote model when the local one works longer; 0 for never");
  }

  private static void store(List<Setting> all) {
    closed(
        all,
        "server.max_sessions",
        count(1, 1_000_000),
        "25",
        "Sessions that --store memory keeps, if the others are over");
    closed(
        all,
        "server.max_jobs_per_session",
        count(1, 1_000_000),
        "40",
        "Jobs of a session that --store memory keeps, if the others are over");
    closed(
        all,
        "server.completed_ttl_hours",
        count(1, HUNDRED_YEARS),
        "72",
        "Hours that --store memory keeps what is over");
    closed(
        all,
        "server.sqlite_max_sessions",
        count(0, 1_000_000_000),
        "0",
        "The same of --store sqlite; 0 for all");
    closed(
        all,
        "server.sqlite_max_jobs_per_session",
        count(0, 1_000_000_000),
        "0",
        "The same of --store sqlite; 0 for all");
    closed(
        all,
        "server.sqlite_completed_ttl_hours",
        count(1, HUNDRED_YEARS),
        "8760",
        "The same of --store sqlite: a year");
    closed(
        all,
        "server.max_events_per_job",
        count(10, 10_000_000),
        "3000",
        "Events of a job that are kept, the latest ones");
  }

  private static void requests(List<Setting> all) {
    less(
        all,
        "server.max_body_bytes",
        new Type.Whole(1024, 1024 * 1024 * 1024, Unit.BYTES),
        "8388608",
        "Bytes of one request");
    less(
        all,
        "server.max_requests_per_second",
        count(1, 10_000_000),
        "50000",
        "Requests of one client address");
    less(
        all,
        "server.max_event_streams",
        count(0, 100_000),
        "1000",
        "Event streams at the same time");
  }

  /// A bound that a project may make tighter and not wider.
  private static void less(
      List<Setting> all, String key, Type type, String otherwise, String description) {
    add(all, key, type, otherwise, Guard.NOT_MORE, description);
  }
}
