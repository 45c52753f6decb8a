package dev.tenon.engine.config;

import dev.tenon.core.change.EffectLimits;
import dev.tenon.core.model.ModelInfo.Ability;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.session.compaction.CompactionLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the [Settings] that the parts take out of the values of the catalogs.
record SettingsReader(Values values) {

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
        values.get(ConversationCatalog.CONTEXT_FILES),
        new Settings.Roots(
            values.get(SafetyCatalog.ROOTS_READ_ONLY), values.get(SafetyCatalog.ROOTS_WRITABLE)),
        sandbox(),
        new Settings.Commands(
            values.get(ToolCatalog.SHELL_PERSISTENT), values.get(ToolCatalog.SHELL_GRACE_MS)),
        jobs(),
        values.get(ToolCatalog.RECIPE_ENABLED),
        effects(),
        rules(),
        new Settings.Dialog(
            values.get(ConversationCatalog.CHECKPOINT_ENABLED),
            values.get(ConversationCatalog.ASK_TIMEOUT_SECONDS),
            values.get(ConversationCatalog.ASK_NOTIFY)),
        new Settings.Budget(
            values.get(ConversationCatalog.BUDGET_MAX_COST),
            values.get(ConversationCatalog.BUDGET_MAX_TOKENS)),
        observation(),
        new Settings.Ui(values.get(FaceCatalog.COLOR), values.get(FaceCatalog.SPINNER)),
        providers(),
        models(),
        rules);
  }

  private CompactionLimits compaction() {
    return new CompactionLimits(
        values.get(ConversationCatalog.COMPACTION_AUTOMATIC)
            ? CompactionLimits.Trigger.AUTOMATIC
            : CompactionLimits.Trigger.ON_REQUEST,
        values.get(ConversationCatalog.COMPACTION_THRESHOLD_PERCENT),
        values.get(ConversationCatalog.COMPACTION_KEEP_TOKENS));
  }

  private Settings.Retry retry() {
    return new Settings.Retry(
        values.get(ProviderCatalog.RETRY_ENABLED),
        values.get(ProviderCatalog.RETRY_MAX_RETRIES),
        values.get(ProviderCatalog.RETRY_BASE_DELAY_MS),
        values.get(ProviderCatalog.RETRY_MAX_DELAY_MS),
        values.get(ProviderCatalog.RETRY_REQUEST_MAX_RETRIES),
        values.get(ProviderCatalog.RETRY_STREAM_MAX_RETRIES),
        values.get(ProviderCatalog.RETRY_FALLBACK_REVERT_POLICY),
        values.map(ProviderCatalog.RETRY_FALLBACK_CHAINS));
  }

  private Settings.Http http() {
    return new Settings.Http(
        values.get(ProviderCatalog.HTTP_CONNECT_TIMEOUT_MS),
        values.get(ProviderCatalog.HTTP_REQUEST_TIMEOUT_MS),
        values.get(ProviderCatalog.HTTP_IDLE_TIMEOUT_MS));
  }

  private Settings.Limits limits() {
    return new Settings.Limits(
        values.get(ToolCatalog.LIMITS_READ_LINES),
        values.get(ToolCatalog.LIMITS_READ_BYTES),
        values.get(ToolCatalog.LIMITS_LIST_ENTRIES),
        values.get(ToolCatalog.LIMITS_SEARCH_MATCHES),
        values.get(ToolCatalog.LIMITS_TOOL_OUTPUT_BYTES),
        values.get(ToolCatalog.LIMITS_BASH_TIMEOUT_SECONDS));
  }

  private Settings.Sandbox sandbox() {
    return new Settings.Sandbox(
        values.get(SafetyCatalog.SANDBOX_KIND),
        values.get(SafetyCatalog.SANDBOX_NETWORK),
        values.get(SafetyCatalog.SANDBOX_WRITABLE),
        values.get(SafetyCatalog.SANDBOX_HIDDEN),
        values.get(SafetyCatalog.SANDBOX_FULL),
        values.get(SafetyCatalog.SANDBOX_PROCESSES),
        values.get(SafetyCatalog.SANDBOX_MEMORY));
  }

  private Settings.Jobs jobs() {
    return new Settings.Jobs(
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

  private Settings.Rules rules() {
    return new Settings.Rules(
        values.get(ConversationCatalog.RULES_ENABLED),
        values.get(ConversationCatalog.RULES_INTERRUPT_MODE),
        values.get(ConversationCatalog.RULES_CONTEXT_MODE),
        values.get(ConversationCatalog.RULES_REPEAT_MODE),
        values.get(ConversationCatalog.RULES_REPEAT_GAP));
  }

  private Settings.Observation observation() {
    String collector = values.get(FaceCatalog.TELEMETRY_ENDPOINT);
    return new Settings.Observation(
        values.get(FaceCatalog.LOG_LEVEL),
        values.get(FaceCatalog.TELEMETRY_ENABLED) ? collector : null,
        values.map(FaceCatalog.TELEMETRY_HEADERS));
  }

  private Map<String, Settings.Provider> providers() {
    Map<String, Settings.Provider> providers = new LinkedHashMap<>();
    for (String name : values.names(ProviderCatalog.PROVIDER_WIRE)) {
      providers.put(
          name,
          new Settings.Provider(
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

  private List<Settings.ExtraModel> models() {
    var models = new ArrayList<Settings.ExtraModel>();
    for (String name : values.names(ProviderCatalog.MODEL_FULL_NAME)) {
      String full = values.find(ProviderCatalog.MODEL_FULL_NAME, name);
      models.add(
          new Settings.ExtraModel(
              full == null ? name : full,
              values.find(ProviderCatalog.MODEL_CONTEXT_WINDOW, name),
              values.find(ProviderCatalog.MODEL_MAX_OUTPUT, name),
              values.find(ProviderCatalog.MODEL_PRICE_INPUT, name),
              values.find(ProviderCatalog.MODEL_PRICE_OUTPUT, name),
              values.find(ProviderCatalog.MODEL_PRICE_CACHE_READ, name),
              values.find(ProviderCatalog.MODEL_PRICE_CACHE_WRITE, name),
              abilities(values.find(ProviderCatalog.MODEL_ABILITIES, name))));
    }
    return List.copyOf(models);
  }

  private static @Nullable Set<Ability> abilities(@Nullable List<Ability> said) {
    return said == null ? null : Collections.unmodifiableSet(new LinkedHashSet<>(said));
  }
}
