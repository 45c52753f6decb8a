package dev.tenon.server.job.review;

import dev.tenon.core.change.review.Selection;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.check.CheckRefusedException;
import dev.tenon.engine.check.CheckResult;
import dev.tenon.engine.check.ReviewChecks;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveJobs;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.record.Actor;
import dev.tenon.server.job.record.CheckEvent;
import dev.tenon.server.job.record.CheckRecord;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.Ids;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.Redaction;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// Checks before acceptance: a command on a view of the project with the accepted hunks of a job,
/// or with all of them. One at a time for a job. Neither the project nor what is staged changes,
/// and decisions go on meanwhile; the result belongs to the hunks as they were when it began.
public final class Checks {
  private static final System.Logger LOG = System.getLogger(Checks.class.getName());
  private static final String INTERRUPTED = "the server ended while the check ran; run it again";

  private final Sessions sessions;
  private final LiveJobs jobs;
  private final Function<Workspace, Optional<ReviewChecks>> commands;
  private final Redaction redaction;
  private final Semaphore room;
  private final Map<String, RunningCheck> running = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /// @param commands what can be run in a project, if anything can
  /// @param most how many may run at the same time
  public Checks(
      Sessions sessions,
      LiveJobs jobs,
      Function<Workspace, Optional<ReviewChecks>> commands,
      Redaction redaction,
      int most) {
    this.sessions = sessions;
    this.jobs = jobs;
    this.commands = commands;
    this.redaction = redaction;
    this.room = new Semaphore(most);
  }

  /// What may be run in the project of a session.
  public Json.Obj offers(String sessionId) throws EngineException {
    Json.Obj offers = service(sessions.open(sessionId)).offers().toJson();
    return redaction.object(offers);
  }

  private ReviewChecks service(LiveSession session) throws EngineException {
    return commands
        .apply(session.workspace())
        .orElseThrow(
            () ->
                new EngineException(
                    EngineException.Kind.CONFLICT, "no_commands", "no command can be run here"));
  }

  /// Begins a check and answers it as it stands.
  public Json.Obj start(String jobId, String command, Selection selection)
      throws EngineException, InterruptedException {
    LiveJob job = jobs.require(jobId);
    LiveSession session = sessions.open(job.record().sessionId());
    Reviews.requireAwaiting(job);
    ReviewChecks service = service(session);
    ReviewChecks.Permit permit = permit(service, command);
    if (closed) {
      throw new EngineException(
          EngineException.Kind.BUSY, "stopping", "the server is about to end");
    }
    if (!room.tryAcquire()) {
      throw new EngineException(
          EngineException.Kind.BUSY, "too_many_checks", "too many checks run; try again later");
    }
    boolean begun = false;
    var check = new RunningCheck(job, service, permit);
    try {
      RunningCheck other = running.putIfAbsent(jobId, check);
      if (other != null) {
        throw new EngineException(
            EngineException.Kind.CONFLICT,
            "check_running",
            "a check of job " + jobId + " runs already",
            "Wait for it or cancel it.");
      }
      begin(session, check, selection);
      begun = true;
    } finally {
      if (!begun) {
        running.remove(jobId, check);
        room.release();
      }
    }
    return check.record().toJson();
  }

  private static ReviewChecks.Permit permit(ReviewChecks service, String command)
      throws EngineException {
    try {
      return service.permit(command);
    } catch (CheckRefusedException refused) {
      String why = String.valueOf(refused.getMessage());
      throw switch (refused.reason()) {
        case INVALID -> new EngineException(EngineException.Kind.INVALID, "invalid_command", why);
        case DENIED -> new EngineException(EngineException.Kind.DENIED, "command_denied", why);
      };
    }
  }

  private void begin(LiveSession session, RunningCheck check, Selection selection)
      throws EngineException, InterruptedException {
    StagedEditing.Trial trial = session.editing().trial(selection);
    boolean started = false;
    try {
      LiveJob job = check.job();
      CheckRecord record =
          CheckRecord.started(
              Ids.next("chk"),
              redaction.text(check.permit().command()),
              trial.pinned(),
              Actor.current(),
              job.now());
      try (var entered = sessions.enter(session.record().id())) {
        Reviews.requireAwaiting(job);
        entered.requireActive();
        job.update(it -> it.withCheck(record), new CheckEvent.CheckStarted(record));
      }
      check.begin(record, trial, this::ended);
      started = true;
    } finally {
      if (!started) {
        trial.watch().finish();
      }
    }
  }

