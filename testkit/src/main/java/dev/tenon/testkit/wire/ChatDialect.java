package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import dev.tenon.testkit.script.Block;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import dev.tenon.testkit.wire.Frame.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// OpenAI's Chat Completions. Reasoning is sent as `reasoning_content`, as DeepSeek and other
/// compatible vendors do; OpenAI itself shows none on this wire. Under `/api/v1` it is OpenRouter,
/// which says `reasoning` and begins with a comment to keep the line alive.
final class ChatDialect implements Dialect {
  private static final String ID = "chatcmpl-Tenon";
  private static final String OVERFLOW =
      "This model's maximum context length is 128000 tokens. However, your messages resulted in"
          + " 131072 tokens. Please reduce the length of the messages.";

  @Override
  public boolean streams(Received request) {
    return request.body().bool("stream", false);
  }

  @Override
  public List<Frame> frames(Reply reply, Received request) {
    var frames = new ArrayList<Frame>();
    boolean openRouter = request.path().startsWith("/api/v1/");
    if (openRouter) {
      frames.add(new Frame(Kind.OPENING, ": OPENROUTER PROCESSING\n\n"));
    }
    String reasoning = openRouter ? "reasoning" : "reasoning_content";
    Json.Obj role =
        Json.object()
            .put("role", "assistant")
            .put("content", "")
            .put("refusal", Json.Null.VALUE)
            .build();
    frames.add(delta(Kind.OPENING, request, role));
    int call = 0;
    for (Block block : reply.blocks()) {
      switch (block) {
        case Block.Thinking(String text, String _) -> {
          for (String piece : reply.pieces(text)) {
            frames.add(delta(Kind.OPENING, request, one(reasoning, piece)));
          }
        }
        case Block.Redacted _ -> {}
        case Block.Text(String text) -> {
          String field = reply.stop() == Stop.REFUSAL ? "refusal" : "content";
          for (String piece : reply.pieces(text)) {
            frames.add(delta(Kind.VISIBLE, request, one(field, piece)));
          }
        }
        case Block.ToolCall toolCall -> toolCall(frames, request, reply, toolCall, call++);
      }
    }
    frames.add(chunk(Kind.CLOSING, request, choice(Json.Obj.EMPTY, Json.of(finish(reply)))));
    if (request.body().objectOrEmpty("stream_options").bool("include_usage", false)) {
      Json.Obj usage =
          head("chat.completion.chunk", request)
              .array("choices", List.of())
              .put("usage", usage(reply))
              .build();
      frames.add(Frame.data(Kind.CLOSING, usage.compact()));
    }
    frames.add(Frame.data(Kind.CLOSING, "[DONE]"));
    return frames;
  }

  private static void toolCall(
      List<Frame> frames, Received request, Reply reply, Block.ToolCall call, int index) {
    Json.Obj first =
        Json.object()
            .put("index", index)
            .put("id", call.id())
            .put("type", "function")
            .object("function", f -> f.put("name", call.name()).put("arguments", ""))
            .build();
    frames.add(delta(Kind.VISIBLE, request, calls(first)));
    for (String piece : reply.pieces(call.argumentsJson())) {
      Json.Obj next =
          Json.object()
              .put("index", index)
              .object("function", f -> f.put("arguments", piece))
              .build();
      frames.add(delta(Kind.VISIBLE, request, calls(next)));
    }
  }

  private static Json.Obj calls(Json.Obj call) {
    return Json.object().array("tool_calls", List.of(call)).build();
  }

  private static Json.Obj one(String field, String value) {
    return Json.object().put(field, value).build();
  }

  private static Frame delta(Kind kind, Received request, Json.Obj delta) {
    return chunk(kind, request, choice(delta, Json.Null.VALUE));
  }

  private static Json.Obj choice(Json.Obj delta, Json finish) {
    return Json.object()
        .put("index", 0)
        .put("delta", delta)
        .put("logprobs", Json.Null.VALUE)
        .put("finish_reason", finish)
        .build();
  }

  private static Frame chunk(Kind kind, Received request, Json.Obj choice) {
    Json.Builder chunk = head("chat.completion.chunk", request).array("choices", List.of(choice));
    if (request.body().objectOrEmpty("stream_options").bool("include_usage", false)) {
      chunk.put("usage", Json.Null.VALUE);
    }
    return Frame.data(kind, chunk.build().compact());
  }

  private static Json.Builder head(String object, Received request) {
    return Json.object()
        .put("id", ID)
        .put("object", object)
        .put("created", CREATED)
        .put("model", request.model())
        .put("service_tier", "default")
        .put("system_fingerprint", "fp_tenon");
  }

  @Override
  public Json.Obj whole(Reply reply, Received request) {
    String text = reply.textOnly();
    Json content = text.isEmpty() || reply.stop() == Stop.REFUSAL ? Json.Null.VALUE : Json.of(text);
    Json.Builder message =
        Json.object()
            .put("role", "assistant")
            .put("content", content)
            .put("refusal", reply.stop() == Stop.REFUSAL ? Json.of(text) : Json.Null.VALUE);
    var calls = new ArrayList<Json.Obj>();
    for (Block block : reply.blocks()) {
      if (block instanceof Block.Thinking thinking) {
        message.put("reasoning_content", thinking.text());
      } else if (block instanceof Block.ToolCall call) {
        calls.add(
            Json.object()
                .put("id", call.id())
                .put("type", "function")
                .object(
                    "function",
                    f -> f.put("name", call.name()).put("arguments", call.argumentsJson()))
                .build());
      }
    }
    if (!calls.isEmpty()) {
      message.array("tool_calls", calls);
    }
    Json.Obj choice =
        Json.object()
            .put("index", 0)
            .put("message", message.build())
            .put("logprobs", Json.Null.VALUE)
            .put("finish_reason", finish(reply))
            .build();
    return head("chat.completion", request)
        .array("choices", List.of(choice))
        .put("usage", usage(reply))
        .build();
  }

  private static String finish(Reply reply) {
    return switch (reply.stop()) {
      case END, REFUSAL -> "stop";
      case LENGTH -> "length";
      case TOOL_USE -> "tool_calls";
      case FILTERED -> "content_filter";
    };
  }

  private static Json.Obj usage(Reply reply) {
    Usage usage = reply.usage();
    long prompt = usage.input() + usage.cacheRead() + usage.cacheWrite();
    return Json.object()
        .put("prompt_tokens", prompt)
        .put("completion_tokens", usage.output())
        .put("total_tokens", prompt + usage.output())
        .object(
            "prompt_tokens_details",
            d ->
                d.put("cached_tokens", usage.cacheRead())
                    .put("cache_write_tokens", usage.cacheWrite())
                    .put("audio_tokens", 0))
        .object(
            "completion_tokens_details",
            d ->
                d.put("reasoning_tokens", reply.reasoningTokens())
                    .put("audio_tokens", 0)
                    .put("accepted_prediction_tokens", 0)
                    .put("rejected_prediction_tokens", 0))
        .build();
  }

  @Override
  public List<Frame> failure(Failure failure, Received request, int sent) {
    return List.of(Frame.data(Kind.CLOSING, error(failure, request).compact()));
  }

  @Override
  public int status(ErrorKind kind) {
    return kind == ErrorKind.OVERLOADED ? 503 : kind.status();
  }

  @Override
  public Json.Obj error(Failure failure, Received request) {
    return OpenAiErrors.body(failure, request, OVERFLOW);
  }

  @Override
  public Optional<Failure> check(Received request) {
    return ChatRules.check(request);
  }
}
