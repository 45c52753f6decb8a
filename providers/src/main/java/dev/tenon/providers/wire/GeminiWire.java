package dev.tenon.providers.wire;

import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.Usage;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Google's Gemini API, `streamGenerateContent`.
///
/// Signatures sit on parts of any kind. That of a call is the call's; that of a thought is the
/// thinking's; that of text is kept as an empty thinking right behind the text. A call of another
/// model has none, so the value is sent that Google names for this case. Tool results go back as
/// their envelope.
public final class GeminiWire extends Wire {
  private static final String NO_SIGNATURE = "skip_thought_signature_validator";

  private final GeminiThinking thinking;

  public GeminiWire(Endpoint endpoint, String modelId, Transport transport) {
    super(endpoint, modelId, transport);
    this.thinking = GeminiThinking.of(modelId);
  }

  @Override
  URI uri() {
    String own = BaseUrl.own(endpoint(), modelId());
    if (own != null) {
      return BaseUrl.with(endpoint(), own + (own.indexOf('?') < 0 ? "?" : "&") + "alt=sse");
    }
    String model = modelId().startsWith("models/") ? modelId() : "models/" + modelId();
    return BaseUrl.with(
        endpoint(),
        root(endpoint().baseUrl())
            + "/"
            + BaseUrl.segment(model)
            + ":streamGenerateContent?alt=sse");
  }

  /// The path with the API's version, which Google's own SDK adds to the base URL.
  static String root(URI baseUrl) {
    String path = BaseUrl.path(baseUrl);
    boolean versioned =
        path.endsWith("/v1beta") || path.endsWith("/v1") || path.endsWith("/v1alpha");
    return versioned ? path : path + "/v1beta";
  }

  @Override
  Json.Obj body(Request request, RequestForm form) {
    var body = Json.object();
    if (!request.system().isBlank()) {
      body.put("systemInstruction", content(null, List.of(text(request.system()))));
    }
    body.array("contents", contents(request, form));
    if (!request.tools().isEmpty()) {
      Json declarations = new Json.Arr(declarations(request.tools()));
      body.array("tools", List.of(Json.object().put("functionDeclarations", declarations).build()));
      if (request.toolChoice() != null) {
        body.put("toolConfig", calling(request.toolChoice()));
      }
    }
    Json.Obj config =
        Json.object()
            .put("maxOutputTokens", request.maxOutputTokens())
            .put(
                "thinkingConfig",
                form == RequestForm.FULL ? thinking.config(request.effort()) : null)
            .build();
    return body.put("generationConfig", config).build();
  }

  private static Json.Obj calling(String tool) {
    return Json.object()
        .put(
            "functionCallingConfig",
            Json.object()
                .put("mode", "ANY")
                .put("allowedFunctionNames", Json.strings(List.of(tool)))
                .build())
        .build();
  }

  private static List<Json> declarations(List<ToolSpec> specs) {
    var declarations = new ArrayList<Json>();
    for (ToolSpec spec : specs) {
      Json.Obj schema = GeminiSchema.of(spec.schema());
      declarations.add(
          Json.object()
              .put("name", spec.name())
              .put("description", spec.description())
              .put("parameters", schema.has("properties") ? schema : null)
              .build());
    }
    return declarations;
  }

  private List<Json> contents(Request request, RequestForm form) {
    var contents = new ArrayList<Json>();
    var givenIds = new HashSet<String>();
    for (Message message : request.messages()) {
      switch (message) {
        case Message.User user -> add(contents, "user", input(user.content()));
        case Message.Assistant assistant -> {
          add(contents, "model", output(assistant, form));
          if (own(assistant)) {
            givenIds.addAll(givenIds(assistant));
          }
        }
        case Message.ToolResults results -> {
          add(contents, "user", responses(results, givenIds));
          add(contents, "user", images(results));
        }
      }
    }
    return contents;
  }

  private static void add(List<Json> contents, String role, List<Json> parts) {
    if (!parts.isEmpty()) {
      contents.add(content(role, parts));
    }
  }

  private static List<Json> input(List<Part.Input> input) {
    var parts = new ArrayList<Json>();
    for (Part.Input part : input) {
      switch (part) {
        case Part.Text text -> {
          if (!text.text().isEmpty()) {
            parts.add(text(text.text()));
          }
        }
        case Part.Image image -> parts.add(image(image));
      }
    }
    return parts;
  }

  private List<Json> output(Message.Assistant message, RequestForm form) {
    boolean sealed = own(message) && form == RequestForm.FULL;
    var givenIds = own(message) ? givenIds(message) : List.<String>of();
    var parts = new ArrayList<Json>();
    boolean firstCall = true;
    for (Part.Output part : message.content()) {
      switch (part) {
        case Part.Text text -> {
          if (!text.text().isEmpty()) {
            parts.add(text(text.text()));
          }
        }
        case Part.Thinking thought -> {
          if (sealed) {
            addThought(parts, thought);
          }
        }
        case Part.Call call -> {
          String seal = sealed ? call.signature() : null;
          if (seal == null && firstCall && thinking.demandsSignatures()) {
            seal = NO_SIGNATURE;
          }
          parts.add(call(call, givenIds.contains(call.id()) ? call.id() : null, seal));
          firstCall = false;
        }
      }
    }
    return parts;
  }

