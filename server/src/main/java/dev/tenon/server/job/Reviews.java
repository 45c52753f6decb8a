package dev.tenon.server.job;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Decisions about what is staged: hunk by hunk, applying, saving. Every decision is in the store
/// before it is answered; one that cannot be stored has not been taken.
public final class Reviews {
  private final JobEngine engine;
  private final Sessions sessions;
  private final Store store;

  Reviews(JobEngine engine, Sessions sessions, Store store) {
    this.engine = engine;
    this.sessions = sessions;
    this.store = store;
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
    LiveSession session = sessions.enter(engine.require(jobId).record().sessionId());
    try {
      awaiting(jobId);
      sessions.requireActive(session.record());
      return decide(session, jobId, action, choice);
    } finally {
      session.lock.unlock();
    }
  }

  /// Decides without naming a job, as undo and redo in an editor do; the person's own edits are
  /// staged without one, too.
  public Json.Obj decideIn(String sessionId, String action, Choice choice) throws EngineException {
    LiveSession session = sessions.enter(sessionId);
    try {
      sessions.requireActive(session.record());
      sessions.requireNoRun(session.record());
      String job = sessions.lastJob(session.record()).map(JobRecord::id).orElse("");
      return decide(session, job, action, choice);
    } finally {
      session.lock.unlock();
    }
  }

  private Json.Obj decide(LiveSession session, String jobId, String action, Choice choice)
      throws EngineException {
    Review review = session.editing.review();
    try {
      return session.editing.together(
          () -> {
            List<String> changed = choice.on(review);
            Json.Obj bundle = Bundles.json(jobId, review.bundle());
            changed(
                session,
                Json.object().put("action", action).put("hunk_ids", Json.strings(changed)).build());
            return bundle;
          });
    } catch (ReviewException refused) {
      throw of(refused);
    } catch (CommitException | IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// What is staged has changed: that is stored, and told if there is a review.
  void changed(LiveSession session, Json.Obj what) {
    Optional<LiveJob> job = sessions.writes().underReview(session);
    if (job.isPresent()) {
      Json.Obj bundle = Bundles.json(job.get().record().id(), session.editing.review().bundle());
      job.get()
          .update(
              draft -> draft.diffBundle = bundle, JobEvent.REVIEW_UPDATED, what, session.state());
    } else {
      store.save(List.of(session.state()));
    }
  }

  /// Writes exactly these hunks and drops the others. The job is over then.
  public Json.Obj apply(String sessionId, String jobId, List<String> accepted)
      throws EngineException {
    if (!engine.require(jobId).record().sessionId().equals(sessionId)) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "other_session",
          "job " + jobId + " does not belong to session " + sessionId);
    }
    LiveSession session = sessions.enter(sessionId);
    try {
      LiveJob job = awaiting(jobId);
      sessions.requireActive(session.record());
      return sessions.writes().apply(session, job, accepted);
    } finally {
      session.lock.unlock();
    }
  }

  /// Saves what was accepted, and what the person wrote, without ending the review.
  public Json.Obj save(String sessionId) throws EngineException {
    LiveSession session = sessions.enter(sessionId);
    try {
      sessions.requireActive(session.record());
      return sessions.writes().save(session);
    } finally {
      session.lock.unlock();
    }
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
        switch (refused.kind()) {
          case UNKNOWN -> EngineException.Kind.NOT_FOUND;
          case INVALID -> EngineException.Kind.INVALID;
          case INCOMPLETE, CONFLICT, APPLIED -> EngineException.Kind.CONFLICT;
        };
    return new EngineException(
        kind,
        "review_" + refused.kind().name().toLowerCase(Locale.ROOT),
        String.valueOf(refused.getMessage()),
        Json.object().put("hunk_ids", Json.strings(refused.hunks())).build());
  }
}
