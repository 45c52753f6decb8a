package dev.tenon.server.job.live;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Approver;
import dev.tenon.server.job.record.Actor;
import dev.tenon.server.job.record.Approval;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEvent;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.JsonSummary;
import dev.tenon.server.job.record.Redaction;
import dev.tenon.server.job.record.ReviewEvent;
import dev.tenon.server.job.record.RunEvent;
import dev.tenon.server.job.record.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A job that may still change: its record, its events, its open question. Every change is in the
/// store before anyone sees it. Safe for several threads; the lock of its session and that of what
/// is staged are taken before its own, never after.
public final class LiveJob {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// Held from a question to its answer: there is one at a time.
  private final ReentrantLock asking = new ReentrantLock();

  private final Store store;
  private final Clock clock;
  private final EventLog events;
  private final Redaction redaction;
  private final AnswerDraft draft;
  private final Consumer<JobRecord> over;

  /// Events that the store could not take.
  private final List<EventRecord> unsaved = new ArrayList<>();

  private volatile JobRecord record;
  private volatile boolean cancelled;
  private volatile boolean gone;
  private @Nullable String answer;

  /// Whether a thread waits to be allowed something.
  private boolean awaitsApproval;

  private @Nullable Approved approved;

  /// @param over hears that the job is over, while its lock is held
  public LiveJob(
      JobRecord record,
      EventLog events,
      Store store,
      Clock clock,
      Redaction redaction,
      Consumer<JobRecord> over) {
    this.record = record;
    this.events = events;
    this.store = store;
    this.clock = clock;
    this.redaction = redaction;
    this.draft = new AnswerDraft(redaction);
    this.over = over;
  }

  /// What the model has said so far of the answer that it is giving.
  public AnswerDraft draft() {
    return draft;
  }

  public JobRecord record() {
    return record;
  }

  public EventLog events() {
    return events;
  }

  public Instant now() {
    return clock.instant();
  }

  public void tell(JobEvent event) {
    update(UnaryOperator.identity(), event);
  }

