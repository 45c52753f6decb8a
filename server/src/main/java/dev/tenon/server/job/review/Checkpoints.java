package dev.tenon.server.job.review;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.Compare3;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.json.Json;
import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveJobs;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.ReviewEvent;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The checkpoints of jobs, each the state before a run: what the run changed, how a file compares,
/// and the way back.
public final class Checkpoints {
  private final Sessions sessions;
  private final LiveJobs jobs;
  private final Reviews reviews;
  private final Store store;

  public Checkpoints(Sessions sessions, LiveJobs jobs, Reviews reviews, Store store) {
    this.sessions = sessions;
    this.jobs = jobs;
    this.reviews = reviews;
    this.store = store;
  }

  /// The checkpoint of a run.
  public Json.Obj show(String id) throws EngineException {
    JobRecord job = jobOf(id);
    LiveSession session = sessions.open(job.sessionId());
    try {
      return Json.object()
          .put("session_id", job.sessionId())
          .put("job_id", job.id())
          .put("created_at", String.valueOf(job.startedAt()))
          .putAll(session.review().checkpoint(id).toJson())
          .build();
    } catch (IOException broken) {
      throw unreadable(broken);
    }
  }

  private static EngineException unreadable(Exception broken) {
    return new EngineException(
        EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
  }

  private JobRecord jobOf(String checkpoint) throws EngineException {
    return store
        .jobOfCheckpoint(checkpoint)
        .orElseThrow(
            () ->
                new EngineException(
                    EngineException.Kind.NOT_FOUND,
                    "unknown_checkpoint",
                    "there is no checkpoint " + checkpoint));
  }

  public Json.Obj compare(String checkpoint, String path) throws EngineException {
    LiveSession session = sessions.open(jobOf(checkpoint).sessionId());
    try {
      Optional<Compare3> compared = session.review().compare(checkpoint, path);
      return compared
          .orElseThrow(
              () ->
                  new EngineException(
                      EngineException.Kind.NOT_FOUND,
                      "unchanged_file",
                      "the run of checkpoint " + checkpoint + " did not change " + path))
          .toJson();
    } catch (IOException | CommitException broken) {
      throw unreadable(broken);
    }
  }

  /// Takes the working buffers back; nothing is written before it is saved.
  ///
  /// @param hunks empty for everything since the checkpoint
  public Json.Obj rollback(String checkpoint, Optional<List<String>> hunks) throws EngineException {
    JobRecord run = jobOf(checkpoint);
    try (var session = sessions.enter(run.sessionId())) {
      LiveJob job = jobs.require(run.id());
      session.requireActive();
      sessions.requireNoRun(session.record());
      job.tell(
          new ReviewEvent.RollbackStarted(
              checkpoint, hunks.isPresent() ? ReviewEvent.Scope.SELECTED : ReviewEvent.Scope.ALL));
      return rollback(session, job, checkpoint, hunks);
    }
  }

  private Json.Obj rollback(
      EnteredSession session, LiveJob job, String checkpoint, Optional<List<String>> hunks)
      throws EngineException {
    try {
      return session
          .editing()
          .together(
              () -> {
                session.archiveStaged();
                List<String> paths =
                    hunks.isPresent()
                        ? session.editing().rollback(checkpoint, hunks.get())
                        : session.editing().rollback(checkpoint);
                reviews.changed(session, ReviewEvent.ReviewUpdated.ofFiles("rollback", paths));
                var done = new ReviewEvent.RollbackCompleted(checkpoint, paths);
                job.tell(done);
                return done.data();
              });
    } catch (ReviewException refused) {
      throw failed(job, checkpoint, ReviewRefusal.of(refused));
    } catch (CommitException | IOException broken) {
      throw failed(
          job,
          checkpoint,
          new EngineException(
              EngineException.Kind.CONFLICT, "conflict", String.valueOf(broken.getMessage())));
    }
  }

  private static EngineException failed(LiveJob job, String checkpoint, EngineException why) {
    job.tell(new ReviewEvent.RollbackFailed(checkpoint, why));
    return why;
  }
}
