package dev.tenon.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Request;
import dev.tenon.providers.Resolution.Found;
import dev.tenon.providers.Resolution.MissingKey;
import dev.tenon.providers.Resolution.Unusable;
import dev.tenon.providers.wire.WireKind;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.Reply;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProvidersTest {
  private final Providers providers = Providers.builtin();

  @ParameterizedTest
  @CsvSource({
    "anthropic/claude-opus-4-6, ANTHROPIC_API_KEY, anthropic, claude-opus-4-6",
    "claude-opus-4-6, ANTHROPIC_API_KEY, anthropic, claude-opus-4-6",
    "claude-opus-4-6, ANTHROPIC_AUTH_TOKEN, anthropic, claude-opus-4-6",
    "openai/gpt-5.2, OPENAI_API_KEY, openai, gpt-5.2",
    "gpt-5.2, OPENAI_API_KEY, openai, gpt-5.2",
    "openai-chat/gpt-5.2, OPENAI_API_KEY, openai-chat, gpt-5.2",
    "google/gemini-3-pro, GEMINI_API_KEY, google, gemini-3-pro",
    "gemini/gemini-3-pro, GOOGLE_API_KEY, google, gemini-3-pro",
    "Google/gemini-3-pro, GOOGLE_API_KEY, google, gemini-3-pro",
    "openrouter/meta/llama-4:free, OPENROUTER_API_KEY, openrouter, meta/llama-4:free",
    "groq/x, GROQ_API_KEY, groq, x",
    "deepseek/x, DEEPSEEK_API_KEY, deepseek, x",
    "mistral/x, MISTRAL_API_KEY, mistral, x",
    "xai/grok-4, XAI_API_KEY, xai, grok-4",
    "together/x, TOGETHER_API_KEY, together, x",
    "ollama/qwen3:8b, NONE, ollama, qwen3:8b",
    "vllm/x, NONE, vllm, x",
    "lmstudio/x, NONE, lmstudio, x",
    "llamacpp/x, NONE, llamacpp, x",
  })
  void findsModels(String name, String variable, String provider, String model) {
    Found found = found(name, Map.of(variable, "k"));

    assertThat(found.provider().name()).isEqualTo(provider);
    assertThat(found.modelId()).isEqualTo(model);
    assertThat(found.name()).isEqualTo(provider + "/" + model);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "antropic/x | unknown provider 'antropic'; did you mean 'anthropic'?",
        "olama/x    | unknown provider 'olama'; did you mean 'ollama'?",
        "gemeni/x   | unknown provider 'gemeni'; did you mean 'gemini'?",
        "zzz/x      | unknown provider 'zzz'; known are anthropic, openai",
        "frobnicate | no provider is known for the model 'frobnicate'; use provider/model",
        "anthropic/ | 'anthropic/' is no model",
        "/x         | '/x' is no model",
        "\"\"       | '' is no model",
      })
  void saysWhatIsWrongWithAName(String name, String message) {
    assertThat(providers.resolve(name, Map.of()))
        .isInstanceOfSatisfying(
            Unusable.class, unusable -> assertThat(unusable.message()).startsWith(message));
  }

  @Test
  void aMissingKeyIsNamedByItsVariables() {
    assertThat(providers.resolve("anthropic/x", Map.of("ANTHROPIC_API_KEY", "  ")))
        .isInstanceOfSatisfying(
            MissingKey.class,
            missing ->
                assertThat(missing.message())
                    .isEqualTo(
                        "no key for anthropic: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN"));
  }

  @Test
  void aServerOnTheOwnMachineNeedsNoKey() {
    Found found = found("anthropic/x", Map.of("ANTHROPIC_BASE_URL", "http://localhost:4000"));

    assertThat(found.endpoint().credential()).isNull();
  }

  @Test
  void anUnusableKeyIsNotRepeated() {
    assertThat(providers.resolve("anthropic/x", Map.of("ANTHROPIC_API_KEY", "sec\nret")))
        .isInstanceOfSatisfying(
            Unusable.class,
            unusable ->
                assertThat(unusable.message())
                    .contains("ANTHROPIC_API_KEY")
                    .doesNotContain("sec\n"));
  }

  @Test
  void theFirstKeyCounts() {
    Found found = found("google/x", Map.of("GOOGLE_API_KEY", "b", "GEMINI_API_KEY", "a"));

    assertThat(found.endpoint().credential()).hasToString("the key from GEMINI_API_KEY");
    assertThat(
            Providers.keyVariablePresent(
                found.provider(), Map.of("GOOGLE_API_KEY", "b", "GEMINI_API_KEY", " ")))
        .contains("GOOGLE_API_KEY");
  }

  /// With and without version and slash, as people write them and as the vendors' SDKs expect them.
  @ParameterizedTest
  @CsvSource({
    "anthropic, ANTHROPIC_BASE_URL, , /v1/messages",
    "anthropic, ANTHROPIC_BASE_URL, /, /v1/messages",
    "anthropic, ANTHROPIC_BASE_URL, /v1, /v1/messages",
    "anthropic, ANTHROPIC_BASE_URL, /v1/, /v1/messages",
    "anthropic, ANTHROPIC_BASE_URL, /anthropic, /anthropic/v1/messages",
    "anthropic, ANTHROPIC_BASE_URL, /v1/messages, /v1/messages",
    "openai, OPENAI_BASE_URL, , /v1/responses",
    "openai, OPENAI_BASE_URL, /v1, /v1/responses",
    "openai, OPENAI_BASE_URL, /v1/, /v1/responses",
    "openai, OPENAI_API_BASE, /proxy/v1, /proxy/v1/responses",
    "openai-chat, OPENAI_BASE_URL, , /v1/chat/completions",
    "openai-chat, OPENAI_BASE_URL, /v1/, /v1/chat/completions",
    "openai-chat, OPENAI_BASE_URL, /v1/chat/completions, /v1/chat/completions",
    "groq, GROQ_BASE_URL, /openai/v1, /openai/v1/chat/completions",
    "vllm, VLLM_BASE_URL, , /v1/chat/completions",
    "google, GOOGLE_GEMINI_BASE_URL, , /v1beta/models/model:streamGenerateContent",
    "google, GOOGLE_GEMINI_BASE_URL, /, /v1beta/models/model:streamGenerateContent",
    "google, GOOGLE_GEMINI_BASE_URL, /v1beta, /v1beta/models/model:streamGenerateContent",
    "google, GOOGLE_GEMINI_BASE_URL, /v1/, /v1/models/model:streamGenerateContent",
    "ollama, OLLAMA_HOST, , /api/chat",
    "ollama, OLLAMA_HOST, /, /api/chat",
    "ollama, OLLAMA_HOST, /v1, /api/chat",
    "azure, AZURE_OPENAI_ENDPOINT, , /openai/v1/chat/completions",
    "azure, AZURE_OPENAI_ENDPOINT, /, /openai/v1/chat/completions",
    "azure, AZURE_OPENAI_ENDPOINT, /openai/v1/, /openai/v1/chat/completions",
  })
  void baseUrlsWorkInEveryForm(String provider, String variable, String suffix, String path)
      throws Exception {
    try (var server = ModelServer.start(Settings.DEFAULT.lenient());
        var transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE)) {
      server.reply(Reply.text("ok"));
      String base = server.url() + (suffix == null ? "" : suffix);
      Found found = found(provider + "/model", Map.of(variable, base));

      Providers.open(found.endpoint(), found.modelId(), transport).stream(
          Request.of("", List.of(Message.User.of("x")), List.of()), event -> {});

      assertThat(server.lastRequest().path()).isEqualTo(path);
    }
  }

  @Test
  void azureWithADatedVersionAsksTheDeployment() {
    Found found =
        found(
            "azure/dep",
            Map.of(
                "AZURE_OPENAI_API_KEY", "k",
                "AZURE_OPENAI_ENDPOINT", "https://r.openai.azure.com/",
                "OPENAI_API_VERSION", "2024-10-21"));

    assertThat(found.endpoint().path()).isEqualTo("/openai/deployments/{model}/chat/completions");
    assertThat(found.endpoint().query()).containsExactly(Map.entry("api-version", "2024-10-21"));
  }

  @Test
  void azureNeedsItsAddress() {
    assertThat(providers.resolve("azure/x", Map.of("AZURE_OPENAI_API_KEY", "k")))
        .isEqualTo(new Unusable("azure needs its address: set AZURE_OPENAI_ENDPOINT"));
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, http://127.0.0.1:11434",
    "example.com, http://example.com:11434",
    "example.com:8080, http://example.com:8080",
    ":8080, http://127.0.0.1:8080",
    "0.0.0.0, http://127.0.0.1:11434",
    "0.0.0.0:1234, http://127.0.0.1:1234",
    "http://example.com, http://example.com",
    "https://example.com/ollama, https://example.com/ollama",
    "http://example.com:1/, http://example.com:1/",
    "[::1], http://[::1]:11434",
    "[::1]:9, http://[::1]:9",
    "::1, http://[::1]:11434",
    "'\"example.com\"', http://example.com:11434",
  })
  void ollamaHostComesInManyForms(String host, String expected) {
    assertThat(found("ollama/x", Map.of("OLLAMA_HOST", host)).endpoint().baseUrl())
        .hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not a url", "ftp://x", "https://", "http://user:pass word@x"})
  void anAddressThatIsNoneIsAnErrorThatDoesNotRepeatIt(String url) {
    assertThat(
            providers.resolve(
                "anthropic/x", Map.of("ANTHROPIC_API_KEY", "k", "ANTHROPIC_BASE_URL", url)))
        .isEqualTo(new Unusable("ANTHROPIC_BASE_URL must be a URL like https://host/path"));
  }

  @Test
  void usersAddTheirOwn() {
    Providers more =
        providers.with(
            Provider.custom(
                "house",
                WireKind.OPENAI_CHAT,
                "https://models.house/v1",
                "HOUSE_KEY",
                Map.of("X-A", "b")));

    Found found = (Found) more.resolve("house/m", Map.of("HOUSE_KEY", "k"));

    assertThat(found.endpoint().baseUrl()).hasToString("https://models.house/v1");
    assertThat(found.endpoint().headers()).containsEntry("X-A", "b");
    assertThat(more.resolve("house/m", Map.of())).isInstanceOf(MissingKey.class);
    assertThat(providers.find("house")).isEmpty();
  }

  @Test
  void aHeaderThatHttpDoesNotAllowIsAnErrorWithoutItsValue() {
    Providers more =
        providers.with(
            Provider.custom(
                "house", WireKind.OPENAI_CHAT, "http://localhost", "", Map.of("X-A", "sécret\n")));

    assertThat(more.resolve("house/m", Map.of()))
        .isInstanceOfSatisfying(
            Unusable.class,
            unusable -> assertThat(unusable.message()).contains("X-A").doesNotContain("cret"));
  }

  @Test
  void usersChangeWhatIsThere() {
    Provider changed =
        providers
            .find("anthropic")
            .orElseThrow()
            .withBaseUrl("https://proxy.house")
            .withKeyVariable("MY_KEY")
            .withHeaders(Map.of("X-A", "b"));
    Providers more = providers.with(changed);

    Found found = (Found) more.resolve("claude-opus-4-6", Map.of("MY_KEY", "k"));

    assertThat(found.endpoint().host()).isEqualTo("proxy.house");
    assertThat(more.all()).hasSameSizeAs(providers.all());
    assertThat(found.endpoint().credential()).hasToString("the key from MY_KEY");
  }

  @Test
  void namesAreUnique() {
    var names = new HashSet<String>();
    for (Provider provider : providers.all()) {
      assertThat(names.add(provider.name())).as(provider.name()).isTrue();
      provider.aliases().forEach(alias -> assertThat(names.add(alias)).as(alias).isTrue());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, claude-opus-4-6",
    "openai, OPENAI_BASE_URL, OPENAI_API_KEY, gpt-5.2",
    "openai-chat, OPENAI_BASE_URL, OPENAI_API_KEY, gpt-5.2",
    "google, GOOGLE_GEMINI_BASE_URL, GEMINI_API_KEY, gemini-3-pro-preview",
    "ollama, OLLAMA_HOST, OLLAMA_API_KEY, qwen3:8b",
  })
  void aProbeListsModels(String name, String url, String key, String model) throws Exception {
    try (var server = ModelServer.start();
        var transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE)) {
      Provider provider = providers.find(name).orElseThrow();

      assertThat(
              Providers.probe(
                  Providers.endpoint(provider, Map.of(url, server.url(), key, "k")), transport))
          .isInstanceOfSatisfying(
              Probe.Answers.class, answers -> assertThat(answers.models()).contains(model));
      assertThat(
              Providers.probe(
                  Providers.endpoint(provider, Map.of(url, server.url(), key, Settings.BAD_KEY)),
                  transport))
          .isInstanceOfSatisfying(
              Probe.Fails.class,
              fails -> assertThat(fails.failure().kind()).isEqualTo(Kind.AUTHENTICATION));
    }
  }

  @Test
  void aProbeOfNothingFails() throws Exception {
    try (var transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE)) {
      Provider ollama = providers.find("ollama").orElseThrow();

      assertThat(
              Providers.probe(Providers.endpoint(ollama, Map.of("OLLAMA_HOST", ":1")), transport))
          .isInstanceOfSatisfying(
              Probe.Fails.class,
              fails -> assertThat(fails.failure().kind()).isEqualTo(Kind.UNREACHABLE));
    }
  }

  private Found found(String name, Map<String, String> environment) {
    Resolution resolution = providers.resolve(name, environment);
    if (resolution instanceof Found found) {
      return found;
    }
    throw new AssertionError(resolution);
  }
}
