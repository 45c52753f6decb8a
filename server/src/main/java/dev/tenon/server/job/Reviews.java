package dev.tenon.server.job;

import dev.tenon.core.change.Applied;
import dev.tenon.core.change.CommitException;
import dev.tenon.core.change.Compare3;
import dev.tenon.core.change.DiffBundle;
import dev.tenon.core.change.Hunk;
import dev.tenon.core.change.Origin;
import dev.tenon.core.change.Review;
import dev.tenon.core.change.ReviewException;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decisions about what jobs have staged: hunk by hunk, applying, rolling back. Every decision is
/// in the store before it is answered.
public final class Reviews {
  private final JobEngine engine;
  private final Sessions sessions;
  private final Store store;
  private final Clock clock;

  Reviews(JobEngine engine, Sessions sessions, Store store, Clock clock) {
    this.engine = engine;
    this.sessions = sessions;
    this.store = store;
    this.clock = clock;
  }

  /// A decision about hunks. Answers the ids of those whose status changed.
  @FunctionalInterface
  public interface Choice {
    List<String> on(Review review) throws ReviewException;
  }

  /// What is staged in the session of a job.
  public Json.Obj bundle(String jobId) throws EngineException {
    LiveJob job = engine.require(jobId);
    LiveSession session = sessions.open(job.record().sessionId());
    return Bundles.json(jobId, session.editing.review().bundle());
  }

  /// Decides and answers the bundle as it is then.
  public Json.Obj decide(String jobId, String action, Choice choice) throws EngineException {
    LiveJob job = awaiting(jobId);
    LiveSession session = sessions.open(job.record().sessionId());
    session.lock.lock();
    try {
      awaiting(jobId);
      List<String> changed = choice.on(session.editing.review());
      session.keep(Store.Applying.NOTHING);
      Json.Obj bundle = Bundles.json(jobId, session.editing.review().bundle());
      job.update(
          draft -> draft.diffBundle = bundle,
          JobEvent.REVIEW_UPDATED,
          Json.object().put("action", action).put("hunk_ids", Json.strings(changed)).build());
      return bundle;
    } catch (ReviewException refused) {
      throw of(refused);
    } finally {
      session.lock.unlock();
    }
  }

