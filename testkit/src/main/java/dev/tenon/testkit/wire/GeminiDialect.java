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
import org.jspecify.annotations.Nullable;

/// Gemini's `generateContent` and `streamGenerateContent?alt=sse`. Thoughts are parts of their own;
/// their signature stands on the first function call that follows, or on the last part when there
/// is none (in a stream that is an empty one). Gemini 3 signs every first function call. Lines end
/// with CR LF, as Google's do.
final class GeminiDialect implements Dialect {

  @Override
  public boolean streams(Received request) {
    return request.path().endsWith(":streamGenerateContent");
  }

  @Override
  public String streamType() {
    return "text/event-stream";
  }

  @Override
  public List<Frame> frames(Reply reply, Received request) {
    var frames = new ArrayList<Frame>();
    if (blocksPrompt(reply)) {
      frames.add(frame(Kind.CLOSING, blockedPrompt(reply, request)));
      return frames;
    }
    String signature = firstSignature(reply, request);
    for (Block block : reply.blocks()) {
      switch (block) {
        case Block.Thinking(String text, String seal) -> {
          for (String piece : reply.pieces(text)) {
            frames.add(chunk(Kind.OPENING, reply, request, part(piece, true, null)));
          }
          signature = seal.isEmpty() ? signature : seal;
        }
        case Block.Redacted _ -> {}
        case Block.Text(String text) -> {
          for (String piece : reply.pieces(text)) {
            frames.add(chunk(Kind.VISIBLE, reply, request, part(piece, false, null)));
          }
        }
        case Block.ToolCall call -> {
          frames.add(chunk(Kind.VISIBLE, reply, request, call(call, signature)));
          signature = null;
        }
      }
    }
    Json.Obj last = part("", false, signature);
    frames.add(frame(Kind.CLOSING, response(List.of(last), finish(reply), reply, request)));
    return frames;
  }

  private static Frame chunk(Kind kind, Reply reply, Received request, Json.Obj part) {
    return frame(kind, response(List.of(part), null, reply, request));
  }

  private static Frame frame(Kind kind, Json.Obj data) {
    return new Frame(kind, "data: " + data.compact() + "\r\n\r\n");
  }

  private static Json.Obj part(String text, boolean thought, @Nullable String signature) {
    Json.Builder part = Json.object().put("text", text);
    if (thought) {
      part.put("thought", true);
    }
    return part.put("thoughtSignature", signature).build();
  }

  private static Json.Obj call(Block.ToolCall call, @Nullable String signature) {
    return Json.object()
        .object(
            "functionCall",
            f ->
                f.put("name", call.name())
                    .put("args", Arguments.of(call))
                    .put("id", call.id().isEmpty() ? null : call.id()))
        .put("thoughtSignature", signature)
        .build();
  }

  private static Json.Obj response(
      List<Json.Obj> parts, @Nullable String finish, Reply reply, Received request) {
    Json.Obj candidate =
        Json.object()
            .object("content", c -> c.array("parts", parts).put("role", "model"))
            .put("finishReason", finish)
            .put("index", 0)
            .build();
    return Json.object()
        .array("candidates", List.of(candidate))
        .put("usageMetadata", usage(reply))
        .put("modelVersion", request.model())
        .put("responseId", "Tenon-response")
        .build();
  }

  private static @Nullable String firstSignature(Reply reply, Received request) {
    boolean signs = request.model().startsWith("gemini-3") && reply.stop() == Stop.TOOL_USE;
    return signs ? "Z2VtaW5pLTMgYWx3YXlzIHNpZ25z" : null;
  }

  private static boolean blocksPrompt(Reply reply) {
    return reply.stop() == Stop.FILTERED && reply.blocks().isEmpty();
  }

  private static Json.Obj blockedPrompt(Reply reply, Received request) {
    return Json.object()
        .object("promptFeedback", f -> f.put("blockReason", "PROHIBITED_CONTENT"))
        .object(
            "usageMetadata",
            u ->
                u.put("promptTokenCount", prompt(reply.usage()))
                    .put("totalTokenCount", prompt(reply.usage())))
        .put("modelVersion", request.model())
        .put("responseId", "Tenon-response")
        .build();
  }

  @Override
  public Json.Obj whole(Reply reply, Received request) {
    if (blocksPrompt(reply)) {
      return blockedPrompt(reply, request);
    }
    var parts = new ArrayList<Json.Obj>();
    String signature = firstSignature(reply, request);
    for (Block block : reply.blocks()) {
      switch (block) {
        case Block.Thinking(String text, String seal) -> {
          parts.add(part(text, true, null));
          signature = seal.isEmpty() ? signature : seal;
        }
        case Block.Redacted _ -> {}
        case Block.Text(String text) -> {
          parts.add(part(text, false, null));
        }
        case Block.ToolCall call -> {
          parts.add(call(call, signature));
          signature = null;
        }
      }
    }
    if (signature != null) {
      Json.Obj last = parts.isEmpty() ? part("", false, null) : parts.removeLast();
      parts.add(last.with("thoughtSignature", Json.of(signature)));
    }
    return response(parts, finish(reply), reply, request);
  }

  private static String finish(Reply reply) {
    return switch (reply.stop()) {
      case END, TOOL_USE -> "STOP";
      case LENGTH -> "MAX_TOKENS";
      case REFUSAL -> "SAFETY";
      case FILTERED -> "PROHIBITED_CONTENT";
    };
  }

  private static long prompt(Usage usage) {
    return usage.input() + usage.cacheRead() + usage.cacheWrite();
  }

  private static Json.Obj usage(Reply reply) {
    Usage usage = reply.usage();
    long thoughts = reply.reasoningTokens();
    Json.Builder metadata =
        Json.object()
            .put("promptTokenCount", prompt(usage))
            .put("candidatesTokenCount", usage.output() - thoughts)
            .put("totalTokenCount", prompt(usage) + usage.output());
    if (usage.cacheRead() > 0) {
      metadata.put("cachedContentTokenCount", usage.cacheRead());
    }
    Json.Obj text = Json.object().put("modality", "TEXT").put("tokenCount", prompt(usage)).build();
    metadata.array("promptTokensDetails", List.of(text));
    if (thoughts > 0) {
      metadata.put("thoughtsTokenCount", thoughts);
    }
    return metadata.build();
  }

  @Override
  public List<Frame> failure(Failure failure, Received request, int sent) {
    return List.of(frame(Kind.CLOSING, error(failure, request)));
  }

  @Override
  public int status(ErrorKind kind) {
    return GeminiErrors.status(kind);
  }

  @Override
  public Json.Obj error(Failure failure, Received request) {
    return GeminiErrors.body(failure, request);
  }

  @Override
  public Optional<Failure> check(Received request) {
    return GeminiRules.check(request);
  }
}
