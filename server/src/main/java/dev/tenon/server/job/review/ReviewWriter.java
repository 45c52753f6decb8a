package dev.tenon.server.job.review;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.review.ApplyResult;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveJobs;
import dev.tenon.server.job.live.WriteRecovery;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobEvent;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.ReviewEvent;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Writes hunks to the project so that its files, what is staged and the job always agree. What is
/// to be written is noted in the store first, under the name of a commit; then the journal writes
/// all files or none; then the end of the job and what is left of the review are stored as one. If
/// the program dies in between, or the store is full, [#settle] asks the journal whether the commit
/// happened.
public final class ReviewWriter implements WriteRecovery {
  private final Store store;
  private final LiveJobs jobs;

  /// The sessions whose files were written without the store's knowing, by their ids.
  private final Set<String> unsettled = ConcurrentHashMap.newKeySet();

  public ReviewWriter(Store store, LiveJobs jobs) {
    this.store = store;
    this.jobs = jobs;
  }

  /// Writes exactly these hunks and drops the others; the job is over then.
  Json.Obj apply(EnteredSession session, LiveJob job, List<String> accepted)
      throws EngineException {
    return write(session, new Store.Writing(job.record().id(), Review.nextCommit(), accepted));
  }

  /// Writes what was accepted and what the person typed; the rest waits for a decision.
  Json.Obj save(EnteredSession session) throws EngineException {
    List<String> typed = typed(session.review().bundle());
    return write(session, new Store.Writing("", Review.nextCommit(), typed));
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

  private Json.Obj write(EnteredSession session, Store.Writing writing) throws EngineException {
    Review review = session.review();
    try {
      return session
          .editing()
          .together(
              () -> {
                Store.Entry before = session.state(Optional.of(writing));
                choose(review, writing);
                note(writing, before);
                session.writing(Optional.of(writing));
                review.archive(Review.Fate.APPLIED);
                return finish(session, writing, review.apply(rest(writing), writing.commit()));
              });
    } catch (ReviewException refused) {
      throw ReviewRefusal.of(refused);
    } catch (CommitException refused) {
      throw notWritten(session, writing, conflict(writing, refused));
    } catch (IOException broken) {
      throw notWritten(
          session,
          writing,
          new EngineException(
              EngineException.Kind.CONFLICT,
              "io_error",
              "nothing was written: " + broken.getMessage(),
              "Make room, then do it again; the review is as it was."));
    }
  }

  private static Review.Rest rest(Store.Writing writing) {
    return writing.job().isEmpty() ? Review.Rest.PENDING : Review.Rest.DROPPED;
  }

  private static void choose(Review review, Store.Writing writing) throws ReviewException {
    switch (rest(writing)) {
      case DROPPED -> review.select(writing.hunks());
      case PENDING -> review.accept(writing.hunks());
    }
  }

  private void note(Store.Writing writing, Store.Entry state) {
    Optional<LiveJob> job = jobs.find(writing.job());
    if (job.isPresent()) {
      var started = new ReviewEvent.ApplyStarted(writing.hunks().size());
      job.get().update(UnaryOperator.identity(), started, state);
    } else {
      store.save(List.of(state));
    }
  }

  /// The files are written: so it is noted, in the job and in the session.
  private Json.Obj finish(EnteredSession session, Store.Writing writing, ApplyResult applied) {
    Set<String> left =
        session.review().bundle().hunks().stream().map(Hunk::id).collect(Collectors.toSet());
    session.notes(session.notes().about(left).with(Optional.empty()).saved());
    try {
      return writing.job().isEmpty()
          ? saved(session, applied)
          : completed(session, writing.job(), applied);
    } catch (Store.StoreException full) {
      unsettled.add(session.record().id());
      throw new Store.StoreException(
          "the files were written, but the store cannot note it yet: " + full.getMessage(),
          full,
          "the files were written, but the store cannot note it yet; that is done when it can");
    }
  }

  private Json.Obj completed(EnteredSession session, String id, ApplyResult applied) {
    var done = new ReviewEvent.ApplyCompleted(applied.toJson());
    Store.Entry state = session.state(Optional.empty());
    Optional<LiveJob> job = jobs.find(id);
    if (job.isPresent() && job.get().record().status() == JobStatus.AWAITING_REVIEW) {
      complete(job.get(), UnaryOperator.identity(), done, state);
    } else {
      store.save(List.of(state));
    }
    session.writing(Optional.empty());
    return done.data();
  }

  private static void complete(
      LiveJob job, UnaryOperator<JobRecord> edit, JobEvent why, Store.Entry state) {
    job.update(record -> edit.apply(record).become(JobStatus.COMPLETED, job.now()), why, state);
  }

  private Json.Obj saved(EnteredSession session, ApplyResult applied) {
    Store.Entry state = session.state(Optional.empty());
    Optional<LiveJob> reviewed = jobs.underReview(session.record());
    if (reviewed.isPresent()) {
      LiveJob job = reviewed.get();
      Json.Obj bundle = session.live().bundle(job.record().id());
      if (session.review().bundle().files().isEmpty()) {
        var done = new ReviewEvent.ApplyCompleted(applied.toJson());
        complete(job, record -> record.withDiff(bundle), done, state);
      } else {
        var updated = new ReviewEvent.ReviewUpdated("save", applied.toJson());
        job.update(record -> record.withDiff(bundle), updated, state);
      }
    } else {
      store.save(List.of(state));
    }
    session.writing(Optional.empty());
    return applied.toJson();
  }

  private static EngineException conflict(Store.Writing writing, CommitException refused) {
    boolean stale = refused.kind() == CommitException.Kind.STALE;
    var details = Json.object();
    if (!writing.job().isEmpty()) {
      details.put("job_id", writing.job());
    }
    refused.path().ifPresent(path -> details.put("file_path", path));
    details.put("rerun_required", stale);
    String way =
        !stale
            ? "Make room or give the right to write, then do it again; the review is as it was."
            : writing.job().isEmpty()
                ? "Read the file again, then discard the buffer or put your text into it anew."
                : "POST /api/agent/jobs/" + writing.job() + "/rerun makes the edits anew.";
    return new EngineException(
        EngineException.Kind.CONFLICT,
        stale ? "conflict" : "not_writable",
        String.valueOf(refused.getMessage()),
        details.build(),
        way);
  }

  /// Nothing was written: the note goes, and the job tells why.
  private EngineException notWritten(
      EnteredSession session, Store.Writing writing, EngineException why) {
    session.writing(Optional.empty());
    Optional<LiveJob> job = jobs.find(writing.job());
    try {
      if (job.isPresent()) {
        session.update(job.get(), UnaryOperator.identity(), new ReviewEvent.ApplyRefused(why));
      } else {
        session.live().save();
      }
    } catch (Store.StoreException full) {
      // A note of a commit that never happened does no harm.
      why.addSuppressed(full);
    }
    return why;
  }

  @Override
  public boolean isUnsettled(String session) {
    return unsettled.contains(session);
  }

  @Override
  public void settle(EnteredSession session) throws EngineException {
    Optional<Store.Writing> begun = session.live().writing();
    if (begun.isEmpty()) {
      return;
    }
    Store.Writing writing = begun.get();
    Review review = session.review();
    try {
      if (review.happened(writing.commit())) {
        session
            .editing()
            .together(
                () -> {
                  choose(review, writing);
                  return finish(session, writing, review.applied(rest(writing), writing.commit()));
                });
      } else {
        session.writing(Optional.empty());
        session.live().save();
      }
      unsettled.remove(session.record().id());
    } catch (ReviewException | CommitException | IOException unusable) {
      throw new EngineException(
          EngineException.Kind.CONFLICT,
          "session_unusable",
          "what session "
              + session.record().id()
              + " was writing cannot be finished: "
              + unusable.getMessage());
    }
  }
}
