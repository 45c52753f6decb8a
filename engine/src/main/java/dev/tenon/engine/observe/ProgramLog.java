package dev.tenon.engine.observe;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What a long-lived program has to say of itself, beside its conversations, in the same file.
public final class ProgramLog {
  private final LogFile file;
  private final String level;

  private ProgramLog(LogFile file, String level) {
    this.file = file;
    this.level = level;
  }

  /// @param home the state folder
  /// @param environment whose secrets are masked
  /// @param secrets what else is masked
  /// @param problems told once when the log cannot be written
  public static ProgramLog open(
      Settings.Observation wanted,
      Path home,
      Map<String, String> environment,
      List<String> secrets,
      Consumer<String> problems) {
    return new ProgramLog(
        Observers.logFile(home, environment, secrets, problems), wanted.logLevel());
  }

  /// Whether everything that happens is wanted, request by request.
  public boolean isDetailed() {
    return level.equals("debug");
  }

  /// Writes one line, unless nothing at all is wanted.
  public void write(String weight, String event, Json.Builder facts) {
    if (!level.equals("off")) {
      file.write(weight, event, facts);
    }
  }
}
