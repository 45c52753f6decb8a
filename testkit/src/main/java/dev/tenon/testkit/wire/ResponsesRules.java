package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.wire.Dialect.Failure;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What OpenAI's Responses rejects, in its words.
final class ResponsesRules {
  private static final int CALL_ID_LIMIT = 64;

  private ResponsesRules() {}

  static Optional<Failure> check(Received request) {
    Json.Obj body = request.body();
    List<Json.Obj> input = body.objects("input");
    return parameters(body)
        .or(() -> OpenAiTools.check(body, "tools", tool -> tool))
        .or(() -> items(input))
        .or(() -> reasoning(input))
        .or(() -> pairs(body, input))
        .map(Failure::invalid)
        .or(() -> persisted(body, input));
  }

  private static Optional<String> parameters(Json.Obj body) {
    for (String name : List.of("model", "input")) {
      if (!body.has(name)) {
        return Optional.of("Missing required parameter: '" + name + "'.");
      }
    }
    long limit = body.number("max_output_tokens", 16);
    if (limit < 16) {
      return Optional.of(
          "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but"
              + " got "
              + limit
              + " instead.");
    }
    for (String chatOnly : List.of("messages", "max_tokens", "max_completion_tokens")) {
      if (body.has(chatOnly)) {
        return Optional.of("Unsupported parameter: '" + chatOnly + "'.");
      }
    }
    return Optional.empty();
  }

  private static String type(Json.Obj item) {
    return item.string("type", "message");
  }

  private static Optional<String> items(List<Json.Obj> input) {
    for (int i = 0; i < input.size(); i++) {
      Json.Obj item = input.get(i);
      String place = "input[" + i + "]";
      Optional<String> problem =
          switch (type(item)) {
            case "message" -> id(place, item, "msg").or(() -> content(place, item));
            case "function_call" -> id(place, item, "fc").or(() -> call(place, item));
            case "function_call_output" -> output(place, item);
            case "reasoning" -> id(place, item, "rs").or(() -> summary(place, item));
            default -> Optional.empty();
          };
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> id(String place, Json.Obj item, String prefix) {
    String id = item.string("id");
    return id == null || id.startsWith(prefix)
        ? Optional.empty()
        : Optional.of(
            "Invalid '"
                + place
                + ".id': '"
                + id
                + "'. Expected an ID that begins with '"
                + prefix
                + "'.");
  }

  private static Optional<String> content(String place, Json.Obj item) {
    String role = item.string("role", "");
    if (!Set.of("user", "assistant", "system", "developer").contains(role)) {
      return Optional.of(
          "Invalid value: '"
              + role
              + "'. Supported values are: 'assistant', 'system', 'developer',"
              + " and 'user'.");
    }
    boolean assistant = role.equals("assistant");
    Set<String> allowed =
        assistant
            ? Set.of("output_text", "refusal")
            : Set.of("input_text", "input_image", "input_file");
    for (Json.Obj part : item.objects("content")) {
      String type = part.string("type", "");
      if (!allowed.contains(type)) {
        return Optional.of(
            "Invalid value: '"
                + type
                + "'. Supported values are: "
                + (assistant
                    ? "'output_text' and 'refusal'."
                    : "'input_text', 'input_image', and 'input_file'.")
                + " ("
                + place
                + ".content)");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> call(String place, Json.Obj item) {
    if (item.string("name", "").isEmpty()) {
      return Optional.of("Missing required parameter: '" + place + ".name'.");
    }
    if (item.string("arguments") == null) {
      return Optional.of("Missing required parameter: '" + place + ".arguments'.");
    }
    return callId(place, item);
  }

  private static Optional<String> output(String place, Json.Obj item) {
    return item.has("output")
        ? callId(place, item)
        : Optional.of("Missing required parameter: '" + place + ".output'.");
  }

  private static Optional<String> callId(String place, Json.Obj item) {
    String id = item.string("call_id", "");
    if (id.isEmpty()) {
      return Optional.of("Missing required parameter: '" + place + ".call_id'.");
    }
    return id.length() <= CALL_ID_LIMIT
        ? Optional.empty()
        : Optional.of(
            "Invalid '"
                + place
                + ".call_id': string too long. Expected a string with maximum length "
                + CALL_ID_LIMIT
                + ", but got a string with length "
                + id.length()
                + " instead.");
  }

  private static Optional<String> summary(String place, Json.Obj item) {
    return item.get("summary") instanceof Json.Arr
        ? Optional.empty()
        : Optional.of("Missing required parameter: '" + place + ".summary'.");
  }

  /// A reasoning item belongs to the item that it led to.
  private static Optional<String> reasoning(List<Json.Obj> input) {
    for (int i = 0; i < input.size(); i++) {
      if (!type(input.get(i)).equals("reasoning")) {
        continue;
      }
      Json.Obj next = i + 1 < input.size() ? input.get(i + 1) : Json.Obj.EMPTY;
      boolean follows =
          switch (next.isEmpty() ? "" : type(next)) {
            case "reasoning", "function_call" -> true;
            case "message" -> next.string("role", "").equals("assistant");
            default -> false;
          };
      if (!follows) {
        return Optional.of(
            "Item '"
                + input.get(i).string("id", "")
                + "' of type 'reasoning' was provided without"
                + " its required following item.");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> pairs(Json.Obj body, List<Json.Obj> input) {
    var open = new LinkedHashSet<String>();
    var calls = new HashSet<String>();
    boolean continued = body.string("previous_response_id") != null;
    for (Json.Obj item : input) {
      String id = item.string("call_id", "");
      if (type(item).equals("function_call")) {
        open.add(id);
        calls.add(id);
      } else if (type(item).equals("function_call_output")) {
        open.remove(id);
        if (!calls.contains(id) && !continued) {
          return Optional.of(
              "No tool call found for function call output with call_id " + id + ".");
        }
      }
    }
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of("No tool output found for function call " + open.getFirst() + ".");
  }

  /// Without storage a reasoning item has to bring its sealed content along.
  private static Optional<Failure> persisted(Json.Obj body, List<Json.Obj> input) {
    if (body.bool("store", true)) {
      return Optional.empty();
    }
    for (Json.Obj item : input) {
      if (type(item).equals("reasoning") && item.string("encrypted_content", "").isEmpty()) {
        return Optional.of(
            Failure.of(
                ErrorKind.INVALID_REQUEST,
                404,
                "Item with id '"
                    + item.string("id", "")
                    + "' not found. Items are not persisted when"
                    + " `store` is set to false. Try again with `store` set to true, or remove this"
                    + " item from your input."));
      }
    }
    return Optional.empty();
  }
}
