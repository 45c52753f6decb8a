package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import dev.tenon.testkit.script.Block;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Frame.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Anthropic's Messages.
final class AnthropicDialect implements Dialect {
  private static final String MESSAGE_ID = "msg_01Tenon";

  @Override
  public boolean streams(Received request) {
    return request.body().bool("stream", false);
  }

  @Override
  public List<Frame> frames(Reply reply, Received request) {
    var frames = new ArrayList<Frame>();
    Json.Obj message =
        message(request, List.of())
            .put("stop_reason", Json.Null.VALUE)
            .put("stop_sequence", Json.Null.VALUE)
            .put("usage", usage(reply.usage(), 1))
            .build();
    frames.add(event(Kind.OPENING, "message_start", Json.object().put("message", message)));
    int index = 0;
    for (Block block : reply.blocks()) {
      start(frames, index, empty(block));
      if (index == 0) {
        frames.add(event(Kind.OPENING, "ping", Json.object()));
      }
      deltas(frames, index, block, reply);
      frames.add(event(Kind.CLOSING, "content_block_stop", Json.object().put("index", index)));
      index++;
    }
    Json.Obj end =
        Json.object()
            .put("stop_reason", stopReason(reply))
            .put("stop_sequence", Json.Null.VALUE)
            .build();
    frames.add(
        event(
            Kind.CLOSING,
            "message_delta",
            Json.object()
                .put("delta", end)
                .put("usage", usage(reply.usage(), reply.usage().output()))));
    frames.add(event(Kind.CLOSING, "message_stop", Json.object()));
    return frames;
  }

  private static void start(List<Frame> frames, int index, Json.Obj block) {
    frames.add(
        event(
            Kind.OPENING,
            "content_block_start",
            Json.object().put("index", index).put("content_block", block)));
  }

  private static void deltas(List<Frame> frames, int index, Block block, Reply reply) {
    switch (block) {
      case Block.Thinking(String text, String signature) -> {
        for (String piece : reply.pieces(text)) {
          frames.add(delta(Kind.OPENING, index, "thinking_delta", "thinking", piece));
        }
        if (!signature.isEmpty()) {
          frames.add(delta(Kind.OPENING, index, "signature_delta", "signature", signature));
        }
      }
      case Block.Redacted _ -> {}
      case Block.Text(String text) -> {
        for (String piece : reply.pieces(text)) {
          frames.add(delta(Kind.VISIBLE, index, "text_delta", "text", piece));
        }
      }
      case Block.ToolCall call -> {
        frames.add(delta(Kind.VISIBLE, index, "input_json_delta", "partial_json", ""));
        for (String piece : reply.pieces(call.argumentsJson())) {
          frames.add(delta(Kind.VISIBLE, index, "input_json_delta", "partial_json", piece));
        }
      }
    }
  }

  private static Frame delta(Kind kind, int index, String type, String field, String value) {
    Json.Obj delta = Json.object().put("type", type).put(field, value).build();
    return event(
        kind, "content_block_delta", Json.object().put("index", index).put("delta", delta));
  }

  private static Frame event(Kind kind, String type, Json.Builder data) {
    return Frame.event(kind, type, Json.object().put("type", type).putAll(data.build()).build());
  }

  /// The block as `content_block_start` shows it.
  private static Json.Obj empty(Block block) {
    return switch (block) {
      case Block.Thinking _ ->
          Json.object().put("type", "thinking").put("thinking", "").put("signature", "").build();
      case Block.Redacted(String data) ->
          Json.object().put("type", "redacted_thinking").put("data", data).build();
      case Block.Text _ -> Json.object().put("type", "text").put("text", "").build();
      case Block.ToolCall call -> toolUse(call, Json.Obj.EMPTY);
    };
  }

