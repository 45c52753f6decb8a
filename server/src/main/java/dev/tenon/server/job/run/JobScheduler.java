package dev.tenon.server.job.run;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Approver;
import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveJobs;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.record.Actor;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.Approval;
import dev.tenon.server.job.record.ContextRow;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.Ids;
import dev.tenon.server.job.record.JobEvent;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.JsonSummary;
import dev.tenon.server.job.record.Redaction;
import dev.tenon.server.job.record.RunEvent;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import dev.tenon.server.tool.FileLimits;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Starts jobs, takes interrupted ones up again, runs old ones anew and cancels them. What becomes
/// of a job is decided while nobody else is in its session, and stored before anyone hears of it.
public final class JobScheduler {
  private static final System.Logger LOG = System.getLogger(JobScheduler.class.getName());
  private static final int LONGEST_TITLE = 80;

  /// How long the answer to a wish to end a job waits for the end.
  private static final Duration CANCEL_WAIT = Duration.ofSeconds(10);

  private final JobSetupFactory workbench;
  private final Store store;
  private final JobLimits limits;
  private final FileLimits files;
  private final Clock clock;
  private final Redaction redaction;
  private final Sessions sessions;
  private final LiveJobs jobs;
  private final JobQueue queue;
  private final JobWorker worker;
  private final SessionTurns turns;

  /// @param limits of jobs, `files` of what they read
  public JobScheduler(
      JobSetupFactory workbench,
      Store store,
      JobLimits limits,
      FileLimits files,
      Clock clock,
      Redaction redaction,
      Sessions sessions,
      LiveJobs jobs) {
    this.workbench = workbench;
    this.store = store;
    this.limits = limits;
    this.files = files;
    this.clock = clock;
    this.redaction = redaction;
    this.sessions = sessions;
    this.jobs = jobs;
    this.queue = new JobQueue(limits.running(), limits.queued());
    this.worker = new JobWorker(workbench, limits, files, redaction);
    this.turns =
        new SessionTurns(
            sessions,
            jobs,
            store,
            queue,
            clock,
            (session, job) -> queue(session, job, job.record().request().instruction()));
  }

  /// Queues a job.
  public JobRecord run(RunRequest request) throws EngineException {
    if (request.instruction().isBlank()) {
      throw new EngineException(
          EngineException.Kind.INVALID, "empty_instruction", "the instruction is empty");
    }
    try (var session = sessions.enter(request.session())) {
      session.requireActive();
      if (request.turn() == RunRequest.Turn.WAITS && turns.mustWait(session.record())) {
        return queueUp(session, request);
      }
      requireIdle(session.record());
      return start(session, request, Optional.empty());
    }
  }

  /// Makes a job that begins when those before it are over.
  private JobRecord queueUp(EnteredSession session, RunRequest request) throws EngineException {
    turns.requireRoom(session.record());
    JobRecord.Request wanted = wanted(session, request);
    reserve();
    boolean kept = false;
    try {
      Instant now = clock.instant();
      JobRecord record = JobRecord.queued(Ids.next("job"), request.session(), wanted, now);
      SessionRecord changed = session.record().withRows(pinned(wanted.contextRows()), now);
      store.save(
          List.of(
              new Store.Entry.OfJob(record, List.of(first(request, now))),
              new Store.Entry.OfSession(changed)));
      session.became(changed);
      turns.add(jobs.of(record));
      kept = true;
      return record;
    } finally {
      if (!kept) {
        queue.release();
      }
    }
  }

  /// Makes a job and queues it: all of it is stored as one, or there is an exception and nothing
  /// has changed.
  ///
  /// @param superseded the job under review whose edits it drops
  private JobRecord start(EnteredSession session, RunRequest request, Optional<LiveJob> superseded)
      throws EngineException {
    JobRecord.Request wanted = wanted(session, request);
    reserve();
    boolean queued = false;
    try {
      Instant now = clock.instant();
      JobRecord record = JobRecord.queued(Ids.next("job"), request.session(), wanted, now);
      SessionRecord changed =
          session
              .record()
              .withJob(record.id(), title(session.record(), request), now)
              .withRows(pinned(wanted.contextRows()), now);
      Store.Entry made = new Store.Entry.OfJob(record, List.of(first(request, now)));
      Store.Entry used = new Store.Entry.OfSession(changed);
      if (superseded.isPresent()) {
        String why = "job " + record.id() + " took its place";
        session.dropAndFail(superseded.get(), "superseded", why, made, used);
      } else {
        store.save(List.of(made, used));
      }
      session.became(changed);
      LiveJob job = jobs.of(record);
      collect();
      queue(session.live(), job, request.instruction());
      queued = true;
      return record;
    } finally {
      if (!queued) {
        queue.release();
      }
    }
  }

