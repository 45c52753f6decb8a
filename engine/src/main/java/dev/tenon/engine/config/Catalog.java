package dev.tenon.engine.config;

import dev.tenon.engine.config.Setting.Guard;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Every setting there is.
final class Catalog {
  static final List<String> WIRES =
      List.of("anthropic", "openai-responses", "openai-chat", "gemini", "ollama");
  static final List<String> ABILITIES = List.of("tools", "images", "thinking");
  static final List<String> POLL_WAITS = List.of("5s", "10s", "30s", "1m", "5m");
  static final List<String> COLORS = List.of("auto", "always", "never");
  static final List<String> REVERT_POLICIES = List.of("cooldown-expiry", "never");

  private static final long HOUR = 3_600_000;
  private static final Type MODEL_NAME = new Type.Text("a model's name");
  static final Type FLAG = new Type.Flag();
  private static final Type SECRET = new Type.Secret();
  private static final Type AMOUNT = new Type.Amount();

  static final List<Setting> ALL = declare();

  private Catalog() {}

  private static List<Setting> declare() {
    var all = new ArrayList<Setting>(64);
    add(
        all,
        "model",
        MODEL_NAME,
        "anthropic/claude-opus-4-6",
        Guard.SAME_PROVIDER,
        "The model, as provider/model or a known bare name");
    add(
        all,
        "mode",
        choice(Choices.MODES),
        "edit",
        Guard.NOT_MORE,
        "What may happen without asking");
    add(
        all,
        "maxTokens",
        count(1, Choices.MOST_TOKENS),
        "16384",
        Guard.NOT_MORE,
        "Output tokens of one answer");
    add(
        all,
        "maxSteps",
        count(1, Choices.MOST_STEPS),
        "50",
        Guard.NOT_MORE,
        "Model turns for one prompt");
    add(
        all,
        "effort",
        new Type.Choice(Choices.EFFORTS, List.of("off", "low", "default", "medium", "high", "max")),
        "default",
        Guard.NOT_MORE,
        "How much the model thinks before it answers");
    add(
        all,
        "editDialect",
        choice(
            List.of("auto", "edit_file", "safe_patch", "hashline", "apply_patch", "propose_edits")),
        "auto",
        Guard.FREE,
        "The language of edits; auto chooses by the model");
    add(
        all,
        "historyBudget",
        new Type.Whole(16 * 1024, 64 * 1024 * 1024, Unit.BYTES),
        "737280",
        Guard.NOT_MORE,
        "Bytes of history that are sent; older exchanges are left out");
    add(
        all,
        "compaction.automatic",
        FLAG,
        "true",
        Guard.FREE,
        "Summarise the conversation before the model's window is full");
    add(
        all,
        "compaction.thresholdPercent",
        count(10, 95),
        "80",
        Guard.FREE,
        "How full the window may get before that");
    add(
        all,
        "compaction.keepTokens",
        count(0, 1_000_000),
        "20000",
        Guard.FREE,
        "The latest messages that stay as they are");
    add(
        all,
        "contextFiles",
        new Type.Texts(new Type.FileName()),
        "AGENTS.md,CLAUDE.md,GEMINI.md",
        Guard.CLOSED,
        "Files whose text goes into the system prompt, found from the project upward");
    add(
        all,
        "roots.readOnly",
        new Type.Texts(new Type.Text("a folder")),
        "",
        Guard.CLOSED,
        "More folders that tools may read, outside of the project");
    add(
        all,
        "roots.writable",
        new Type.Texts(new Type.Text("a folder")),
        "",
        Guard.CLOSED,
        "More folders that tools may read and write, outside of the project");
    SafetyCatalog.declare(all);
    retry(all);
    http(all);
    limits(all);
    add(
        all,
        "shell.persistent",
        FLAG,
        "false",
        Guard.FREE,
        "Keep the folder and the exported variables from one command to the next");
    add(
        all,
        "shell.graceMs",
        millis(0, 60_000),
        "2000",
        Guard.FREE,
        "Time that processes have to end by themselves before they are killed");
    jobs(all);
    rules(all);
    add(
        all,
        "checkpoint.enabled",
        FLAG,
        "false",
        Guard.FREE,
        "The tools checkpoint and rewind, in a conversation");
    add(
        all,
        "ask.timeoutSeconds",
        count(0, 86_400),
        "30",
        Guard.FREE,
        "Seconds until a question of the model answers itself; 0 waits; plan mode always waits");
    add(all, "ask.notify", FLAG, "true", Guard.FREE, "Ring when the model asks something");
    closed(all, "budget.maxCost", AMOUNT, "0", "US dollars that one run may use; 0 for any");
    closed(
        all,
        "budget.maxTokens",
        count(0, 1_000_000_000_000L),
        "0",
        "Tokens that one run may use, all in all; 0 for any");
    closed(
        all,
        "log.level",
        choice(List.of("off", "warn", "info", "debug")),
        "warn",
        "What is written to logs/tenon.jsonl in the state folder");
    closed(all, "telemetry.enabled", FLAG, "false", "Send traces and metrics to a collector");
    closed(
        all,
        "telemetry.endpoint",
        new Type.Url(),
        "http://localhost:4318",
        "The base address of an OTLP collector over HTTP");
    closed(all, "telemetry.headers.*", SECRET, null, "A header for the collector");
    add(all, "ui.color", choice(COLORS), "auto", Guard.FREE, "Colours in the terminal");
    add(all, "ui.spinner", FLAG, "true", Guard.FREE, "A moving sign while waiting");
    ServerCatalog.declare(all);
    providers(all);
    models(all);
    return List.copyOf(all);
  }

