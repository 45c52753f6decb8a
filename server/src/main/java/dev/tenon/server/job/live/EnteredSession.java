package dev.tenon.server.job.live;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobEvent;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A session that the current thread has locked, until it closes this. What changes a session is
/// here, so that nobody can do it without the lock. A thread may enter a session again that it is
/// in.
public final class EnteredSession implements AutoCloseable {
  private static final String INTERRUPTED = "the server ended while the job was at work; resume it";

  private final LiveSession session;

  private EnteredSession(LiveSession session) {
    this.session = session;
  }

  /// Waits until nobody else is in it.
  public static EnteredSession enter(LiveSession session) {
    session.lock.lock();
    return new EnteredSession(session);
  }

  /// Null when somebody else is in it.
  static @Nullable EnteredSession tryEnter(LiveSession session) {
    return session.lock.tryLock() ? new EnteredSession(session) : null;
  }

  @Override
  public void close() {
    session.lock.unlock();
  }

  public LiveSession live() {
    return session;
  }

  public SessionRecord record() {
    return session.record();
  }

  public StagedEditing editing() {
    return session.editing();
  }

  public Review review() {
    return session.review();
  }

  /// What is noted beside what is staged.
  public ReviewNotes notes() {
    return session.notes();
  }

  public void notes(ReviewNotes now) {
    session.notes(now);
  }

  /// Does all of the steps or none: if they end with an exception, what is staged and what is noted
  /// of it are as before.
  public <T> T together(StagedEditing.Steps<T> steps)
      throws ReviewException, CommitException, IOException {
    ReviewNotes before = notes();
    boolean done = false;
    try {
      T result = editing().together(steps);
      done = true;
      return result;
    } finally {
      if (!done) {
        notes(before);
      }
    }
  }

  public void requireActive() throws EngineException {
    if (record().status() == SessionRecord.Status.ARCHIVED) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "session_archived",
          "session " + record().id() + " is archived",
          "Unarchive it, or begin another one.");
    }
  }

  /// The record is this one, and the store has it already.
  public void became(SessionRecord changed) {
    session.became(changed);
  }

  /// Notes a write to the project that begins, or that none is under way any more.
  public void writing(Optional<Store.Writing> now) {
    session.writing(now);
  }

  /// Everything as it is now, to be stored. Only while nobody else can change what is staged.
  public Store.Entry state() {
    return session.state();
  }

  /// The same with another write under way.
  public Store.Entry state(Optional<Store.Writing> under) {
    return session.state(under);
  }

  /// Changes a job and stores it together with everything of the session, as one.
  public void update(LiveJob job, UnaryOperator<JobRecord> edit, JobEvent why) {
    editing().hold(() -> job.update(edit, why, state()));
  }

  /// Ends the run of a job: it becomes what the edit says, unless somebody has cancelled it.
  public void end(LiveJob job, UnaryOperator<JobRecord> edit, JobEvent why) {
    if (job.isCancelled()) {
      fail(job, "cancelled", "the job was cancelled");
    } else {
      update(job, edit, why);
    }
  }

  /// Ends a job as a failure and drops what it has staged, as one. What was interrupted by the end
  /// of the server keeps it, to be resumed. A store that cannot take it gets it later.
  public void fail(LiveJob job, String code, String message) {
    if (job.record().status().over()) {
      return;
    }
    try {
      boolean interrupted = code.equals("cancelled") && !job.isCancelled();
      if (interrupted && job.record().approval() != null) {
        // It waits for the person, and goes on with the answer whenever that comes.
        session.save();
      } else if (interrupted) {
        editing().hold(() -> job.fail("interrupted", INTERRUPTED, state()));
      } else {
        dropAndFail(job, code, message);
      }
    } catch (Store.StoreException full) {
      System.getLogger(EnteredSession.class.getName())
          .log(System.Logger.Level.ERROR, "the end of job " + job.record().id(), full);
      job.failUnsaved("store_failed", "the job could not be stored: " + full.getMessage());
      editing().hold(() -> drop(job));
    }
  }

  /// Drops what a job has staged and ends it as a failure, as one.
  ///
  /// @param beside what else is stored with it
  public void dropAndFail(LiveJob job, String code, String message, Store.Entry... beside) {
    try {
      editing()
          .together(
              () -> {
                drop(job);
                Store.Entry[] all = Arrays.copyOf(beside, beside.length + 1);
                all[beside.length] = state();
                job.fail(code, message, all);
                return job;
              });
    } catch (ReviewException | CommitException | IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// Drops what a job has staged, and nothing else. Only while nobody else can change it.
  private void drop(LiveJob job) {
    String checkpoint = job.record().checkpointId();
    if (checkpoint == null) {
      return;
    }
    archiveStaged();
    try {
      review().drop(checkpoint);
    } catch (ReviewException entangled) {
      // What others staged cannot be without it: all files that it touched are as on the disk.
      discardAll(review());
    }
  }

  /// What leaves the working buffers now can be looked at later, if there is room for it.
  public void archiveStaged() {
    try {
      review().archive(Review.Fate.DROPPED);
    } catch (IOException full) {
      System.getLogger(EnteredSession.class.getName())
          .log(System.Logger.Level.WARNING, "what session " + record().id() + " drops", full);
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
