package dev.tenon.server.job.record;

import dev.tenon.core.change.review.PinnedSelection;
import dev.tenon.core.change.review.Selection;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A check of what a job has staged, pinned to the hunks that it was about.
///
/// @param actor who wanted it; empty when nobody said
public record CheckRecord(
    String id,
    String command,
    PinnedSelection pinned,
    String actor,
    Instant startedAt,
    @Nullable Instant finishedAt,
    End end) {

  /// Where a check stands.
  public enum Status {
    RUNNING,
    PASSED,
    FAILED,
    TIMED_OUT,
    CANCELLED,
    /// The server ended meanwhile.
    INTERRUPTED,
    /// It could not be started.
    ERROR;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> labels() {
      var labels = new ArrayList<String>();
      for (Status each : values()) {
        labels.add(each.label());
      }
      return labels;
    }
  }

  /// How it ended, or how far it has come.
  ///
  /// @param exitCode null if it did not exit by itself
  /// @param output the end of what it printed
  /// @param bytes how much it printed in all
  public record End(
      Status status, @Nullable Integer exitCode, String output, long bytes, String message) {
    static final End NOT_YET = new End(Status.RUNNING, null, "", 0, "");
  }

  public static CheckRecord started(
      String id, String command, PinnedSelection pinned, String actor, Instant now) {
    return new CheckRecord(id, command, pinned, actor, now, null, End.NOT_YET);
  }

  public boolean isRunning() {
    return end.status == Status.RUNNING;
  }

  public CheckRecord ended(End how, Instant now) {
    return new CheckRecord(id, command, pinned, actor, startedAt, now, how);
  }

  /// It ended without a word of its own.
  public CheckRecord ended(Status status, String message, Instant now) {
    return ended(new End(status, null, end.output, end.bytes, message), now);
  }

  /// The same, which has printed this meanwhile.
  public CheckRecord printed(String output, long bytes) {
    return new CheckRecord(
        id,
        command,
        pinned,
        actor,
        startedAt,
        finishedAt,
        new End(end.status, end.exitCode, output, bytes, end.message));
  }

  long millis() {
    Instant last = finishedAt;
    return last == null ? 0 : Duration.between(startedAt, last).toMillis();
  }

  public Json.Obj toJson() {
    var json =
        Json.object()
            .put("check_id", id)
            .put("command", command)
            .put("selection", pinned.selection().label())
            .putAll(pinned.toJson())
            .put("hunk_ids", Json.strings(pinned.hunks()))
            .put("total", pinned.total())
            .put("pinned", pinned.phrase())
            .put("status", end.status.label())
            .put("exit_code", end.exitCode == null ? Json.Null.VALUE : Json.of(end.exitCode))
            .put("started_at", startedAt.toString())
            .put(
                "finished_at",
                finishedAt == null ? Json.Null.VALUE : Json.of(finishedAt.toString()))
            .put("millis", finishedAt == null ? Json.Null.VALUE : Json.of(millis()))
            .put("output", end.output)
            .put("output_bytes", end.bytes)
            .put("message", end.message);
    if (!actor.isEmpty()) {
      json.put("actor", actor);
    }
    return json.build();
  }

  static CheckRecord of(Json.Obj json) throws JsonException {
    JsonFields fields = JsonFields.of(json, "check");
    var numbers = new ArrayList<Integer>();
    for (Json number : json.array("hunks")) {
      numbers.add(number instanceof Json.Num place ? (int) place.longValue() : 0);
    }
    String finished = json.string("finished_at");
    return new CheckRecord(
        fields.string("check_id"),
        fields.string("command"),
        new PinnedSelection(
            Selection.of(fields.string("selection")).orElse(Selection.ACCEPTED),
            fields.string("fingerprint"),
            numbers,
            fields.strings("hunk_ids"),
            (int) fields.whole("total")),
        json.string("actor", ""),
        Instant.parse(fields.string("started_at")),
        finished == null ? null : Instant.parse(finished),
        new End(
            Status.valueOf(fields.string("status").toUpperCase(Locale.ROOT)),
            json.get("exit_code") instanceof Json.Num code ? (int) code.longValue() : null,
            json.string("output", ""),
            json.number("output_bytes", 0),
            json.string("message", "")));
  }
}
