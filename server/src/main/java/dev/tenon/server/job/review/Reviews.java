package dev.tenon.server.job.review;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveJobs;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.live.ReviewNotes;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.record.Actor;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.ReviewEvent;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decisions about what is staged: hunk by hunk, applying, saving. Every decision is in the store
/// before it is answered; one that cannot be stored has not been taken.
public final class Reviews {
  private final Sessions sessions;
  private final LiveJobs jobs;
  private final ReviewWriter writer;
  private final Store store;

  public Reviews(Sessions sessions, LiveJobs jobs, ReviewWriter writer, Store store) {
    this.sessions = sessions;
    this.jobs = jobs;
    this.writer = writer;
    this.store = store;
  }

  /// A decision about hunks. Answers the ids of those whose status changed.
  @FunctionalInterface
  public interface Choice {
    List<String> on(Review review) throws ReviewException;
  }

  /// What is staged in the session of a job.
  public Json.Obj bundle(String jobId) throws EngineException {
    return sessions.open(jobs.require(jobId).record().sessionId()).bundle(jobId);
  }

  /// What is staged in a session.
  public Json.Obj bundleOf(String sessionId) throws EngineException {
    LiveSession session = sessions.open(sessionId);
    return session.bundle(sessions.lastJob(session.record()).map(JobRecord::id).orElse(""));
  }

  /// The files of a job that are not what they were when they were staged, with both sides.
  public Json.Obj conflicts(String jobId) throws EngineException {
    LiveSession session = sessions.open(jobs.require(jobId).record().sessionId());
    return Json.object().put("job_id", jobId).array("conflicts", conflicts(session)).build();
  }

  /// The same of a session, also where no job is under review.
  public Json.Obj conflictsOf(String sessionId) throws EngineException {
    List<Json> conflicts = conflicts(sessions.open(sessionId));
    return Json.object().put("session_id", sessionId).array("conflicts", conflicts).build();
  }

  private static List<Json> conflicts(LiveSession session) throws EngineException {
    var conflicts = new ArrayList<Json>();
    try {
      for (Map.Entry<String, String> each : session.review().conflicts().entrySet()) {
        Path real = session.workspace().root().resolve(each.getKey());
        Optional<Snapshot> current = session.workspace().snapshotIfThere(real);
        Optional<Snapshot> proposed = session.editing().snapshot(real);
        boolean binary =
            Stream.of(current, proposed)
                .flatMap(Optional::stream)
                .anyMatch(file -> file.text().isEmpty());
        conflicts.add(
            Json.object()
                .put("file_path", each.getKey())
                .put("message", each.getValue())
                .put("base", base(session, each.getKey()))
                .put("current", text(current))
                .put("proposed", text(proposed))
                .put("binary", binary)
                .build());
      }
    } catch (CommitException | IOException broken) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "io_error", String.valueOf(broken.getMessage()));
    }
    return conflicts;
  }

  private static Json base(LiveSession session, String path) {
    try {
      return session.review().base(path).<Json>map(Json::of).orElse(Json.Null.VALUE);
    } catch (ReviewException nothingStaged) {
      return Json.Null.VALUE;
    }
  }

  /// Null stands for no file, and for one that is no text.
  private static Json text(Optional<Snapshot> file) {
    return file.flatMap(Snapshot::text).<Json>map(it -> Json.of(it.lf())).orElse(Json.Null.VALUE);
  }

  /// Decides and answers the bundle as it is then.
  public Json.Obj decide(String jobId, String action, Choice choice) throws EngineException {
    try (var session = sessions.enter(jobs.require(jobId).record().sessionId())) {
      awaiting(jobId);
      session.requireActive();
      return decide(session, jobId, action, choice);
    }
  }

  /// Decides without naming a job, as undo and redo in an editor do; the person's own edits are
  /// staged without one, too.
  public Json.Obj decideIn(String sessionId, String action, Choice choice) throws EngineException {
    try (var session = sessions.enter(sessionId)) {
      session.requireActive();
      sessions.requireNoRun(session.record());
      String job = sessions.lastJob(session.record()).map(JobRecord::id).orElse("");
      return decide(session, job, action, choice);
    }
  }

  private Json.Obj decide(EnteredSession session, String jobId, String action, Choice choice)
      throws EngineException {
    try {
      return session.together(
          () -> {
            List<String> changed = choice.on(session.review());
            note(session, action, changed);
            changed(session, ReviewEvent.ReviewUpdated.ofHunks(action, changed));
            return session.live().bundle(jobId);
          });
    } catch (ReviewException refused) {
      throw ReviewRefusal.of(refused);
    } catch (CommitException | IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// Notes who decided. The parts of a hunk that was split keep the name that it had.
  private static void note(EnteredSession session, String action, List<String> changed) {
    Set<String> hunks =
        session.review().bundle().hunks().stream().map(Hunk::id).collect(Collectors.toSet());
    ReviewNotes notes = session.notes();
    String by = Actor.current();
    if (action.equals("split")) {
      by =
          notes.deciders().entrySet().stream()
              .filter(each -> !hunks.contains(each.getKey()))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse("");
    }
    session.notes(notes.decided(changed, by).about(hunks));
  }

  /// Accepts what is not decided; where everything is, what was rejected.
  public static List<String> acceptAll(Review review) throws ReviewException {
    List<String> changed = review.acceptAll();
    return changed.isEmpty()
        ? review.accept(
            review.bundle().hunks().stream()
                .filter(hunk -> hunk.status() == Hunk.Status.REJECTED)
                .map(Hunk::id)
                .toList())
        : changed;
  }

  /// What is staged has changed: that is stored, and told if there is a review.
  void changed(EnteredSession session, ReviewEvent.ReviewUpdated what) {
    changed(session, what, Optional.empty());
  }

  /// @param rollback the one that this did, took back or did again
  void changed(
      EnteredSession session,
      ReviewEvent.ReviewUpdated what,
      Optional<ReviewNotes.Rollback> rollback) {
    session.notes(session.notes().with(rollback));
    Optional<LiveJob> reviewed = jobs.underReview(session.record());
    if (reviewed.isPresent()) {
      LiveJob job = reviewed.get();
      Json.Obj bundle = session.live().bundle(job.record().id());
      job.update(record -> record.withDiff(bundle), what, session.state());
    } else {
      store.save(List.of(session.state()));
    }
  }

  /// Writes exactly these hunks and drops the others. The job is over then.
  public Json.Obj apply(String sessionId, String jobId, List<String> accepted)
      throws EngineException {
    if (!jobs.require(jobId).record().sessionId().equals(sessionId)) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "other_session",
          "job " + jobId + " does not belong to session " + sessionId);
    }
    try (var session = sessions.enter(sessionId)) {
      LiveJob job = awaiting(jobId);
      session.requireActive();
      return writer.apply(session, job, accepted);
    }
  }

  /// Saves what was accepted, and what the person wrote, without ending the review.
  public Json.Obj save(String sessionId) throws EngineException {
    try (var session = sessions.enter(sessionId)) {
      session.requireActive();
      return writer.save(session);
    }
  }

  private LiveJob awaiting(String jobId) throws EngineException {
    LiveJob job = jobs.require(jobId);
    requireAwaiting(job);
    return job;
  }

  static void requireAwaiting(LiveJob job) throws EngineException {
    if (job.record().status() != JobStatus.AWAITING_REVIEW) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "not_awaiting_review",
          "job "
              + job.record().id()
              + " is "
              + job.record().status().label()
              + ", not awaiting_review");
    }
  }
}