  private static Json.Obj full(Block block) {
    return switch (block) {
      case Block.Thinking(String text, String signature) ->
          Json.object()
              .put("type", "thinking")
              .put("thinking", text)
              .put("signature", signature)
              .build();
      case Block.Redacted _ -> empty(block);
      case Block.Text(String text) -> Json.object().put("type", "text").put("text", text).build();
      case Block.ToolCall call -> toolUse(call, Arguments.of(call));
    };
  }

  private static Json.Obj toolUse(Block.ToolCall call, Json.Obj input) {
    return Json.object()
        .put("type", "tool_use")
        .put("id", call.id())
        .put("name", call.name())
        .put("input", input)
        .build();
  }

  @Override
  public Json.Obj whole(Reply reply, Received request) {
    return message(request, reply.blocks())
        .put("stop_reason", stopReason(reply))
        .put("stop_sequence", Json.Null.VALUE)
        .put("usage", usage(reply.usage(), reply.usage().output()))
        .build();
  }

  private static Json.Builder message(Received request, List<Block> blocks) {
    return Json.object()
        .put("id", MESSAGE_ID)
        .put("type", "message")
        .put("role", "assistant")
        .put("model", request.model())
        .array("content", blocks.stream().map(AnthropicDialect::full).toList());
  }

  private static Json.Obj usage(Usage usage, long output) {
    return Json.object()
        .put("input_tokens", usage.input())
        .put("cache_creation_input_tokens", usage.cacheWrite())
        .put("cache_read_input_tokens", usage.cacheRead())
        .put("output_tokens", output)
        .build();
  }

  private static String stopReason(Reply reply) {
    return switch (reply.stop()) {
      case END -> "end_turn";
      case LENGTH -> "max_tokens";
      case TOOL_USE -> "tool_use";
      case REFUSAL, FILTERED -> "refusal";
    };
  }

  @Override
  public List<Frame> failure(Failure failure, Received request, int sent) {
    return List.of(Frame.event(Kind.CLOSING, "error", error(failure, request)));
  }

  @Override
  public int status(ErrorKind kind) {
    return kind == ErrorKind.QUOTA ? 400 : kind.status();
  }

  @Override
  public Json.Obj error(Failure failure, Received request) {
    Json.Obj error =
        Json.object()
            .put("type", type(failure.kind()))
            .put("message", failure.messageOr(wording(failure.kind(), request)))
            .build();
    return Json.object()
        .put("type", "error")
        .put("error", error)
        .put("request_id", "req_01Tenon")
        .build();
  }

  private static String type(ErrorKind kind) {
    return switch (kind) {
      case AUTHENTICATION -> "authentication_error";
      case PERMISSION -> "permission_error";
      case UNKNOWN_MODEL -> "not_found_error";
      case RATE_LIMIT -> "rate_limit_error";
      case QUOTA, CONTEXT_OVERFLOW, INVALID_REQUEST -> "invalid_request_error";
      case SERVER, UNAVAILABLE -> "api_error";
      case OVERLOADED -> "overloaded_error";
    };
  }

  private static String wording(ErrorKind kind, Received request) {
    return switch (kind) {
      case AUTHENTICATION -> "invalid x-api-key";
      case PERMISSION -> "Your API key does not have permission to use the specified resource.";
      case UNKNOWN_MODEL -> "model: " + request.model();
      case RATE_LIMIT ->
          "This request would exceed your organization's rate limit of 50,000 input tokens per"
              + " minute.";
      case QUOTA ->
          "Your credit balance is too low to access the Anthropic API. Please go to Plans &"
              + " Billing to upgrade or purchase credits.";
      case CONTEXT_OVERFLOW -> "prompt is too long: 208310 tokens > 200000 maximum";
      case INVALID_REQUEST -> "Invalid request";
      case SERVER, UNAVAILABLE -> "Internal server error";
      case OVERLOADED -> "Overloaded";
    };
  }

  @Override
  public Optional<Failure> check(Received request) {
    return AnthropicRules.check(request);
  }
}
