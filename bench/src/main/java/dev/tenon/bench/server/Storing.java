package dev.tenon.bench.server;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEventType;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.Store;
import dev.tenon.server.store.Retention;
import dev.tenon.server.store.Stores;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What it costs to put an event into the SQLite store, in this process.
final class Storing {
  private static final int ROUNDS = 5;

  private final Path scratch;
  private final int events;

  Storing(Path scratch, int events) {
    this.scratch = scratch;
    this.events = events;
  }

  /// Microseconds for an event of a job without and with a large bundle.
  record Result(Sample plain, Sample large) {}

  Result measure() {
    var result = new Result(new Sample(), new Sample());
    try (Store store =
        Stores.sqlite(scratch.resolve("events.db"), Retention.ON_DISK, 3_000, Clock.systemUTC())) {
      append(store, "job_warm", null, events);
      for (int round = 0; round < ROUNDS; round++) {
        result.plain.add(append(store, "job_plain" + round, null, events));
        result.large.add(append(store, "job_large" + round, bundle(), events / 20 + 1));
      }
    }
    return result;
  }

  private static double append(Store store, String id, Json.@Nullable Obj bundle, int count) {
    long begin = System.nanoTime();
    for (int i = 1; i <= count; i++) {
      var event =
          new EventRecord(
              i,
              JobEventType.TOOL_COMPLETED,
              Instant.now(),
              Json.object()
                  .put("tool_call_id", "call_" + i)
                  .put("tool", "search_project")
                  .put("ok", true)
                  .put("millis", 12)
                  .put("result_count", 20)
                  .build());
      store.save(job(id, bundle, i), List.of(event));
    }
    return (System.nanoTime() - begin) / 1e3 / count;
  }

  private static JobRecord job(String id, Json.@Nullable Obj bundle, long cursor) {
    JobStatus status = bundle == null ? JobStatus.RUNNING : JobStatus.AWAITING_REVIEW;
    return job(id, "sess_1", status, bundle, cursor);
  }

  /// A job that is over.
  static JobRecord over(String id, String session, long cursor) {
    return job(id, session, JobStatus.COMPLETED, null, cursor);
  }

  private static JobRecord job(
      String id, String session, JobStatus status, Json.@Nullable Obj bundle, long cursor) {
    String now = Instant.now().toString();
    Json.Obj json =
        Json.object()
            .put("job_id", id)
            .put("session_id", session)
            .put("instruction", "Refactor these notes into sections")
            .array("context_rows", List.of())
            .put("max_tool_calls", 12)
            .put("agent_mode", AgentMode.REMOTE.label())
            .put("status", status.label())
            .put("created_at", now)
            .put("started_at", now)
            .put("finished_at", status.over() ? now : null)
            .put("cursor", cursor)
            .put("checkpoint_id", "cp_" + id)
            .put("diff_bundle", bundle)
            .build();
    try {
      return JobRecord.of(json);
    } catch (JsonException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// A bundle of a thousand hunks.
  private static Json.Obj bundle() {
    var files = new ArrayList<Json>();
    for (int i = 0; i < 1_000; i++) {
      files.add(
          Json.object()
              .put("file_path", PacedModel.fileName(i))
              .put("base_file_hash", "sha256:" + "0".repeat(64))
              .array(
                  "hunks",
                  List.of(
                      Json.object()
                          .put("hunk_id", "h_" + i)
                          .put("patch", "@@ -7,7 +7,7 @@\n" + " A line of a note.\n".repeat(8))
                          .put("accepted", Json.Null.VALUE)
                          .build()))
              .build());
    }
    return Json.object().put("job_id", "job").array("files", files).build();
  }

  void describe(Report report) {
    Result result = measure();
    report
        .heading("A stored event")
        .paragraph(
            "An event with its job in the SQLite store, durable against the end of the program,"
                + " in microseconds; medians of "
                + ROUNDS
                + " times "
                + events
                + ".")
        .table(
            List.of("what", "µs"),
            List.of(
                List.of("an event", Report.number(result.plain.median())),
                List.of(
                    "an event of a job with 1,000 changed files",
                    Report.number(result.large.median()))));
  }
}
