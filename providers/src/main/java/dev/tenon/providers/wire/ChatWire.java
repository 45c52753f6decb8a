package dev.tenon.providers.wire;

import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// OpenAI's Chat Completions, which many vendors speak with small differences: those are the
/// endpoint's [Quirk]s. Answers are read by [ChatReader].
///
/// User messages in a row become one, since some chat templates insist on alternation; pictures of
/// tool results follow in a user message, since tool messages hold text only.
public final class ChatWire extends Wire {
  private static final int LONGEST_ID = 40;
  private static final int MARKED_TURNS = 2;
  private static final Json.Obj CACHE_MARK = Json.object().put("type", "ephemeral").build();

  public ChatWire(Endpoint endpoint, String modelId, Transport transport) {
    super(endpoint, modelId, transport);
  }

  @Override
  URI uri() {
    String own = BaseUrl.own(endpoint(), modelId());
    if (own != null) {
      return BaseUrl.with(endpoint(), own);
    }
    String path = BaseUrl.path(endpoint().baseUrl(), "/chat/completions", "/responses");
    return BaseUrl.with(endpoint(), (path.isEmpty() ? "/v1" : path) + "/chat/completions");
  }

  @Override
  Json.Obj body(Request request, RequestForm form) {
    var body = Json.object().put("model", modelId()).put("stream", true);
    if (!has(Quirk.NO_STREAM_OPTIONS)) {
      body.put("stream_options", Json.object().put("include_usage", true).build());
    }
    body.put(
        has(Quirk.MAX_COMPLETION_TOKENS) ? "max_completion_tokens" : "max_tokens",
        request.maxOutputTokens());
    if (form == RequestForm.FULL) {
      addEffort(body, request.effort());
    }
    body.array("messages", messages(request, form));
    if (!request.tools().isEmpty()) {
      body.array("tools", FunctionTools.of(request.tools()));
      if (request.toolChoice() != null) {
        body.put(
            "tool_choice",
            Json.object()
                .put("type", "function")
                .put("function", Json.object().put("name", request.toolChoice()).build())
                .build());
      }
    }
    return body.build();
  }

  private boolean has(Quirk quirk) {
    return endpoint().has(quirk);
  }

  private void addEffort(Json.Builder body, Effort effort) {
    if (effort == Effort.DEFAULT) {
      return;
    }
    if (has(Quirk.REASONING_OBJECT)) {
      String level =
          switch (effort) {
            case OFF -> "none";
            case MAX -> "xhigh";
            case DEFAULT, LOW, MEDIUM, HIGH -> effort.name().toLowerCase(Locale.ROOT);
          };
      body.put("reasoning", Json.object().put("effort", level).build());
    } else if (has(Quirk.THINKING_SWITCH)) {
      String type = effort == Effort.OFF ? "disabled" : "enabled";
      body.put("thinking", Json.object().put("type", type).build());
      if (effort != Effort.OFF) {
        body.put("reasoning_effort", effort.name().toLowerCase(Locale.ROOT));
      }
    } else if (has(Quirk.REASONING_EFFORT) && OpenAiReasoning.reasons(modelId())) {
      body.put("reasoning_effort", OpenAiReasoning.effort(modelId(), effort));
    }
  }

  private List<Json> messages(Request request, RequestForm form) {
    var messages = new ArrayList<Json.Obj>();
    if (!request.system().isBlank()) {
      messages.add(message("system", Json.of(request.system())));
    }
    var waiting = new ArrayList<Part.Input>();
    for (Message message : request.messages()) {
      if (!(message instanceof Message.User)) {
        addUser(messages, waiting);
      }
      switch (message) {
        case Message.User user -> waiting.addAll(user.content());
        case Message.Assistant assistant -> addOutput(messages, assistant, form);
        case Message.ToolResults results -> {
          for (Part.Result result : results.results()) {
            messages.add(result(result));
            waiting.addAll(result.images());
          }
        }
      }
    }
    addUser(messages, waiting);
    if (has(Quirk.CACHE_MARKS) && modelId().startsWith("anthropic/")) {
      mark(messages);
    }
    return List.copyOf(messages);
  }

