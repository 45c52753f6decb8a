package dev.tenon.server.job;

import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.server.tool.FileLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Sessions and their jobs: what the API does, without HTTP. Safe for several threads.
public final class JobEngine {
  private static final System.Logger LOG = System.getLogger(JobEngine.class.getName());

  private final Place place;
  private final Workbench workbench;
  private final Store store;
  private final JobLimits limits;
  private final FileLimits files;
  private final Redaction redaction;
  private final Sessions sessions;
  private final LiveJobs jobs;
  private final Runs runs;
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
    this.redaction = new Redaction(workbench::withoutSecrets);
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
    this.runs = new Runs(workbench, store, limits, files, clock, redaction, sessions, jobs);
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

  /// The jobs that the end of the program would interrupt.
  public List<JobRecord> atWork() {
    return store.jobs(List.of(JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.WAITING_FOR_USER));
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
    return runs.run(request);
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
    return runs.cancel(require(id));
  }

  /// Takes up a job that was interrupted, from where its session was last safe.
  public JobRecord resume(String id) throws EngineException {
    return runs.resume(require(id));
  }

  /// Runs the instruction of a job again, after a conflict or a failure. What it had staged is
  /// dropped when the new job is in, and not before.
  public JobRecord rerun(String id) throws EngineException {
    return runs.rerun(require(id));
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
    runs.close();
    store.close();
  }
}
