package dev.tenon.server.job;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.Compare3;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The state before each run: what the run changed, how a file compares, and the way back.
public final class Checkpoints {
  private final JobEngine engine;
  private final Sessions sessions;
  private final Store store;

  Checkpoints(JobEngine engine, Sessions sessions, Store store) {
    this.engine = engine;
    this.sessions = sessions;
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
          .putAll(session.editing.review().checkpoint(id).toJson())
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
      Optional<Compare3> compared = session.editing.review().compare(checkpoint, path);
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
    LiveSession session = sessions.enter(run.sessionId());
    LiveJob job = engine.require(run.id());
    try {
      sessions.requireActive(session.record());
      sessions.requireNoRun(session.record());
      job.tell(
          JobEvent.ROLLBACK_STARTED,
          Json.object()
              .put("checkpoint_id", checkpoint)
              .put("mode", hunks.isPresent() ? "scoped_selected" : "hard_all")
              .build());
      return session.editing.together(() -> rollback(session, job, checkpoint, hunks));
    } catch (ReviewException refused) {
      throw failed(job, checkpoint, Reviews.of(refused));
    } catch (CommitException | IOException broken) {
      throw failed(
          job,
          checkpoint,
          new EngineException(
              EngineException.Kind.CONFLICT, "conflict", String.valueOf(broken.getMessage())));
    } finally {
      session.lock.unlock();
    }
  }

  private Json.Obj rollback(
      LiveSession session, LiveJob job, String checkpoint, Optional<List<String>> hunks)
      throws ReviewException, CommitException, IOException {
    session.archive();
    List<String> paths =
        hunks.isPresent()
            ? session.editing.rollback(checkpoint, hunks.get())
            : session.editing.rollback(checkpoint);
    Json.Obj result =
        Json.object()
            .put("checkpoint_id", checkpoint)
            .put("status", "completed")
            .put("files", Json.strings(paths))
            .put("saved", false)
            .build();
    engine
        .reviews()
        .changed(
            session,
            Json.object().put("action", "rollback").put("files", Json.strings(paths)).build());
    job.tell(JobEvent.ROLLBACK_COMPLETED, result);
    return result;
  }

  private static EngineException failed(LiveJob job, String checkpoint, EngineException why) {
    job.tell(
        JobEvent.ROLLBACK_FAILED,
        Json.object()
            .put("checkpoint_id", checkpoint)
            .put("code", why.code())
            .put("message", String.valueOf(why.getMessage()))
            .putAll(why.details())
            .build());
    return why;
  }
}
