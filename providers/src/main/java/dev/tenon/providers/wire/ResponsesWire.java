package dev.tenon.providers.wire;

import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.Usage;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// OpenAI's Responses API, without anything stored at the vendor: reasoning comes sealed and goes
/// back as a whole item, kept as JSON in the signature of its thinking.
///
/// A call's id is `call_id|item_id`; only the first part goes back, because item ids mean nothing
/// where nothing is stored.
public final class ResponsesWire extends Wire {
  private static final int LONGEST_ID = 64;

  public ResponsesWire(Endpoint endpoint, String modelId, Transport transport) {
    super(endpoint, modelId, transport);
  }

  @Override
  URI uri() {
    String own = BaseUrl.own(endpoint(), modelId());
    if (own != null) {
      return BaseUrl.with(endpoint(), own);
    }
    String path = BaseUrl.path(endpoint().baseUrl(), "/responses", "/chat/completions");
    return BaseUrl.with(endpoint(), (path.isEmpty() ? "/v1" : path) + "/responses");
  }

  @Override
  Json.Obj body(Request request, RequestForm form) {
    var body = Json.object().put("model", modelId()).put("stream", true).put("store", false);
    if (!request.system().isBlank()) {
      body.put("instructions", request.system());
    }
    body.array("input", input(request, form));
    if (!request.tools().isEmpty()) {
      body.array("tools", tools(request.tools()));
      if (request.toolChoice() != null) {
        body.put(
            "tool_choice",
            Json.object().put("type", "function").put("name", request.toolChoice()).build());
      }
    }
    body.put("max_output_tokens", request.maxOutputTokens());
    if (form == RequestForm.FULL && OpenAiReasoning.reasons(modelId())) {
      addReasoning(body, request);
    }
    return body.put("prompt_cache_key", cacheKey(request)).build();
  }

  private void addReasoning(Json.Builder body, Request request) {
    Json.Obj reasoning =
        Json.object()
            .put("effort", OpenAiReasoning.effort(modelId(), request.effort()))
            .put("summary", "auto")
            .build();
    body.put("reasoning", reasoning)
        .array("include", List.of(Json.of("reasoning.encrypted_content")));
  }

  /// The same for all requests of a conversation, so that they reach the same cache.
  private static String cacheKey(Request request) {
    String first = "";
    for (Message message : request.messages()) {
      if (message instanceof Message.User user) {
        first = user.text();
        break;
      }
    }
    return "tenon-" + CallIds.hash(request.system() + '\0' + first, 13);
  }

  private static List<Json> tools(List<ToolSpec> specs) {
    var tools = new ArrayList<Json>();
    for (ToolSpec spec : specs) {
      tools.add(
          Json.object()
              .put("type", "function")
              .put("name", spec.name())
              .put("description", spec.description())
              .put("parameters", spec.schema())
              .put("strict", false)
              .build());
    }
    return tools;
  }

  private List<Json> input(Request request, RequestForm form) {
    var items = new ArrayList<Json>();
    for (Message message : request.messages()) {
      switch (message) {
        case Message.User user -> {
          List<Json> content = content(user.content());
          if (!content.isEmpty()) {
            items.add(message("user", content));
          }
        }
        case Message.Assistant assistant -> addOutput(items, assistant, form);
        case Message.ToolResults results -> {
          for (Part.Result result : results.results()) {
            items.add(result(result));
          }
        }
      }
    }
    return items;
  }

  private void addOutput(List<Json> items, Message.Assistant message, RequestForm form) {
    for (Part.Output part : message.content()) {
      switch (part) {
        case Part.Text text -> {
          if (!text.text().isEmpty()) {
            items.add(message("assistant", List.of(text("output_text", text.text()))));
          }
        }
        case Part.Thinking thinking -> {
          Json.Obj item = reasoning(thinking);
          if (item != null && form == RequestForm.FULL && own(message)) {
            items.add(item);
          }
        }
        case Part.Call call ->
            items.add(
                Json.object()
                    .put("type", "function_call")
                    .put("call_id", callId(call.id()))
                    .put("name", call.name())
                    .put("arguments", call.arguments().compact())
                    .build());
      }
    }
  }

