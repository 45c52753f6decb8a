package dev.tenon.server.job.review;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.Compare3;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.review.StagedCheckpoint;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.edit.diff.UnifiedDiff;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveJobs;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.live.ReviewNotes;
import dev.tenon.server.job.live.RollbackTrace;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.ReviewEvent;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The checkpoints of jobs, each the state before a run: what the run changed, how a file compares,
/// and the way back.
public final class Checkpoints {
  private static final int MOST_RUNS = 200;

  private final Sessions sessions;
  private final LiveJobs jobs;
  private final Reviews reviews;
  private final Rollbacks rollbacks;
  private final Store store;

  public Checkpoints(
      Sessions sessions, LiveJobs jobs, Reviews reviews, Rollbacks rollbacks, Store store) {
    this.sessions = sessions;
    this.jobs = jobs;
    this.reviews = reviews;
    this.rollbacks = rollbacks;
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

  /// The runs of a session, the latest first, each with the files that it changed.
  public Json.Obj timeline(String sessionId) throws EngineException {
    LiveSession session = sessions.open(sessionId);
    var runs = new ArrayList<Json>();
    List<JobRecord> jobsOf = store.jobs(sessionId).reversed();
    for (JobRecord job : jobsOf) {
      String id = job.checkpointId();
      if (id == null || runs.size() == MOST_RUNS) {
        continue;
      }
      try {
        var files = new ArrayList<Json>();
        for (StagedCheckpoint.File file : session.review().checkpoint(id).files()) {
          long applied =
              file.hunks().stream().filter(it -> it.status() == Hunk.Status.APPLIED).count();
          files.add(
              Json.object()
                  .put("file_path", file.path())
                  .put("hunks", file.hunks().size())
                  .put("applied", applied)
                  .build());
        }
        JobRecord.Failure error = job.error();
        runs.add(
            Json.object()
                .put("checkpoint_id", id)
                .put("job_id", job.id())
                .put("instruction", job.instruction())
                .put("status", job.status().label())
                .put("error_code", error == null ? Json.Null.VALUE : Json.of(error.code()))
                .put("created_at", String.valueOf(job.startedAt()))
                .array("files", files)
                .array("rollbacks", Rollbacks.of(id, session.notes().traces()))
                .build());
      } catch (IOException broken) {
        throw unreadable(broken);
      }
    }
    return Json.object().array("checkpoints", runs).build();
  }

  /// What a rollback would do to the working buffers, without doing it.
  public Json.Obj preview(String checkpoint, Optional<List<String>> hunks) throws EngineException {
    JobRecord run = jobOf(checkpoint);
    try (var session = sessions.enter(run.sessionId())) {
      Map<String, Optional<Snapshot>> before = new LinkedHashMap<>();
      for (DiffBundle.FileDiff file : session.review().bundle().files()) {
        before.put(file.path(), snapshot(session, file.path()));
      }
      for (StagedCheckpoint.File file : session.review().checkpoint(checkpoint).files()) {
        before.put(file.path(), snapshot(session, file.path()));
      }
      var files = new ArrayList<Json>();
      try {
        session
            .editing()
            .together(
                () -> {
                  List<String> paths = take(session, checkpoint, hunks);
                  for (String path : paths.stream().sorted().toList()) {
                    Optional<Snapshot> then = before.getOrDefault(path, Optional.empty());
                    files.add(lost(path, then, snapshot(session, path)));
                  }
                  // Everything that is staged is as it was before.
                  throw new PreviewedException();
                });
      } catch (PreviewedException done) {
        return Json.object()
            .put("checkpoint_id", checkpoint)
            .put("mode", hunks.isPresent() ? "scoped_selected" : "hard_all")
            .array("files", files)
            .build();
      }
      throw new IllegalStateException("a preview has no other end");
    } catch (ReviewException refused) {
      throw ReviewRefusal.of(refused);
    } catch (CommitException | IOException broken) {
      throw unreadable(broken);
    }
  }

  /// Ends a preview so that nothing of it stays.
  private static final class PreviewedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static List<String> take(
      EnteredSession session, String checkpoint, Optional<List<String>> hunks)
      throws ReviewException, CommitException, IOException {
    return hunks.isPresent()
        ? session.editing().rollback(checkpoint, hunks.get())
        : session.editing().rollback(checkpoint);
  }

  private static Optional<Snapshot> snapshot(EnteredSession session, String path)
      throws IOException {
    return session.editing().snapshot(session.live().workspace().root().resolve(path));
  }

  private static String text(Optional<Snapshot> file) {
    return file.flatMap(Snapshot::text).map(TextFile::lf).orElse("");
  }

  private static Json.Obj lost(String path, Optional<Snapshot> now, Optional<Snapshot> after) {
    String patch = UnifiedDiff.of(path, text(now), text(after));
    // Behind the head, which the first hunk ends: a line of a file may look like one of it.
    long lines =
        patch
            .lines()
            .dropWhile(it -> !it.startsWith("@@"))
            .filter(it -> it.startsWith("-"))
            .count();
    var json = Json.object().put("file_path", path).put("patch", patch).put("lost_lines", lines);
    whole(now, after).ifPresent(word -> json.put("whole", word));
    return json.build();
  }

  /// What happens to a file as a whole; nothing where only lines of it are others.
  private static Optional<String> whole(Optional<Snapshot> now, Optional<Snapshot> after) {
    if (now.isEmpty() || after.isEmpty()) {
      return now.isPresent()
          ? Optional.of("removed")
          : after.isPresent() ? Optional.of("restored") : Optional.empty();
    }
    boolean text = now.get().text().isPresent() && after.get().text().isPresent();
    return text ? Optional.empty() : Optional.of("replaced");
  }

  /// Which way along the latest rollback of a session.
  public enum Turn {
    UNDO,
    REDO
  }

  /// Takes the latest rollback of a session back, or does it again, if nothing was changed since.
  /// Answers whether it did.
  public boolean turn(String sessionId, Turn way) throws EngineException {
    try (var session = sessions.enter(sessionId)) {
      Optional<ReviewNotes.Rollback> latest = session.notes().rollback();
      if (latest.isEmpty()) {
        return false;
      }
      session.requireActive();
      sessions.requireNoRun(session.record());
      ReviewNotes.Rollback rollback = latest.get();
      Json.Obj from = way == Turn.UNDO ? rollback.after() : rollback.before();
      Json.Obj to = way == Turn.UNDO ? rollback.before() : rollback.after();
      if (!session.editing().toJson().equals(from)) {
        return false;
      }
      String action = way == Turn.UNDO ? "undo_rollback" : "redo_rollback";
      return session.together(
          () -> {
            session.editing().restore(to);
            turned(session, way);
            reviews.changed(
                session, ReviewEvent.ReviewUpdated.ofFiles(action, rollback.paths()), latest);
            return true;
          });
    } catch (ReviewException | CommitException | IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// The trace of the latest rollback says which way it went.
  private static void turned(EnteredSession session, Turn way) {
    RollbackTrace.State from =
        way == Turn.UNDO ? RollbackTrace.State.OPEN : RollbackTrace.State.UNDONE;
    RollbackTrace.State to =
        way == Turn.UNDO ? RollbackTrace.State.UNDONE : RollbackTrace.State.OPEN;
    session
        .notes()
        .latest(from)
        .ifPresent(trace -> session.notes(session.notes().with(trace.id(), to)));
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
      job.tell(new ReviewEvent.RollbackStarted(checkpoint, scope(hunks)));
      return rollback(session, job, checkpoint, hunks);
    }
  }

  private static ReviewEvent.Scope scope(Optional<List<String>> hunks) {
    return hunks.isPresent() ? ReviewEvent.Scope.SELECTED : ReviewEvent.Scope.ALL;
  }

  private Json.Obj rollback(
      EnteredSession session, LiveJob job, String checkpoint, Optional<List<String>> hunks)
      throws EngineException {
    try {
      return session.together(
          () -> {
            Json.Obj before = session.editing().toJson();
            Map<String, RollbackTrace.Kept> contents = Rollbacks.contents(session, checkpoint);
            session.archiveStaged();
            List<String> paths = take(session, checkpoint, hunks);
            session.notes(
                session.notes().with(rollbacks.trace(session, checkpoint, scope(hunks), contents)));
            var rollback = new ReviewNotes.Rollback(before, session.editing().toJson(), paths);
            reviews.changed(
                session,
                ReviewEvent.ReviewUpdated.ofFiles("rollback", paths),
                Optional.of(rollback));
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
