package dev.tenon.providers.wire;

import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.Usage;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
    int bar = id.indexOf('|');
    return CallIds.plain(bar < 0 ? id : id.substring(0, bar), LONGEST_ID);
  }

  @Override
  Decoder decoder(Request request, Output output) {
    return new Reader(output, new CallIds.Maker(request));
  }

  private final class Reader extends Decoder {
    private final CallIds.Maker ids;
    private final Map<Long, Output.Block> blocks = new HashMap<>();
    private final StringBuilder refusal = new StringBuilder();

    private Reader(Output output, CallIds.Maker ids) {
      super(output);
      this.ids = ids;
    }

    @Override
    void accept(Json.Obj frame) throws ModelException {
      long index = frame.number("output_index", -1);
      String delta = frame.string("delta", "");
      switch (frame.string("type", "")) {
        case "response.output_item.added" -> start(index, frame.objectOrEmpty("item"));
        case "response.output_item.done" -> end(index, frame.objectOrEmpty("item"));
        case "response.output_text.delta" -> text(index).append(delta);
        case "response.refusal.delta" -> {
          refusal.append(delta);
          text(index).append(delta);
        }
        case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
            thinking(index).append(delta);
        case "response.reasoning_summary_part.added" -> {
          if (frame.number("summary_index", 0) > 0) {
            thinking(index).append("\n\n");
          }
        }
        case "response.function_call_arguments.delta" -> append(index, delta);
        case "response.function_call_arguments.done" ->
            complete(index, frame.string("arguments", ""));
        case "response.completed", "response.incomplete", "response.done" ->
            finish(frame.objectOrEmpty("response"));
        case "response.failed" ->
            throw failures().inStream(VendorError.of(frame.objectOrEmpty("response")));
        case "error" -> throw failures().inStream(VendorError.of(frame));
        default -> {
          // Progress of parts that their deltas and items tell as well.
        }
      }
    }

    private void start(long index, Json.Obj item) {
      switch (item.string("type", "")) {
        case "reasoning" -> thinking(index);
        case "message" -> text(index);
        case "function_call" -> call(index, item);
        default -> {
          // A tool of the vendor's that was not asked for.
        }
      }
    }

    private void end(long index, Json.Obj item) {
      switch (item.string("type", "")) {
        case "reasoning" -> {
          Output.ThinkingBlock thinking = thinking(index);
          if (item.string("encrypted_content") != null) {
            thinking.seal(item.compact());
          }
          thinking.end();
        }
        case "message" -> {
          Output.TextBlock text = text(index);
          if (text.content.isEmpty()) {
            for (Json.Obj part : item.objects("content")) {
              text.append(part.string("text", ""));
            }
          }
          text.end();
        }
        case "function_call" -> {
          Output.CallBlock call = call(index, item);
          call.complete(item.string("arguments", ""));
          call.end();
        }
        default -> {
          // As above.
        }
      }
    }

    private Output.TextBlock text(long index) {
      if (blocks.get(index) instanceof Output.TextBlock text) {
        return text;
      }
      Output.TextBlock text = output.text();
      blocks.put(index, text);
      return text;
    }

    private Output.ThinkingBlock thinking(long index) {
      if (blocks.get(index) instanceof Output.ThinkingBlock thinking) {
        return thinking;
      }
      Output.ThinkingBlock thinking = output.thinking();
      blocks.put(index, thinking);
      return thinking;
    }

    private Output.CallBlock call(long index, Json.Obj item) {
      if (blocks.get(index) instanceof Output.CallBlock call) {
        return call;
      }
      String id = ids.idOr(item.string("call_id", ""));
      String itemId = item.string("id", "");
      Output.CallBlock call =
          output.call(itemId.isEmpty() ? id : id + "|" + itemId, item.string("name", ""));
      call.append(item.string("arguments", ""));
      blocks.put(index, call);
      return call;
    }

    private void append(long index, String delta) {
      Output.Block block = blocks.get(index);
      if (block != null) {
        block.append(delta);
      }
    }

    private void complete(long index, String arguments) {
      if (blocks.get(index) instanceof Output.CallBlock call) {
        call.complete(arguments);
      }
    }

    private void finish(Json.Obj response) throws ModelException {
      count(response.objectOrEmpty("usage"));
      if (!refusal.isEmpty()) {
        throw failures().refusal("refusal", refusal.toString());
      }
      String why = response.objectOrEmpty("incomplete_details").string("reason", "");
      switch (why) {
        case "content_filter" -> throw failures().refusal(why, "");
        case "max_output_tokens" -> reason = StopReason.LENGTH;
        default -> {
          switch (response.string("status", "completed")) {
            case "failed", "cancelled" -> throw failures().inStream(VendorError.of(response));
            case "incomplete" -> reason = StopReason.LENGTH;
            default -> reason = StopReason.STOP;
          }
        }
      }
      progress = Progress.ENDED;
    }

    private void count(Json.Obj numbers) {
      Json.Obj details = numbers.objectOrEmpty("input_tokens_details");
      long cached = details.number("cached_tokens", 0);
      long written = details.number("cache_write_tokens", 0);
      usage =
          new Usage(
              Math.max(0, numbers.number("input_tokens", 0) - cached - written),
              numbers.number("output_tokens", 0),
              cached,
              written);
    }
  }
}
