package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;

/// One thing that happened to a job. What a run reports is a [RunEvent], what becomes of its edits
/// a [ReviewEvent]; the records here are the job's own beginning and end. [EventRecord] is the
/// stored form.
public sealed interface JobEvent
    permits JobEvent.Queued,
        JobEvent.Started,
        JobEvent.Completed,
        JobEvent.Failed,
        JobEvent.Resumed,
        RunEvent,
        ReviewEvent,
        CheckEvent {

  JobEventType type();

  /// The payload as the API documents it, neither redacted nor shortened yet.
  Json.Obj data();

  /// @param actor who asked for it; empty when nobody said
  record Queued(String instruction, String actor) implements JobEvent {
    @Override
    public JobEventType type() {
      return JobEventType.JOB_QUEUED;
    }

    @Override
    public Json.Obj data() {
      Json.Obj data = Json.object().put("instruction", instruction).build();
      return actor.isEmpty() ? data : data.with("actor", Json.of(actor));
    }
  }

  record Started(String sessionId) implements JobEvent {
    @Override
    public JobEventType type() {
      return JobEventType.JOB_STARTED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("session_id", sessionId).build();
    }
  }

  /// The run ended and staged nothing.
  record Completed(String answer, int steps) implements JobEvent {
    @Override
    public JobEventType type() {
      return JobEventType.JOB_COMPLETED;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("answer", answer).put("steps", steps).build();
    }
  }

  record Failed(JobRecord.Failure failure) implements JobEvent {
    @Override
    public JobEventType type() {
      return JobEventType.JOB_FAILED;
    }

    @Override
    public Json.Obj data() {
      return failure.toJson();
    }
  }

  /// An interrupted job was queued again.
  record Resumed() implements JobEvent {
    @Override
    public JobEventType type() {
      return JobEventType.JOB_RESUMED;
    }

    @Override
    public Json.Obj data() {
      return Json.Obj.EMPTY;
    }
  }
}
