package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.script.Block;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import dev.tenon.testkit.wire.Frame.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Ollama's chat: one JSON object a line. It streams unless the request says `"stream": false`.
final class OllamaDialect implements Dialect {
  private static final String CREATED_AT = "2025-11-15T09:46:40.123456Z";

  @Override
  public boolean streams(Received request) {
    return request.body().bool("stream", true);
  }

  @Override
  public String streamType() {
    return "application/x-ndjson";
  }

  @Override
  public List<Frame> frames(Reply reply, Received request) {
    var frames = new ArrayList<Frame>();
    int index = 0;
    for (Block block : reply.blocks()) {
      switch (block) {
        case Block.Thinking(String text, String _) -> {
          for (String piece : reply.pieces(text)) {
            frames.add(line(Kind.OPENING, request, message("").put("thinking", piece)));
          }
        }
        case Block.Redacted _ -> {}
        case Block.Text(String text) -> {
          for (String piece : reply.pieces(text)) {
            frames.add(line(Kind.VISIBLE, request, message(piece)));
          }
        }
        case Block.ToolCall call -> {
          Json.Builder message = message("").array("tool_calls", List.of(call(call, index++)));
          frames.add(line(Kind.VISIBLE, request, message));
        }
      }
    }
    Json.Obj last = end(reply, head(request, message("")));
    frames.add(new Frame(Kind.CLOSING, last.compact() + "\n"));
    return frames;
  }

  private static Frame line(Kind kind, Received request, Json.Builder message) {
    return new Frame(kind, head(request, message).put("done", false).build().compact() + "\n");
  }

  private static Json.Builder message(String content) {
    return Json.object().put("role", "assistant").put("content", content);
  }

  private static Json.Obj call(Block.ToolCall call, int index) {
    return Json.object()
        .put("id", call.id().isEmpty() ? null : call.id())
        .object(
            "function",
            f ->
                f.put("index", index).put("name", call.name()).put("arguments", Arguments.of(call)))
        .build();
  }

  private static Json.Builder head(Received request, Json.Builder message) {
    return Json.object()
        .put("model", request.model())
        .put("created_at", CREATED_AT)
        .put("message", message.build());
  }

  private static Json.Obj end(Reply reply, Json.Builder head) {
    long prompt = reply.usage().input() + reply.usage().cacheRead() + reply.usage().cacheWrite();
    return head.put("done", true)
        .put("done_reason", reply.stop() == Stop.LENGTH ? "length" : "stop")
        .put("total_duration", 4_883_583_458L)
        .put("load_duration", 1_334_875L)
        .put("prompt_eval_count", prompt)
        .put("prompt_eval_duration", 342_546_000L)
        .put("eval_count", reply.usage().output())
        .put("eval_duration", 4_535_599_000L)
        .build();
  }

  @Override
  public Json.Obj whole(Reply reply, Received request) {
    Json.Builder message = message(reply.textOnly());
    var calls = new ArrayList<Json.Obj>();
    for (Block block : reply.blocks()) {
      if (block instanceof Block.Thinking thinking) {
        message.put("thinking", thinking.text());
      } else if (block instanceof Block.ToolCall call) {
        calls.add(call(call, calls.size()));
      }
    }
    if (!calls.isEmpty()) {
      message.array("tool_calls", calls);
    }
    return end(reply, head(request, message));
  }

  @Override
  public List<Frame> failure(Failure failure, Received request, int sent) {
    return List.of(new Frame(Kind.CLOSING, error(failure, request).compact() + "\n"));
  }

  @Override
  public int status(ErrorKind kind) {
    return kind == ErrorKind.OVERLOADED ? 503 : kind.status();
  }

  @Override
  public Json.Obj error(Failure failure, Received request) {
    return Json.object().put("error", failure.messageOr(wording(failure.kind(), request))).build();
  }

  private static String wording(ErrorKind kind, Received request) {
    return switch (kind) {
      case AUTHENTICATION -> "unauthorized";
      case PERMISSION -> "forbidden";
      case UNKNOWN_MODEL -> "model '" + request.model() + "' not found";
      case RATE_LIMIT -> "too many requests";
      case QUOTA -> "you have reached your hourly usage limit, please upgrade to continue";
      case CONTEXT_OVERFLOW -> "the input length exceeds the context length";
      case INVALID_REQUEST -> "invalid request";
      case SERVER -> "an error was encountered while running the model: unexpected EOF";
      case UNAVAILABLE, OVERLOADED ->
          "server busy, please try again.  maximum pending requests exceeded";
    };
  }

  @Override
  public Optional<Failure> check(Received request) {
    return OllamaRules.check(request);
  }
}