  /// Changes a job that is not over and tells why; both are stored as one. Answers false, and does
  /// nothing, when it is over: then all its events have been told.
  public boolean updateOpen(UnaryOperator<JobRecord> edit, JobEvent why) {
    lock.lock();
    try {
      if (record.status().over()) {
        return false;
      }
      update(edit, why);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Ends the job as a failure.
  public void fail(String code, String message, Store.Entry... beside) {
    var failure = new JobRecord.Failure(code, message);
    update(job -> job.fail(failure, now()), new JobEvent.Failed(failure), beside);
  }

  /// Ends the job as a failure that the store cannot take now; it gets it with the next change.
  public void failUnsaved(String code, String message) {
    var failure = new JobRecord.Failure(code, message);
    lock.lock();
    try {
      if (!record.status().mayBecome(JobStatus.FAILED)) {
        return;
      }
      EventRecord event = next(new JobEvent.Failed(failure));
      unsaved.add(event);
      publish(changed(job -> job.fail(failure, now()), event), event);
    } finally {
      lock.unlock();
    }
    events.wake();
  }

  /// Gives the store what it could not take before.
  public void flush() {
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

  /// Changes the record and tells why; both are stored as one.
  ///
  /// @param beside what is stored with it, as one
  public void update(UnaryOperator<JobRecord> edit, JobEvent why, Store.Entry... beside) {
    lock.lock();
    try {
      EventRecord event = next(why);
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

  private EventRecord next(JobEvent event) {
    Json.Obj data = event.data();
    String actor = Actor.current();
    boolean person =
        event instanceof ReviewEvent || event instanceof RunEvent.ClarificationReceived;
    if (person && !actor.isEmpty()) {
      data = data.with("actor", Json.of(actor));
    }
    return events.next(event.type(), JsonSummary.event(redaction.object(data)));
  }

  private JobRecord changed(UnaryOperator<JobRecord> edit, EventRecord event) {
    JobRecord before = record;
    JobRecord after = edit.apply(before).redacted(redaction, before).after(event);
    if (after.status() != before.status() && !before.status().mayBecome(after.status())) {
      throw new IllegalStateException(
          "job " + before.id() + " cannot become " + after.status() + " from " + before.status());
    }
    return after;
  }

  private void publish(JobRecord after, EventRecord event) {
    boolean ends = after.status().over() && !record.status().over();
    events.publish(event, () -> record = after);
    changed.signalAll();
    if (ends) {
      over.accept(after);
    }
  }

  /// The store has dropped it: it is not stored again.
  void forget() {
    gone = true;
  }

  /// Somebody wants it to end. Said under the lock of its session.
  public void cancel() {
    cancelled = true;
  }

  public boolean isCancelled() {
    return cancelled;
  }

  /// It begins again.
  public void uncancel() {
    cancelled = false;
  }

  /// Waits until no thread works for it any more, at most so long.
  public void awaitIdle(Duration most) throws InterruptedException {
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
  ///
  /// @param choices answers that are offered
  public String ask(String text, List<String> choices) throws InterruptedException {
    asking.lockInterruptibly();
    try {
      lock.lockInterruptibly();
      try {
        return answerTo(text, choices);
      } finally {
        lock.unlock();
      }
    } finally {
      asking.unlock();
    }
  }

  private String answerTo(String text, List<String> choices) throws InterruptedException {
    int number = record.progress().questions().asked() + 1;
    var question = new JobRecord.Question("q_" + number, text, choices);
    answer = null;
    update(job -> job.ask(question, now()), new RunEvent.ClarificationRequested(question));
    String said = null;
    while (said == null) {
      changed.await();
      said = answer;
    }
    return said;
  }

  /// What a person said to an approval.
  private record Approved(Approval approval, Approver.Answer answer) {}

  /// Asks the person for permission and waits for the answer, however long that takes. An answer
  /// that came when the server was not there counts.
  ///
  /// @param question its id is given here
  public Approver.Answer askApproval(Approval question) throws InterruptedException {
    asking.lockInterruptibly();
    try {
      lock.lockInterruptibly();
      try {
        Approved before = approved;
        approved = null;
        if (before != null && before.approval.sameAs(question)) {
          return before.answer;
        }
        return approvalOf(question);
      } finally {
        lock.unlock();
      }
    } finally {
      asking.unlock();
    }
  }

  private Approver.Answer approvalOf(Approval question) throws InterruptedException {
    Approval named = question.named("ap_" + (record.progress().questions().asked() + 1));
    update(job -> job.ask(named, now()), new RunEvent.ApprovalRequested(named));
    awaitsApproval = true;
    try {
      while (approved == null) {
        changed.await();
      }
      Approver.Answer said = approved.answer;
      approved = null;
      return said;
    } finally {
      awaitsApproval = false;
    }
  }

  /// Whether a thread of this server waits for an approval.
  public boolean awaitsApproval() {
    lock.lock();
    try {
      return awaitsApproval;
    } finally {
      lock.unlock();
    }
  }

  /// Answers the open approval. Answers whether a thread goes on with it; if none does, the job has
  /// to be taken up again, and has the answer then.
  public boolean approve(String id, Approver.Answer said, RunEvent.ApprovalReceived told)
      throws EngineException {
    lock.lock();
    try {
      Approval open = record.approval();
      if (open == null || cancelled) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "no_pending_approval",
            "job " + record.id() + " asks for no approval; it is " + record.status().label());
      }
      if (!open.id().equals(id)) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "other_approval",
            "the open approval is " + open.id() + ", not " + id,
            "Answer " + open.id() + ".");
      }
      boolean goesOn = awaitsApproval;
      JobStatus next = goesOn ? JobStatus.RUNNING : JobStatus.QUEUED;
      boolean begins = open.plan() != null && said.kind() == Approver.Answer.Kind.ONCE;
      CommandUse commands =
          Objects.requireNonNullElse(told.commands(), record.request().commands());
      update(
          job -> begins ? job.become(next, now()).approvePlan(commands) : job.become(next, now()),
          told);
      approved = new Approved(open, said);
      changed.signalAll();
      return goesOn;
    } finally {
      lock.unlock();
    }
  }

  /// Answers the open question. The answer is stored and the job goes on before this returns.
  public void answer(String question, String text) throws EngineException {
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
          job -> job.become(JobStatus.RUNNING, now()),
          new RunEvent.ClarificationReceived(question, text));
      answer = text;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
