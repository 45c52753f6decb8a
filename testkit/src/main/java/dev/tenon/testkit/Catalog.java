package dev.tenon.testkit;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.wire.Dialect;
import dev.tenon.testkit.wire.Received;
import dev.tenon.testkit.wire.Wire;
import java.util.List;
import java.util.Optional;

/// The lists of models that the vendors offer, and Ollama's version.
final class Catalog {
  private static final List<String> ANTHROPIC = List.of("claude-opus-4-6", "claude-haiku-4-5");
  private static final List<String> OPENAI = List.of("gpt-5.2", "gpt-5-mini");
  private static final List<String> GEMINI = List.of("gemini-3-pro-preview", "gemini-2.5-flash");
  private static final List<String> OLLAMA = List.of("qwen3:8b", "llama3.2:latest");

  private Catalog() {}

  /// What stands at a path, and whose it is.
  record Listing(Wire wire, Json.Obj body) {}

  static Optional<Listing> find(Received request) {
    String path = request.path();
    if (path.endsWith("/api/version")) {
      return found(Wire.OLLAMA, Json.object().put("version", "0.12.11").build());
    }
    if (path.endsWith("/api/tags")) {
      return found(Wire.OLLAMA, models(OLLAMA.stream().map(Catalog::ollama).toList()));
    }
    if (path.endsWith("/v1beta/models")) {
      return found(Wire.GEMINI, models(GEMINI.stream().map(Catalog::gemini).toList()));
    }
    if (path.endsWith("/models")) {
      return request.header("anthropic-version").isPresent()
          ? found(Wire.ANTHROPIC, anthropic())
          : found(Wire.OPENAI_CHAT, openAi());
    }
    return Optional.empty();
  }

  private static Optional<Listing> found(Wire wire, Json.Obj body) {
    return Optional.of(new Listing(wire, body));
  }

  private static Json.Obj models(List<Json.Obj> models) {
    return Json.object().array("models", models).build();
  }

  private static Json.Obj anthropic() {
    List<Json.Obj> data =
        ANTHROPIC.stream()
            .map(
                id ->
                    Json.object()
                        .put("type", "model")
                        .put("id", id)
                        .put("display_name", id)
                        .put("lifecycle", "active")
                        .put("max_input_tokens", 200_000)
                        .put("max_tokens", 64_000)
                        .put("created_at", "2025-11-01T00:00:00Z")
                        .build())
            .toList();
    return Json.object()
        .array("data", data)
        .put("has_more", false)
        .put("first_id", ANTHROPIC.getFirst())
        .put("last_id", ANTHROPIC.getLast())
        .build();
  }

  private static Json.Obj openAi() {
    List<Json.Obj> data =
        OPENAI.stream()
            .map(
                id ->
                    Json.object()
                        .put("id", id)
                        .put("object", "model")
                        .put("created", Dialect.CREATED)
                        .put("owned_by", "openai")
                        .build())
            .toList();
    return Json.object().put("object", "list").array("data", data).build();
  }

  private static Json.Obj gemini(String id) {
    return Json.object()
        .put("name", "models/" + id)
        .put("version", "001")
        .put("displayName", id)
        .put("inputTokenLimit", 1_048_576)
        .put("outputTokenLimit", 65_536)
        .put("supportedGenerationMethods", Json.strings(List.of("generateContent", "countTokens")))
        .build();
  }

  private static Json.Obj ollama(String name) {
    return Json.object()
        .put("name", name)
        .put("model", name)
        .put("modified_at", "2025-11-01T00:00:00Z")
        .put("size", 5_225_388_164L)
        .put("digest", "500a1f067a9f782620b40bee6f7b0c89e17ae61f686b92c24933e4ca4b2b8b41")
        .object(
            "details",
            d ->
                d.put("format", "gguf")
                    .put("family", "qwen3")
                    .put("parameter_size", "8.2B")
                    .put("quantization_level", "Q4_K_M"))
        .build();
  }
}
