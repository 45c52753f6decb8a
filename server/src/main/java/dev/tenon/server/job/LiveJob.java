package dev.tenon.server.job;

import dev.tenon.core.json.Json;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A job that may still change: its record, its events, its open question. Every change is in the
/// store before anyone sees it. Safe for several threads.
final class LiveJob {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition answered = lock.newCondition();
  private final Store store;
  private final Clock clock;
  private final EventLog events;
  private final Redaction redaction;
  private volatile JobRecord record;
  private @Nullable String answer;
  private int questions;

  LiveJob(JobRecord record, EventLog events, Store store, Clock clock, Redaction redaction) {
    this.record = record;
    this.events = events;
    this.store = store;
    this.clock = clock;
    this.redaction = redaction;
  }

  JobRecord record() {
    return record;
  }

  EventLog events() {
    return events;
  }

  Instant now() {
    return clock.instant();
  }

  /// Changes the record and tells why; both are stored as one.
  interface Edit {
    void on(JobDraft draft);
  }

  void tell(String type, Json.Obj data) {
    update(draft -> {}, type, data);
  }

  /// Ends the job as a failure.
  void fail(String code, String message) {
    var failure = new JobRecord.Failure(code, message);
    update(
        draft -> {
          draft.become(JobStatus.FAILED, now());
          draft.error = failure;
        },
        JobEvent.JOB_FAILED,
        failure.toJson());
  }

  void update(Edit edit, String type, Json.Obj data) {
    lock.lock();
    try {
      JobRecord before = record;
      var draft = new JobDraft(before);
      edit.on(draft);
      draft.clean(redaction);
      JobRecord after = draft.record();
      if (after.status() != before.status() && !before.status().mayBecome(after.status())) {
        throw new IllegalStateException(
            "job " + before.id() + " cannot become " + after.status() + " from " + before.status());
      }
      JobEvent event = events.next(type, Summary.event(redaction.object(data)));
      draft.cursor = event.cursor();
      JobRecord stored = draft.record();
      store.save(stored, List.of(event));
      events.publish(event);
      record = stored;
    } finally {
      lock.unlock();
    }
    events.wake();
  }

  /// Asks the person and waits for the answer, however long that takes.
  String ask(String text) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      String id = "q_" + ++questions;
      answer = null;
      var question = new JobRecord.Question(id, text);
      update(
          draft -> {
            draft.become(JobStatus.WAITING_FOR_USER, now());
            draft.question = question;
          },
          JobEvent.CLARIFICATION_REQUESTED,
          question.toJson());
      while (answer == null) {
        answered.await();
      }
      String said = answer;
      update(
          draft -> draft.become(JobStatus.RUNNING, now()),
          JobEvent.CLARIFICATION_RECEIVED,
          Json.object().put("question_id", id).put("answer", said).build());
      return said;
    } finally {
      lock.unlock();
    }
  }

  void answer(String question, String text) throws EngineException {
    lock.lock();
    try {
      JobRecord.Question open = record.question();
      if (open == null || answer != null) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "no_pending_question",
            "job " + record.id() + " has no open question; it is " + record.status().label());
      }
      if (!open.id().equals(question)) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "other_question",
            "the open question is " + open.id() + ", not " + question,
            "Answer " + open.id() + ".");
      }
      answer = text;
      answered.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
