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

/// Anthropic's Messages API.
///
/// Prompt cache: at most four marks, on the last tool, the system prompt and the last two user
/// turns, so that each turn reads what the one before has written. A thinking block's seal is kept
/// as it came; a redacted block is kept whole, as JSON, in the seal of an empty one.
public final class AnthropicWire extends Wire {
  static final String VERSION = "2023-06-01";
  private static final int LONGEST_ID = 64;
  private static final int MARKED_TURNS = 2;
  private static final Json.Obj CACHE_MARK = Json.object().put("type", "ephemeral").build();

  public AnthropicWire(Endpoint endpoint, String modelId, Transport transport) {
    super(endpoint, modelId, transport);
  }

  @Override
  URI uri() {
    String own = BaseUrl.own(endpoint(), modelId());
    return BaseUrl.with(
        endpoint(),
        own == null
            ? BaseUrl.path(endpoint().baseUrl(), "/messages", "/v1") + "/v1/messages"
            : own);
  }

  @Override
  void addHeaders(Map<String, String> headers) {
    headers.put("anthropic-version", VERSION);
  }

  @Override
  Json.Obj body(Request request, RequestForm form) {
    var body =
        Json.object()
            .put("model", modelId())
            .put("max_tokens", request.maxOutputTokens())
            .put("stream", true);
    if (!request.system().isBlank()) {
      body.array("system", List.of(marked(text(request.system()))));
    }
    if (!request.tools().isEmpty()) {
      body.array("tools", tools(request.tools()));
    }
    if (form == RequestForm.FULL) {
      ClaudeThinking.of(modelId()).addTo(body, request);
    }
    return body.array("messages", messages(request, form)).build();
  }

  private static List<Json> tools(List<ToolSpec> specs) {
    var tools = new ArrayList<Json>();
    for (ToolSpec spec : specs) {
      Json.Obj tool =
          Json.object()
              .put("name", spec.name())
              .put("description", spec.description())
              .put("input_schema", spec.schema())
              .build();
      tools.add(tools.size() == specs.size() - 1 ? marked(tool) : tool);
    }
    return tools;
  }

  private List<Json> messages(Request request, RequestForm form) {
    var turns = new ArrayList<Turn>();
    for (Message message : request.messages()) {
      switch (message) {
        case Message.User user -> addTo(turns, "user", input(user.content()));
        case Message.ToolResults results -> addTo(turns, "user", results(results));
        case Message.Assistant assistant -> addTo(turns, "assistant", output(assistant, form));
      }
    }
    mark(turns);
    var messages = new ArrayList<Json>();
    for (Turn turn : turns) {
      messages.add(Json.object().put("role", turn.role).array("content", turn.blocks).build());
    }
    return messages;
  }

  private static void addTo(List<Turn> turns, String role, List<Json.Obj> blocks) {
    if (blocks.isEmpty()) {
      return;
    }
    if (turns.isEmpty() || !turns.getLast().role.equals(role)) {
      turns.add(new Turn(role, new ArrayList<>()));
    }
    turns.getLast().blocks.addAll(blocks);
  }

  private static void mark(List<Turn> turns) {
    int marks = 0;
    for (int i = turns.size() - 1; i >= 0 && marks < MARKED_TURNS; i--) {
      Turn turn = turns.get(i);
      if (turn.role.equals("user")) {
        turn.blocks.set(turn.blocks.size() - 1, marked(turn.blocks.getLast()));
        marks++;
      }
    }
  }

  private static List<Json.Obj> input(List<Part.Input> parts) {
    var blocks = new ArrayList<Json.Obj>();
    for (Part.Input part : parts) {
      switch (part) {
        case Part.Text text -> {
          if (!text.text().isBlank()) {
            blocks.add(text(text.text()));
          }
        }
        case Part.Image image -> blocks.add(image(image));
      }
    }
    return blocks;
  }

  private static List<Json.Obj> results(Message.ToolResults message) {
    var blocks = new ArrayList<Json.Obj>();
    for (Part.Result result : message.results()) {
      var content = new ArrayList<Json>();
      if (!result.text().isBlank()) {
        content.add(text(result.text()));
      }
      for (Part.Image image : result.images()) {
        content.add(image(image));
      }
      blocks.add(
          Json.object()
              .put("type", "tool_result")
              .put("tool_use_id", CallIds.plain(result.callId(), LONGEST_ID))
              .put("content", content.isEmpty() ? null : new Json.Arr(content))
              .put("is_error", result.failed() ? Json.of(true) : null)
              .build());
    }
    return blocks;
  }

  private List<Json.Obj> output(Message.Assistant message, RequestForm form) {
    var blocks = new ArrayList<Json.Obj>();
    for (Part.Output part : message.content()) {
      switch (part) {
        case Part.Text text -> {
          if (!text.text().isBlank()) {
            blocks.add(text(text.text()));
          }
        }
        case Part.Thinking thinking -> {
          Json.Obj block = thinking(thinking);
          if (block != null && form == RequestForm.FULL && own(message)) {
            blocks.add(block);
          }
        }
        case Part.Call call ->
            blocks.add(
                Json.object()
                    .put("type", "tool_use")
                    .put("id", CallIds.plain(call.id(), LONGEST_ID))
                    .put("name", call.name())
                    .put("input", call.arguments())
                    .build());
      }
    }
    return blocks;
  }

