package dev.tenon.server.store;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.AgentMode;
import dev.tenon.server.job.ContextRow;
import dev.tenon.server.job.JobEvent;
import dev.tenon.server.job.JobRecord;
import dev.tenon.server.job.JobStatus;
import dev.tenon.server.job.SessionRecord;
import dev.tenon.server.job.Store;
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
        "title of " + id,
        updated.minusSeconds(1),
        updated,
        SessionRecord.Status.ACTIVE,
        List.of(),
        lastJob);
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
    return new JobRecord(
        id,
        session,
        text,
        List.of(new ContextRow("ctx_1", ContextRow.Kind.PINNED, null, 0, 0, text)),
        12,
        AgentMode.HYBRID_AUTO,
        status,
        created,
        status == JobStatus.QUEUED ? null : created,
        status.over() ? created.plusSeconds(1) : null,
        cursor,
        "check_" + id,
        List.of(Json.object().put("edit_id", "e_1").put("new_text", text).build()),
        Json.object().put("job_id", id).array("files", List.of()).build(),
        status == JobStatus.WAITING_FOR_USER ? new JobRecord.Question("q_1", text) : null,
        status == JobStatus.FAILED ? new JobRecord.Failure("cancelled", text) : null,
        text,
        status == JobStatus.WAITING_FOR_USER ? 1 : 0);
  }

  static List<JobEvent> events(long first, long last) {
    var events = new ArrayList<JobEvent>();
    for (long cursor = first; cursor <= last; cursor++) {
      events.add(
          new JobEvent(
              cursor, "tool.call.completed", NOW, Json.object().put("number", cursor).build()));
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
