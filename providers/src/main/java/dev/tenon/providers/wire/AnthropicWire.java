package dev.tenon.providers.wire;

import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonCache;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  /// What the last request of each form left; not there while a request is being written.
  private final ConcurrentHashMap<RequestForm, JsonCache> caches = new ConcurrentHashMap<>();

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
    return body(request, form, new JsonCache());
  }

  @Override
  String bodyText(Request request, RequestForm form) {
    JsonCache before = caches.remove(form);
    JsonCache cache = before == null ? new JsonCache() : before;
    String text = SurrogateRepair.textOf(body(request, form, cache), cache);
    caches.put(form, cache);
    return text;
  }

  private Json.Obj body(Request request, RequestForm form, JsonCache cache) {
    var body =
        Json.object()
            .put("model", modelId())
            .put("max_tokens", request.maxOutputTokens())
            .put("stream", true);
    if (!request.system().isBlank()) {
      body.array("system", system(request.system(), cache));
    }
    if (!request.tools().isEmpty()) {
      body.array("tools", tools(request.tools(), cache));
      if (request.toolChoice() != null && !ClaudeThinking.of(modelId()).mayThink(request)) {
        body.put(
            "tool_choice",
            Json.object().put("type", "tool").put("name", request.toolChoice()).build());
      }
    }
    if (form == RequestForm.FULL) {
      ClaudeThinking.of(modelId()).addTo(body, request);
    }
    return body.array("messages", messages(request, form, cache)).build();
  }

  private static List<Json.Obj> system(String system, JsonCache cache) {
    List<Json.Obj> blocks = cache.get(system);
    if (blocks == null) {
      blocks = List.of(marked(text(system)));
      cache.put(system, blocks);
    }
    return blocks;
  }

  private static List<Json> tools(List<ToolSpec> specs, JsonCache cache) {
    var tools = new ArrayList<Json>();
    for (ToolSpec spec : specs) {
      List<Json.Obj> tool = cache.get(spec);
      if (tool == null) {
        tool = List.of(tool(spec));
        cache.put(spec, tool);
      }
      boolean last = tools.size() == specs.size() - 1;
      tools.add(last ? marked(tool.getFirst()) : tool.getFirst());
    }
    return tools;
  }

  private static Json.Obj tool(ToolSpec spec) {
    return Json.object()
        .put("name", spec.name())
        .put("description", spec.description())
        .put("input_schema", spec.schema())
        .build();
  }

  private List<Json> messages(Request request, RequestForm form, JsonCache cache) {
    var turns = new ArrayList<Turn>();
    for (Message message : request.messages()) {
      List<Json.Obj> blocks = cache.get(message);
      if (blocks == null) {
        blocks = blocks(message, form);
        cache.put(message, blocks);
      }
      addTo(turns, message instanceof Message.Assistant ? "assistant" : "user", blocks);
    }
    mark(turns);
    var messages = new ArrayList<Json>();
    for (Turn turn : turns) {
      messages.add(Json.object().put("role", turn.role).array("content", turn.blocks).build());
    }
    return messages;
  }

  private List<Json.Obj> blocks(Message message, RequestForm form) {
    return switch (message) {
      case Message.User user -> input(user.content());
      case Message.ToolResults results -> results(results);
      case Message.Assistant assistant -> output(assistant, form);
    };
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
    return new Reader(output, new CallIds.Maker(request));
  }

  private record Turn(String role, List<Json.Obj> blocks) {}

  private final class Reader extends Decoder {
    private final Map<Long, Output.Block> blocks = new HashMap<>();

    /// The places of blocks that were not asked for; what belongs to them is passed over.
    private final Set<Long> foreign = new HashSet<>();

    private Reader(Output output, CallIds.Maker ids) {
      super(output, ids, failures());
    }

    @Override
    void read(Json.Obj frame) throws ModelException {
      long index = number(frame, "index", -1);
      switch (frame.string("type", "")) {
        case "message_start" -> count(frame.objectOrEmpty("message").objectOrEmpty("usage"));
        case "content_block_start" -> start(index, frame.objectOrEmpty("content_block"));
        case "content_block_delta" -> more(index, frame.objectOrEmpty("delta"));
        case "content_block_stop" -> {
          Output.Block block = blocks.remove(index);
          if (block != null) {
            block.end();
          }
        }
        case "message_delta" -> {
          count(frame.objectOrEmpty("usage"));
          stop(frame.objectOrEmpty("delta"));
        }
        case "message_stop" -> progress = Progress.ENDED;
        default -> {
          // An event of the future; the protocol asks to pass over it.
        }
      }
    }

    private void start(long index, Json.Obj block) throws ModelException {
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
          String name = block.string("name", "");
          if (name.isBlank()) {
            throw failures.malformed("the answer has a call without a name: " + block);
          }
          Output.CallBlock call = output.call(ids.idOr(block.string("id", "")), name);
          String input = arguments(block.get("input"));
          call.complete(input.equals("{}") ? "" : input);
          blocks.put(index, call);
        }
        default -> foreign.add(index);
      }
    }

    private void more(long index, Json.Obj delta) {
      Output.Block block = blocks.get(index);
      if (block == null && !foreign.contains(index)) {
        block = unannounced(index, delta);
      }
      if (block == null) {
        return;
      }
      // Citations and the like have none of these.
      block.append(delta.string("text", ""));
      block.append(delta.string("thinking", ""));
      block.append(arguments(delta.get("partial_json")));
      if (block instanceof Output.ThinkingBlock thinking) {
        thinking.moreSeal(delta.string("signature", ""));
      }
    }

    /// A block whose start a server has left out; a call cannot do without it.
    private Output.@Nullable Block unannounced(long index, Json.Obj delta) {
      Output.Block block = null;
      if (delta.string("text") != null) {
        block = output.text();
      } else if (delta.string("thinking") != null) {
        block = output.thinking();
      }
      if (block != null) {
        blocks.put(index, block);
      }
      return block;
    }

    private void stop(Json.Obj delta) throws ModelException {
      end(
          delta.string("stop_reason"),
          delta.objectOrEmpty("stop_details").string("explanation", ""));
    }

    /// Numbers come at the start and again, complete, at the end.
    private void count(Json.Obj numbers) {
      usage =
          new Usage(
              count(numbers, "input_tokens"),
              count(numbers, "output_tokens"),
              count(numbers, "cache_read_input_tokens"),
              count(numbers, "cache_creation_input_tokens"));
    }
  }
}