  private static Json.@Nullable Obj reasoning(Part.Thinking thinking) {
    String seal = thinking.signature();
    if (seal == null) {
      return null;
    }
    try {
      Json.Obj item = Json.parseObject(seal);
      return item.string("type", "").equals("reasoning") ? item : null;
    } catch (JsonException notOurs) {
      return null;
    }
  }

  private static Json.Obj result(Part.Result result) {
    var item =
        Json.object().put("type", "function_call_output").put("call_id", callId(result.callId()));
    if (result.images().isEmpty()) {
      return item.put("output", result.text()).build();
    }
    var parts = new ArrayList<Json>();
    if (!result.text().isEmpty()) {
      parts.add(text("input_text", result.text()));
    }
    for (Part.Image image : result.images()) {
      parts.add(image(image));
    }
    return item.array("output", parts).build();
  }

  private static List<Json> content(List<Part.Input> parts) {
    var content = new ArrayList<Json>();
    for (Part.Input part : parts) {
      switch (part) {
        case Part.Text text -> {
          if (!text.text().isEmpty()) {
            content.add(text("input_text", text.text()));
          }
        }
        case Part.Image image -> content.add(image(image));
      }
    }
    return content;
  }

  private static Json.Obj message(String role, List<Json> content) {
    return Json.object().put("type", "message").put("role", role).array("content", content).build();
  }

  private static Json.Obj text(String type, String text) {
    return Json.object().put("type", type).put("text", text).build();
  }

  private static Json.Obj image(Part.Image image) {
    return Json.object()
        .put("type", "input_image")
        .put("image_url", "data:" + image.mediaType() + ";base64," + image.base64())
        .put("detail", "auto")
        .build();
  }

  private static String callId(String id) {
    return CallIds.plain(CallIds.sent(id), LONGEST_ID);
  }

  @Override
  Decoder decoder(Request request, Output output) {
    return new Reader(output, new CallIds.Maker(request));
  }

  private final class Reader extends Decoder {
    private final Map<String, Output.Block> blocks = new HashMap<>();

    /// By the same keys, the vendor's own ids of the calls.
    private final Map<String, String> callIds = new HashMap<>();

    private final StringBuilder refusal = new StringBuilder();

    /// The text or thinking that a delta goes on with where a server does not say whose it is.
    private String recent = "";

    private Reader(Output output, CallIds.Maker ids) {
      super(output, ids, failures());
    }

    @Override
    void read(Json.Obj frame) throws ModelException {
      Json.Obj item = frame.objectOrEmpty("item");
      String key = key(frame, item);
      String delta = frame.string("delta", "");
      switch (frame.string("type", "")) {
        case "response.output_item.added" -> start(key, item);
        case "response.output_item.done" -> end(key, item);
        case "response.output_text.delta" -> text(key).append(delta);
        case "response.output_text.done" -> text(key).complete(frame.string("text", ""));
        case "response.refusal.delta" -> {
          refusal.append(delta);
          text(key).append(delta);
        }
        case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
            thinking(key).append(delta);
        case "response.reasoning_summary_part.added" -> {
          if (number(frame, "summary_index", 0) > 0) {
            thinking(key).append("\n\n");
          }
        }
        case "response.function_call_arguments.delta" -> {
          if (blocks.get(key) instanceof Output.CallBlock call) {
            call.append(arguments(frame.get("delta")));
          }
        }
        case "response.function_call_arguments.done" -> {
          if (blocks.get(key) instanceof Output.CallBlock call) {
            call.complete(arguments(frame.get("arguments")));
          }
        }
        case "response.completed", "response.incomplete", "response.done" ->
            finish(frame.objectOrEmpty("response"));
        case "response.failed", "response.cancelled", "response.error" ->
            throw failures.inStream(VendorError.of(frame.objectOrEmpty("response")));
        default -> {
          // Progress of parts that their deltas and items tell as well.
        }
      }
    }

    /// What an event is about: the place of its item, or the item's id where the place is missing.
    private static String key(Json.Obj frame, Json.Obj item) {
      long index = number(frame, "output_index", -1);
      return index >= 0 ? Long.toString(index) : frame.string("item_id", item.string("id", ""));
    }

    private void start(String key, Json.Obj item) throws ModelException {
      switch (item.string("type", "")) {
        case "reasoning" -> thinking(key);
        case "message" -> {
          if (!echoed(item)) {
            text(key);
          }
        }
        case "function_call" -> call(key, item);
        default -> {
          // A tool of the vendor's that was not asked for, or a result that was sent to it.
        }
      }
    }

