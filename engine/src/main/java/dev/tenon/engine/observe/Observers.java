package dev.tenon.engine.observe;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.model.ModelOpener;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Listens to a conversation for the log and for telemetry, as far as the settings want it.
public final class Observers implements Consumer<AgentEvent>, AutoCloseable {
  private static final long LOG_BYTES = 5 * 1024 * 1024;

  private final @Nullable EventLog log;
  private final @Nullable Telemetry telemetry;

  private Observers(@Nullable EventLog log, @Nullable Telemetry telemetry) {
    this.log = log;
    this.telemetry = telemetry;
  }

  /// @param home the state folder
  /// @param problems told once of each thing that does not work
  public static Observers of(
      Settings.Observation wanted, Path home, ModelOpener models, Consumer<String> problems) {
    EventLog log = log(wanted, home, models, List.of(), problems);
    Telemetry telemetry = null;
    HttpCollector collector = collector(wanted, models, problems);
    if (collector != null) {
      telemetry = new Telemetry(collector, Version.NUMBER, InstantSource.system());
      models.meter().listen(telemetry::measured);
    }
    return new Observers(log, telemetry);
  }

  /// @param secrets what is not in the environment and must not be logged
  public static @Nullable EventLog log(
      Settings.Observation wanted,
      Path home,
      ModelOpener models,
      List<String> secrets,
      Consumer<String> problems) {
    return wanted.logLevel().equals("off")
        ? null
        : new EventLog(
            level(wanted.logLevel()), () -> logFile(home, models.environment(), secrets, problems));
  }

  public static @Nullable HttpCollector collector(
      Settings.Observation wanted, ModelOpener models, Consumer<String> problems) {
    return wanted.telemetry() == null
        ? null
        : new HttpCollector(
            wanted.telemetry(), wanted.telemetryHeaders(), models.hastyTransport(), problems);
  }

  private static EventLog.Level level(String word) {
    if (word.equals("debug")) {
      return EventLog.Level.DEBUG;
    }
    return word.equals("info") ? EventLog.Level.INFO : EventLog.Level.WARN;
  }

  static LogFile logFile(
      Path home, Map<String, String> environment, List<String> secrets, Consumer<String> problems) {
    return new LogFile(
        home.resolve("logs"),
        LOG_BYTES,
        Secrets.of(environment, secrets),
        InstantSource.system(),
        problems);
  }

  @Override
  public void accept(AgentEvent event) {
    if (log != null) {
      log.accept(event);
    }
    if (telemetry != null) {
      telemetry.accept(event);
    }
  }

  /// Waits a moment for what is on its way.
  @Override
  public void close() {
    if (telemetry != null) {
      telemetry.close();
    }
  }
}
