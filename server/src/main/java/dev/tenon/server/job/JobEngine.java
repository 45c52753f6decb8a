package dev.tenon.server.job;

import dev.tenon.core.change.Checkpoint;
import dev.tenon.core.change.CommitException;
import dev.tenon.core.change.ReviewException;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.server.tool.FileLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// Sessions and their jobs: what the API does, without HTTP. Safe for several threads.
public final class JobEngine {
  private static final System.Logger LOG = System.getLogger(JobEngine.class.getName());
  private static final int LONGEST_TITLE = 80;

  /// How long the answer to a wish to end a job waits for the end.
  private static final Duration CANCEL_WAIT = Duration.ofSeconds(10);

  private final Place place;
  private final Workbench workbench;
  private final Store store;
  private final JobLimits limits;
  private final FileLimits files;
  private final Clock clock;
  private final Redaction redaction;
  private final Sessions sessions;
  private final JobQueue queue;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("job-timer").factory());
  private final LiveJobs jobs;
  private final Reviews reviews;
  private final Checkpoints checkpoints;

  /// @param roots the projects that are served; a session belongs to one of them
  /// @param home where journals are kept
  /// @param opening knows what is closed to everybody in a project
  public record Place(List<Path> roots, Path home, Opening opening) {
    public Place {
      roots = List.copyOf(roots);
    }

    /// Projects in which nothing is closed.
    public Place(List<Path> roots, Path home) {
      this(roots, home, Workspace::open);
    }

    Workspace open(int root) throws IOException {
      return opening.open(roots.get(root));
    }
  }

  /// Opens a project.
  @FunctionalInterface
  public interface Opening {
    Workspace open(Path root) throws IOException;
  }

  public JobEngine(
      Place place,
      Workbench workbench,
      Store store,
      JobLimits limits,
      FileLimits files,
      Clock clock) {
    this.place = place;
    this.workbench = workbench;
    this.store = store;
    this.limits = limits;
    this.files = files;
    this.clock = clock;
    this.redaction = new Redaction(workbench::withoutSecrets);
    this.queue = new JobQueue(limits.running(), limits.queued());
    this.jobs =
        new LiveJobs(
            store::job,
            record ->
                new LiveJob(
                    record,
                    new EventLog(limits.events(), clock, store.events(record.id())),
                    store,
                    clock,
                    redaction));
    this.sessions = new Sessions(place, store, limits.hunks(), jobs, clock);
    this.reviews = new Reviews(this, sessions, store);
    this.checkpoints = new Checkpoints(this, sessions, store);
    sessions.collect();
    finishWrites();
    markInterrupted();
  }

  /// What was being written to a project when the program ended has happened or not; the jobs and
  /// reviews are made to say so.
  private void finishWrites() {
    for (String session : store.writing()) {
      try {
        sessions.enter(session).lock.unlock();
      } catch (EngineException unusable) {
        LOG.log(System.Logger.Level.WARNING, unusable.getMessage());
      }
    }
  }

  /// What ran when the program ended did not finish; it can be taken up again.
  private void markInterrupted() {
    for (JobRecord job :
        store.jobs(List.of(JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.WAITING_FOR_USER))) {
      jobs.of(job).fail("interrupted", "the server ended while the job was at work; resume it");
    }
  }

  public Sessions sessions() {
    return sessions;
  }

  public FileLimits fileLimits() {
    return files;
  }

  public JobLimits limits() {
    return limits;
  }

  /// The projects that are served, in the order of their numbers.
  public List<Path> roots() {
    return place.roots();
  }

  /// Whether there is a model on this side that may be used.
  public boolean has(AgentMode.Side side) {
    boolean allowed =
        side == AgentMode.Side.LOCAL || limits.routing().reach() == Routing.Reach.BOTH;
    return allowed && workbench.has(side);
  }

  /// Whether a run can have this mode here.
  public boolean allows(AgentMode mode) {
    return limits.routing().refusal(mode, workbench::has).isEmpty();
  }

  /// What a run is asked for.
  ///
  /// @param toolCalls 0 for the default
  public record RunRequest(
      String session,
      String instruction,
      List<ContextRow> rows,
      int toolCalls,
      Optional<AgentMode> mode) {
    public RunRequest {
      rows = List.copyOf(rows);
    }
  }

  /// Queues a job.
  public JobRecord run(RunRequest request) throws EngineException {
    if (request.instruction.isBlank()) {
      throw new EngineException(
          EngineException.Kind.INVALID, "empty_instruction", "the instruction is empty");
    }
    LiveSession session = sessions.enter(request.session);
    JobRecord started;
    try {
      sessions.requireActive(session.record());
      requireIdle(session.record());
      started = start(session, request, Optional.empty());
    } finally {
      session.lock.unlock();
    }
    sessions.collect();
    return started;
  }

  /// Makes a job and queues it: all of it is stored as one, or there is an exception and nothing
  /// has changed.
  ///
  /// @param superseded the job under review whose edits it drops
  private JobRecord start(LiveSession session, RunRequest request, Optional<LiveJob> superseded)
      throws EngineException {
    List<ContextRow> rows = rows(session.record(), request);
    new ContextRows(session, files).check(rows);
    AgentMode mode = request.mode.orElseGet(() -> limits.routing().mode());
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
                  redaction.object(Json.object().put("instruction", request.instruction).build())));
      Store.Entry made = new Store.Entry.OfJob(record, List.of(first));
      Store.Entry used = new Store.Entry.OfSession(changed);
      if (superseded.isPresent()) {
        supersede(session, superseded.get(), record.id(), made, used);
      } else {
        store.save(List.of(made, used));
      }
      session.became(changed);
      LiveJob job = jobs.of(record);
      queue(session, job, request.instruction);
      queued = true;
      return record;
    } finally {
      if (!queued) {
        queue.release();
      }
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

  private JobRecord record(RunRequest request, AgentMode mode, List<ContextRow> rows, Instant now) {
    return new JobRecord(
        Ids.next("job"),
        request.session,
        request.instruction,
        rows,
        request.toolCalls == 0
            ? limits.toolCalls()
            : Math.min(request.toolCalls, limits.toolCallsCap()),
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

  private static List<ContextRow> rows(SessionRecord session, RunRequest request) {
    List<ContextRow> rows = new ArrayList<>();
    session.contextRows().stream()
        .filter(row -> request.rows.stream().noneMatch(other -> other.id().equals(row.id())))
        .forEach(rows::add);
    rows.addAll(request.rows);
    return rows;
  }

  private static List<ContextRow> pinned(List<ContextRow> rows) {
    return rows.stream().filter(row -> row.kind() == ContextRow.Kind.PINNED).toList();
  }

  private static String title(SessionRecord session, RunRequest request) {
    if (!session.title().isEmpty()) {
      return session.title();
    }
    String line = request.instruction.strip().lines().findFirst().orElse("");
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

  /// A job by its id.
  public JobRecord job(String id) throws EngineException {
    LiveJob job = require(id);
    sessions.settle(job.record().sessionId());
    return job.record();
  }

  /// A job that may have been collected meanwhile.
  public Optional<JobRecord> findJob(String id) {
    return jobs.find(id).map(LiveJob::record);
  }

  public EventLog events(String id) throws EngineException {
    return require(id).events();
  }

  /// The conversation of a session in its canonical form.
  public List<Json> chat(String session) throws EngineException {
    return Canonical.chat(sessions.messages(session), redaction);
  }

  /// Everything that is known of a job's run, to be kept.
  public Json.Obj trace(String id) throws EngineException {
    LiveJob job = require(id);
    String checkpoint = job.record().checkpointId();
    Json.Obj before = null;
    if (checkpoint != null) {
      try {
        before = checkpoints.show(checkpoint);
      } catch (EngineException goneMeanwhile) {
        // The trace is whole without it.
        before = null;
      }
    }
    return redaction.object(new JobTrace(job.record(), job.events().after(0)).json(before));
  }

  LiveJob require(String id) throws EngineException {
    return jobs.find(id)
        .orElseThrow(
            () ->
                new EngineException(
                    EngineException.Kind.NOT_FOUND, "unknown_job", "there is no job " + id));
  }

  /// Answers the open question of a job.
  public JobRecord clarify(String id, String question, String answer) throws EngineException {
    LiveJob job = require(id);
    job.answer(question, answer);
    return job.record();
  }

  /// Ends a job, whatever it is doing. What it had staged is dropped. Waits a while for its end, so
  /// that the answer tells it.
  public JobRecord cancel(String id) throws EngineException, InterruptedException {
    LiveJob job = require(id);
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
  public JobRecord resume(String id) throws EngineException {
    LiveJob job = require(id);
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
      resume(session, job);
      return job.record();
    } finally {
      session.lock.unlock();
    }
  }

  private void resume(LiveSession session, LiveJob job) throws EngineException {
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
  public JobRecord rerun(String id) throws EngineException {
    LiveJob old = require(id);
    LiveSession session = sessions.enter(old.record().sessionId());
    JobRecord started;
    try {
      sessions.requireActive(session.record());
      JobRecord before = old.record();
      boolean supersedes =
          before.status() == JobStatus.AWAITING_REVIEW && id.equals(session.record().lastJobId());
      if (!supersedes) {
        requireIdle(session.record());
      }
      started =
          start(
              session,
              new RunRequest(
                  before.sessionId(),
                  before.instruction(),
                  before.contextRows(),
                  before.maxToolCalls(),
                  Optional.of(before.mode())),
              supersedes ? Optional.of(old) : Optional.empty());
    } finally {
      session.lock.unlock();
    }
    sessions.collect();
    return started;
  }

  /// Decisions about the edits of jobs.
  public Reviews reviews() {
    return reviews;
  }

  /// The states before the runs of jobs.
  public Checkpoints checkpoints() {
    return checkpoints;
  }

  /// Ends everything and waits for it.
  public void close() throws InterruptedException {
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
    store.close();
  }
}