  private static void retry(List<Setting> all) {
    add(all, "retry.enabled", FLAG, "true", Guard.NOT_MORE, "Try a failed turn again");
    add(all, "retry.maxRetries", count(0, 20), "3", Guard.NOT_MORE, "Retries of one turn");
    add(all, "retry.baseDelayMs", millis(0, HOUR), "2000", Guard.FREE, "First delay; it doubles");
    add(all, "retry.maxDelayMs", millis(0, HOUR), "300000", Guard.FREE, "Longest delay");
    add(
        all,
        "retry.requestMaxRetries",
        count(0, 100),
        "5",
        Guard.NOT_MORE,
        "Retries of a request before its stream begins");
    add(
        all,
        "retry.streamMaxRetries",
        count(0, 100),
        "5",
        Guard.NOT_MORE,
        "Replays of a stream that broke before anything was visible");
    add(
        all,
        "retry.fallbackRevertPolicy",
        choice(REVERT_POLICIES),
        "cooldown-expiry",
        Guard.FREE,
        "When to return from a fallback model to the first one");
    add(
        all,
        "retry.fallbackChains.*",
        new Type.Texts(MODEL_NAME),
        null,
        Guard.SAME_PROVIDER,
        "Models to fall back to, by role");
  }

  private static void http(List<Setting> all) {
    add(all, "http.connectTimeoutMs", millis(1, HOUR), "30000", Guard.FREE, "Time to connect");
    add(
        all,
        "http.requestTimeoutMs",
        millis(1, HOUR),
        "300000",
        Guard.FREE,
        "Time until an answer begins");
    add(
        all,
        "http.idleTimeoutMs",
        millis(1, HOUR),
        "120000",
        Guard.FREE,
        "Silence after which a stream is cut");
  }

  private static void limits(List<Setting> all) {
    add(all, "limits.readLines", count(1, 100_000), "3000", Guard.NOT_MORE, "Lines of one read");
    add(all, "limits.readBytes", bytes(), "51200", Guard.NOT_MORE, "Bytes of one read");
    add(
        all,
        "limits.listEntries",
        count(1, 100_000),
        "1000",
        Guard.NOT_MORE,
        "Entries of one listing");
    add(
        all,
        "limits.searchMatches",
        count(1, 10_000),
        "50",
        Guard.NOT_MORE,
        "Matches that one search shows");
    add(
        all,
        "limits.toolOutputBytes",
        bytes(),
        "51200",
        Guard.NOT_MORE,
        "Bytes of one tool's output that the model sees");
    add(
        all,
        "limits.bashTimeoutSeconds",
        count(1, 3600),
        "120",
        Guard.NOT_MORE,
        "Seconds a command may run");
  }

