package dev.tenon.server.job.review;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.review.StagedCheckpoint;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.edit.diff.Merge3;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveJobs;
import dev.tenon.server.job.live.RollbackTrace;
import dev.tenon.server.job.live.RollbackTrace.Form;
import dev.tenon.server.job.live.RollbackTrace.Kept;
import dev.tenon.server.job.live.RollbackTrace.State;
import dev.tenon.server.job.live.RollbackTrace.TakenFile;
import dev.tenon.server.job.live.Sessions;
import dev.tenon.server.job.record.Actor;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.Ids;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.ReviewEvent;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Remembers rollbacks and takes them back, saved ones too: what the files were before comes into
/// the working buffers again, as an edit of the person that a save writes. Later edits stay where
/// they do not overlap; where they do, nothing changes and the files are named.
public final class Rollbacks {
  private static final int MOST_BYTES = 1024 * 1024;

  private final Sessions sessions;
  private final LiveJobs jobs;
  private final Reviews reviews;
  private final Store store;
  private final Clock clock;

  public Rollbacks(Sessions sessions, LiveJobs jobs, Reviews reviews, Store store, Clock clock) {
    this.sessions = sessions;
    this.jobs = jobs;
    this.reviews = reviews;
    this.store = store;
    this.clock = clock;
  }

  /// What the files that a rollback can change are now.
  static Map<String, Kept> contents(EnteredSession session, String checkpoint)
      throws IOException, ReviewException {
    Map<String, Kept> contents = new LinkedHashMap<>();
    for (DiffBundle.FileDiff file : session.review().bundle().files()) {
      contents.put(file.path(), content(session, file.path()));
      String target = file.target();
      if (target != null) {
        contents.put(target, content(session, target));
      }
    }
    for (StagedCheckpoint.File file : session.review().checkpoint(checkpoint).files()) {
      contents.put(file.path(), content(session, file.path()));
    }
    return contents;
  }

  private static Kept content(EnteredSession session, String path) throws IOException {
    Path real = session.live().workspace().root().resolve(path);
    return kept(session.editing().snapshot(real), session.editing().view(), path);
  }

  private static Kept onDisk(EnteredSession session, String path) throws IOException {
    Workspace workspace = session.live().workspace();
    return kept(workspace.snapshotIfThere(workspace.root().resolve(path)), workspace.view(), path);
  }

  private static Kept kept(Optional<Snapshot> file, ProjectView view, String path) {
    if (file.isEmpty()) {
      return Kept.NOTHING;
    }
    Optional<TextFile> text = file.get().text();
    if (text.isPresent()) {
      return new Kept(Form.TEXT, text.get().lf());
    }
    try {
      byte[] bytes = view.bytes(view.existing(path), MOST_BYTES);
      return new Kept(Form.BYTES, Base64.getEncoder().encodeToString(bytes));
    } catch (PathException | IOException tooLarge) {
      // The trace says so, and the way back is the journal's.
      return Kept.LOST;
    }
  }

  /// A rollback that has just been done.
  ///
  /// @param known what files were before it; others were as on the disk
  RollbackTrace trace(
      EnteredSession session, String checkpoint, ReviewEvent.Scope scope, Map<String, Kept> known)
      throws IOException {
    Map<String, Kept> before = new LinkedHashMap<>(known);
    for (DiffBundle.FileDiff file : session.review().bundle().files()) {
      // What was moved has two paths.
      String target = file.target();
      for (String path : target == null ? List.of(file.path()) : List.of(file.path(), target)) {
        if (!before.containsKey(path)) {
          before.put(path, onDisk(session, path));
        }
      }
    }
    var files = new ArrayList<TakenFile>();
    for (Map.Entry<String, Kept> each : before.entrySet()) {
      Kept after = content(session, each.getKey());
      if (!after.equals(each.getValue()) || after.form() == Form.LOST) {
        files.add(new TakenFile(each.getKey(), each.getValue(), after));
      }
    }
    return new RollbackTrace(
        Ids.next("rb"),
        checkpoint,
        scope.label(),
        clock.instant(),
        Actor.current(),
        files,
        State.OPEN);
  }

  /// The rollbacks behind a checkpoint, the oldest first.
  static List<Json> of(String checkpoint, List<RollbackTrace> all) {
    var shown = new ArrayList<Json>();
    for (RollbackTrace each : all) {
      if (each.checkpoint().equals(checkpoint)) {
        shown.add(each.shown());
      }
    }
    return shown;
  }

