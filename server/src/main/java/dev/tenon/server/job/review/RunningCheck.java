package dev.tenon.server.job.review;

import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.engine.check.CheckResult;
import dev.tenon.engine.check.ReviewChecks;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.record.CheckEvent;
import dev.tenon.server.job.record.CheckRecord;
import dev.tenon.server.job.record.Store;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A check that is about to run or runs, with two threads of its own: one for the command, one that
/// tells what it prints and ends it when the job is over.
final class RunningCheck {
  private static final System.Logger LOG = System.getLogger(RunningCheck.class.getName());
  private static final long LOOK_MILLIS = 250;

  private final LiveJob job;
  private final ReviewChecks service;
  private final ReviewChecks.Permit permit;
  private final CheckOutput output = new CheckOutput(System.nanoTime());
  private final CountDownLatch commandOver = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private boolean cancelled;
  private @Nullable Thread thread;
  private @Nullable CheckRecord record;

  RunningCheck(LiveJob job, ReviewChecks service, ReviewChecks.Permit permit) {
    this.job = job;
    this.service = service;
    this.permit = permit;
  }

  LiveJob job() {
    return job;
  }

  ReviewChecks.Permit permit() {
    return permit;
  }

  CheckOutput output() {
    return output;
  }

  synchronized CheckRecord record() {
    return Objects.requireNonNull(record, "the check has begun");
  }

  /// @param ended told once, when all output has been
  synchronized void begin(
      CheckRecord started, StagedEditing.Trial trial, BiConsumer<RunningCheck, CheckResult> ended) {
    record = started;
    Thread teller = Thread.ofVirtual().name(started.id() + "-tell").unstarted(this::tell);
    Thread command =
        Thread.ofVirtual().name(started.id()).unstarted(() -> carryOut(trial, teller, ended));
    thread = command;
    teller.start();
    command.start();
    if (cancelled) {
      command.interrupt();
    }
  }

  private void carryOut(
      StagedEditing.Trial trial, Thread teller, BiConsumer<RunningCheck, CheckResult> ended) {
    CheckResult result = broken();
    try {
      result = service.run(permit, trial, output::add);
    } catch (RuntimeException | Error bug) {
      LOG.log(System.Logger.Level.ERROR, "a check of job " + job.record().id() + " broke", bug);
    } finally {
      commandOver.countDown();
      join(teller);
      ended.accept(this, result);
      over.countDown();
    }
  }

  private static CheckResult broken() {
    return new CheckResult(
        CheckResult.Status.ERROR,
        -1,
        "",
        0,
        Duration.ZERO,
        "a bug in Tenon; the server's log has more");
  }

  private static void join(Thread other) {
    boolean interrupted = false;
    while (other.isAlive()) {
      try {
        other.join();
      } catch (InterruptedException again) {
        // Somebody cancels what is over already.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell() {
    boolean ends = false;
    while (!ends) {
      try {
        ends = commandOver.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException impossible) {
        throw new IllegalStateException(impossible);
      }
      long now = System.nanoTime();
      tell(ends ? output.takeAll(now) : output.take(now));
    }
  }

  private void tell(String text) {
    if (job.record().status().over()) {
      cancel();
      return;
    }
    if (text.isEmpty()) {
      return;
    }
    try {
      job.updateOpen(it -> it, new CheckEvent.CheckPrinted(record().id(), text));
    } catch (Store.StoreException full) {
      // The end of the output is told with the end of the check, if that can be stored.
      LOG.log(System.Logger.Level.WARNING, "the output of a check cannot be stored", full);
    }
  }

  /// Somebody wants it to end.
  synchronized void cancel() {
    cancelled = true;
    Thread known = thread;
    if (known != null && commandOver.getCount() > 0) {
      known.interrupt();
    }
  }

  void awaitEnd() throws InterruptedException {
    over.await();
  }
}
