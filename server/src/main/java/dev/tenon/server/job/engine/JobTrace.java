package dev.tenon.server.job.engine;

import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.json.Json;
import dev.tenon.server.job.live.EventLog;
import dev.tenon.server.job.record.CanonicalJson;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEventType;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JsonSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A job with everything that is known of its run, to be kept and read without the server. It is
/// made from the job's events, so it is there as long as they are, and as small as they are.
final class JobTrace {
  private static final String FORMAT = "tenon.trace.1";
  private static final JsonSummary BOUND = new JsonSummary(16_384, 1_000);

  private final JobRecord job;
  private final EventLog.Page page;
  private final List<Json> calls = new ArrayList<>();
  private final List<Json> results = new ArrayList<>();
  private final List<Json> steps = new ArrayList<>();
  private final List<Json> choices = new ArrayList<>();
  private final Map<String, long[]> tokens = new TreeMap<>();
  private final JobReceipt receipt = new JobReceipt();
  private long modelMillis;
  private long toolMillis;
  private long waitedMillis;
  private @Nullable Instant asked;
  private @Nullable Instant ended;

  JobTrace(JobRecord job, EventLog.Page page) {
    this.job = job;
    this.page = page;
    page.events().forEach(this::take);
  }

  private void take(EventRecord event) {
    receipt.take(event);
    Json.Obj data = event.data();
    switch (event.type()) {
      case TOOL_REQUESTED ->
          calls.add(
              CanonicalJson.call(
                  id(data), data.string("tool", ""), data.objectOrEmpty("arguments")));
      case TOOL_COMPLETED -> {
        toolMillis += data.number("millis", 0);
        results.add(
            CanonicalJson.result(
                id(data), data.string("tool", ""), data.get("result"), data.get("error")));
      }
      case ASSISTANT_MESSAGE -> step(data);
      case HELPER_REPORTED -> {
        // What helpers use is used by the job; all else is told by the events.
        if (data.string("type", "").equals(JobEventType.ASSISTANT_MESSAGE.label())) {
          used(data.objectOrEmpty("data").objectOrEmpty("raw_usage"));
        }
      }
      case PROVIDER_SELECTED, PROVIDER_FALLBACK ->
          choices.add(
              data.with("event", Json.of(event.type().label()))
                  .with("ts", Json.of(event.time().toString())));
      case CLARIFICATION_REQUESTED, APPROVAL_REQUESTED -> asked = event.time();
      case CLARIFICATION_RECEIVED, APPROVAL_RECEIVED -> {
        waitedMillis += asked == null ? 0 : Duration.between(asked, event.time()).toMillis();
        asked = null;
      }
      case JOB_COMPLETED, JOB_FAILED, DIFF_GENERATED -> ended = event.time();
      case JOB_QUEUED,
          JOB_STARTED,
          JOB_RESUMED,
          EDITS_PROPOSED,
          REVIEW_UPDATED,
          APPLY_STARTED,
          APPLY_COMPLETED,
          APPLY_CONFLICT,
          CHECK_STARTED,
          CHECK_OUTPUT,
          CHECK_FINISHED,
          CHECKPOINT_CREATED,
          ROLLBACK_STARTED,
          ROLLBACK_COMPLETED,
          ROLLBACK_FAILED -> {
        // The events themselves are part of the trace.
      }
    }
  }

  private static String id(Json.Obj data) {
    return data.string("tool_call_id", "");
  }

  private void step(Json.Obj data) {
    steps.add(data);
    Json.Obj usage = data.objectOrEmpty("raw_usage");
    modelMillis += usage.number("latency_ms", 0);
    used(usage);
  }

  private void used(Json.Obj usage) {
    if (usage.has("model")) {
      long[] sums = tokens.computeIfAbsent(usage.string("model", ""), model -> new long[3]);
      sums[0]++;
      sums[1] +=
          usage.number("input_tokens", 0)
              + usage.number("cache_read_tokens", 0)
              + usage.number("cache_write_tokens", 0);
      sums[2] += usage.number("output_tokens", 0);
    }
  }

  /// @param checkpoint what the run changed; null if that is not known any more
  Json.Obj json(Json.@Nullable Obj checkpoint) {
    return Json.object()
        .put("format", FORMAT)
        .put("job", BOUND.of(job.toJson()))
        .array("provider_choices", choices)
        .array("steps", steps)
        .array("tool_calls", calls)
        .array("tool_results", results)
        .put("timings", timings())
        .array("usage", usage())
        .put("checkpoint", checkpoint == null ? Json.Null.VALUE : BOUND.of(checkpoint))
        .put("receipt", receipt.made(job.id()).<Json>map(Receipt::toJson).orElse(Json.Null.VALUE))
        .array("events", page.events().stream().map(EventRecord::toJson).toList())
        .put("missed_events", page.missed())
        .build();
  }

  private Json.Obj timings() {
    var json = Json.object();
    if (job.startedAt() != null) {
      json.put("queued_ms", Duration.between(job.createdAt(), job.startedAt()).toMillis());
      if (ended != null) {
        json.put("run_ms", Duration.between(job.startedAt(), ended).toMillis());
      }
    }
    return json.put("model_ms", modelMillis)
        .put("tools_ms", toolMillis)
        .put("waiting_ms", waitedMillis)
        .build();
  }

  private List<Json> usage() {
    var usage = new ArrayList<Json>();
    tokens.forEach(
        (model, sums) ->
            usage.add(
                Json.object()
                    .put("model", model)
                    .put("requests", sums[0])
                    .put("input_tokens", sums[1])
                    .put("output_tokens", sums[2])
                    .build()));
    return usage;
  }
}
