package dev.tenon.providers.wire;

import dev.tenon.core.http.Transport;
import dev.tenon.core.http.stream.FrameReader;
import dev.tenon.core.http.stream.JsonLinesReader;
import dev.tenon.core.http.stream.LineReader;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.Usage;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Ollama's own chat API: lines of JSON instead of events.
///
/// A server cuts the prompt in silence where it does not fit its default context, so a context is
/// asked for that the request fits into, in few steps, because each change makes the server load
/// the model anew.
public final class OllamaWire extends Wire {
  private static final int[] CONTEXTS = {16_384, 32_768, 65_536, 131_072};

  /// Few tokens of code are shorter than this many characters on average.
  private static final int CHARACTERS_A_TOKEN = 3;

  /// What is set aside for the answer.
  private static final int ANSWER_TOKENS = 4_096;

  public OllamaWire(Endpoint endpoint, String modelId, Transport transport) {
    super(endpoint, modelId, transport);
  }

  @Override
  URI uri() {
    String own = BaseUrl.own(endpoint(), modelId());
    return BaseUrl.with(
        endpoint(),
        own == null
            ? BaseUrl.path(endpoint().baseUrl(), "/chat", "/api", "/v1") + "/api/chat"
            : own);
  }

  @Override
  void addHeaders(Map<String, String> headers) {
    headers.put("Accept", "application/x-ndjson");
  }

  @Override
  FrameReader frames(LineReader lines) {
    return new JsonLinesReader(lines);
  }

  @Override
  Json.Obj body(Request request, RequestForm form) {
    var messages = messages(request);
    var tools = FunctionTools.of(request.tools());
    var body = Json.object().put("model", modelId()).array("messages", messages);
    if (!tools.isEmpty()) {
      body.array("tools", tools);
    }
    body.put("stream", true);
    if (form == RequestForm.FULL) {
      body.put("think", think(request.effort()));
    }
    Json.Obj options =
        Json.object()
            .put("num_predict", request.maxOutputTokens())
            .put("num_ctx", context(request))
            .build();
    return body.put("options", options).build();
  }

  private @Nullable Json think(Effort effort) {
    boolean leveled = modelId().contains("gpt-oss");
    return switch (effort) {
      case DEFAULT -> null;
      case OFF -> leveled ? Json.of("low") : Json.of(false);
      case LOW, MEDIUM, HIGH ->
          leveled ? Json.of(effort.name().toLowerCase(Locale.ROOT)) : Json.of(true);
      case MAX -> leveled ? Json.of("high") : Json.of(true);
    };
  }

  private static int context(Request request) {
    long characters = request.system().length();
    for (ToolSpec spec : request.tools()) {
      characters += spec.description().length() + spec.schema().compact().length();
    }
    for (Message message : request.messages()) {
      characters += size(message);
    }
    long needed = characters / CHARACTERS_A_TOKEN + ANSWER_TOKENS;
    for (int context : CONTEXTS) {
      if (needed <= context) {
        return context;
      }
    }
    return CONTEXTS[CONTEXTS.length - 1];
  }

  private static long size(Message message) {
    long size = 0;
    switch (message) {
      case Message.User user -> size += user.text().length();
      case Message.ToolResults results -> {
        for (Part.Result result : results.results()) {
          size += result.text().length();
        }
      }
      case Message.Assistant assistant -> {
        size += assistant.text().length();
        for (Part.Call call : assistant.calls()) {
          size += call.arguments().compact().length();
        }
      }
    }
    return size;
  }

  private List<Json> messages(Request request) {
    var messages = new ArrayList<Json>();
    if (!request.system().isBlank()) {
      messages.add(Json.object().put("role", "system").put("content", request.system()).build());
    }
    for (Message message : request.messages()) {
      switch (message) {
        case Message.User user -> addUser(messages, user.text(), images(user.content()));
        case Message.Assistant assistant -> addOutput(messages, assistant);
        case Message.ToolResults results -> {
          var images = new ArrayList<Json>();
          for (Part.Result result : results.results()) {
            messages.add(
                Json.object()
                    .put("role", "tool")
                    .put("content", result.text())
                    .put("tool_name", result.name())
                    .put("tool_call_id", result.callId())
                    .build());
            images.addAll(images(result.images()));
          }
          addUser(messages, images.isEmpty() ? "" : "The pictures of the tool results.", images);
        }
      }
    }
    return messages;
  }

  private static void addUser(List<Json> messages, String text, List<Json> images) {
    if (!text.isEmpty() || !images.isEmpty()) {
      messages.add(
          Json.object()
              .put("role", "user")
              .put("content", text)
              .put("images", images.isEmpty() ? null : new Json.Arr(images))
              .build());
    }
  }

  private void addOutput(List<Json> messages, Message.Assistant message) {
    var thinking = new StringBuilder();
    var calls = new ArrayList<Json>();
    for (Part.Output part : message.content()) {
      switch (part) {
        case Part.Text ignored -> {
          // All text of the message goes together below.
        }
        case Part.Thinking thought -> thinking.append(thought.text());
        case Part.Call call -> {
          Json.Obj function =
              Json.object().put("name", call.name()).put("arguments", call.arguments()).build();
          calls.add(Json.object().put("id", call.id()).put("function", function).build());
        }
      }
    }
    if (message.text().isEmpty() && calls.isEmpty()) {
      return;
    }
    boolean keepThinking = own(message) && !thinking.isEmpty();
    messages.add(
        Json.object()
            .put("role", "assistant")
            .put("content", message.text())
            .put("thinking", keepThinking ? thinking.toString() : null)
            .put("tool_calls", calls.isEmpty() ? null : new Json.Arr(calls))
            .build());
  }

  private static List<Json> images(List<? extends Part> parts) {
    var images = new ArrayList<Json>();
    for (Part part : parts) {
      if (part instanceof Part.Image image) {
        images.add(Json.of(image.base64()));
      }
    }
    return images;
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
      Json.Obj message = frame.objectOrEmpty("message");
      if (!echoed(message)) {
        output.moreThinking(message.string("thinking", ""));
        output.moreText(message.string("content", ""));
        for (Json.Obj call : message.objects("tool_calls")) {
          Json.Obj function = call.objectOrEmpty("function");
          call(
              call.string("id", ""),
              function.string("name", ""),
              arguments(function.get("arguments")),
              null);
        }
      }
      usage = new Usage(count(frame, "prompt_eval_count"), count(frame, "eval_count"), 0, 0);
      if (frame.bool("done", false)) {
        end(frame.string("done_reason"), "");
        progress = Progress.WHOLE;
      }
    }
  }
}
