package dev.tenon.providers.wire;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.providers.Providers;
import dev.tenon.providers.Resolution;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whole requests, as they leave for each vendor.
class GoldenRequestTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "ANTHROPIC_API_KEY", "key",
          "OPENAI_API_KEY", "key",
          "GEMINI_API_KEY", "key",
          "OPENROUTER_API_KEY", "key",
          "DEEPSEEK_API_KEY", "key",
          "MISTRAL_API_KEY", "key",
          "AZURE_OPENAI_API_KEY", "key",
          "AZURE_OPENAI_ENDPOINT", "https://house.openai.azure.com",
          "AZURE_OPENAI_API_VERSION", "2024-10-21");

  private final Transport transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE);

  @ParameterizedTest
  @CsvSource({
    "anthropic, anthropic/claude-opus-4-6, HIGH",
    "anthropic-budget, anthropic/claude-sonnet-4-5-20250929, HIGH",
    "anthropic-5, anthropic/claude-opus-5-5, DEFAULT",
    "openai, openai/gpt-5.2, HIGH",
    "openai-4, openai/gpt-4.1, HIGH",
    "openai-chat, openai-chat/gpt-5.2, MAX",
    "openrouter, openrouter/anthropic/claude-opus-4.6, MEDIUM",
    "deepseek, deepseek/deepseek-v4-pro, MAX",
    "mistral, mistral/devstral-2, HIGH",
    "azure, azure/my deployment, LOW",
    "google, google/gemini-3.1-pro-preview, MEDIUM",
    "google-2.5, google/gemini-2.5-flash, OFF",
    "ollama, ollama/gpt-oss:20b, MAX",
  })
  void conversation(String file, String model, Effort effort) {
    Wire wire = open(model);

    check(file, wire, conversation(wire, effort));
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic-foreign, anthropic/claude-opus-4-6",
    "openai-foreign, openai/gpt-5.2",
    "openai-chat-foreign, openai-chat/gpt-5.2",
    "deepseek-foreign, deepseek/deepseek-v4-pro",
    "google-foreign, google/gemini-3.1-pro-preview",
    "ollama-foreign, ollama/qwen3:8b",
  })
  void conversationOfAnotherModel(String file, String model) {
    Request foreign =
        new Request(
            "",
            List.of(
                Message.User.of("one"),
                Message.User.of("two"),
                Fixtures.said(
                    "other/model",
                    new Part.Thinking("not for you", "seal"),
                    new Part.Text(""),
                    new Part.Call(
                        "call_1|fc_1",
                        "read_file",
                        Fixtures.json("{\"path\":\"a\"}"),
                        "foreign-seal",
                        "the arguments of read_file are not a JSON object")),
                Fixtures.results(Fixtures.failed("call_1|fc_1", "read_file", "bad arguments")),
                Fixtures.said("other/model", new Part.Thinking("only thought", "seal")),
                Message.User.of("lone \ud83d half")),
            List.of(),
            1000,
            Effort.DEFAULT);

    check(file, open(model), foreign);
  }

  /// All that a conversation with one and the same model may hold.
  private static Request conversation(Wire wire, Effort effort) {
    var picture =
        new Part.Result(
            "call_b",
            "clock",
            Part.Outcome.OK,
            Fixtures.json("{\"ok\":true,\"data\":{}}"),
            "",
            List.of(new Part.Image("image/png", "cGl4ZWw=")));
    return new Request(
        "You are terse.",
        List.of(
            new Message.User(
                List.of(new Part.Text("What is this?"), new Part.Image("image/jpeg", "anBlZw=="))),
            Fixtures.said(
                wire.name(),
                new Part.Thinking("Let me look.", seal(wire)),
                new Part.Text("I look."),
                new Part.Call(
                    "call_a",
                    "read_file",
                    Fixtures.json("{\"path\":\"ä.txt\"}"),
                    callSeal(wire),
                    null),
                Part.Call.of("call_b", "clock", Json.Obj.EMPTY)),
            Fixtures.results(Fixtures.failed("call_a", "read_file", "no such file"), picture),
            Message.User.of("Never mind."),
            Fixtures.said(wire.name(), new Part.Text("Fine.")),
            Message.User.of("Go on.")),
        List.of(Fixtures.READ, Fixtures.CLOCK),
        16_384,
        effort);
  }

  private static String seal(Wire wire) {
    return switch (wire) {
      case AnthropicWire w -> "c2VhbA==";
      case ResponsesWire w ->
          "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":\"c2VhbA==\"}";
      case ChatWire w -> "[{\"type\":\"reasoning.text\",\"text\":\"Let me look.\",\"index\":0}]";
      case GeminiWire w -> "dGhvdWdodA==";
      case OllamaWire w -> null;
    };
  }

  private static String callSeal(Wire wire) {
    return wire instanceof GeminiWire ? "Y2FsbA==" : null;
  }

  private Wire open(String model) {
    if (Providers.builtin().resolve(model, ENVIRONMENT) instanceof Resolution.Found found) {
      return (Wire) Providers.open(found.endpoint(), found.modelId(), transport);
    }
    throw new AssertionError(Providers.builtin().resolve(model, ENVIRONMENT));
  }

  private static void check(String file, Wire wire, Request request) {
    HttpRequest sent = wire.httpRequest(request, RequestForm.FULL);
    var headers = new LinkedHashMap<String, Json>();
    sent.headers().forEach((name, value) -> headers.put(name, Json.of(value)));
    Json.Obj all =
        Json.object()
            .put("method", sent.method())
            .put("uri", sent.uri().toString())
            .put("headers", new Json.Obj(headers))
            .put("body", Fixtures.json(new String(sent.body(), StandardCharsets.UTF_8)))
            .build();
    Golden.check(Path.of("src/test/resources/golden", file + ".json"), all);
  }
}
