package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.wire.Dialect.Failure;
import java.util.Optional;
import java.util.Set;

/// What Ollama rejects. It checks types and roles, and is content with any order of messages.
final class OllamaRules {
  private static final Set<String> ROLES = Set.of("system", "user", "assistant", "tool");
  private static final String UNMARSHAL = "json: cannot unmarshal ";

  private OllamaRules() {}

  static Optional<Failure> check(Received request) {
    if (request.model().isEmpty()) {
      return Optional.of(Failure.invalid("model is required"));
    }
    for (Json.Obj message : request.body().objects("messages")) {
      Optional<String> problem = message(message);
      if (problem.isPresent()) {
        return problem.map(Failure::invalid);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> message(Json.Obj message) {
    String role = message.string("role", "");
    if (!ROLES.contains(role)) {
      return Optional.of(
          "invalid role: " + role + ", role must be one of [system, user, assistant, tool]");
    }
    if (message.has("content") && message.string("content") == null) {
      return Optional.of(
          UNMARSHAL + "array into Go struct field ChatRequest.messages.content of type string");
    }
    for (Json.Obj call : message.objects("tool_calls")) {
      if (call.objectOrEmpty("function").object("arguments") == null) {
        return Optional.of(
            UNMARSHAL
                + "string into Go struct field ChatRequest.messages.tool_calls.function.arguments"
                + " of type api.ToolCallFunctionArguments");
      }
    }
    return Optional.empty();
  }
}