  /// What a job is asked to do, if that can be done here.
  private JobRecord.Request wanted(EnteredSession session, RunRequest request)
      throws EngineException {
    List<ContextRow> rows = rows(session.record(), request);
    new ContextPrompt(session.live(), files).check(rows);
    AgentMode mode = request.mode().orElseGet(() -> limits.routing().mode());
    Optional<EngineException> refusal = limits.routing().refusal(mode, workbench::has);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return new JobRecord.Request(
        request.instruction(),
        rows,
        toolCalls(request),
        mode,
        request.commands().orElse(session.record().commands()),
        session.record().model(),
        request.plan());
  }

  /// Before the new job can run: one that is over in no time would have outlived it.
  private void collect() {
    try {
      sessions.collect();
    } catch (Store.StoreException full) {
      LOG.log(System.Logger.Level.WARNING, "what has had its time stays a while", full);
    }
  }

  private EventRecord first(RunRequest request, Instant now) {
    var event = new JobEvent.Queued(request.instruction(), Actor.current());
    Json.Obj data = JsonSummary.event(redaction.object(event.data()));
    return new EventRecord(1, event.type(), now, data);
  }

  private int toolCalls(RunRequest request) {
    return request.toolCalls() == 0
        ? limits.toolCalls()
        : Math.min(request.toolCalls(), limits.toolCallsCap());
  }

  private static List<ContextRow> rows(SessionRecord session, RunRequest request) {
    List<ContextRow> rows = new ArrayList<>();
    session.contextRows().stream()
        .filter(row -> request.rows().stream().noneMatch(other -> other.id().equals(row.id())))
        .forEach(rows::add);
    rows.addAll(request.rows());
    return rows;
  }

  private static List<ContextRow> pinned(List<ContextRow> rows) {
    return rows.stream().filter(row -> row.kind() == ContextRow.Kind.PINNED).toList();
  }

  private static String title(SessionRecord session, RunRequest request) {
    if (!session.title().isEmpty()) {
      return session.title();
    }
    String line = request.instruction().strip().lines().findFirst().orElse("");
    return line.length() <= LONGEST_TITLE ? line : line.substring(0, LONGEST_TITLE) + "…";
  }