  /// The block as it came, or null for one without a seal: it would be rejected.
  private static Json.@Nullable Obj thinking(Part.Thinking thinking) {
    String seal = thinking.signature();
    if (seal == null || seal.isEmpty()) {
      return null;
    }
    if (seal.startsWith("{")) {
      try {
        return Json.parseObject(seal);
      } catch (JsonException notOurs) {
        return null;
      }
    }
    return Json.object()
        .put("type", "thinking")
        .put("thinking", thinking.text())
        .put("signature", seal)
        .build();
  }

  private static Json.Obj text(String text) {
    return Json.object().put("type", "text").put("text", text).build();
  }

  private static Json.Obj image(Part.Image image) {
    return Json.object()
        .put("type", "image")
        .object(
            "source",
            source ->
                source
                    .put("type", "base64")
                    .put("media_type", image.mediaType())
                    .put("data", image.base64()))
        .build();
  }

  private static Json.Obj marked(Json.Obj block) {
    return block.with("cache_control", CACHE_MARK);
  }

  @Override
  Decoder decoder(Request request, Output output) {
    return new Reader(output);
  }

  private record Turn(String role, List<Json.Obj> blocks) {}

  private final class Reader extends Decoder {
    private final Map<Long, Output.Block> blocks = new HashMap<>();

    private Reader(Output output) {
      super(output);
    }

    @Override
    void accept(Json.Obj frame) throws ModelException {
      switch (frame.string("type", "")) {
        case "message_start" -> count(frame.objectOrEmpty("message").objectOrEmpty("usage"));
        case "content_block_start" ->
            start(frame.number("index", -1), frame.objectOrEmpty("content_block"));
        case "content_block_delta" -> more(frame.number("index", -1), frame.objectOrEmpty("delta"));
        case "content_block_stop" -> {
          Output.Block block = blocks.remove(frame.number("index", -1));
          if (block != null) {
            block.end();
          }
        }
        case "message_delta" -> {
          count(frame.objectOrEmpty("usage"));
          stop(frame.objectOrEmpty("delta"));
        }
        case "message_stop" -> progress = Progress.ENDED;
        case "error" -> throw failures().inStream(VendorError.of(frame));
        default -> {
          // An event of the future; the protocol asks to pass over it.
        }
      }
    }

    private void start(long index, Json.Obj block) {
      switch (block.string("type", "")) {
        case "text" -> {
          Output.TextBlock text = output.text();
          text.append(block.string("text", ""));
          blocks.put(index, text);
        }
        case "thinking" -> {
          Output.ThinkingBlock thinking = output.thinking();
          thinking.append(block.string("thinking", ""));
          thinking.moreSeal(block.string("signature", ""));
          blocks.put(index, thinking);
        }
        case "redacted_thinking" -> {
          Output.ThinkingBlock hidden = output.thinking();
          hidden.seal(block.compact());
          blocks.put(index, hidden);
        }
        case "tool_use" -> {
          Output.CallBlock call = output.call(block.string("id", ""), block.string("name", ""));
          Json.Obj input = block.objectOrEmpty("input");
          if (!input.isEmpty()) {
            call.append(input.compact());
          }
          blocks.put(index, call);
        }
        default -> {
          // A kind of block that was not asked for.
        }
      }
    }

    private void more(long index, Json.Obj delta) {
      Output.Block block = blocks.get(index);
      switch (delta.string("type", "")) {
        case "text_delta" -> append(block, delta.string("text", ""));
        case "thinking_delta" -> append(block, delta.string("thinking", ""));
        case "input_json_delta" -> append(block, delta.string("partial_json", ""));
        case "signature_delta" -> {
          if (block instanceof Output.ThinkingBlock thinking) {
            thinking.moreSeal(delta.string("signature", ""));
          }
        }
        default -> {
          // Citations and the like.
        }
      }
    }

    private static void append(Output.@Nullable Block block, String text) {
      if (block != null) {
        block.append(text);
      }
    }

    private void stop(Json.Obj delta) throws ModelException {
      String why = delta.string("stop_reason");
      if (why == null) {
        return;
      }
      reason =
          switch (why) {
            case "max_tokens", "model_context_window_exceeded" -> StopReason.LENGTH;
            case "tool_use" -> StopReason.TOOL_USE;
            case "refusal" ->
                throw failures()
                    .refusal(why, delta.objectOrEmpty("stop_details").string("explanation", ""));
            default -> StopReason.STOP;
          };
      progress = Progress.WHOLE;
    }

    /// Numbers come at the start and again, complete, at the end.
    private void count(Json.Obj numbers) {
      usage =
          new Usage(
              numbers.number("input_tokens", usage.input()),
              numbers.number("output_tokens", usage.output()),
              numbers.number("cache_read_input_tokens", usage.cacheRead()),
              numbers.number("cache_creation_input_tokens", usage.cacheWrite()));
    }
  }
}