  /// Adds one user message of all the waiting parts and forgets them.
  private static void addUser(List<Json.Obj> messages, List<Part.Input> waiting) {
    var text = new StringBuilder();
    var parts = new ArrayList<Json>();
    boolean onlyText = true;
    for (Part.Input part : waiting) {
      switch (part) {
        case Part.Text words -> {
          if (!words.text().isEmpty()) {
            text.append(text.isEmpty() ? "" : "\n\n").append(words.text());
            parts.add(text(words.text()));
          }
        }
        case Part.Image image -> {
          onlyText = false;
          parts.add(image(image));
        }
      }
    }
    waiting.clear();
    if (!parts.isEmpty()) {
      messages.add(message("user", onlyText ? Json.of(text.toString()) : new Json.Arr(parts)));
    }
  }

  private void addOutput(List<Json.Obj> messages, Message.Assistant message, RequestForm form) {
    var text = new StringBuilder();
    var thinking = new StringBuilder();
    var calls = new ArrayList<Json>();
    String details = null;
    for (Part.Output part : message.content()) {
      switch (part) {
        case Part.Text words -> text.append(words.text());
        case Part.Thinking thought -> {
          thinking.append(thought.text());
          details = thought.signature() == null ? details : thought.signature();
        }
        case Part.Call call -> calls.add(call(call));
      }
    }
    if (text.isEmpty() && calls.isEmpty()) {
      return;
    }
    var json = Json.object().put("role", "assistant");
    json.put("content", text.isEmpty() ? Json.Null.VALUE : Json.of(text.toString()));
    boolean own = own(message) && form == RequestForm.FULL;
    if (has(Quirk.REASONING_BACK) && (own || !calls.isEmpty())) {
      json.put("reasoning_content", own ? thinking.toString() : "");
    }
    if (has(Quirk.REASONING_OBJECT) && own && details != null) {
      json.put("reasoning_details", ReasoningDetails.parse(details));
    }
    if (!calls.isEmpty()) {
      json.array("tool_calls", calls);
    }
    messages.add(json.build());
  }

  private Json.Obj call(Part.Call call) {
    Json.Obj function =
        Json.object().put("name", call.name()).put("arguments", call.arguments().compact()).build();
    return Json.object()
        .put("id", callId(call.id()))
        .put("type", "function")
        .put("function", function)
        .build();
  }

  private Json.Obj result(Part.Result result) {
    boolean pictureOnly = result.text().isEmpty() && !result.images().isEmpty();
    return Json.object()
        .put("role", "tool")
        .put("tool_call_id", callId(result.callId()))
        .put("content", pictureOnly ? "(see the picture below)" : result.text())
        .build();
  }

  private String callId(String id) {
    if (has(Quirk.NINE_CHARACTER_IDS)) {
      return CallIds.nine(id);
    }
    return CallIds.plain(CallIds.sent(id), LONGEST_ID);
  }

  /// Marks the system prompt and the last messages with text for Anthropic's cache.
  private static void mark(List<Json.Obj> messages) {
    int marks = 0;
    for (int i = messages.size() - 1; i >= 0; i--) {
      Json.Obj message = messages.get(i);
      String role = message.string("role", "");
      boolean system = role.equals("system");
      if (system || (marks < MARKED_TURNS && !role.equals("tool"))) {
        Json.Obj marked = marked(message);
        if (marked != null) {
          messages.set(i, marked);
          marks++;
        }
      }
    }
  }

  /// The message with a mark on its last text, or null if it has none.
  private static Json.@Nullable Obj marked(Json.Obj message) {
    List<Json> parts = message.array("content");
    String text = message.string("content");
    if (text != null) {
      parts = List.of(text(text));
    }
    if (parts.isEmpty() || !(parts.getLast() instanceof Json.Obj last) || !last.has("text")) {
      return null;
    }
    var marked = new ArrayList<Json>(parts);
    marked.set(marked.size() - 1, last.with("cache_control", CACHE_MARK));
    return message.with("content", new Json.Arr(marked));
  }

  private static Json.Obj message(String role, Json content) {
    return Json.object().put("role", role).put("content", content).build();
  }

  private static Json.Obj text(String text) {
    return Json.object().put("type", "text").put("text", text).build();
  }

  private static Json.Obj image(Part.Image image) {
    String url = "data:" + image.mediaType() + ";base64," + image.base64();
    return Json.object()
        .put("type", "image_url")
        .put("image_url", Json.object().put("url", url).build())
        .build();
  }

  @Override
  Decoder decoder(Request request, Output output) {
    return new ChatReader(output, new CallIds.Maker(request), failures());
  }
}
