package dev.tenon.server.job;

import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.server.tool.FileLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// Starts jobs, carries them out and ends them. What becomes of a job is decided under the lock of
/// its session, and stored before anyone hears of it.
final class Runs {
  private static final System.Logger LOG = System.getLogger(Runs.class.getName());
  private static final int LONGEST_TITLE = 80;

  /// How long the answer to a wish to end a job waits for the end.
  private static final Duration CANCEL_WAIT = Duration.ofSeconds(10);

  private final Workbench workbench;
  private final Store store;
  private final JobLimits limits;
  private final FileLimits files;
  private final Clock clock;
  private final Redaction redaction;
  private final Sessions sessions;
  private final LiveJobs jobs;
  private final JobQueue queue;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("job-timer").factory());

  /// @param limits of jobs, `files` of what they read
  Runs(
      Workbench workbench,
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
  }

  /// Queues a job.
  JobRecord run(JobEngine.RunRequest request) throws EngineException {
    if (request.instruction().isBlank()) {
      throw new EngineException(
          EngineException.Kind.INVALID, "empty_instruction", "the instruction is empty");
    }
    LiveSession session = sessions.enter(request.session());
    try {
      sessions.requireActive(session.record());
      requireIdle(session.record());
      return start(session, request, Optional.empty());
    } finally {
      session.lock.unlock();
    }
  }

  /// Makes a job and queues it: all of it is stored as one, or there is an exception and nothing
  /// has changed.
  ///
  /// @param superseded the job under review whose edits it drops
  private JobRecord start(
      LiveSession session, JobEngine.RunRequest request, Optional<LiveJob> superseded)
      throws EngineException {
    List<ContextRow> rows = rows(session.record(), request);
    new ContextRows(session, files).check(rows);
    AgentMode mode = request.mode().orElseGet(() -> limits.routing().mode());
    Optional<EngineException> refusal = limits.routing().refusal(mode, workbench::has);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    reserve();
    boolean queued = false;
    try {
      Instant now = clock.instant();
      JobRecord record = record(request, mode, rows, now);
      SessionRecord changed =
          session
              .record()
              .withJob(record.id(), title(session.record(), request), now)
              .withRows(pinned(rows), now);
      var first =
          new JobEvent(
              1,
              JobEvent.JOB_QUEUED,
              now,
              Summary.event(
                  redaction.object(
                      Json.object().put("instruction", request.instruction()).build())));
      Store.Entry made = new Store.Entry.OfJob(record, List.of(first));
      Store.Entry used = new Store.Entry.OfSession(changed);
      if (superseded.isPresent()) {
        supersede(session, superseded.get(), record.id(), made, used);
      } else {
        store.save(List.of(made, used));
      }
      session.became(changed);
      LiveJob job = jobs.of(record);
      tidy();
      queue(session, job, request.instruction());
      queued = true;
      return record;
    } finally {
      if (!queued) {
        queue.release();
      }
    }
  }

  /// Before the new job can run: one that is over in no time would have outlived it.
  private void tidy() {
    try {
      sessions.collect();
    } catch (Store.StoreException full) {
      LOG.log(System.Logger.Level.WARNING, "what has had its time stays a while", full);
    }
  }

  private void supersede(
      LiveSession session, LiveJob old, String by, Store.Entry made, Store.Entry used) {
    try {
      session.editing.together(
          () -> {
            session.drop(old);
            old.fail("superseded", "job " + by + " took its place", made, used, session.state());
            return old;
          });
    } catch (ReviewException | CommitException | IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private JobRecord record(
      JobEngine.RunRequest request, AgentMode mode, List<ContextRow> rows, Instant now) {
    return new JobRecord(
        Ids.next("job"),
        request.session(),
        request.instruction(),
        rows,
        request.toolCalls() == 0
            ? limits.toolCalls()
            : Math.min(request.toolCalls(), limits.toolCallsCap()),
        mode,
        JobStatus.QUEUED,
        now,
        null,
        null,
        1,
        null,
        List.of(),
        null,
        null,
        null,
        "",
        0);
  }

  private static List<ContextRow> rows(SessionRecord session, JobEngine.RunRequest request) {
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

  private static String title(SessionRecord session, JobEngine.RunRequest request) {
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
    queue.add(job.record().id(), session.record().id(), () -> carryOut(session, job, instruction));
  }

  private void carryOut(LiveSession session, LiveJob job, String instruction) {
    JobObserver observer = workbench.observer(job.record());
    try {
      Checkpoint checkpoint = begin(session, job);
      Message.User prompt =
          new ContextRows(session, files).prompt(instruction, job.record().contextRows());
      new JobRun(job, session, checkpoint, workbench, limits, files, timer, observer).run(prompt);
    } catch (InterruptedException stopped) {
      session.fail(job, "cancelled", "the job was cancelled");
    } catch (Store.StoreException full) {
      LOG.log(System.Logger.Level.ERROR, "job " + job.record().id(), full);
      session.fail(job, "store_failed", "the job could not be stored: " + full.getMessage());
    } catch (RuntimeException bug) {
      var trace = new StringWriter();
      bug.printStackTrace(new PrintWriter(trace));
      LOG.log(
          System.Logger.Level.ERROR,
          "job " + job.record().id() + " broke: " + redaction.text(trace.toString()));
      session.fail(job, "internal", "a bug in Tenon; the server's log has more");
    } finally {
      session.use(null);
      observer.ended(job.record());
    }
  }

  private Checkpoint begin(LiveSession session, LiveJob job) throws InterruptedException {
    session.lock.lock();
    try {
      if (job.isCancelled()) {
        throw new InterruptedException("cancelled before it began");
      }
      job.update(
          draft -> draft.become(JobStatus.RUNNING, clock.instant()),
          JobEvent.JOB_STARTED,
          Json.object().put("session_id", session.record().id()).build());
      Optional<Checkpoint> begun =
          session.editing.currentPrompt().filter(it -> it.id().equals(job.record().checkpointId()));
      if (begun.isPresent()) {
        return begun.get();
      }
      Checkpoint checkpoint = session.editing.beginPrompt(job.record().instruction());
      session.update(
          job,
          draft -> draft.checkpointId = checkpoint.id(),
          JobEvent.CHECKPOINT_CREATED,
          Json.object().put("checkpoint_id", checkpoint.id()).build());
      return checkpoint;
    } finally {
      session.lock.unlock();
    }
  }

  /// Ends a job, whatever it is doing. What it had staged is dropped. Waits a while for its end, so
  /// that the answer tells it.
  JobRecord cancel(LiveJob job) throws EngineException, InterruptedException {
    String id = job.record().id();
    LiveSession session = sessions.enter(job.record().sessionId());
    try {
      JobStatus status = job.record().status();
      if (status.over()) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "job_over",
            "job " + id + " is " + status.label() + " already");
      }
      job.cancel();
      if (status == JobStatus.AWAITING_REVIEW) {
        cancelNow(session, job, "the edits were dropped");
      } else if (queue.end(id) != JobQueue.Ended.INTERRUPTED) {
        cancelNow(session, job, "the job was cancelled before it began");
      }
    } finally {
      session.lock.unlock();
    }
    job.awaitIdle(CANCEL_WAIT);
    return job.record();
  }

  /// Ends a job for which no thread works. Unlike the end of a run, this can be refused.
  private static void cancelNow(LiveSession session, LiveJob job, String message) {
    try {
      session.editing.together(
          () -> {
            session.drop(job);
            job.fail("cancelled", message, session.state());
            return job;
          });
    } catch (Store.StoreException full) {
      if (job.record().status() == JobStatus.QUEUED) {
        job.failUnsaved("cancelled", message);
        return;
      }
      job.uncancel();
      throw full;
    } catch (ReviewException | CommitException | IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// Takes up a job that was interrupted, from where its session was last safe.
  JobRecord resume(LiveJob job) throws EngineException {
    String id = job.record().id();
    LiveSession session = sessions.enter(job.record().sessionId());
    try {
      JobRecord.Failure error = job.record().error();
      if (job.record().status() != JobStatus.FAILED
          || error == null
          || !error.code().equals("interrupted")) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "not_interrupted",
            "only an interrupted job can be resumed; job "
                + id
                + " is "
                + job.record().status().label());
      }
      sessions.requireActive(session.record());
      requireIdle(session.record());
      takeUp(session, job);
      return job.record();
    } finally {
      session.lock.unlock();
    }
  }

  private void takeUp(LiveSession session, LiveJob job) throws EngineException {
    reserve();
    boolean queued = false;
    try {
      SessionRecord before = session.record();
      SessionRecord changed = before.withJob(job.record().id(), before.title(), clock.instant());
      job.update(
          draft -> draft.become(JobStatus.QUEUED, clock.instant()),
          JobEvent.JOB_RESUMED,
          Json.Obj.EMPTY,
          new Store.Entry.OfSession(changed));
      session.became(changed);
      boolean begun = !session.messages().items().isEmpty();
      queue(
          session,
          job,
          begun
              ? "The run was interrupted. Go on with: " + job.record().instruction()
              : job.record().instruction());
      queued = true;
    } finally {
      if (!queued) {
        queue.release();
      }
    }
  }

  /// Runs the instruction of a job again, after a conflict or a failure. What it had staged is
  /// dropped when the new job is in, and not before.
  JobRecord rerun(LiveJob old) throws EngineException {
    String id = old.record().id();
    LiveSession session = sessions.enter(old.record().sessionId());
    try {
      sessions.requireActive(session.record());
      JobRecord before = old.record();
      boolean supersedes =
          before.status() == JobStatus.AWAITING_REVIEW && id.equals(session.record().lastJobId());
      if (!supersedes) {
        requireIdle(session.record());
      }
      return start(
          session,
          new JobEngine.RunRequest(
              before.sessionId(),
              before.instruction(),
              before.contextRows(),
              before.maxToolCalls(),
              Optional.of(before.mode())),
          supersedes ? Optional.of(old) : Optional.empty());
    } finally {
      session.lock.unlock();
    }
  }

  /// Ends everything and waits for it.
  void close() throws InterruptedException {
    queue.close();
    for (LiveJob job : jobs.all()) {
      try {
        if (job.record().status() == JobStatus.QUEUED) {
          job.fail("interrupted", "the server ended before the job began; resume it");
        }
        job.flush();
      } catch (Store.StoreException full) {
        // The next start finds it as it was stored last, and marks it interrupted.
        LOG.log(System.Logger.Level.ERROR, "job " + job.record().id(), full);
      }
    }
    timer.shutdownNow();
  }
}
