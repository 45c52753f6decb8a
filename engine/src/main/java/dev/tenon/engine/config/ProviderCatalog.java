package dev.tenon.engine.config;

import dev.tenon.core.model.ModelInfo.Ability;
import dev.tenon.engine.config.Settings.RevertPolicy;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Unit;
import java.util.List;

/// The settings about whom models are asked of: retries and fallback, connections, providers and
/// models beyond those that are built in.
final class ProviderCatalog {
  static final Topic TOPIC =
      new Topic(
          "Providers and models",
          "See [models](models.md). `NAME` stands for a name of yours: a provider's, a model's, a"
              + " header's. A list of models with a `name` each says the same as a mapping by"
              + " name.");

  static final List<String> WIRES =
      List.of("anthropic", "openai-responses", "openai-chat", "gemini", "ollama");

  private static final long HOUR = 3_600_000;
  private static final long MOST_TOKENS = 1_000_000_000;
  private static final Type<String> MODEL_NAME = new Type.Text("a model's name");
  private static final Type<Double> PRICE = new Type.Amount();

  static final Setting<Boolean> RETRY_ENABLED =
      TOPIC.flag("retry.enabled").byDefault(true).notMore().doc("Try a failed turn again");
  static final Setting<Integer> RETRY_MAX_RETRIES =
      TOPIC.integer("retry.maxRetries", 0, 20).byDefault(3).notMore().doc("Retries of one turn");
  static final Setting<Long> RETRY_BASE_DELAY_MS =
      TOPIC
          .count("retry.baseDelayMs", 0, HOUR, Unit.MILLIS)
          .byDefault(2000L)
          .free()
          .doc("First delay; it doubles");
  static final Setting<Long> RETRY_MAX_DELAY_MS =
      TOPIC
          .count("retry.maxDelayMs", 0, HOUR, Unit.MILLIS)
          .byDefault(300_000L)
          .free()
          .doc("Longest delay");
  static final Setting<Integer> RETRY_REQUEST_MAX_RETRIES =
      TOPIC
          .integer("retry.requestMaxRetries", 0, 100)
          .byDefault(5)
          .notMore()
          .doc("Retries of a request before its stream begins");
  static final Setting<Integer> RETRY_STREAM_MAX_RETRIES =
      TOPIC
          .integer("retry.streamMaxRetries", 0, 100)
          .byDefault(5)
          .notMore()
          .doc("Replays of a stream that broke before anything was visible");
  static final Setting<RevertPolicy> RETRY_FALLBACK_REVERT_POLICY =
      TOPIC
          .constant("retry.fallbackRevertPolicy", RevertPolicy.values())
          .byDefault(RevertPolicy.COOLDOWN_EXPIRY)
          .free()
          .doc("When to return from a fallback model to the first one");
  static final Setting<List<String>> RETRY_FALLBACK_CHAINS =
      TOPIC
          .list("retry.fallbackChains.*", MODEL_NAME)
          .sameProvider()
          .doc("Models to fall back to, by role; a conversation has the role 'default'");
  static final Setting<Long> HTTP_CONNECT_TIMEOUT_MS =
      TOPIC
          .count("http.connectTimeoutMs", 1, HOUR, Unit.MILLIS)
          .byDefault(30_000L)
          .free()
          .doc("Time to connect");
  static final Setting<Long> HTTP_REQUEST_TIMEOUT_MS =
      TOPIC
          .count("http.requestTimeoutMs", 1, HOUR, Unit.MILLIS)
          .byDefault(300_000L)
          .free()
          .doc("Time until an answer begins");
  static final Setting<Long> HTTP_IDLE_TIMEOUT_MS =
      TOPIC
          .count("http.idleTimeoutMs", 1, HOUR, Unit.MILLIS)
          .byDefault(120_000L)
          .free()
          .doc("Silence after which a stream is cut");

  private static final String NO_FILE = "none";

  static final Setting<String> NETWORK_CA_FILE =
      TOPIC
          .text("network.caFile", "a file, or none")
          .byDefault(NO_FILE)
          .doc("A file with certificates in PEM that are trusted besides the roots; none for none");
  static final Setting<Boolean> NETWORK_SYSTEM_ROOTS =
      TOPIC
          .flag("network.systemRoots")
          .byDefault(false)
          .doc("Trust the roots of the operating system instead of the JDK's");

  static final Setting<String> PROVIDER_WIRE =
      TOPIC
          .of("providers.*.wire", Type.Choice.of(WIRES))
          .doc("The protocol of the provider; one that is not built in needs it, and baseUrl");
  static final Setting<String> PROVIDER_BASE_URL =
      TOPIC.of("providers.*.baseUrl", new Type.Url()).doc("The address of the provider");
  static final Setting<String> PROVIDER_PATH =
      TOPIC
          .of("providers.*.path", new Type.UrlPath())
          .doc(
              "The path of the chat endpoint on the host of the address, instead of the wire's own;"
                  + " {model} stands for the model");
  static final Setting<String> PROVIDER_KEY_ENV =
      TOPIC
          .of("providers.*.keyEnv", new Type.Variable())
          .doc("The environment variable with its key");
  static final Setting<String> PROVIDER_API_KEY =
      TOPIC.secret("providers.*.apiKey").doc("The key itself; keyEnv is safer");
  static final Setting<String> PROVIDER_HEADERS =
      TOPIC.secret("providers.*.headers.*").doc("A header for every request");
  static final Setting<String> PROVIDER_QUERY =
      TOPIC.secret("providers.*.query.*").doc("A query parameter for every request");

  static final Setting<String> MODEL_FULL_NAME =
      TOPIC.of("models.*.name", MODEL_NAME).doc("The full name, provider/model");
  static final Setting<Long> MODEL_CONTEXT_WINDOW =
      TOPIC
          .count("models.*.contextWindow", 1, MOST_TOKENS, Unit.COUNT)
          .doc("Tokens the model can hold");
  static final Setting<Long> MODEL_MAX_OUTPUT =
      TOPIC
          .count("models.*.maxOutput", 1, MOST_TOKENS, Unit.COUNT)
          .doc("Tokens the model can answer");
  static final Setting<Double> MODEL_PRICE_INPUT =
      TOPIC.of("models.*.price.input", PRICE).doc("US dollars for a million tokens of input");
  static final Setting<Double> MODEL_PRICE_OUTPUT =
      TOPIC.of("models.*.price.output", PRICE).doc("US dollars for a million tokens of output");
  static final Setting<Double> MODEL_PRICE_CACHE_READ =
      TOPIC
          .of("models.*.price.cacheRead", PRICE)
          .doc("US dollars for a million tokens read from the provider's cache");
  static final Setting<Double> MODEL_PRICE_CACHE_WRITE =
      TOPIC
          .of("models.*.price.cacheWrite", PRICE)
          .doc("US dollars for a million tokens written to the provider's cache");
  static final Setting<List<Ability>> MODEL_ABILITIES =
      TOPIC
          .list("models.*.abilities", Type.Choice.of(Ability.values()))
          .doc("What the model can do");
  static final Setting<List<String>> MODEL_ALIASES =
      TOPIC
          .list("models.*.aliases", new Type.Text("a short name"))
          .doc(
              "Short names of the model; agents that want `opus` or `sonnet` get what has that"
                  + " name");

  private ProviderCatalog() {}

  /// The file that the setting names, or empty.
  static String caFile(String value) {
    return value.equals(NO_FILE) ? "" : value;
  }
}