  private static void addThought(List<Json> parts, Part.Thinking thought) {
    String seal = thought.signature();
    if (!thought.text().isEmpty()) {
      parts.add(
          Json.object()
              .put("text", thought.text())
              .put("thought", true)
              .put("thoughtSignature", seal)
              .build());
    } else if (seal != null && !parts.isEmpty() && isText(parts.getLast())) {
      parts.add(((Json.Obj) parts.removeLast()).with("thoughtSignature", Json.of(seal)));
    } else if (seal != null) {
      parts.add(text("").with("thoughtSignature", Json.of(seal)));
    }
  }

  private static boolean isText(Json part) {
    return part instanceof Json.Obj object && object.has("text") && !object.has("thought");
  }

  private static Json.Obj call(Part.Call call, @Nullable String id, @Nullable String seal) {
    Json.Obj function =
        Json.object().put("id", id).put("name", call.name()).put("args", call.arguments()).build();
    return Json.object().put("functionCall", function).put("thoughtSignature", seal).build();
  }

  /// The ids that Google itself gave to the calls of a message; ours mean nothing to it.
  private static List<String> givenIds(Message.Assistant message) {
    var ids = new ArrayList<String>();
    for (Part.Call call : message.calls()) {
      if (!CallIds.made(call.id())) {
        ids.add(call.id());
      }
    }
    return ids;
  }

  private static List<Json> responses(Message.ToolResults message, Set<String> givenIds) {
    var parts = new ArrayList<Json>();
    for (Part.Result result : message.results()) {
      Json.Obj response =
          Json.object()
              .put("id", givenIds.contains(result.callId()) ? result.callId() : null)
              .put("name", result.name())
              .put("response", result.envelope())
              .build();
      parts.add(Json.object().put("functionResponse", response).build());
    }
    return parts;
  }

  private static List<Json> images(Message.ToolResults message) {
    var parts = new ArrayList<Json>();
    for (Part.Result result : message.results()) {
      for (Part.Image image : result.images()) {
        parts.add(image(image));
      }
    }
    return parts;
  }

  private static Json.Obj content(@Nullable String role, List<Json> parts) {
    return Json.object().put("role", role).array("parts", parts).build();
  }

  private static Json.Obj text(String text) {
    return Json.object().put("text", text).build();
  }

  private static Json.Obj image(Part.Image image) {
    Json.Obj data =
        Json.object().put("mimeType", image.mediaType()).put("data", image.base64()).build();
    return Json.object().put("inlineData", data).build();
  }

  @Override
  Decoder decoder(Request request, Output output) {
    return new Reader(request, output);
  }

  private final class Reader extends WholeCallDecoder {
    private Reader(Request request, Output output) {
      super(request, output, failures());
    }

    @Override
    void read(Json.Obj frame) throws ModelException {
      Json.Obj feedback = frame.objectOrEmpty("promptFeedback");
      String blocked = feedback.string("blockReason", "");
      if (!blocked.isBlank() && !blocked.equals("BLOCK_REASON_UNSPECIFIED")) {
        throw failures.refusal(blocked, feedback.string("blockReasonMessage", ""));
      }
      Json.Obj numbers = frame.object("usageMetadata");
      if (numbers != null) {
        count(numbers);
      }
      for (Json.Obj candidate : frame.objects("candidates")) {
        if (number(candidate, "index", 0) == 0) {
          Json.Obj content = candidate.objectOrEmpty("content");
          if (!echoed(content)) {
            for (Json.Obj part : content.objects("parts")) {
              part(part);
            }
          }
          end(candidate.string("finishReason"), candidate.string("finishMessage", ""));
        }
      }
    }

    /// Google itself has no word for a message that ends with calls.
    @Override
    Ending ending(String word) {
      Ending ending = super.ending(word);
      return ending == Ending.TOOL_USE ? Ending.UNKNOWN : ending;
    }

    private void part(Json.Obj part) throws ModelException {
      String seal = part.string("thoughtSignature");
      Json.Obj function = part.object("functionCall");
      if (function != null) {
        call(
            function.string("id", ""),
            function.string("name", ""),
            arguments(function.get("args")),
            seal);
      } else if (part.bool("thought", false)) {
        output.moreThinking(part.string("text", ""));
        if (seal != null && output.current() instanceof Output.ThinkingBlock block) {
          block.seal(seal);
        }
      } else {
        output.moreText(part.string("text", ""));
        if (seal != null) {
          Output.ThinkingBlock hidden = output.thinking();
          output.follow(hidden);
          hidden.seal(seal);
          hidden.end();
        }
      }
    }

    private void count(Json.Obj numbers) {
      long cached = count(numbers, "cachedContentTokenCount");
      long input = count(numbers, "promptTokenCount") + count(numbers, "toolUsePromptTokenCount");
      usage =
          new Usage(
              Math.max(0, input - cached),
              count(numbers, "candidatesTokenCount") + count(numbers, "thoughtsTokenCount"),
              cached,
              0);
    }
  }
}