  private void requireIdle(SessionRecord session) throws EngineException {
    sessions.requireNoRun(session);
    Optional<JobRecord> job = sessions.lastJob(session);
    if (job.isPresent() && job.get().status() == JobStatus.AWAITING_REVIEW) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "review_pending",
          "the edits of job " + job.get().id() + " wait for a decision",
          "POST /api/agent/apply with the hunks to accept; an empty list rejects all.");
    }
  }

  private void reserve() throws EngineException {
    if (!queue.reserve()) {
      throw new EngineException(
          EngineException.Kind.BUSY, "queue_full", "too many jobs wait; try again later");
    }
  }

  private void queue(LiveSession session, LiveJob job, String instruction) {
    queue.add(
        job.record().id(), session.record().id(), () -> worker.carryOut(session, job, instruction));
  }

  /// The jobs that wait for another one of their session.
  public SessionTurns turns() {
    return turns;
  }

  /// Which place a job has in the queue, or among those of its session that wait; from 1, and 0
  /// when it does not wait.
  public int place(JobRecord job) {
    int place = queue.place(job.id());
    return place > 0 ? place : turns.place(job);
  }

  /// Ends a job, whatever it is doing. What it had staged is dropped. Waits a while for its end, so
  /// that the answer tells it.
  public JobRecord cancel(LiveJob job) throws EngineException, InterruptedException {
    String id = job.record().id();
    try (var session = sessions.enter(job.record().sessionId())) {
      JobStatus status = job.record().status();
      if (status.over()) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "job_over",
            "job " + id + " is " + status.label() + " already");
      }
      job.cancel();
      if (turns.leave(job.record())) {
        cancelNow(session, job, "the job was cancelled before it began");
      } else if (status == JobStatus.AWAITING_REVIEW) {
        cancelNow(session, job, "the edits were dropped");
      } else if (queue.end(id) != JobQueue.Ended.INTERRUPTED) {
        cancelNow(session, job, "the job was cancelled before it began");
      }
    }
    job.awaitIdle(CANCEL_WAIT);
    return job.record();
  }

  /// Ends a job for which no thread works. Unlike the end of a run, this can be refused.
  private static void cancelNow(EnteredSession session, LiveJob job, String message) {
    try {
      session.dropAndFail(job, "cancelled", message);
    } catch (Store.StoreException full) {
      if (job.record().status() == JobStatus.QUEUED) {
        job.failUnsaved("cancelled", message);
        return;
      }
      job.uncancel();
      throw full;
    }
  }

  /// Takes up a job that was interrupted, from where its session was last safe; or lets one have
  /// its turn that waits behind a job that failed.
  public JobRecord resume(LiveJob job) throws EngineException {
    try (var session = sessions.enter(job.record().sessionId())) {
      if (turns.has(job.record())) {
        session.requireActive();
        requireIdle(session.record());
        turns.begin(session, job);
        return job.record();
      }
      JobRecord.Failure error = job.record().error();
      if (job.record().status() != JobStatus.FAILED
          || error == null
          || !error.code().equals("interrupted")) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "not_interrupted",
            "only an interrupted job, or one that waits in its session, can be resumed; job "
                + job.record().id()
                + " is "
                + job.record().status().label());
      }
      session.requireActive();
      requireIdle(session.record());
      takeUp(session, job);
      return job.record();
    }
  }

  /// Answers the open approval of a job; one whose server ended meanwhile is taken up again.
  public JobRecord approve(LiveJob job, Approver.Answer said, RunEvent.ApprovalReceived told)
      throws EngineException {
    if (job.awaitsApproval()) {
      job.approve(told.approval(), said, told);
      return job.record();
    }
    try (var session = sessions.enter(job.record().sessionId())) {
      session.requireActive();
      reserve();
      boolean queued = false;
      try {
        Approval pending = job.record().approval();
        if (!job.approve(told.approval(), said, told)) {
          job.tell(new JobEvent.Resumed());
          queue(session.live(), job, answered(pending, said) + again(session, job));
          queued = true;
        }
      } finally {
        if (!queued) {
          queue.release();
        }
      }
      return job.record();
    }
  }

  /// What the model is told of an answer that came when nobody waited for it any more: the call was
  /// broken off by the end of the server, and its result says nothing of the person.
  private static String answered(@Nullable Approval pending, Approver.Answer said) {
    if (pending == null) {
      return "";
    }
    if (pending.plan() != null) {
      return JobPlan.answered(pending.plan(), said) + "\n\n";
    }
    String call = pending.tool() + (pending.command().isEmpty() ? "" : ": " + pending.command());
    return said.kind() != Approver.Answer.Kind.NO && said.kind() != Approver.Answer.Kind.ABSENT
        ? "The server ended while the person was asked about a call, so it has not run. The person"
            + " has allowed it now; make the same call again. It was "
            + call
            + "\n\n"
        : "The server ended while the person was asked about a call. The person has refused it now;"
            + " do not make it again. It was "
            + call
            + "\n\n";
  }

  /// What the model of a job is told that is taken up again.
  private static String again(EnteredSession session, LiveJob job) {
    String instruction = job.record().request().instruction();
    return session.live().messages().items().isEmpty()
        ? instruction
        : "The run was interrupted. Go on with: " + instruction;
  }

  private void takeUp(EnteredSession session, LiveJob job) throws EngineException {
    reserve();
    boolean queued = false;
    try {
      SessionRecord before = session.record();
      SessionRecord changed = before.withJob(job.record().id(), before.title(), clock.instant());
      job.update(
          record -> record.become(JobStatus.QUEUED, clock.instant()),
          new JobEvent.Resumed(),
          new Store.Entry.OfSession(changed));
      session.became(changed);
      queue(session.live(), job, again(session, job));
      queued = true;
    } finally {
      if (!queued) {
        queue.release();
      }
    }
  }

  /// Runs the instruction of a job again, after a conflict or a failure. What it had staged is
  /// dropped when the new job is in, and not before.
  public JobRecord rerun(LiveJob old) throws EngineException {
    try (var session = sessions.enter(old.record().sessionId())) {
      session.requireActive();
      JobRecord before = old.record();
      boolean supersedes =
          before.status() == JobStatus.AWAITING_REVIEW
              && before.id().equals(session.record().lastJobId());
      if (!supersedes) {
        requireIdle(session.record());
      }
      return start(
          session, RunRequest.of(before), supersedes ? Optional.of(old) : Optional.empty());
    }
  }

  /// Ends everything and waits for it.
  public void close() throws InterruptedException {
    turns.close();
    queue.close();
    for (LiveJob job : jobs.all()) {
      try {
        // What waits in its session goes on waiting when the server is back.
        if (job.record().status() == JobStatus.QUEUED && !turns.has(job.record())) {
          job.fail("interrupted", "the server ended before the job began; resume it");
        }
        job.flush();
      } catch (Store.StoreException full) {
        // The next start finds it as it was stored last, and marks it interrupted.
        LOG.log(System.Logger.Level.ERROR, "job " + job.record().id(), full);
      }
    }
    worker.close();
  }
}