  /// Writes exactly these hunks and drops the others. The job is over then.
  public Json.Obj apply(String sessionId, String jobId, List<String> accepted)
      throws EngineException {
    LiveJob job = awaiting(jobId);
    if (!job.record().sessionId().equals(sessionId)) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "other_session",
          "job " + jobId + " does not belong to session " + sessionId);
    }
    LiveSession session = sessions.open(sessionId);
    session.lock.lock();
    try {
      awaiting(jobId);
      Review review = session.editing.review();
      review.select(accepted);
      job.tell(JobEvent.APPLY_STARTED, Json.object().put("accepted", accepted.size()).build());
      session.keep(Store.Applying.ALL);
      Applied applied = review.apply(Review.Rest.DROPPED);
      session.keep(Store.Applying.NOTHING);
      Json.Obj result = Json.object().put("status", "completed").putAll(applied.toJson()).build();
      job.update(
          draft -> draft.become(JobStatus.COMPLETED, clock.instant()),
          JobEvent.APPLY_COMPLETED,
          result);
      return result;
    } catch (ReviewException refused) {
      throw of(refused);
    } catch (CommitException refused) {
      session.keep(Store.Applying.NOTHING);
      throw conflict(job, refused);
    } catch (IOException broken) {
      session.keep(Store.Applying.NOTHING);
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", "nothing was written: " + broken.getMessage());
    } finally {
      session.lock.unlock();
    }
  }

  private static EngineException conflict(LiveJob job, CommitException refused) {
    boolean stale = refused.kind() == CommitException.Kind.STALE;
    String code = stale ? "conflict" : "not_writable";
    var details = Json.object().put("job_id", job.record().id());
    refused.path().ifPresent(path -> details.put("file_path", path));
    details.put("rerun_required", stale);
    job.tell(
        JobEvent.APPLY_CONFLICT,
        Json.object()
            .put("code", code)
            .put("message", String.valueOf(refused.getMessage()))
            .putAll(details.build())
            .build());
    return new EngineException(
        EngineException.Kind.CONFLICT,
        code,
        String.valueOf(refused.getMessage()),
        details.build(),
        "POST /api/agent/jobs/" + job.record().id() + "/rerun makes the edits anew.");
  }

  /// Drops everything that a job has staged; the job has failed then.
  void dropAll(LiveJob job) throws EngineException {
    LiveSession session = sessions.open(job.record().sessionId());
    session.lock.lock();
    try {
      for (DiffBundle.FileDiff file : session.editing.review().bundle().files()) {
        session.editing.review().discard(file.path());
      }
      session.keep(Store.Applying.NOTHING);
      job.fail("cancelled", "the edits were dropped");
    } catch (ReviewException refused) {
      throw of(refused);
    } finally {
      session.lock.unlock();
    }
  }

  /// Saves what was accepted, and what the person wrote, without ending the review.
  public Json.Obj save(String sessionId) throws EngineException {
    LiveSession session = sessions.open(sessionId);
    session.lock.lock();
    try {
      Review review = session.editing.review();
      review.accept(typed(review.bundle()));
      session.keep(Store.Applying.SOME);
      Applied applied = review.apply(Review.Rest.PENDING);
      session.keep(Store.Applying.NOTHING);
      LiveJob job = engine.lastJob(session.record());
      if (job != null && job.record().status() == JobStatus.AWAITING_REVIEW) {
        boolean done = review.bundle().files().isEmpty();
        Json.Obj bundle = Bundles.json(job.record().id(), review.bundle());
        job.update(
            draft -> {
              draft.diffBundle = bundle;
              if (done) {
                draft.become(JobStatus.COMPLETED, clock.instant());
              }
            },
            done ? JobEvent.APPLY_COMPLETED : JobEvent.REVIEW_UPDATED,
            applied.toJson());
      }
      return applied.toJson();
    } catch (ReviewException refused) {
      throw of(refused);
    } catch (CommitException refused) {
      session.keep(Store.Applying.NOTHING);
      throw new EngineException(
          EngineException.Kind.CONFLICT, "conflict", String.valueOf(refused.getMessage()));
    } catch (IOException broken) {
      session.keep(Store.Applying.NOTHING);
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", "nothing was written: " + broken.getMessage());
    } finally {
      session.lock.unlock();
    }
  }

  /// The hunks that the person wrote and has not decided about.
  private static List<String> typed(DiffBundle bundle) {
    var ids = new ArrayList<String>();
    for (DiffBundle.FileDiff file : bundle.files()) {
      for (Hunk hunk : file.hunks()) {
        if (hunk.origin() == Origin.USER && hunk.status() == Hunk.Status.PENDING) {
          ids.add(hunk.id());
        }
      }
    }
    return ids;
  }

  /// The checkpoint of a run.
  public Json.Obj checkpoint(String id) throws EngineException {
    JobRecord job = jobOf(id);
    LiveSession session = sessions.open(job.sessionId());
    return Json.object()
        .put("session_id", job.sessionId())
        .put("job_id", job.id())
        .put("created_at", String.valueOf(job.startedAt()))
        .putAll(session.editing.review().checkpoint(id).toJson())
        .build();
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
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
    }
  }

  /// Takes the working buffers back; nothing is written before it is saved.
  ///
  /// @param hunks empty for everything since the checkpoint
  public Json.Obj rollback(String checkpoint, Optional<List<String>> hunks) throws EngineException {
    JobRecord run = jobOf(checkpoint);
    LiveSession session = sessions.open(run.sessionId());
    LiveJob job = engine.require(run.id());
    session.lock.lock();
    try {
      sessions.requireActive(session.record());
      job.tell(JobEvent.ROLLBACK_STARTED, Json.object().put("checkpoint_id", checkpoint).build());
      List<String> paths =
          hunks.isPresent()
              ? session.editing.rollback(hunks.get())
              : session.editing.rollback(checkpoint);
      session.keep(Store.Applying.NOTHING);
      Json.Obj result =
          Json.object()
              .put("checkpoint_id", checkpoint)
              .put("status", "completed")
              .put("files", Json.strings(paths))
              .put("saved", false)
              .build();
      job.tell(JobEvent.ROLLBACK_COMPLETED, result);
      return result;
    } catch (ReviewException refused) {
      throw failed(job, checkpoint, of(refused));
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

  private static EngineException failed(LiveJob job, String checkpoint, EngineException why) {
    job.tell(
        JobEvent.ROLLBACK_FAILED,
        Json.object()
            .put("checkpoint_id", checkpoint)
            .put("message", String.valueOf(why.getMessage()))
            .build());
    return why;
  }

  private LiveJob awaiting(String jobId) throws EngineException {
    LiveJob job = engine.require(jobId);
    if (job.record().status() != JobStatus.AWAITING_REVIEW) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "not_awaiting_review",
          "job " + jobId + " is " + job.record().status().label() + ", not awaiting_review");
    }
    return job;
  }

  static EngineException of(ReviewException refused) {
    EngineException.Kind kind =
        refused.kind() == ReviewException.Kind.UNKNOWN
            ? EngineException.Kind.NOT_FOUND
            : EngineException.Kind.CONFLICT;
    return new EngineException(
        kind,
        "review_" + refused.kind().name().toLowerCase(java.util.Locale.ROOT),
        String.valueOf(refused.getMessage()),
        Json.object().put("hunk_ids", Json.strings(refused.hunks())).build());
  }
}
