package dev.tenon.engine.config;

import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.helper.HelperSettings;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The settings as callers use them: typed, checked, immutable.
///
/// @param mode empty where nobody has chosen one
public record Settings(
    String model,
    Optional<Mode> mode,
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
    List<String> discoveryOff,
    Roots roots,
    Sandbox sandbox,
    Commands commands,
    Jobs jobs,
    boolean recipes,
    Tools tools,
    EffectLimits effects,
    Rules rules,
    Skills skills,
    HelperSettings agents,
    Dialog dialog,
    Goals goals,
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

  /// @param folders further ones of the user
  /// @param disabled names, or patterns of names
  public record Skills(boolean enabled, List<String> folders, List<String> disabled) {}

  /// How the model and the person talk beside prompts.
  public record Dialog(
      boolean checkpoint, int askTimeoutSeconds, boolean askNotify, boolean branchSummary) {}

  /// What counts as done, and below which ambiguity an interview counts as clear.
  ///
  /// @param checks commands that run by themselves before something is said to be done
  public record Goals(Enforce enforce, List<String> checks, double ambiguity) {}

  /// What happens when a prompt is about to end and its goal is not reached.
  public enum Enforce {
    OFF,
    /// The model is reminded, twice at most.
    REMIND,
    /// It has to prove the goal, or to give it up.
    REQUIRE
  }

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
  /// @param hidden what commands do not see; `default` stands for the built-in list
  /// @param visible what they see in spite of that
  /// @param plan what commands see in mode plan: `readOnly`, or `copy`
  /// @param full whether it stands in mode full too
  /// @param memory bytes of data in each process; 0 for no bound
  public record Sandbox(
      String kind,
      boolean network,
      List<String> writable,
      List<String> hidden,
      List<String> visible,
      String plan,
      boolean full,
      int processes,
      long memory) {}

  /// How shell commands are run.
  ///
  /// @param persistent whether folder and exported variables outlive a command
  /// @param graceMs how long processes have between the request to end and the end
  /// @param environment variables that commands get beyond those that are safe for everyone
  public record Commands(boolean persistent, long graceMs, List<String> environment) {}

  /// @param caFile what is trusted besides the roots, or empty
  /// @param systemRoots whether the roots are the operating system's
  public record Http(
      long connectTimeoutMs,
      long requestTimeoutMs,
      long idleTimeoutMs,
      String caFile,
      boolean systemRoots) {}

  public record Limits(
      int readLines,
      int readBytes,
      int listEntries,
      int searchMatches,
      int toolOutputBytes,
      int bashTimeoutSeconds,
      int checkTimeoutSeconds) {}

  /// Work beside the conversation.
  ///
  /// @param pollSeconds how long the model waits for a job in one call
  /// @param unaskedTurns how many turns in a row its news may start
  public record Jobs(
      int maxRunning, int pollSeconds, int unaskedTurns, boolean schedules, boolean headless) {}

  /// Where tools stand.
  ///
  /// @param upFront what every request declares; `default` stands for the everyday ones
  /// @param off what the model does not have, wherever it stands
  public record Tools(List<String> upFront, List<String> off) {}

  /// @param plain lines and words alone, for screen readers and simple terminals
  public record Ui(
      Color color,
      boolean spinner,
      Look look,
      EditorKeys editor,
      Window window,
      boolean plain,
      String thinking) {}

  /// Colours and signs of the terminal.
  ///
  /// @param theme `auto`, or a name
  /// @param dark the name of the one for dark backgrounds
  /// @param light the name of the one for light backgrounds
  public record Look(
      String theme, String dark, String light, boolean colorBlind, SymbolPreset symbols) {}

  /// A set of signs; `AUTO` is what the theme says.
  public enum SymbolPreset {
    AUTO,
    UNICODE,
    NERD,
    ASCII
  }

  /// What the window shows around the conversation.
  public record Window(StatusLine statusLine, boolean title, Notify notification) {}

  /// The line of state below the editor.
  ///
  /// @param command prints it instead; empty for none
  public record StatusLine(boolean enabled, List<StatusSegment> segments, String command) {}

  /// The parts of the line of state.
  public enum StatusSegment {
    MODEL,
    MODE,
    SANDBOX,
    PATH,
    GIT,
    CONTEXT,
    TOKENS,
    COST,
    JOBS
  }

  /// What calls a person who looks elsewhere.
  public enum Notify {
    AUTO,
    BELL,
    OFF
  }

  /// How prompts are edited.
  ///
  /// @param chosen what the user says of single actions
  public record EditorKeys(EditingStyle style, List<KeyChoice> chosen) {}

  /// Whose keys the editor has.
  public enum EditingStyle {
    EMACS,
    VI
  }

  /// The keys of an action by their names, not checked yet.
  ///
  /// @param where what says so, for messages
  public record KeyChoice(String action, List<String> keys, String where) {}

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
      @Nullable Set<Ability> abilities,
      @Nullable List<String> aliases) {}

  static Settings of(Values values, List<Rule> rules) {
    return new Reader(values).settings(rules);
  }

  /// Makes the settings out of the values of the catalogs.
  private record Reader(Values values) {

    Settings settings(List<Rule> rules) {
      return new Settings(
          values.get(ConversationCatalog.MODEL),
          values.get(ConversationCatalog.MODE),
          values.get(ConversationCatalog.MAX_TOKENS),
          values.get(ConversationCatalog.MAX_STEPS),
          values.get(ConversationCatalog.EFFORT),
          values.get(ConversationCatalog.EDIT_DIALECT),
          values.get(ConversationCatalog.HISTORY_BUDGET),
          compaction(),
          retry(),
          http(),
          limits(),
          ConversationCatalog.contextFiles(values),
          values.get(ConversationCatalog.DISCOVERY_OFF),
          new Roots(
              values.get(SafetyCatalog.ROOTS_READ_ONLY), values.get(SafetyCatalog.ROOTS_WRITABLE)),
          sandbox(),
          new Commands(
              values.get(ToolCatalog.SHELL_PERSISTENT),
              values.get(ToolCatalog.SHELL_GRACE_MS),
              values.get(ToolCatalog.COMMANDS_ENVIRONMENT)),
          jobs(),
          values.get(ToolCatalog.RECIPE_ENABLED),
          new Tools(values.get(ToolCatalog.TOOLS_UP_FRONT), values.get(ToolCatalog.TOOLS_OFF)),
          effects(),
          rules(),
          new Skills(
              values.get(ConversationCatalog.SKILLS_ENABLED),
              values.get(ConversationCatalog.SKILLS_FOLDERS),
              values.get(ConversationCatalog.SKILLS_DISABLED)),
          ToolCatalog.agents(values),
          new Dialog(
              values.get(ConversationCatalog.CHECKPOINT_ENABLED),
              values.get(ConversationCatalog.ASK_TIMEOUT_SECONDS),
              values.get(ConversationCatalog.ASK_NOTIFY),
              values.get(ConversationCatalog.BRANCH_SUMMARY)),
          ToolCatalog.goals(values),
          new Budget(
              values.get(ConversationCatalog.BUDGET_MAX_COST),
              values.get(ConversationCatalog.BUDGET_MAX_TOKENS)),
          observation(),
          new Ui(
              values.get(FaceCatalog.COLOR),
              values.get(FaceCatalog.SPINNER),
              look(),
              editor(),
              window(),
              values.get(FaceCatalog.PLAIN),
              values.get(FaceCatalog.THINKING)),
          providers(),
          models(),
          rules);
    }

    private Window window() {
      return new Window(
          new StatusLine(
              values.get(FaceCatalog.STATUS_ENABLED),
              values.get(FaceCatalog.STATUS_SEGMENTS),
              FaceCatalog.statusCommand(values.get(FaceCatalog.STATUS_COMMAND))),
          values.get(FaceCatalog.TITLE),
          values.get(FaceCatalog.NOTIFY));
    }

    private Look look() {
      return new Look(
          values.get(FaceCatalog.THEME),
          values.get(FaceCatalog.THEME_DARK),
          values.get(FaceCatalog.THEME_LIGHT),
          values.get(FaceCatalog.COLOR_BLIND),
          values.get(FaceCatalog.SYMBOL_PRESET));
    }

    private EditorKeys editor() {
      Map<String, List<String>> keys = values.map(FaceCatalog.KEYS);
      var chosen = new ArrayList<KeyChoice>(keys.size());
      for (Map.Entry<String, List<String>> entry : keys.entrySet()) {
        String where = values.origin(FaceCatalog.KEYS.named(entry.getKey()));
        chosen.add(new KeyChoice(entry.getKey(), entry.getValue(), where));
      }
      return new EditorKeys(
          values.get(FaceCatalog.EDITOR_KEYS), Collections.unmodifiableList(chosen));
    }

    private CompactionLimits compaction() {
      return new CompactionLimits(
          values.get(ConversationCatalog.COMPACTION_AUTOMATIC)
              ? CompactionLimits.Trigger.AUTOMATIC
              : CompactionLimits.Trigger.ON_REQUEST,
          values.get(ConversationCatalog.COMPACTION_THRESHOLD_PERCENT),
          values.get(ConversationCatalog.COMPACTION_KEEP_TOKENS));
    }

    private Retry retry() {
      return new Retry(
          values.get(ProviderCatalog.RETRY_ENABLED),
          values.get(ProviderCatalog.RETRY_MAX_RETRIES),
          values.get(ProviderCatalog.RETRY_BASE_DELAY_MS),
          values.get(ProviderCatalog.RETRY_MAX_DELAY_MS),
          values.get(ProviderCatalog.RETRY_REQUEST_MAX_RETRIES),
          values.get(ProviderCatalog.RETRY_STREAM_MAX_RETRIES),
          values.get(ProviderCatalog.RETRY_FALLBACK_REVERT_POLICY),
          values.map(ProviderCatalog.RETRY_FALLBACK_CHAINS));
    }

    private Http http() {
      return new Http(
          values.get(ProviderCatalog.HTTP_CONNECT_TIMEOUT_MS),
          values.get(ProviderCatalog.HTTP_REQUEST_TIMEOUT_MS),
          values.get(ProviderCatalog.HTTP_IDLE_TIMEOUT_MS),
          ProviderCatalog.caFile(values.get(ProviderCatalog.NETWORK_CA_FILE)),
          values.get(ProviderCatalog.NETWORK_SYSTEM_ROOTS));
    }

    private Limits limits() {
      return new Limits(
          values.get(ToolCatalog.LIMITS_READ_LINES),
          values.get(ToolCatalog.LIMITS_READ_BYTES),
          values.get(ToolCatalog.LIMITS_LIST_ENTRIES),
          values.get(ToolCatalog.LIMITS_SEARCH_MATCHES),
          values.get(ToolCatalog.LIMITS_TOOL_OUTPUT_BYTES),
          values.get(ToolCatalog.LIMITS_BASH_TIMEOUT_SECONDS),
          values.get(ToolCatalog.LIMITS_CHECK_TIMEOUT_SECONDS));
    }

    private Sandbox sandbox() {
      return new Sandbox(
          values.get(SafetyCatalog.SANDBOX_KIND),
          values.get(SafetyCatalog.SANDBOX_NETWORK),
          values.get(SafetyCatalog.SANDBOX_WRITABLE),
          values.get(SafetyCatalog.SANDBOX_HIDDEN),
          values.get(SafetyCatalog.SANDBOX_VISIBLE),
          values.get(SafetyCatalog.SANDBOX_PLAN),
          values.get(SafetyCatalog.SANDBOX_FULL),
          values.get(SafetyCatalog.SANDBOX_PROCESSES),
          values.get(SafetyCatalog.SANDBOX_MEMORY));
    }

    private Jobs jobs() {
      return new Jobs(
          values.get(ToolCatalog.JOBS_MAX_RUNNING),
          values.get(ToolCatalog.JOBS_POLL_WAIT),
          values.get(ToolCatalog.JOBS_UNASKED_TURNS),
          values.get(ToolCatalog.JOBS_SCHEDULES),
          values.get(ToolCatalog.JOBS_HEADLESS));
    }

    private EffectLimits effects() {
      return new EffectLimits(
          values.get(SafetyCatalog.JOURNAL_SHELL),
          values.get(SafetyCatalog.JOURNAL_SHELL_FILE_BYTES),
          values.get(SafetyCatalog.JOURNAL_SHELL_TOTAL_BYTES),
          EffectLimits.DEFAULT.names());
    }

    private Rules rules() {
      return new Rules(
          values.get(ConversationCatalog.RULES_ENABLED),
          values.get(ConversationCatalog.RULES_INTERRUPT_MODE),
          values.get(ConversationCatalog.RULES_CONTEXT_MODE),
          values.get(ConversationCatalog.RULES_REPEAT_MODE),
          values.get(ConversationCatalog.RULES_REPEAT_GAP));
    }

    private Observation observation() {
      String collector = values.get(FaceCatalog.TELEMETRY_ENDPOINT);
      return new Observation(
          values.get(FaceCatalog.LOG_LEVEL),
          values.get(FaceCatalog.TELEMETRY_ENABLED) ? collector : null,
          values.map(FaceCatalog.TELEMETRY_HEADERS));
    }

    private Map<String, Provider> providers() {
      Map<String, Provider> providers = new LinkedHashMap<>();
      for (String name : values.names(ProviderCatalog.PROVIDER_WIRE)) {
        providers.put(
            name,
            new Provider(
                name,
                values.find(ProviderCatalog.PROVIDER_WIRE, name),
                values.find(ProviderCatalog.PROVIDER_BASE_URL, name),
                values.find(ProviderCatalog.PROVIDER_PATH, name),
                values.find(ProviderCatalog.PROVIDER_KEY_ENV, name),
                values.find(ProviderCatalog.PROVIDER_API_KEY, name),
                values.map(ProviderCatalog.PROVIDER_HEADERS, name),
                values.map(ProviderCatalog.PROVIDER_QUERY, name)));
      }
      return Collections.unmodifiableMap(providers);
    }

    private List<ExtraModel> models() {
      var models = new ArrayList<ExtraModel>();
      for (String name : values.names(ProviderCatalog.MODEL_FULL_NAME)) {
        String full = values.find(ProviderCatalog.MODEL_FULL_NAME, name);
        models.add(
            new ExtraModel(
                full == null ? name : full,
                values.find(ProviderCatalog.MODEL_CONTEXT_WINDOW, name),
                values.find(ProviderCatalog.MODEL_MAX_OUTPUT, name),
                values.find(ProviderCatalog.MODEL_PRICE_INPUT, name),
                values.find(ProviderCatalog.MODEL_PRICE_OUTPUT, name),
                values.find(ProviderCatalog.MODEL_PRICE_CACHE_READ, name),
                values.find(ProviderCatalog.MODEL_PRICE_CACHE_WRITE, name),
                abilities(values.find(ProviderCatalog.MODEL_ABILITIES, name)),
                values.find(ProviderCatalog.MODEL_ALIASES, name)));
      }
      return List.copyOf(models);
    }

    private static @Nullable Set<Ability> abilities(@Nullable List<Ability> said) {
      return said == null ? null : Collections.unmodifiableSet(new LinkedHashSet<>(said));
    }
  }
}