    private void end(String key, Json.Obj item) throws ModelException {
      switch (item.string("type", "")) {
        case "reasoning" -> {
          Output.ThinkingBlock thinking = thinking(key);
          if (item.string("encrypted_content") != null) {
            thinking.seal(item.compact());
          }
          thinking.complete(thought(item));
          thinking.end();
        }
        case "message" -> {
          if (!echoed(item)) {
            Output.TextBlock text = text(key);
            text.complete(said(item));
            text.end();
          }
        }
        case "function_call" -> {
          Output.CallBlock call = call(key, item);
          if (call == null) {
            requireEmpty(arguments(item.get("arguments")));
          } else {
            call.end();
          }
        }
        default -> {
          // As above.
        }
      }
    }

    /// The text of a whole reasoning: its summaries, or itself where a server shows it.
    private static String thought(Json.Obj item) {
      var thought = new StringBuilder();
      boolean summed = !item.objects("summary").isEmpty();
      for (Json.Obj part : item.objects(summed ? "summary" : "content")) {
        thought.append(thought.isEmpty() ? "" : "\n\n").append(part.string("text", ""));
      }
      return thought.toString();
    }

    /// The text of a whole message.
    private String said(Json.Obj item) {
      var said = new StringBuilder();
      for (Json.Obj part : item.objects("content")) {
        said.append(part.string("text", ""));
        if (refusal.isEmpty()) {
          refusal.append(part.string("refusal", ""));
        }
      }
      return said.toString();
    }

    private Output.TextBlock text(String given) {
      String key = given.isEmpty() ? recent : given;
      recent = key;
      if (blocks.get(key) instanceof Output.TextBlock text && text.isOpen()) {
        return text;
      }
      Output.TextBlock text = output.text();
      blocks.put(key, text);
      return text;
    }

    private Output.ThinkingBlock thinking(String given) {
      String key = given.isEmpty() ? recent : given;
      recent = key;
      if (blocks.get(key) instanceof Output.ThinkingBlock thinking && thinking.isOpen()) {
        return thinking;
      }
      Output.ThinkingBlock thinking = output.thinking();
      blocks.put(key, thinking);
      return thinking;
    }

    /// The call of this item, a new one if there is none yet; null as long as it has no name.
    private Output.@Nullable CallBlock call(String key, Json.Obj item) {
      String given = item.string("call_id", "");
      if (blocks.get(key) instanceof Output.CallBlock call
          && (call.isOpen() || !given.isEmpty())
          && (given.isEmpty() || given.equals(callIds.getOrDefault(key, given)))) {
        call.complete(arguments(item.get("arguments")));
        return call;
      }
      String name = item.string("name", "");
      if (name.isBlank()) {
        return null;
      }
      String id = ids.idOr(given);
      String itemId = item.string("id", "");
      Output.CallBlock call = output.call(itemId.isEmpty() ? id : id + "|" + itemId, name);
      call.complete(arguments(item.get("arguments")));
      blocks.put(key, call);
      if (!given.isEmpty()) {
        callIds.put(key, given);
      }
      return call;
    }

    private void finish(Json.Obj response) throws ModelException {
      count(response.objectOrEmpty("usage"));
      if (output.empty()) {
        // Some servers tell the items here alone.
        int at = 0;
        for (Json.Obj item : response.objects("output")) {
          end(Integer.toString(at++), item);
        }
      }
      if (!refusal.isEmpty()) {
        throw failures.refusal("refusal", refusal.toString());
      }
      String status = response.string("status", "completed").toLowerCase(Locale.ROOT);
      if (status.equals("failed") || status.equals("cancelled")) {
        throw failures.inStream(VendorError.of(response));
      }
      String why = response.objectOrEmpty("incomplete_details").string("reason", "");
      end(!why.isBlank() ? why : status.equals("incomplete") ? "length" : "stop", "");
      progress = Progress.ENDED;
    }

    private void count(Json.Obj numbers) {
      Json.Obj details = numbers.objectOrEmpty("input_tokens_details");
      long cached = count(details, "cached_tokens");
      long written = count(details, "cache_write_tokens");
      usage =
          new Usage(
              Math.max(0, count(numbers, "input_tokens") - cached - written),
              count(numbers, "output_tokens"),
              cached,
              written);
    }
  }
}
