package dev.tenon.cli.observe;

import dev.tenon.cli.ModelOpener;
import dev.tenon.cli.Version;
import dev.tenon.cli.config.Settings;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.providers.wire.Masking;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Locale;
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
    EventLog log = null;
    if (!wanted.logLevel().equals("off")) {
      log =
          new EventLog(
              level(wanted.logLevel()), () -> logFile(home, models.environment(), problems));
    }
    Telemetry telemetry = null;
    if (wanted.telemetry() != null) {
      telemetry =
          new Telemetry(
              new HttpCollector(
                  wanted.telemetry(), wanted.telemetryHeaders(), models.hastyTransport(), problems),
              Version.NUMBER,
              InstantSource.system());
      models.meter().listen(telemetry::measured);
    }
    return new Observers(log, telemetry);
  }

  private static EventLog.Level level(String word) {
    if (word.equals("debug")) {
      return EventLog.Level.DEBUG;
    }
    return word.equals("info") ? EventLog.Level.INFO : EventLog.Level.WARN;
  }

  private static LogFile logFile(
      Path home, Map<String, String> environment, Consumer<String> problems) {
    var secrets = new ArrayList<String>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (holdsSecret(variable.getKey())) {
        secrets.add(variable.getValue());
      }
    }
    return new LogFile(
        home.resolve("logs"), LOG_BYTES, new Masking(secrets), InstantSource.system(), problems);
  }

  private static boolean holdsSecret(String variable) {
    String name = variable.toUpperCase(Locale.ROOT);
    return name.contains("KEY")
        || name.contains("TOKEN")
        || name.contains("SECRET")
        || name.contains("PASSWORD");
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
