package dev.tenon.providers;

import static dev.tenon.providers.wire.Credential.Style.API_KEY;
import static dev.tenon.providers.wire.Credential.Style.BEARER;
import static dev.tenon.providers.wire.Credential.Style.GOOGLE;
import static dev.tenon.providers.wire.Credential.Style.X_API_KEY;
import static dev.tenon.providers.wire.Quirk.CACHE_MARKS;
import static dev.tenon.providers.wire.Quirk.MAX_COMPLETION_TOKENS;
import static dev.tenon.providers.wire.Quirk.NINE_CHARACTER_IDS;
import static dev.tenon.providers.wire.Quirk.NO_STREAM_OPTIONS;
import static dev.tenon.providers.wire.Quirk.REASONING_BACK;
import static dev.tenon.providers.wire.Quirk.REASONING_EFFORT;
import static dev.tenon.providers.wire.Quirk.REASONING_OBJECT;
import static dev.tenon.providers.wire.Quirk.THINKING_SWITCH;

import dev.tenon.providers.Provider.Addresses;
import dev.tenon.providers.Provider.Addresses.Form;
import dev.tenon.providers.Provider.KeyNeed;
import dev.tenon.providers.Provider.KeyVariable;
import dev.tenon.providers.wire.Quirk;
import dev.tenon.providers.wire.WireKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The vendors that are known without configuration: one entry each.
final class BuiltinProviders {

  /// How models of vendors with telling names begin, and whose they are.
  private static final String[][] MODEL_PREFIXES = {
    {"claude", "anthropic"},
    {"gpt-", "openai"},
    {"chatgpt", "openai"},
    {"codex-", "openai"},
    {"o1", "openai"},
    {"o3", "openai"},
    {"o4", "openai"},
    {"gemini", "google"},
    {"deepseek-", "deepseek"},
    {"mistral-", "mistral"},
    {"codestral", "mistral"},
    {"devstral", "mistral"},
    {"magistral", "mistral"},
    {"grok-", "xai"},
  };

  private static final Map<String, String> OPENAI_HEADERS = new LinkedHashMap<>();

  static {
    OPENAI_HEADERS.put("OpenAI-Organization", "OPENAI_ORG_ID");
    OPENAI_HEADERS.put("OpenAI-Project", "OPENAI_PROJECT_ID");
  }

  private BuiltinProviders() {}