  private void ended(RunningCheck check, CheckResult result) {
    String id = check.job().record().id();
    try {
      CheckRecord done = check.record().ended(end(check, result), check.job().now());
      check.job().updateOpen(it -> it.withCheck(done), new CheckEvent.CheckFinished(done));
    } catch (Store.StoreException full) {
      // The next start of the server finds it running, and marks it interrupted.
      LOG.log(System.Logger.Level.ERROR, "the end of a check of job " + id, full);
    } finally {
      running.remove(id, check);
      room.release();
    }
  }

  private CheckRecord.End end(RunningCheck check, CheckResult result) {
    boolean cut = closed && result.status() == CheckResult.Status.CANCELLED;
    CheckRecord.Status status =
        cut
            ? CheckRecord.Status.INTERRUPTED
            : switch (result.status()) {
              case PASSED -> CheckRecord.Status.PASSED;
              case FAILED -> CheckRecord.Status.FAILED;
              case TIMED_OUT -> CheckRecord.Status.TIMED_OUT;
              case CANCELLED -> CheckRecord.Status.CANCELLED;
              case ERROR -> CheckRecord.Status.ERROR;
            };
    return new CheckRecord.End(
        status,
        result.exitCode() < 0 ? null : result.exitCode(),
        redaction.text(check.output().kept()),
        check.output().bytes(),
        cut ? INTERRUPTED : redaction.text(result.message()));
  }

  /// The last check of a job as it stands, and whether the hunks are others by now.
  public Json.Obj show(String jobId) throws EngineException {
    LiveJob job = jobs.require(jobId);
    CheckRecord check = job.record().check();
    RunningCheck live = running.get(jobId);
    var json = Json.object().put("job_id", jobId);
    if (check == null) {
      return json.put("check", Json.Null.VALUE).put("stale", false).build();
    }
    CheckRecord shown =
        live != null && check.isRunning()
            ? check.printed(redaction.text(live.output().kept()), live.output().bytes())
            : check;
    return json.put("check", shown.toJson()).put("stale", isStale(job, check)).build();
  }

  private boolean isStale(LiveJob job, CheckRecord check) throws EngineException {
    return job.record().status() != JobStatus.AWAITING_REVIEW
        || !sessions
            .open(job.record().sessionId())
            .review()
            .pinned(check.pinned().selection())
            .fingerprint()
            .equals(check.pinned().fingerprint());
  }

  /// Ends the check that runs and waits for its end.
  public Json.Obj cancel(String jobId) throws EngineException, InterruptedException {
    jobs.require(jobId);
    RunningCheck check = running.get(jobId);
    if (check == null) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "no_check", "no check of job " + jobId + " runs");
    }
    check.cancel();
    check.awaitEnd();
    return show(jobId);
  }

  /// A check that ran when the program ended is told as interrupted, and its view is removed.
  public void markInterrupted(LiveJob job) {
    CheckRecord check = job.record().check();
    if (check == null || !check.isRunning()) {
      return;
    }
    CheckRecord done = check.ended(CheckRecord.Status.INTERRUPTED, INTERRUPTED, job.now());
    job.updateOpen(it -> it.withCheck(done), new CheckEvent.CheckFinished(done));
    try {
      sessions.open(job.record().sessionId()).editing().sweepViews();
    } catch (EngineException | IOException left) {
      LOG.log(System.Logger.Level.WARNING, "what an interrupted check left stays a while", left);
    }
  }

  /// Ends all checks and waits for that.
  public void close() throws InterruptedException {
    closed = true;
    List<RunningCheck> left = List.copyOf(running.values());
    left.forEach(RunningCheck::cancel);
    for (RunningCheck check : left) {
      check.awaitEnd();
    }
  }
}
