package dev.tenon.server.store;

import dev.tenon.core.change.review.PinnedSelection;
import dev.tenon.core.change.review.Selection;
import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.Approval;
import dev.tenon.server.job.record.CheckRecord;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.ContextRow;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEventType;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.PlanUse;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sessions, jobs and events for tests of stores.
final class Records {
  static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  private Records() {}

  static SessionRecord session(String id, int minutesAgo) {
    return session(id, minutesAgo, null);
  }

  static SessionRecord session(String id, int minutesAgo, @Nullable String lastJob) {
    Instant updated = ago(minutesAgo);
    return new SessionRecord(
        id,
        0,
        "/srv/project",
        "title of " + id,
        updated.minusSeconds(1),
        updated,
        SessionRecord.Status.ACTIVE,
        List.of(),
        lastJob,
        CommandUse.AUTO,
        "vendor/model-of-" + id);
  }

  static SessionRecord archived(SessionRecord session) {
    return session.with(SessionRecord.Status.ARCHIVED, session.updatedAt());
  }

  static Instant ago(int minutes) {
    return NOW.minus(Duration.ofMinutes(minutes));
  }

  /// A job that was made then, and is over a second later if it is over.
  static JobRecord job(String id, String session, JobStatus status, int minutesAgo) {
    return job(id, session, status, minutesAgo, "do " + id, 0);
  }

  static JobRecord job(
      String id, String session, JobStatus status, int minutesAgo, String text, long cursor) {
    Instant created = ago(minutesAgo);
    var request =
        new JobRecord.Request(
            text,
            List.of(new ContextRow("ctx_1", ContextRow.Kind.PINNED, null, 0, 0, text)),
            12,
            AgentMode.HYBRID_AUTO,
            CommandUse.ASK,
            "vendor/other",
            PlanUse.FIRST);
    boolean waits = status == JobStatus.WAITING_FOR_USER;
    var progress =
        new JobRecord.Progress(
            status,
            created,
            status == JobStatus.QUEUED ? null : created,
            status.over() ? created.plusSeconds(1) : null,
            cursor,
            status == JobStatus.QUEUED ? 0 : 7,
            waits ? new JobRecord.Questions(null, 1, approval(text)) : JobRecord.Questions.NONE,
            status == JobStatus.FAILED ? new JobRecord.Failure("cancelled", text) : null);
    var output =
        new JobRecord.Output(
            "check_" + id,
            List.of(Json.object().put("edit_id", "e_1").put("new_text", text).build()),
            Json.object().put("job_id", id).array("files", List.of()).build(),
            text,
            check(status, created, text));
    return new JobRecord(id, session, request, progress, output);
  }

  private static Approval approval(String text) {
    return new Approval(
        "ap_1",
        "0-Fix",
        "bash",
        text,
        ".",
        List.of("run: " + text),
        "why",
        List.of("bash(x *)"),
        true,
        Json.object().put("title", text).build());
  }

  /// One that failed, or that still runs where the job awaits review.
  private static CheckRecord check(JobStatus status, Instant created, String text) {
    var pinned = new PinnedSelection(Selection.ALL, "sha256:0", List.of(1, 3), List.of("h"), 4);
    CheckRecord check = CheckRecord.started("chk_1", text, pinned, "Ada", created);
    return status == JobStatus.AWAITING_REVIEW
        ? check
        : check.ended(
            new CheckRecord.End(CheckRecord.Status.FAILED, 2, text, 7, text),
            created.plusSeconds(1));
  }

  static List<EventRecord> events(long first, long last) {
    var events = new ArrayList<EventRecord>();
    for (long cursor = first; cursor <= last; cursor++) {
      events.add(
          new EventRecord(
              cursor,
              JobEventType.TOOL_COMPLETED,
              NOW,
              Json.object().put("number", cursor).build()));
    }
    return events;
  }

  static Store.State state(String text, Store.Buffers buffers) {
    return new Store.State(
        Json.array(List.of(Json.object().put("text", text).build())),
        Json.object().put("staged", text).build(),
        Optional.of(new Store.Writing("", "commit1", List.of("h_1"))),
        buffers);
  }
}
