package dev.tenon.server.project;

import dev.tenon.engine.config.Settings;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.observe.EventLog;
import dev.tenon.engine.observe.HttpCollector;
import dev.tenon.engine.observe.Observers;
import dev.tenon.engine.observe.Version;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.run.JobObserver;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Listens to the jobs of a server for the log and for telemetry, as far as the settings want it.
/// Safe for several threads.
public final class JobObservers implements AutoCloseable {
  private final @Nullable EventLog log;
  private final @Nullable HttpCollector collector;

  private JobObservers(@Nullable EventLog log, @Nullable HttpCollector collector) {
    this.log = log;
    this.collector = collector;
  }

  /// @param home the state folder
  /// @param secrets what is not in the environment and must not be logged
  /// @param problems told once of each thing that does not work
  public static JobObservers of(
      Settings.Observation wanted,
      Path home,
      ModelOpener models,
      List<String> secrets,
      Consumer<String> problems) {
    return new JobObservers(
        Observers.log(wanted, home, models, secrets, problems),
        Observers.collector(wanted, models, problems));
  }

  public JobObserver observe(JobRecord job) {
    return log == null && collector == null
        ? JobObserver.nobody()
        : new JobTelemetry(job, log, collector, Version.NUMBER, InstantSource.system());
  }

  /// Waits a moment for what is on its way.
  @Override
  public void close() {
    if (collector != null) {
      collector.close();
    }
  }
}
