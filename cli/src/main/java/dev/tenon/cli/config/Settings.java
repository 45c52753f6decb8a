package dev.tenon.cli.config;

import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo.Ability;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.session.compaction.CompactionLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
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

  static Settings of(Map<String, Entry> entries, List<Rule> rules) {
    return new Reader(entries, rules).settings();
  }

  /// Reads typed values out of entries whose types the [Catalog] has already checked.
  private record Reader(Map<String, Entry> entries, List<Rule> rules) {

    Settings settings() {
      return new Settings(
          text("model"),
          word("mode", Mode.values()),
          number("maxTokens"),
          number("maxSteps"),
          word("effort", Effort.values()),
          text("editDialect"),
          count("historyBudget"),
          compaction(),
          retry(),
          new Http(
              count("http.connectTimeoutMs"),
              count("http.requestTimeoutMs"),
              count("http.idleTimeoutMs")),
          new Limits(
              number("limits.readLines"),
              number("limits.readBytes"),
              number("limits.listEntries"),
              number("limits.searchMatches"),
              number("limits.toolOutputBytes"),
              number("limits.bashTimeoutSeconds")),
          texts("contextFiles"),
          new Roots(texts("roots.readOnly"), texts("roots.writable")),
          new Sandbox(
              text("sandbox.kind"),
              flag("sandbox.network"),
              texts("sandbox.writable"),
              texts("sandbox.hidden"),
              flag("sandbox.full"),
              number("sandbox.processes"),
              count("sandbox.memory")),
          new Commands(flag("shell.persistent"), count("shell.graceMs")),
          new Jobs(
              number("jobs.maxRunning"),
              seconds("jobs.pollWait"),
              number("jobs.unaskedTurns"),
              flag("jobs.schedules"),
              flag("jobs.headless")),
          flag("recipe.enabled"),
          new EffectLimits(
              word("journal.shell", EffectLimits.Use.values()),
              count("journal.shellFileBytes"),
              count("journal.shellTotalBytes"),
              EffectLimits.DEFAULT.names()),
          new Rules(
              flag("rules.enabled"),
              text("rules.interruptMode"),
              text("rules.contextMode"),
              text("rules.repeatMode"),
              number("rules.repeatGap")),
          new Dialog(flag("checkpoint.enabled"), number("ask.timeoutSeconds"), flag("ask.notify")),
          new Budget(((Value.Decimal) value("budget.maxCost")).number(), count("budget.maxTokens")),
          new Observation(
              text("log.level"),
              flag("telemetry.enabled") ? text("telemetry.endpoint") : null,
              map("telemetry.headers.")),
          new Ui(word("ui.color", Color.values()), flag("ui.spinner")),
          providers(),
          models(),
          rules);
    }

    private Retry retry() {
      Map<String, List<String>> chains = new LinkedHashMap<>();
      for (String role : names("retry.fallbackChains.")) {
        chains.put(role, texts("retry.fallbackChains.".concat(role)));
      }
      return new Retry(
          flag("retry.enabled"),
          number("retry.maxRetries"),
          count("retry.baseDelayMs"),
          count("retry.maxDelayMs"),
          number("retry.requestMaxRetries"),
          number("retry.streamMaxRetries"),
          word("retry.fallbackRevertPolicy", RevertPolicy.values()),
          Collections.unmodifiableMap(chains));
    }

    private CompactionLimits compaction() {
      return new CompactionLimits(
          flag("compaction.automatic")
              ? CompactionLimits.Trigger.AUTOMATIC
              : CompactionLimits.Trigger.ON_REQUEST,
          number("compaction.thresholdPercent"),
          count("compaction.keepTokens"));
    }

    private Map<String, Provider> providers() {
      Map<String, Provider> providers = new LinkedHashMap<>();
      for (Entry entry : entries.values()) {
        if (!entry.key().startsWith("providers.")) {
          continue;
        }
        String name = name(entry, "providers.");
        if (!providers.containsKey(name)) {
          providers.put(name, provider(name, "providers.".concat(name).concat(".")));
        }
      }
      return Collections.unmodifiableMap(providers);
    }

    private Provider provider(String name, String prefix) {
      return new Provider(
          name,
          optional(prefix.concat("wire")),
          optional(prefix.concat("baseUrl")),
          optional(prefix.concat("path")),
          optional(prefix.concat("keyEnv")),
          optional(prefix.concat("apiKey")),
          map(prefix.concat("headers.")),
          map(prefix.concat("query.")));
    }

    private List<ExtraModel> models() {
      var models = new ArrayList<ExtraModel>();
      Set<String> seen = new LinkedHashSet<>();
      for (Entry entry : entries.values()) {
        if (entry.key().startsWith("models.")) {
          String name = name(entry, "models.");
          if (seen.add(name)) {
            models.add(model(name, "models.".concat(name).concat(".")));
          }
        }
      }
      return List.copyOf(models);
    }

    private ExtraModel model(String name, String prefix) {
      String full = optional(prefix.concat("name"));
      return new ExtraModel(
          full == null ? name : full,
          optionalCount(prefix.concat("contextWindow")),
          optionalCount(prefix.concat("maxOutput")),
          amount(prefix.concat("price.input")),
          amount(prefix.concat("price.output")),
          amount(prefix.concat("price.cacheRead")),
          amount(prefix.concat("price.cacheWrite")),
          abilities(prefix.concat("abilities")));
    }

    private @Nullable Set<Ability> abilities(String key) {
      if (!entries.containsKey(key)) {
        return null;
      }
      Set<Ability> abilities = new LinkedHashSet<>();
      for (String word : texts(key)) {
        abilities.add(Ability.valueOf(word.toUpperCase(Locale.ROOT)));
      }
      return Collections.unmodifiableSet(abilities);
    }

    /// The name that stands for the first `*` of the entry's setting.
    private static String name(Entry entry, String prefix) {
      String pattern = entry.setting().key();
      int star = pattern.indexOf('*');
      String rest = pattern.substring(star + 1);
      int second = rest.indexOf('*');
      if (second < 0) {
        return entry.key().substring(prefix.length(), entry.key().length() - rest.length());
      }
      int end = entry.key().indexOf(rest.substring(0, second), prefix.length());
      return entry.key().substring(prefix.length(), end);
    }

    private List<String> names(String prefix) {
      var names = new ArrayList<String>();
      for (String key : entries.keySet()) {
        if (key.startsWith(prefix)) {
          names.add(key.substring(prefix.length()));
        }
      }
      return names;
    }

    private Map<String, String> map(String prefix) {
      Map<String, String> map = new LinkedHashMap<>();
      for (String name : names(prefix)) {
        map.put(name, text(prefix.concat(name)));
      }
      return Collections.unmodifiableMap(map);
    }

    private Value value(String key) {
      Entry entry = entries.get(key);
      if (entry == null) {
        throw new IllegalStateException("the setting " + key + " has no default");
      }
      return entry.value();
    }

    private String text(String key) {
      return value(key).text();
    }

    private @Nullable String optional(String key) {
      Entry entry = entries.get(key);
      return entry == null ? null : entry.value().text();
    }

    private @Nullable Long optionalCount(String key) {
      return entries.containsKey(key) ? count(key) : null;
    }

    private @Nullable Double amount(String key) {
      Entry entry = entries.get(key);
      return entry == null ? null : ((Value.Decimal) entry.value()).number();
    }

    /// The constant that a word of the setting stands for. Found by looking through them, because
    /// `valueOf` goes through reflection, which start-up would pay for.
    private <E extends Enum<E>> E word(String key, E[] constants) {
      String name = text(key).toUpperCase(Locale.ROOT).replace('-', '_');
      for (E constant : constants) {
        if (constant.name().equals(name)) {
          return constant;
        }
      }
      throw new IllegalStateException("no constant for " + key);
    }

    private long count(String key) {
      return ((Value.Whole) value(key)).number();
    }

    private int number(String key) {
      return Math.toIntExact(count(key));
    }

    /// The seconds of a word such as `30s` or `5m`.
    private int seconds(String key) {
      String word = text(key);
      int number = Integer.parseInt(word.substring(0, word.length() - 1));
      return word.endsWith("m") ? 60 * number : number;
    }

    private boolean flag(String key) {
      return ((Value.Flag) value(key)).on();
    }

    private List<String> texts(String key) {
      return ((Value.Texts) value(key)).texts();
    }
  }
}
