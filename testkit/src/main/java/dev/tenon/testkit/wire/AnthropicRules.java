package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.wire.Dialect.Failure;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What Anthropic's Messages rejects, in its words. The conversation itself is judged by
/// [AnthropicMessages].
final class AnthropicRules {
  private static final Set<String> PARAMETERS =
      Set.of(
          "model messages max_tokens system tools tool_choice stream temperature top_k top_p thinking"
              .split(" ", -1));
  private static final Set<String> MORE_PARAMETERS =
      Set.of(
          ("cache_control container context_management diagnostics inference_geo mcp_servers"
                  + " metadata output_config output_format service_tier speed stop_sequences")
              .split(" ", -1));

  private AnthropicRules() {}

  static Optional<Failure> check(Received request) {
    if (request.header("anthropic-version").isEmpty()) {
      return Optional.of(Failure.invalid("anthropic-version: header is required"));
    }
    Json.Obj body = request.body();
    return parameters(body)
        .or(() -> thinking(body))
        .or(() -> tools(body.objects("tools")))
        .or(() -> cacheMarks(body))
        .or(() -> new AnthropicMessages(body).check())
        .map(Failure::invalid);
  }

  private static Optional<String> parameters(Json.Obj body) {
    for (String name : List.of("model", "max_tokens", "messages")) {
      if (!body.has(name)) {
        return Optional.of(name + ": Field required");
      }
    }
    for (String name : body.members().keySet()) {
      if (!PARAMETERS.contains(name) && !MORE_PARAMETERS.contains(name)) {
        return Optional.of(name + ": Extra inputs are not permitted");
      }
    }
    if (body.number("max_tokens", 0) < 1) {
      return Optional.of("max_tokens: Input should be greater than or equal to 1");
    }
    for (Json.Obj block : body.objects("system")) {
      if (block.string("text", "").isEmpty()) {
        return Optional.of("system: text content blocks must be non-empty");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> thinking(Json.Obj body) {
    Json.Obj thinking = body.objectOrEmpty("thinking");
    if (!thinking.string("type", "").equals("enabled")) {
      return Optional.empty();
    }
    long budget = thinking.number("budget_tokens", 0);
    if (budget < 1024) {
      return Optional.of(
          "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
    }
    if (budget >= body.number("max_tokens", 0)) {
      return Optional.of("`max_tokens` must be greater than `thinking.budget_tokens`.");
    }
    if (body.has("temperature") && body.decimal("temperature", 1) != 1) {
      return Optional.of("`temperature` may only be set to 1 when thinking is enabled.");
    }
    return Optional.empty();
  }

  private static Optional<String> tools(List<Json.Obj> tools) {
    var names = new HashSet<String>();
    for (int i = 0; i < tools.size(); i++) {
      Json.Obj tool = tools.get(i);
      String name = tool.string("name", "");
      boolean custom = tool.string("type", "custom").equals("custom");
      if (custom && !Names.fit(name, 128)) {
        return Optional.of(
            "tools." + i + ".custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'");
      }
      Json.Obj schema = tool.object("input_schema");
      if (custom && schema == null) {
        return Optional.of("tools." + i + ".custom.input_schema: Field required");
      }
      if (schema != null && !schema.string("type", "").equals("object")) {
        return Optional.of("tools." + i + ".custom.input_schema.type: Input should be 'object'");
      }
      if (!names.add(name)) {
        return Optional.of("tools: Tool names must be unique.");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> cacheMarks(Json.Obj body) {
    int marks = marks(body);
    return marks <= 4
        ? Optional.empty()
        : Optional.of(
            "A maximum of 4 blocks with cache_control may be provided. Found " + marks + ".");
  }

  /// Counts marks on blocks; what stands inside arguments and schemas is not ours.
  private static int marks(Json value) {
    return switch (value) {
      case Json.Obj object -> {
        int marks = object.object("cache_control") == null ? 0 : 1;
        for (String name : List.of("system", "tools", "messages", "content")) {
          Json member = object.get(name);
          marks += member == null ? 0 : marks(member);
        }
        yield marks;
      }
      case Json.Arr array -> array.items().stream().mapToInt(AnthropicRules::marks).sum();
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> 0;
    };
  }
}
