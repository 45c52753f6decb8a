package dev.tenon.server.job.run;

import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.model.Message;
import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.record.JobEvent;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.Redaction;
import dev.tenon.server.job.record.ReviewEvent;
import dev.tenon.server.job.record.Store;
import dev.tenon.server.tool.FileLimits;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// Carries out queued jobs, each on the thread that calls it: begins the job, runs it, and ends it
/// as a failure when its run breaks. Safe for several threads.
final class JobWorker {
  private static final System.Logger LOG = System.getLogger(JobWorker.class.getName());

  private final JobSetupFactory workbench;
  private final JobLimits limits;
  private final FileLimits files;
  private final Redaction redaction;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("job-timer").factory());

  /// @param limits of jobs, `files` of what they read
  JobWorker(JobSetupFactory workbench, JobLimits limits, FileLimits files, Redaction redaction) {
    this.workbench = workbench;
    this.limits = limits;
    this.files = files;
    this.redaction = redaction;
  }

  /// @param instruction what the model is told; interrupting the thread cancels the job
  void carryOut(LiveSession session, LiveJob job, String instruction) {
    JobObserver observer = workbench.observer(job.record());
    try {
      Checkpoint checkpoint = begin(session, job);
      Message.User prompt =
          new ContextPrompt(session, files)
              .prompt(instruction, job.record().request().contextRows());
      new JobRun(job, session, checkpoint, workbench, limits, files, timer, observer).run(prompt);
    } catch (InterruptedException stopped) {
      fail(session, job, "cancelled", "the job was cancelled");
    } catch (Store.StoreException full) {
      LOG.log(System.Logger.Level.ERROR, "job " + job.record().id(), full);
      fail(session, job, "store_failed", "the job could not be stored: " + full.getMessage());
    } catch (RuntimeException | Error bug) {
      var trace = new StringWriter();
      bug.printStackTrace(new PrintWriter(trace));
      LOG.log(
          System.Logger.Level.ERROR,
          "job " + job.record().id() + " broke: " + redaction.text(trace.toString()));
      fail(session, job, "internal", "a bug in Tenon; the server's log has more");
    } finally {
      session.use(null);
      observer.ended(job.record());
    }
  }

  private static void fail(LiveSession session, LiveJob job, String code, String message) {
    try (var entered = EnteredSession.enter(session)) {
      entered.fail(job, code, message);
    }
  }

  private static Checkpoint begin(LiveSession session, LiveJob job) throws InterruptedException {
    try (var entered = EnteredSession.enter(session)) {
      if (job.isCancelled()) {
        throw new InterruptedException("cancelled before it began");
      }
      job.update(
          record -> record.become(JobStatus.RUNNING, job.now()),
          new JobEvent.Started(entered.record().id()));
      Optional<Checkpoint> begun =
          entered
              .editing()
              .currentPrompt()
              .filter(it -> it.id().equals(job.record().checkpointId()));
      if (begun.isPresent()) {
        return begun.get();
      }
      Checkpoint checkpoint = entered.editing().beginPrompt(job.record().request().instruction());
      entered.update(
          job,
          record -> record.withCheckpoint(checkpoint.id()),
          new ReviewEvent.CheckpointCreated(checkpoint.id()));
      return checkpoint;
    }
  }

  void close() {
    timer.shutdownNow();
  }
}