  private static void jobs(List<Setting> all) {
    add(all, "jobs.maxRunning", count(1, 100), "100", Guard.NOT_MORE, "Background jobs at once");
    add(
        all,
        "jobs.pollWait",
        choice(POLL_WAITS),
        "30s",
        Guard.FREE,
        "How long the model waits for a job in one call");
    add(
        all,
        "jobs.unaskedTurns",
        count(0, 1000),
        "20",
        Guard.NOT_MORE,
        "Turns in a row that news of background work may start; 0 for none");
    add(
        all,
        "jobs.schedules",
        FLAG,
        "true",
        Guard.NOT_MORE,
        "Whether the model may make schedules");
    add(all, "jobs.headless", FLAG, "false", Guard.NOT_MORE, "Background jobs in tenon -p too");
    add(all, "recipe.enabled", FLAG, "true", Guard.FREE, "The tool for the project's own tasks");
  }

  private static void providers(List<Setting> all) {
    closed(all, "providers.*.wire", choice(WIRES), "The protocol of the provider");
    closed(all, "providers.*.baseUrl", new Type.Url(), "The address of the provider");
    closed(all, "providers.*.path", new Type.Text("a path"), "The path of the chat endpoint");
    closed(all, "providers.*.keyEnv", new Type.Variable(), "The environment variable with its key");
    closed(all, "providers.*.apiKey", SECRET, "The key itself; keyEnv is safer");
    closed(all, "providers.*.headers.*", SECRET, "A header for every request");
    closed(all, "providers.*.query.*", SECRET, "A query parameter for every request");
  }

  private static void models(List<Setting> all) {
    Type tokens = count(1, 1_000_000_000);
    closed(all, "models.*.name", MODEL_NAME, "The full name, provider/model");
    closed(all, "models.*.contextWindow", tokens, "Tokens the model can hold");
    closed(all, "models.*.maxOutput", tokens, "Tokens the model can answer");
    closed(all, "models.*.price.input", AMOUNT, "US dollars for a million tokens");
    closed(all, "models.*.price.output", AMOUNT, "US dollars for a million tokens");
    closed(all, "models.*.price.cacheRead", AMOUNT, "US dollars for a million tokens");
    closed(all, "models.*.price.cacheWrite", AMOUNT, "US dollars for a million tokens");
    closed(all, "models.*.abilities", new Type.Texts(choice(ABILITIES)), "What the model can do");
  }

  static void add(
      List<Setting> all,
      String key,
      Type type,
      @Nullable String otherwise,
      Guard guard,
      String description) {
    all.add(new Setting(key, type, otherwise, guard, description));
  }

  private static void rules(List<Setting> all) {
    add(all, "rules.enabled", FLAG, "true", Guard.FREE, "Stream rules from the folders 'rules'");
    add(
        all,
        "rules.interruptMode",
        choice(List.of("always", "prose-only", "tool-only", "never")),
        "always",
        Guard.FREE,
        "When a rule stops the answer; otherwise it reminds");
    add(
        all,
        "rules.contextMode",
        choice(List.of("discard", "keep")),
        "discard",
        Guard.FREE,
        "What becomes of an answer that a rule stopped");
    add(
        all,
        "rules.repeatMode",
        choice(List.of("once", "after-gap")),
        "once",
        Guard.FREE,
        "How often a rule is used in a conversation");
    add(
        all,
        "rules.repeatGap",
        count(1, 100_000),
        "10",
        Guard.FREE,
        "Turns until a rule may be used again");
  }

  static void closed(List<Setting> all, String key, Type type, String description) {
    closed(all, key, type, null, description);
  }

  static void closed(
      List<Setting> all, String key, Type type, @Nullable String otherwise, String description) {
    add(all, key, type, otherwise, Guard.CLOSED, description);
  }

  static Type count(long min, long max) {
    return new Type.Whole(min, max, Unit.COUNT);
  }

  static Type millis(long min, long max) {
    return new Type.Whole(min, max, Unit.MILLIS);
  }

  private static Type bytes() {
    return new Type.Whole(1024, 16 * 1024 * 1024, Unit.BYTES);
  }

  static Type choice(List<String> words) {
    return new Type.Choice(words, words);
  }

  /// The setting of which a concrete key is an instance.
  static @Nullable Setting find(String key) {
    for (Setting setting : ALL) {
      if (setting.matches(key)) {
        return setting;
      }
    }
    return null;
  }

  /// Every key as declared, for suggestions.
  static List<String> keys() {
    var keys = new ArrayList<String>(ALL.size());
    for (Setting setting : ALL) {
      keys.add(setting.key());
    }
    return keys;
  }
}
