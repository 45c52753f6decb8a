package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.wire.Dialect.Failure;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What Gemini rejects, in its words.
final class GeminiRules {
  private static final Set<String> PARAMETERS =
      Set.of(
          ("model contents tools toolConfig tool_config safetySettings safety_settings"
                  + " systemInstruction system_instruction generationConfig generation_config"
                  + " cachedContent cached_content serviceTier store")
              .split(" ", -1));

  private GeminiRules() {}

  static Optional<Failure> check(Received request) {
    Json.Obj body = request.body();
    List<Json.Obj> contents = body.objects("contents");
    return framing(request)
        .or(() -> parameters(body))
        .or(() -> GeminiTools.check(body.objects("tools")))
        .or(() -> contents(contents))
        .or(() -> turns(contents))
        .or(() -> signatures(request, contents))
        .map(Failure::invalid);
  }

  /// Without `alt=sse` Google streams one JSON array; no client of ours wants that.
  private static Optional<String> framing(Received request) {
    boolean events = request.query().getOrDefault("alt", "").equals("sse");
    return events || !request.path().endsWith(":streamGenerateContent")
        ? Optional.empty()
        : Optional.of("tenon-testkit: streamGenerateContent is spoken with ?alt=sse only");
  }

  private static Optional<String> parameters(Json.Obj body) {
    for (String name : body.members().keySet()) {
      if (!PARAMETERS.contains(name)) {
        return Optional.of(
            "Invalid JSON payload received. Unknown name \"" + name + "\": Cannot find field.");
      }
    }
    return body.array("contents").isEmpty()
        ? Optional.of("* GenerateContentRequest.contents: contents is not specified\n")
        : Optional.empty();
  }

  private static Optional<String> contents(List<Json.Obj> contents) {
    for (int i = 0; i < contents.size(); i++) {
      String role = contents.get(i).string("role", contents.size() == 1 ? "user" : "");
      if (!role.equals("user") && !role.equals("model")) {
        return Optional.of("Please use a valid role: user, model.");
      }
      List<Json.Obj> parts = contents.get(i).objects("parts");
      String place = "contents[" + i + "].parts";
      if (parts.isEmpty()) {
        return Optional.of(
            "* GenerateContentRequest." + place + ": contents.parts must not be empty.\n");
      }
      for (int j = 0; j < parts.size(); j++) {
        Optional<String> problem = part(place + "[" + j + "]", parts.get(j));
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> part(String place, Json.Obj part) {
    boolean data =
        part.has("text")
            || part.has("functionCall")
            || part.has("functionResponse")
            || part.has("inlineData")
            || part.has("fileData");
    if (!data) {
      return Optional.of(
          "* GenerateContentRequest."
              + place
              + ".data: required oneof field 'data' must have one"
              + " initialized field\n");
    }
    Json.Obj response = part.object("functionResponse");
    if (response != null && response.string("name", "").isEmpty()) {
      return Optional.of(
          "* GenerateContentRequest." + place + ".function_response.name: Name cannot be empty.\n");
    }
    if (response != null && response.object("response") == null) {
      return Optional.of(
          "Invalid value at '"
              + place
              + ".function_response.response'"
              + " (type.googleapis.com/google.protobuf.Struct)");
    }
    return Optional.empty();
  }

  /// Calls and responses stand in neighbouring turns and are equally many.
  private static Optional<String> turns(List<Json.Obj> contents) {
    for (int i = 0; i < contents.size(); i++) {
      boolean model = contents.get(i).string("role", "").equals("model");
      int calls = count(contents, i, "functionCall");
      int responses = count(contents, i, "functionResponse");
      if ((calls > 0 && !model) || (responses > 0 && model)) {
        return Optional.of("Please use a valid role: user, model.");
      }
      if (calls > 0 && (i == 0 || contents.get(i - 1).string("role", "").equals("model"))) {
        return Optional.of(
            "Please ensure that function call turn comes immediately after a user turn or after a"
                + " function response turn.");
      }
      if (responses > 0 && count(contents, i - 1, "functionCall") == 0) {
        return Optional.of(
            "Please ensure that function response turn comes immediately after a function call"
                + " turn.");
      }
      if (count(contents, i + 1, "functionResponse") != calls && calls > 0) {
        return Optional.of(
            "Please ensure that the number of function response parts is equal to the number of"
                + " function call parts of the function call turn.");
      }
    }
    return Optional.empty();
  }

  private static int count(List<Json.Obj> contents, int index, String kind) {
    if (index < 0 || index >= contents.size()) {
      return 0;
    }
    return (int) contents.get(index).objects("parts").stream().filter(p -> p.has(kind)).count();
  }

  /// Gemini 3 wants the first call of each step since the last prompt to bring its signature.
  private static Optional<String> signatures(Received request, List<Json.Obj> contents) {
    if (!request.model().startsWith("gemini-3")) {
      return Optional.empty();
    }
    for (int i = lastPrompt(contents) + 1; i < contents.size(); i++) {
      for (Json.Obj part : contents.get(i).objects("parts")) {
        Json.Obj call = part.object("functionCall");
        if (call == null) {
          continue;
        }
        if (part.string("thoughtSignature", "").isEmpty()) {
          return Optional.of(
              "Function call is missing a thought_signature in functionCall parts. This is required"
                  + " for tools to work correctly, and missing thought_signature may lead to"
                  + " degraded model performance. Additional data, function call `default_api:"
                  + call.string("name", "")
                  + "` , position "
                  + (i + 1)
                  + ".");
        }
        break;
      }
    }
    return Optional.empty();
  }

  private static int lastPrompt(List<Json.Obj> contents) {
    for (int i = contents.size() - 1; i >= 0; i--) {
      boolean user = contents.get(i).string("role", "").equals("user");
      if (user && count(contents, i, "functionResponse") == 0) {
        return i;
      }
    }
    return -1;
  }
}
