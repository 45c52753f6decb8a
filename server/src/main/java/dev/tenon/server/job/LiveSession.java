package dev.tenon.server.job;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A session that is at hand: its files, what is staged, its conversation. The lock covers the
/// record, decisions, writes and every change of a job's status but those between a question and
/// its answer; a run holds it only for moments.
final class LiveSession {
  private static final String INTERRUPTED = "the server ended while the job was at work; resume it";

  final ReentrantLock lock = new ReentrantLock();
  final Workspace workspace;
  final StagedEditing editing;
  private final Store store;
  private volatile SessionRecord record;
  private volatile Optional<Store.Writing> writing;
  private volatile boolean gone;

  /// The history of the conversation as it is stored; the live one while a job runs.
  private volatile Json.Arr messages;

  private volatile @Nullable Conversation conversation;

  LiveSession(
      SessionRecord record,
      Workspace workspace,
      StagedEditing editing,
      Json.Arr messages,
      Optional<Store.Writing> writing,
      Store store) {
    this.record = record;
    this.workspace = workspace;
    this.editing = editing;
    this.messages = messages;
    this.writing = writing;
    this.store = store;
  }

  SessionRecord record() {
    return record;
  }

  void record(SessionRecord changed) {
    store.save(changed);
    record = changed;
  }

  /// The record is this one, and the store has it already.
  void became(SessionRecord changed) {
    record = changed;
  }

  Json.Arr messages() {
    return messages;
  }

  void use(@Nullable Conversation running) {
    conversation = running;
  }

  @Nullable Conversation conversation() {
    return conversation;
  }

  /// A write to the project whose end is not in the store yet.
  Optional<Store.Writing> writing() {
    return writing;
  }

  void writing(Optional<Store.Writing> now) {
    writing = now;
  }

  /// The store has dropped it: it must not be used any more.
  void forget() {
    gone = true;
  }

  boolean isGone() {
    return gone;
  }

  /// Everything as it is now, to be stored. Only while nobody else can change what is staged.
  Store.Entry state() {
    return state(writing);
  }

  Store.Entry state(Optional<Store.Writing> under) {
    Conversation running = conversation;
    if (running != null) {
      messages = Json.array(running.history().stream().map(MessageJson::toJson).toList());
    }
    Store.Buffers buffers = editing.hasUnsaved() ? Store.Buffers.UNSAVED : Store.Buffers.CLEAN;
    return new Store.Entry.OfState(
        record, new Store.State(messages, editing.toJson(), under, buffers));
  }

  /// Puts everything on the safe side.
  void keep() {
    editing.hold(() -> store.save(List.of(state())));
  }

  /// Changes a job and stores it together with everything of the session, as one.
  void update(LiveJob job, LiveJob.Edit edit, String type, Json.Obj data) {
    editing.hold(() -> job.update(edit, type, data, state()));
  }

  /// Ends the run of a job: it becomes what the edit says, unless somebody has cancelled it.
  void end(LiveJob job, LiveJob.Edit edit, String type, Json.Obj data) {
    lock.lock();
    try {
      if (job.isCancelled()) {
        fail(job, "cancelled", "the job was cancelled");
      } else {
        update(job, edit, type, data);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Ends a job as a failure and drops what it has staged, as one. What was interrupted by the end
  /// of the server keeps it, to be resumed. A store that cannot take it gets it later.
  void fail(LiveJob job, String code, String message) {
    boolean stopped = code.equals("cancelled") && !job.isCancelled();
    String reason = stopped ? "interrupted" : code;
    String text = stopped ? INTERRUPTED : message;
    lock.lock();
    try {
      if (job.record().status().over()) {
        return;
      }
      if (reason.equals("interrupted")) {
        editing.hold(() -> job.fail(reason, text, state()));
        return;
      }
      editing.together(
          () -> {
            drop(job);
            job.fail(reason, text, state());
            return job;
          });
    } catch (Store.StoreException full) {
      System.getLogger(LiveSession.class.getName())
          .log(System.Logger.Level.ERROR, "the end of job " + job.record().id(), full);
      failUnsaved(job, full);
    } catch (ReviewException | CommitException | IOException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      lock.unlock();
    }
  }

  private void failUnsaved(LiveJob job, Store.StoreException full) {
    job.failUnsaved("store_failed", "the job could not be stored: " + full.getMessage());
    editing.hold(() -> drop(job));
  }

  /// Drops what a job has staged, and nothing else. Only while nobody else can change it.
  void drop(LiveJob job) {
    String checkpoint = job.record().checkpointId();
    if (checkpoint == null) {
      return;
    }
    Review review = editing.review();
    archive();
    try {
      review.drop(checkpoint);
    } catch (ReviewException entangled) {
      // What others staged cannot be without it: all files that it touched are as on the disk.
      discardAll(review);
    }
  }

  /// What leaves the working buffers now can be looked at later, if there is room for it.
  void archive() {
    try {
      editing.review().archive(Review.Fate.DROPPED);
    } catch (IOException full) {
      System.getLogger(LiveSession.class.getName())
          .log(System.Logger.Level.WARNING, "what session " + record.id() + " drops", full);
    }
  }

  private static void discardAll(Review review) {
    for (DiffBundle.FileDiff file : review.bundle().files()) {
      try {
        review.discard(file.path());
      } catch (ReviewException goneWithAnother) {
        // A move: both of its paths belong to one file.
      }
    }
  }
}
