package dev.tenon.server.job.engine;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.permission.Approver;
import dev.tenon.server.job.live.AnswerDraft;
import dev.tenon.server.job.live.EventLog;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveJobs;
import dev.tenon.server.job.live.ServedProjects;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.CanonicalJson;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.Redaction;
import dev.tenon.server.job.record.RunEvent;
import dev.tenon.server.job.record.Store;
import dev.tenon.server.job.review.CallPictures;
import dev.tenon.server.job.review.Checkpoints;
import dev.tenon.server.job.review.Checks;
import dev.tenon.server.job.review.EditorBuffers;
import dev.tenon.server.job.review.ReviewWriter;
import dev.tenon.server.job.review.Reviews;
import dev.tenon.server.job.review.Rollbacks;
import dev.tenon.server.job.run.JobLimits;
import dev.tenon.server.job.run.JobScheduler;
import dev.tenon.server.job.run.JobSetupFactory;
import dev.tenon.server.job.run.Routing;
import dev.tenon.server.job.run.RunRequest;
import dev.tenon.server.tool.FileLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Sessions and their jobs: what the API does, without HTTP. Safe for several threads.
public final class JobEngine {
  private static final System.Logger LOG = System.getLogger(JobEngine.class.getName());

  private final ServedProjects projects;
  private final JobSetupFactory workbench;
  private final Store store;
  private final JobLimits limits;
  private final FileLimits files;
  private final Redaction redaction;
  private final Sessions sessions;
  private final LiveJobs jobs;
  private final JobScheduler scheduler;
  private final Reviews reviews;
  private final Rollbacks rollbacks;
  private final Checkpoints checkpoints;
  private final EditorBuffers buffers;
  private final CallPictures pictures;
  private final Checks checks;

