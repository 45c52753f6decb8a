package dev.tenon.engine.config;

import dev.tenon.core.change.EffectLimits;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo.Ability;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.session.compaction.CompactionLimits;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The settings as callers use them: typed, checked, immutable.
public record Settings(
    String model,
    Mode mode,
    int maxTokens,
    int maxSteps,
    Effort effort,
    String editDialect,
    long historyBudget,
    CompactionLimits compaction,
    Retry retry,
    Http http,
    Limits limits,
    List<String> contextFiles,
    Roots roots,
    Sandbox sandbox,
    Commands commands,
    Jobs jobs,
    boolean recipes,
    EffectLimits effects,
    Rules rules,
    Dialog dialog,
    Budget budget,
    Observation observation,
    Ui ui,
    Map<String, Provider> providers,
    List<ExtraModel> models,
    List<Rule> permissions) {

  /// @param fallbackChains by role, the models to try in order
  public record Retry(
      boolean enabled,
      int maxRetries,
      long baseDelayMs,
      long maxDelayMs,
      int requestMaxRetries,
      int streamMaxRetries,
      RevertPolicy fallbackRevertPolicy,
      Map<String, List<String>> fallbackChains) {}

  /// Stream rules; what holds for those that do not say otherwise, in the words of a rule.
  public record Rules(
      boolean enabled, String interrupt, String context, String repeat, int repeatGap) {}

  /// How the model and the person talk beside prompts.
  public record Dialog(boolean checkpoint, int askTimeoutSeconds, boolean askNotify) {}

  /// What a run may use; 0 for as much as it likes.
  public record Budget(double maxCost, long maxTokens) {}

  /// What is told to the outside. The text form holds no secret.
  ///
  /// @param telemetry the collector's address, or null
  public record Observation(
      String logLevel, @Nullable String telemetry, Map<String, String> telemetryHeaders) {
    @Override
    public String toString() {
      return "logs " + logLevel + ", telemetry " + telemetry;
    }
  }

  /// When to go back from a fallback model.
  public enum RevertPolicy {
    COOLDOWN_EXPIRY,
    NEVER
  }

  /// Folders outside of the project that tools may use.
  public record Roots(List<String> readOnly, List<String> writable) {}

  /// The wall around commands.
  ///
  /// @param full whether it stands in mode full too
  /// @param memory bytes of data in each process; 0 for no bound
  public record Sandbox(
      String kind,
      boolean network,
      List<String> writable,
      List<String> hidden,
      boolean full,
      int processes,
      long memory) {}

  /// How shell commands are run.
  ///
  /// @param persistent whether folder and exported variables outlive a command
  /// @param graceMs how long processes have between the request to end and the end
  public record Commands(boolean persistent, long graceMs) {}

  public record Http(long connectTimeoutMs, long requestTimeoutMs, long idleTimeoutMs) {}

  public record Limits(
      int readLines,
      int readBytes,
      int listEntries,
      int searchMatches,
      int toolOutputBytes,
      int bashTimeoutSeconds) {}

  /// Work beside the conversation.
  ///
  /// @param pollSeconds how long the model waits for a job in one call
  /// @param unaskedTurns how many turns in a row its news may start
  public record Jobs(
      int maxRunning, int pollSeconds, int unaskedTurns, boolean schedules, boolean headless) {}

  public record Ui(Color color, boolean spinner) {}

  /// Whether the terminal is coloured; `AUTO` looks at the terminal.
  public enum Color {
    AUTO,
    ALWAYS,
    NEVER
  }

  /// What the configuration says of a provider; null where it says nothing. The text form holds no
  /// secret.
  public record Provider(
      String name,
      @Nullable String wire,
      @Nullable String baseUrl,
      @Nullable String path,
      @Nullable String keyEnv,
      @Nullable String apiKey,
      Map<String, String> headers,
      Map<String, String> query) {
    @Override
    public String toString() {
      return "provider " + name;
    }
  }

  /// What the configuration says of a model; null where it says nothing. Prices are US dollars for
  /// a million tokens.
  public record ExtraModel(
      String name,
      @Nullable Long contextWindow,
      @Nullable Long maxOutput,
      @Nullable Double inputPrice,
      @Nullable Double outputPrice,
      @Nullable Double cacheReadPrice,
      @Nullable Double cacheWritePrice,
      @Nullable Set<Ability> abilities) {}

  static Settings of(Values values, List<Rule> rules) {
    return new SettingsReader(values).settings(rules);
  }
}
