package dev.tenon.server.job;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.server.tool.FileLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/// Sessions and their jobs: what the API does, without HTTP. Safe for several threads.
public final class JobEngine {
  private static final int LONGEST_TITLE = 80;

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
  private volatile boolean closing;

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
    this.sessions = new Sessions(place, store, limits.hunks(), clock);
    this.queue = new JobQueue(limits.running(), limits.queued());
    this.jobs =
        new LiveJobs(
            record ->
                new LiveJob(
                    record,
                    new EventLog(limits.events(), clock, store.events(record.id())),
                    store,
                    clock,
                    redaction));
    collect();
    markInterrupted();
  }

  /// Lets go of what has outlived its time.
  private void collect() {
    Store.Collected gone = store.collect();
    jobs.forget(gone.jobs());
    sessions.forget(gone.sessions());
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
    AgentMode mode = request.mode.orElseGet(() -> limits.routing().mode());
    Optional<EngineException> refusal = limits.routing().refusal(mode, workbench::has);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    LiveSession session = sessions.open(request.session);
    session.lock.lock();
    try {
      sessions.requireActive(session.record());
      requireIdle(session.record());
      List<ContextRow> rows = new ArrayList<>();
      session.record().contextRows().stream()
          .filter(row -> request.rows.stream().noneMatch(other -> other.id().equals(row.id())))
          .forEach(rows::add);
      rows.addAll(request.rows);
      new ContextRows(session, files).check(rows);
      var record =
          new JobRecord(
              Ids.next("job"),
              session.record().id(),
              request.instruction,
              rows,
              request.toolCalls == 0
                  ? limits.toolCalls()
                  : Math.min(request.toolCalls, limits.toolCallsCap()),
              mode,
              JobStatus.QUEUED,
              clock.instant(),
              null,
              null,
              0,
              null,
              List.of(),
              null,
              null,
              null,
              "");
      LiveJob job = jobs.of(record);
      job.tell(JobEvent.JOB_QUEUED, Json.object().put("instruction", request.instruction).build());
      session.record(
          session
              .record()
              .withJob(record.id(), title(session.record(), request), clock.instant())
              .withRows(pinned(rows), clock.instant()));
      queue(session, job, request.instruction);
      collect();
      return job.record();
    } finally {
      session.lock.unlock();
    }
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
    String last = session.lastJobId();
    if (last == null) {
      return;
    }
    Optional<JobRecord> job = find(last).map(LiveJob::record);
    if (job.isPresent() && job.get().status().live()) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "job_running",
          "job " + last + " of this session is " + job.get().status().label(),
          "Wait for it or cancel it.");
    }
    if (job.isPresent() && job.get().status() == JobStatus.AWAITING_REVIEW) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "review_pending",
          "the edits of job " + last + " wait for a decision",
          "POST /api/agent/apply with the hunks to accept; an empty list rejects all.");
    }
  }

  private void queue(LiveSession session, LiveJob job, String instruction) throws EngineException {
    boolean taken =
        queue.add(
            job.record().id(), session.record().id(), () -> carryOut(session, job, instruction));
    if (!taken) {
      job.fail("queue_full", "too many jobs wait; try again later");
      throw new EngineException(
          EngineException.Kind.BUSY, "queue_full", "too many jobs wait; try again later");
    }
  }

  private void carryOut(LiveSession session, LiveJob job, String instruction) {
    JobObserver observer = workbench.observer(job.record());
    try {
      job.update(
          draft -> draft.become(JobStatus.RUNNING, clock.instant()),
          JobEvent.JOB_STARTED,
          Json.object().put("session_id", session.record().id()).build());
      var checkpoint = session.editing.beginPrompt(job.record().instruction());
      job.update(
          draft -> draft.checkpointId = checkpoint.id(),
          JobEvent.CHECKPOINT_CREATED,
          Json.object().put("checkpoint_id", checkpoint.id()).build());
      Message.User prompt =
          new ContextRows(session, files).prompt(instruction, job.record().contextRows());
      new JobRun(job, session, checkpoint, workbench, limits, files, timer, observer).run(prompt);
    } catch (InterruptedException stopped) {
      if (closing) {
        job.fail("interrupted", "the server ended while the job was at work; resume it");
      } else {
        job.fail("cancelled", "the job was cancelled");
      }
    } catch (RuntimeException bug) {
      var trace = new StringWriter();
      bug.printStackTrace(new PrintWriter(trace));
      System.getLogger(JobEngine.class.getName())
          .log(
              System.Logger.Level.ERROR,
              "job " + job.record().id() + " broke: " + redaction.text(trace.toString()));
      job.fail("internal", "a bug in Tenon; the server's log has more");
    } finally {
      session.keep(Store.Applying.NOTHING);
      session.use(null);
      observer.ended(job.record());
    }
  }

  /// A job by its id.
  public JobRecord job(String id) throws EngineException {
    return require(id).record();
  }

  /// A job that may have been collected meanwhile.
  public Optional<JobRecord> findJob(String id) {
    return find(id).map(LiveJob::record);
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
        before = reviews().checkpoint(checkpoint);
      } catch (EngineException goneMeanwhile) {
        // The trace is whole without it.
        before = null;
      }
    }
    return redaction.object(new JobTrace(job.record(), job.events().after(0)).json(before));
  }

  LiveJob require(String id) throws EngineException {
    return find(id)
        .orElseThrow(
            () ->
                new EngineException(
                    EngineException.Kind.NOT_FOUND, "unknown_job", "there is no job " + id));
  }

  private Optional<LiveJob> find(String id) {
    Optional<LiveJob> known = jobs.find(id);
    return known.isPresent() ? known : store.job(id).map(jobs::of);
  }

  /// Answers the open question of a job.
  public JobRecord clarify(String id, String question, String answer) throws EngineException {
    LiveJob job = require(id);
    job.answer(question, answer);
    return job.record();
  }

  /// Ends a job, whatever it is doing. What it had staged is dropped.
  public JobRecord cancel(String id) throws EngineException {
    LiveJob job = require(id);
    JobStatus status = job.record().status();
    if (status.over()) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "job_over",
          "job " + id + " is " + status.label() + " already");
    }
    switch (queue.end(id)) {
      case DROPPED -> job.fail("cancelled", "the job was cancelled before it began");
      case INTERRUPTED -> {
        // Its own thread says that it failed.
      }
      case UNKNOWN -> {
        if (status == JobStatus.AWAITING_REVIEW) {
          reviews().dropAll(job);
        }
      }
    }
    return job.record();
  }

  /// Takes up a job that was interrupted, from where its session was last safe.
  public JobRecord resume(String id) throws EngineException {
    LiveJob job = require(id);
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
    LiveSession session = sessions.open(job.record().sessionId());
    session.lock.lock();
    try {
      sessions.requireActive(session.record());
      job.update(
          draft -> draft.become(JobStatus.QUEUED, clock.instant()),
          JobEvent.JOB_RESUMED,
          Json.Obj.EMPTY);
      boolean begun = !session.messages().items().isEmpty();
      queue(
          session,
          job,
          begun
              ? "The run was interrupted. Go on with: " + job.record().instruction()
              : job.record().instruction());
      return job.record();
    } finally {
      session.lock.unlock();
    }
  }

  /// Runs the instruction of a job again, after a conflict or a failure.
  public JobRecord rerun(String id) throws EngineException {
    JobRecord before = require(id).record();
    if (before.status() == JobStatus.AWAITING_REVIEW) {
      reviews().dropAll(require(id));
    }
    return run(
        new RunRequest(
            before.sessionId(),
            before.instruction(),
            before.contextRows(),
            before.maxToolCalls(),
            Optional.of(before.mode())));
  }

  /// Decisions about the edits of jobs.
  public Reviews reviews() {
    return new Reviews(this, sessions, store, clock);
  }

  @Nullable LiveJob lastJob(SessionRecord session) {
    String last = session.lastJobId();
    return last == null ? null : find(last).orElse(null);
  }

  /// Ends everything and waits for it.
  public void close() throws InterruptedException {
    closing = true;
    for (LiveJob job : jobs.all()) {
      if (job.record().status() == JobStatus.QUEUED) {
        queue.end(job.record().id());
        job.fail("interrupted", "the server ended before the job began; resume it");
      }
    }
    queue.close();
    timer.shutdownNow();
    store.close();
  }
}