  public JobEngine(
      ServedProjects projects,
      JobSetupFactory workbench,
      Store store,
      JobLimits limits,
      FileLimits files,
      Clock clock) {
    this.projects = projects;
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
                    redaction,
                    this::ended));
    var writer = new ReviewWriter(store, jobs);
    this.sessions = new Sessions(projects, store, limits.hunks(), jobs, writer, clock);
    this.scheduler =
        new JobScheduler(workbench, store, limits, files, clock, redaction, sessions, jobs);
    this.reviews = new Reviews(sessions, jobs, writer, store);
    this.rollbacks = new Rollbacks(sessions, jobs, reviews, store, clock);
    this.checkpoints = new Checkpoints(sessions, jobs, reviews, rollbacks, store);
    this.buffers = new EditorBuffers(sessions, reviews, files);
    this.pictures = new CallPictures(sessions);
    this.checks = new Checks(sessions, jobs, workbench::checks, redaction, limits.running());
    sessions.collect();
    finishWrites();
    markInterrupted();
    scheduler.turns().advanceAll();
  }

  /// Called when there is a scheduler: nothing is over before.
  private void ended(JobRecord job) {
    scheduler.turns().ended(job);
  }

  /// What was being written to a project when the program ended has happened or not; the jobs and
  /// reviews are made to say so.
  private void finishWrites() {
    for (String session : store.writing()) {
      try {
        sessions.enter(session).close();
      } catch (EngineException unusable) {
        LOG.log(System.Logger.Level.WARNING, unusable.getMessage());
      }
    }
  }

  /// What ran when the program ended did not finish; it can be taken up again.
  private void markInterrupted() {
    for (JobRecord job :
        store.jobs(List.of(JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.WAITING_FOR_USER))) {
      if (job.approval() != null) {
        // It still waits for the person, and is taken up again with the answer.
        jobs.of(job);
        continue;
      }
      if (scheduler.turns().waits(job)) {
        scheduler.turns().addAgain(jobs.of(job));
        continue;
      }
      jobs.of(job).fail("interrupted", "the server ended while the job was at work; resume it");
    }
    for (JobRecord job : store.jobs(List.of(JobStatus.AWAITING_REVIEW))) {
      checks.markInterrupted(jobs.of(job));
    }
  }

  public Sessions sessions() {
    return sessions;
  }

  /// The jobs that the end of the program would interrupt.
  public List<JobRecord> atWork() {
    return store
        .jobs(List.of(JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.WAITING_FOR_USER))
        .stream()
        .filter(job -> !scheduler.turns().waits(job))
        .toList();
  }

  public FileLimits fileLimits() {
    return files;
  }

  public JobLimits limits() {
    return limits;
  }

  /// The projects that are served, in the order of their numbers.
  public List<Path> roots() {
    return projects.roots();
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

  /// Queues a job.
  public JobRecord run(RunRequest request) throws EngineException {
    return scheduler.run(request);
  }

  /// A job by its id.
  public JobRecord job(String id) throws EngineException {
    LiveJob job = jobs.require(id);
    sessions.settle(job.record().sessionId());
    return job.record();
  }

  /// What the model of a job has said so far of the answer that it is giving.
  public AnswerDraft.Shown draft(String id) throws EngineException {
    return jobs.require(id).draft().shown();
  }

  /// Which place a job has in the queue, or among those of its session that wait; from 1, and 0
  /// when it does not wait.
  public int place(JobRecord job) {
    return scheduler.place(job);
  }

  /// The job of its session that has to be over before this one begins, if it waits for one.
  public Optional<String> behind(JobRecord job) {
    return scheduler.turns().behind(job);
  }

  /// The jobs of a session, the oldest first.
  public List<JobRecord> jobsOf(String session) throws EngineException {
    sessions.record(session);
    return store.jobs(session);
  }

  /// The jobs with one of these statuses, the oldest first.
  public List<JobRecord> jobs(List<JobStatus> statuses) {
    return store.jobs(statuses);
  }

  /// The name of the model on a side, if there is one that may be used.
  public Optional<String> model(AgentMode.Side side) {
    return has(side) ? workbench.modelName(side) : Optional.empty();
  }

  /// The remote models that a session can choose instead of the usual one.
  public List<ModelInfo> models() {
    return has(AgentMode.Side.REMOTE) ? workbench.models() : List.of();
  }

  /// What a session has used, as far as its history tells.
  public Json.Obj usage(String session) throws EngineException {
    return new SessionUsage(workbench::cost).of(chat(session));
  }

  public EventLog events(String id) throws EngineException {
    return jobs.require(id).events();
  }

  /// The conversation of a session in its canonical form.
  public List<Json> chat(String session) throws EngineException {
    return CanonicalJson.chat(sessions.messages(session), redaction);
  }

  /// Everything that is known of a job's run, to be kept.
  public Json.Obj trace(String id) throws EngineException {
    LiveJob job = jobs.require(id);
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

  /// Answers the open question of a job.
  public JobRecord clarify(String id, String question, String answer) throws EngineException {
    LiveJob job = jobs.require(id);
    job.answer(question, answer);
    return job.record();
  }

  /// Answers the open approval of a job.
  ///
  /// @param told who decided what, and for how long
  public JobRecord approve(String id, Approver.Answer said, RunEvent.ApprovalReceived told)
      throws EngineException {
    return scheduler.approve(jobs.require(id), said, told);
  }

  /// Ends a job, whatever it is doing. What it had staged is dropped. Waits a while for its end, so
  /// that the answer tells it.
  public JobRecord cancel(String id) throws EngineException, InterruptedException {
    return scheduler.cancel(jobs.require(id));
  }

  /// Takes up a job that was interrupted, from where its session was last safe.
  public JobRecord resume(String id) throws EngineException {
    return scheduler.resume(jobs.require(id));
  }

  /// Runs the instruction of a job again, after a conflict or a failure. What it had staged is
  /// dropped when the new job is in, and not before.
  public JobRecord rerun(String id) throws EngineException {
    return scheduler.rerun(jobs.require(id));
  }

  /// Decisions about the edits of jobs.
  public Reviews reviews() {
    return reviews;
  }

  /// The states before the runs of jobs.
  public Checkpoints checkpoints() {
    return checkpoints;
  }

  /// What was taken back, and the way back from there.
  public Rollbacks rollbacks() {
    return rollbacks;
  }

  /// The working buffers of sessions, as an editor sees them.
  public EditorBuffers buffers() {
    return buffers;
  }

  /// The pictures that tools have shown to models.
  public CallPictures pictures() {
    return pictures;
  }

  /// Checks of what is staged, before it is accepted.
  public Checks checks() {
    return checks;
  }

  /// Ends everything and waits for it.
  public void close() throws InterruptedException {
    checks.close();
    scheduler.close();
    store.close();
  }
}
