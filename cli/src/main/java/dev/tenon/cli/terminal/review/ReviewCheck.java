package dev.tenon.cli.terminal.review;

import dev.tenon.core.change.review.PinnedSelection;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.Selection;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.engine.check.CheckRefusedException;
import dev.tenon.engine.check.CheckResult;
import dev.tenon.engine.check.ReviewChecks;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The checks of one review: a command on the accepted hunks, or on all when none is accepted yet,
/// before anything is written. One at a time, beside the person who decides. Safe for several
/// threads.
public final class ReviewCheck {
  /// So many lines of the end are kept.
  private static final int KEPT = 40;

  private final ReviewChecks service;
  private final StagedEditing editing;
  private final Deque<String> tail = new ArrayDeque<>();
  private @Nullable Consumer<String> listener;
  private Runnable changed = () -> {};
  private @Nullable State state;
  private @Nullable Thread thread;

  /// @param result nothing while it runs
  record State(String command, PinnedSelection pinned, @Nullable CheckResult result) {
    /// What there is to say: `make test passed with hunks 1–4 accepted`.
    String words() {
      CheckResult end = result;
      String how = end == null ? "runs" : end.words();
      return command
          + " "
          + how
          + " with "
          + pinned.phrase()
          + (end == null || end.message().isEmpty() ? "" : " (" + end.message() + ")");
    }
  }

  public ReviewCheck(ReviewChecks service, StagedEditing editing) {
    this.service = service;
    this.editing = editing;
  }

  /// Tells what to run, from any thread, when there is something new to see.
  synchronized void watch(Runnable other) {
    changed = other;
  }

  /// What may be run here, the most likely first.
  List<String> offers() {
    return service.offers().commands();
  }

  /// Which hunks a check would be about now.
  PinnedSelection selected() {
    Review review = editing.review();
    PinnedSelection accepted = review.pinned(Selection.ACCEPTED);
    return accepted.numbers().isEmpty() ? review.pinned(Selection.ALL) : accepted;
  }

  synchronized @Nullable State state() {
    return state;
  }

  synchronized boolean isRunning() {
    State known = state;
    return known != null && known.result == null;
  }

  /// Whether the last one was about other hunks than those of now.
  boolean isStale(State known) {
    return !editing
        .review()
        .pinned(known.pinned.selection())
        .fingerprint()
        .equals(known.pinned.fingerprint());
  }

  /// The last lines that were printed.
  synchronized List<String> tail(int most) {
    List<String> all = List.copyOf(tail);
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  /// Runs a command beside the caller.
  void start(String command) throws CheckRefusedException, InterruptedException {
    ReviewChecks.Permit permit = service.permit(command);
    StagedEditing.Trial trial = begin(permit, null);
    Thread worker =
        Thread.ofVirtual().name("review-check").unstarted(() -> carryOut(permit, trial));
    synchronized (this) {
      thread = worker;
    }
    worker.start();
  }

  /// Runs a command and waits for its end; an interrupt cancels it.
  ///
  /// @param lines gets what it prints
  State run(String command, Consumer<String> lines)
      throws CheckRefusedException, InterruptedException {
    ReviewChecks.Permit permit = service.permit(command);
    carryOut(permit, begin(permit, lines));
    State done = state();
    if (done == null) {
      throw new IllegalStateException("a check has ended without a result");
    }
    return done;
  }

  private StagedEditing.Trial begin(ReviewChecks.Permit permit, @Nullable Consumer<String> lines)
      throws InterruptedException {
    StagedEditing.Trial trial = editing.trial(selected().selection());
    synchronized (this) {
      tail.clear();
      listener = lines;
      state = new State(permit.command(), trial.pinned(), null);
    }
    return trial;
  }

  private void carryOut(ReviewChecks.Permit permit, StagedEditing.Trial trial) {
    CheckResult result = service.run(permit, trial, this::printed);
    Runnable tell;
    synchronized (this) {
      state = new State(permit.command(), trial.pinned(), result);
      tell = changed;
    }
    tell.run();
  }

  private void printed(String text) {
    Runnable tell;
    synchronized (this) {
      text.lines().forEach(tail::add);
      while (tail.size() > KEPT) {
        tail.removeFirst();
      }
      Consumer<String> told = listener;
      if (told != null) {
        text.lines().forEach(told);
      }
      tell = changed;
    }
    tell.run();
  }

  /// Ends the one that runs.
  void cancel() {
    Thread known;
    synchronized (this) {
      known = thread;
    }
    if (known != null) {
      known.interrupt();
    }
  }

  /// Ends the one that runs and waits for that: its view is gone then.
  void end() throws InterruptedException {
    Thread known;
    synchronized (this) {
      known = thread;
      thread = null;
    }
    if (known != null) {
      known.interrupt();
      known.join();
    }
  }
}
