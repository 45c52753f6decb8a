package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.wire.Dialect.Failure;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What OpenAI's Chat Completions rejects, in its words.
final class ChatRules {
  private static final Set<String> ROLES =
      Set.of("system", "developer", "user", "assistant", "tool", "function");
  private static final int ID_LIMIT = 40;

  private ChatRules() {}

  static Optional<Failure> check(Received request) {
    Json.Obj body = request.body();
    return parameters(body)
        .or(() -> OpenAiTools.check(body, "tools", tool -> tool.objectOrEmpty("function")))
        .or(() -> messages(body.objects("messages")))
        .map(Failure::invalid);
  }

  private static Optional<String> parameters(Json.Obj body) {
    String model = body.string("model", "");
    if (model.isEmpty()) {
      return Optional.of("you must provide a model parameter");
    }
    if (body.array("messages").isEmpty()) {
      return Optional.of("Missing required parameter: 'messages'.");
    }
    if (body.has("stream_options") && !body.bool("stream", false)) {
      return Optional.of(
          "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
    }
    boolean reasons = model.startsWith("gpt-5") || model.matches("o[134](-.*)?");
    if (reasons && body.has("max_tokens")) {
      return Optional.of(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use"
              + " 'max_completion_tokens' instead.");
    }
    return Optional.empty();
  }

  private static Optional<String> messages(List<Json.Obj> messages) {
    var open = new LinkedHashSet<String>();
    for (int i = 0; i < messages.size(); i++) {
      Json.Obj message = messages.get(i);
      String role = message.string("role", "");
      if (!ROLES.contains(role)) {
        return Optional.of(
            "Invalid value: '"
                + role
                + "'. Supported values are: 'system', 'assistant', 'user',"
                + " 'function', 'tool', and 'developer'.");
      }
      if (role.equals("tool")) {
        if (!open.remove(message.string("tool_call_id", ""))) {
          return Optional.of(
              "Invalid parameter: messages with role 'tool' must be a response to a preceeding"
                  + " message with 'tool_calls'.");
        }
        continue;
      }
      if (!open.isEmpty()) {
        return Optional.of(unanswered(open));
      }
      Optional<String> problem = content(i, message, role).or(() -> calls(message, open));
      if (problem.isPresent()) {
        return problem;
      }
    }
    return open.isEmpty() ? Optional.empty() : Optional.of(unanswered(open));
  }

  private static Optional<String> content(int index, Json.Obj message, String role) {
    boolean calls = role.equals("assistant") && !message.array("tool_calls").isEmpty();
    boolean refusal = message.string("refusal") != null;
    boolean text = message.string("content") != null || !message.array("content").isEmpty();
    if (!text && !calls && !refusal) {
      return Optional.of(
          "Invalid value for 'messages[" + index + "].content': expected a string, got null.");
    }
    if (message.has("tool_calls") && message.array("tool_calls").isEmpty()) {
      return Optional.of(
          "Invalid 'messages["
              + index
              + "].tool_calls': empty array. Expected an array with"
              + " minimum length 1, but got an empty array instead.");
    }
    return Optional.empty();
  }

  private static Optional<String> calls(Json.Obj message, Set<String> open) {
    for (Json.Obj call : message.objects("tool_calls")) {
      String id = call.string("id", "");
      if (id.isEmpty() || id.length() > ID_LIMIT) {
        return Optional.of(
            "Invalid 'tool_calls[0].id': expected a string with length 1 to "
                + ID_LIMIT
                + ", but got a string with length "
                + id.length()
                + " instead.");
      }
      Json.Obj function = call.objectOrEmpty("function");
      if (!call.string("type", "").equals("function") || function.string("arguments") == null) {
        return Optional.of(
            "Invalid type for 'tool_calls[0].function.arguments': expected a string.");
      }
      open.add(id);
    }
    return Optional.empty();
  }

  private static String unanswered(Set<String> open) {
    return "An assistant message with 'tool_calls' must be followed by tool messages responding to"
        + " each 'tool_call_id'. The following tool_call_ids did not have response messages: "
        + String.join(", ", open);
  }
}
