package dev.tenon.server.job;

import dev.tenon.core.json.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A job that may still change: its record, its events, its open question. Every change is in the
/// store before anyone sees it. Safe for several threads; the lock of its session and that of what
/// is staged are taken before its own, never after.
final class LiveJob {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// Held from a question to its answer: there is one at a time.
  private final ReentrantLock asking = new ReentrantLock();

  private final Store store;
  private final Clock clock;
  private final EventLog events;
  private final Redaction redaction;

  /// Events that the store could not take.
  private final List<JobEvent> unsaved = new ArrayList<>();

  private volatile JobRecord record;
  private volatile boolean cancelled;
  private volatile boolean gone;
  private @Nullable String answer;

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
  void fail(String code, String message, Store.Entry... beside) {
    var failure = new JobRecord.Failure(code, message);
    update(failing(failure), JobEvent.JOB_FAILED, failure.toJson(), beside);
  }

  private Edit failing(JobRecord.Failure failure) {
    return draft -> {
      draft.become(JobStatus.FAILED, now());
      draft.error = failure;
    };
  }

  /// Ends the job as a failure that the store cannot take now; it gets it with the next change.
  void failUnsaved(String code, String message) {
    var failure = new JobRecord.Failure(code, message);
    lock.lock();
    try {
      if (!record.status().mayBecome(JobStatus.FAILED)) {
        return;
      }
      JobEvent event = next(JobEvent.JOB_FAILED, failure.toJson());
      unsaved.add(event);
      publish(changed(failing(failure), event), event);
    } finally {
      lock.unlock();
    }
    events.wake();
  }

  /// Gives the store what it could not take before.
  void flush() {
    lock.lock();
    try {
      if (!unsaved.isEmpty()) {
        store.save(record, List.copyOf(unsaved));
        unsaved.clear();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Whether the store has all of it.
  boolean isSaved() {
    lock.lock();
    try {
      return unsaved.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// @param beside what is stored with it, as one
  void update(Edit edit, String type, Json.Obj data, Store.Entry... beside) {
    lock.lock();
    try {
      JobEvent event = next(type, data);
      JobRecord after = changed(edit, event);
      var entries = new ArrayList<Store.Entry>(List.of(beside));
      if (!gone) {
        var more = new ArrayList<>(unsaved);
        more.add(event);
        entries.add(new Store.Entry.OfJob(after, more));
      }
      store.save(entries);
      unsaved.clear();
      publish(after, event);
    } finally {
      lock.unlock();
    }
    events.wake();
  }

  private JobEvent next(String type, Json.Obj data) {
    return events.next(type, Summary.event(redaction.object(data)));
  }

  private JobRecord changed(Edit edit, JobEvent event) {
    JobRecord before = record;
    var draft = new JobDraft(before);
    edit.on(draft);
    draft.clean(redaction);
    draft.cursor = event.cursor();
    JobRecord after = draft.record();
    if (after.status() != before.status() && !before.status().mayBecome(after.status())) {
      throw new IllegalStateException(
          "job " + before.id() + " cannot become " + after.status() + " from " + before.status());
    }
    return after;
  }

  private void publish(JobRecord after, JobEvent event) {
    events.publish(event);
    record = after;
    changed.signalAll();
  }

  /// The store has dropped it: it is not stored again.
  void forget() {
    gone = true;
  }

  /// Somebody wants it to end. Said under the lock of its session.
  void cancel() {
    cancelled = true;
  }

  boolean isCancelled() {
    return cancelled;
  }

  /// It begins again.
  void uncancel() {
    cancelled = false;
  }

  /// Waits until no thread works for it any more, at most so long.
  void awaitIdle(Duration most) throws InterruptedException {
    long left = most.toNanos();
    lock.lockInterruptibly();
    try {
      while (record.status().live() && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Asks the person and waits for the answer, however long that takes.
  String ask(String text) throws InterruptedException {
    asking.lockInterruptibly();
    try {
      lock.lockInterruptibly();
      try {
        return answerTo(text);
      } finally {
        lock.unlock();
      }
    } finally {
      asking.unlock();
    }
  }

  private String answerTo(String text) throws InterruptedException {
    var question = new JobRecord.Question("q_" + (record.questions() + 1), text);
    answer = null;
    update(
        draft -> {
          draft.become(JobStatus.WAITING_FOR_USER, now());
          draft.question = question;
          draft.questions++;
        },
        JobEvent.CLARIFICATION_REQUESTED,
        question.toJson());
    String said = null;
    while (said == null) {
      changed.await();
      said = answer;
    }
    return said;
  }

  /// Answers the open question. The answer is stored and the job goes on before this returns.
  void answer(String question, String text) throws EngineException {
    lock.lock();
    try {
      JobRecord.Question open = record.question();
      if (open == null || cancelled) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "no_pending_question",
            "job "
                + record.id()
                + " has no open question; it is "
                + (cancelled && open != null ? "being cancelled" : record.status().label()));
      }
      if (!open.id().equals(question)) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "other_question",
            "the open question is " + open.id() + ", not " + question,
            "Answer " + open.id() + ".");
      }
      update(
          draft -> draft.become(JobStatus.RUNNING, now()),
          JobEvent.CLARIFICATION_RECEIVED,
          Json.object().put("question_id", question).put("answer", text).build());
      answer = text;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
