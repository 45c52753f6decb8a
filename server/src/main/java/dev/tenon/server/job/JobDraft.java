package dev.tenon.server.job;

import dev.tenon.core.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A job record while it is being changed, by one thread.
final class JobDraft {
  private final JobRecord before;
  private final List<Json.Obj> proposedEdits;
  private JobStatus status;
  private @Nullable Instant startedAt;
  private @Nullable Instant finishedAt;
  long cursor;
  @Nullable String checkpointId;
  Json.@Nullable Obj diffBundle;
  JobRecord.@Nullable Question question;
  JobRecord.@Nullable Failure error;
  String answer;
  int questions;

  JobDraft(JobRecord job) {
    before = job;
    proposedEdits = new ArrayList<>(job.proposedEdits());
    status = job.status();
    startedAt = job.startedAt();
    finishedAt = job.finishedAt();
    cursor = job.cursor();
    checkpointId = job.checkpointId();
    diffBundle = job.diffBundle();
    question = job.question();
    error = job.error();
    answer = job.answer();
    questions = job.questions();
  }

  /// A status brings its times with it; no question and no error outlives its own.
  void become(JobStatus next, Instant now) {
    status = next;
    question = null;
    error = null;
    if (next == JobStatus.RUNNING && startedAt == null) {
      startedAt = now;
    }
    finishedAt = next.over() ? now : null;
  }

  void propose(List<Json.Obj> edits) {
    proposedEdits.addAll(edits);
  }

  /// What the model and its provider said must not hold secrets.
  void clean(Redaction redaction) {
    if (!answer.equals(before.answer())) {
      answer = redaction.text(answer);
    }
    if (error != null) {
      error = new JobRecord.Failure(error.code(), redaction.text(error.message()));
    }
    if (question != null) {
      question = new JobRecord.Question(question.id(), redaction.text(question.text()));
    }
  }

  JobRecord record() {
    return new JobRecord(
        before.id(),
        before.sessionId(),
        before.instruction(),
        before.contextRows(),
        before.maxToolCalls(),
        before.mode(),
        status,
        before.createdAt(),
        startedAt,
        finishedAt,
        cursor,
        checkpointId,
        proposedEdits,
        diffBundle,
        question,
        error,
        answer,
        questions);
  }
}