  /// Takes a rollback back in the working buffers.
  public Json.Obj undo(String sessionId, String id) throws EngineException {
    try (var session = sessions.enter(sessionId)) {
      RollbackTrace trace = require(session, id);
      session.requireActive();
      sessions.requireNoRun(session.record());
      List<FileChange> changes = plan(session, trace);
      var done = ReviewEvent.ReviewUpdated.ofFiles("undo_rollback", trace.paths());
      session.together(
          () -> {
            if (!changes.isEmpty()) {
              session.editing().type(new Transaction(changes), Attribution.user("undo"));
            }
            session.notes(session.notes().with(id, State.UNDONE));
            reviews.changed(session, done);
            return changes;
          });
      tell(session, trace, done);
      return Json.object()
          .put("rollback_id", id)
          .put("checkpoint_id", trace.checkpoint())
          .put("files", Json.strings(changes.stream().map(FileChange::path).toList()))
          .put("saved", false)
          .build();
    } catch (ReviewException refused) {
      throw ReviewRefusal.of(refused);
    } catch (CommitException | IOException broken) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "conflict", String.valueOf(broken.getMessage()));
    }
  }

  /// The run whose rollback it was tells it, unless it is the one under review and has told it.
  private void tell(EnteredSession session, RollbackTrace trace, ReviewEvent what)
      throws EngineException {
    Optional<JobRecord> run = store.jobOfCheckpoint(trace.checkpoint());
    Optional<LiveJob> reviewed = jobs.underReview(session.record());
    if (run.isPresent()
        && reviewed.filter(job -> job.record().id().equals(run.get().id())).isEmpty()) {
      jobs.require(run.get().id()).tell(what);
    }
  }

  private static RollbackTrace require(EnteredSession session, String id) throws EngineException {
    RollbackTrace trace =
        session.notes().traces().stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow(
                () ->
                    new EngineException(
                        EngineException.Kind.NOT_FOUND,
                        "unknown_rollback",
                        "there is no rollback " + id + " in this session"));
    if (trace.state() == State.UNDONE) {
      throw new EngineException(
          EngineException.Kind.CONFLICT, "rollback_undone", "rollback " + id + " was taken back");
    }
    if (!trace.isKept()) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "rollback_not_kept",
          "what the files were before rollback " + id + " is not kept any more");
    }
    return trace;
  }

  /// What has to change so that the files are what they were, with what was edited since.
  private static List<FileChange> plan(EnteredSession session, RollbackTrace trace)
      throws EngineException, IOException {
    var changes = new ArrayList<FileChange>();
    var overlaps = new ArrayList<String>();
    for (TakenFile file : trace.files()) {
      Kept now = content(session, file.path());
      Optional<Kept> wanted = wanted(file, now);
      if (wanted.isEmpty()) {
        overlaps.add(file.path());
      } else if (!wanted.get().equals(now)) {
        changes.add(change(session, file.path(), now.form(), wanted.get()));
      }
    }
    if (overlaps.isEmpty()) {
      return changes;
    }
    throw new EngineException(
        EngineException.Kind.CONFLICT,
        "review_conflict",
        "since the rollback the same lines were edited in " + String.join(", ", overlaps),
        Json.object().put("files", Json.strings(overlaps)).build(),
        "Nothing was changed. Compare the run and change these files by hand.");
  }

  /// Empty where later edits stand in the way.
  private static Optional<Kept> wanted(TakenFile file, Kept now) {
    if (now.equals(file.after()) || now.equals(file.before())) {
      return Optional.of(file.before());
    }
    boolean texts =
        now.form() == Form.TEXT
            && file.before().form() == Form.TEXT
            && file.after().form() == Form.TEXT;
    return texts
        ? Merge3.of(
                file.after().content(),
                now.content(),
                file.before().content(),
                Merge3.Touching.MERGE)
            .text()
            .map(text -> new Kept(Form.TEXT, text))
        : Optional.empty();
  }

  private static FileChange change(EnteredSession session, String path, Form now, Kept wanted)
      throws EngineException {
    try {
      FileState state =
          now == Form.BYTES || wanted.form() == Form.BYTES
              ? session.editing().whole(path)
              : session.editing().current(path);
      return switch (wanted.form()) {
        case TEXT ->
            state instanceof FileState.Existing file
                ? new FileChange.Update(file, wanted.content())
                : new FileChange.Create(path, wanted.content());
        case BYTES -> {
          FileBytes bytes = FileBytes.of(Base64.getDecoder().decode(wanted.content()));
          yield state instanceof FileState.Whole file
              ? FileChange.Bytes.replace(path, file.sha256(), bytes)
              : FileChange.Bytes.create(path, bytes);
        }
        case NOTHING, LOST ->
            switch (state) {
              case FileState.Existing file -> new FileChange.Delete(file);
              case FileState.Whole file -> FileChange.Bytes.delete(path, file.sha256());
              case FileState.Missing missing ->
                  throw new IllegalStateException(path + " is gone already");
            };
      };
    } catch (PlanException refused) {
      throw new EngineException(
          EngineException.Kind.INVALID, "unusable_file", String.valueOf(refused.getMessage()));
    }
  }
}