  static List<Provider> all() {
    return List.of(
        new Provider(
            "anthropic",
            List.of("claude"),
            WireKind.ANTHROPIC,
            "https://api.anthropic.com",
            url("ANTHROPIC_BASE_URL"),
            KeyNeed.REQUIRED,
            List.of(
                new KeyVariable("ANTHROPIC_API_KEY", X_API_KEY),
                new KeyVariable("ANTHROPIC_AUTH_TOKEN", BEARER)),
            Map.of(),
            Map.of(),
            Set.of()),
        new Provider(
            "openai",
            List.of(),
            WireKind.OPENAI_RESPONSES,
            "https://api.openai.com/v1",
            url("OPENAI_BASE_URL", "OPENAI_API_BASE"),
            KeyNeed.REQUIRED,
            List.of(new KeyVariable("OPENAI_API_KEY", BEARER)),
            Map.of(),
            OPENAI_HEADERS,
            Set.of()),
        new Provider(
            "openai-chat",
            List.of(),
            WireKind.OPENAI_CHAT,
            "https://api.openai.com/v1",
            url("OPENAI_BASE_URL", "OPENAI_API_BASE"),
            KeyNeed.REQUIRED,
            List.of(new KeyVariable("OPENAI_API_KEY", BEARER)),
            Map.of(),
            OPENAI_HEADERS,
            Set.of(MAX_COMPLETION_TOKENS, REASONING_EFFORT)),
        new Provider(
            "google",
            List.of("gemini"),
            WireKind.GEMINI,
            "https://generativelanguage.googleapis.com",
            url("GOOGLE_GEMINI_BASE_URL"),
            KeyNeed.REQUIRED,
            List.of(
                new KeyVariable("GEMINI_API_KEY", GOOGLE),
                new KeyVariable("GOOGLE_API_KEY", GOOGLE)),
            Map.of(),
            Map.of(),
            Set.of()),
        new Provider(
            "ollama",
            List.of(),
            WireKind.OLLAMA,
            "http://127.0.0.1:11434",
            new Addresses(Form.OLLAMA_HOST, List.of("OLLAMA_HOST")),
            KeyNeed.OPTIONAL,
            List.of(new KeyVariable("OLLAMA_API_KEY", BEARER)),
            Map.of(),
            Map.of(),
            Set.of()),
        new Provider(
            "openrouter",
            List.of(),
            WireKind.OPENAI_CHAT,
            "https://openrouter.ai/api/v1",
            url("OPENROUTER_BASE_URL"),
            KeyNeed.REQUIRED,
            List.of(new KeyVariable("OPENROUTER_API_KEY", BEARER)),
            Map.of("X-Title", "Tenon"),
            Map.of(),
            Set.of(REASONING_OBJECT, CACHE_MARKS)),
        chat(
            "groq",
            "https://api.groq.com/openai/v1",
            "GROQ",
            MAX_COMPLETION_TOKENS,
            REASONING_EFFORT),
        chat("deepseek", "https://api.deepseek.com", "DEEPSEEK", REASONING_BACK, THINKING_SWITCH),
        chat(
            "mistral",
            "https://api.mistral.ai/v1",
            "MISTRAL",
            NO_STREAM_OPTIONS,
            NINE_CHARACTER_IDS),
        chat("xai", "https://api.x.ai/v1", "XAI"),
        chat("together", "https://api.together.xyz/v1", "TOGETHER"),
        new Provider(
            "azure",
            List.of(),
            WireKind.OPENAI_CHAT,
            "",
            new Addresses(Form.AZURE, List.of("AZURE_OPENAI_ENDPOINT")),
            KeyNeed.REQUIRED,
            List.of(new KeyVariable("AZURE_OPENAI_API_KEY", API_KEY)),
            Map.of(),
            Map.of(),
            Set.of(MAX_COMPLETION_TOKENS, REASONING_EFFORT)),
        local("vllm", "http://127.0.0.1:8000/v1", "VLLM"),
        local("lmstudio", "http://127.0.0.1:1234/v1", "LMSTUDIO"),
        local("llamacpp", "http://127.0.0.1:8080/v1", "LLAMACPP"));
  }

  private static Addresses url(String... variables) {
    return new Addresses(Form.URL, List.of(variables));
  }

  /// A vendor on the Chat Completions wire whose variables are `X_API_KEY` and `X_BASE_URL`.
  private static Provider chat(String name, String baseUrl, String prefix, Quirk... quirks) {
    return of(name, baseUrl, prefix, KeyNeed.REQUIRED, Set.of(quirks));
  }

  /// The same for a server on the own machine.
  private static Provider local(String name, String baseUrl, String prefix) {
    return of(name, baseUrl, prefix, KeyNeed.OPTIONAL, Set.of(REASONING_EFFORT));
  }

  private static Provider of(
      String name, String baseUrl, String prefix, KeyNeed need, Set<Quirk> quirks) {
    return new Provider(
        name,
        List.of(),
        WireKind.OPENAI_CHAT,
        baseUrl,
        url(prefix + "_BASE_URL"),
        need,
        List.of(new KeyVariable(prefix + "_API_KEY", BEARER)),
        Map.of(),
        Map.of(),
        quirks);
  }

  /// The provider of a model whose bare name tells it, or null.
  static @Nullable String vendorOf(String model) {
    String name = model.toLowerCase(Locale.ROOT);
    for (String[] entry : MODEL_PREFIXES) {
      if (name.startsWith(entry[0])) {
        return entry[1];
      }
    }
    return null;
  }
}
