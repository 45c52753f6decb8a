package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import dev.tenon.testkit.script.Block;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import java.util.ArrayList;
import java.util.List;

/// The objects of OpenAI's Responses: the response, its items and their parts.
final class ResponsesItems {
  private ResponsesItems() {}

  static Json.Obj response(Received request, String status, Reply reply) {
    boolean done = !status.equals("in_progress");
    var output = new ArrayList<Json.Obj>();
    if (done) {
      int index = 0;
      for (Block block : reply.blocks()) {
        output.add(done(block, index++, reply, request));
      }
    }
    Json.Obj body = request.body();
    return Json.object()
        .put("id", "resp_tenon")
        .put("object", "response")
        .put("created_at", Dialect.CREATED)
        .put("status", status)
        .put("background", false)
        .put("error", Json.Null.VALUE)
        .put("incomplete_details", incomplete(status, reply))
        .put("instructions", copy(body, "instructions", Json.Null.VALUE))
        .put("max_output_tokens", copy(body, "max_output_tokens", Json.Null.VALUE))
        .put("model", request.model())
        .array("output", output)
        .put("parallel_tool_calls", body.bool("parallel_tool_calls", true))
        .put("previous_response_id", Json.Null.VALUE)
        .put("reasoning", copy(body, "reasoning", Json.Null.VALUE))
        .put("service_tier", "default")
        .put("store", body.bool("store", true))
        .put("temperature", Json.of(1.0))
        .object("text", t -> t.object("format", f -> f.put("type", "text")))
        .put("tool_choice", "auto")
        .put("tools", copy(body, "tools", Json.array(List.of())))
        .put("top_p", Json.of(1.0))
        .put("truncation", "disabled")
        .put("usage", done ? usage(reply) : Json.Null.VALUE)
        .put("user", Json.Null.VALUE)
        .put("metadata", Json.Obj.EMPTY)
        .build();
  }

  private static Json copy(Json.Obj body, String name, Json otherwise) {
    Json value = body.get(name);
    return value == null ? otherwise : value;
  }

  private static Json incomplete(String status, Reply reply) {
    if (!status.equals("incomplete")) {
      return Json.Null.VALUE;
    }
    String reason = reply.stop() == Stop.FILTERED ? "content_filter" : "max_output_tokens";
    return Json.object().put("reason", reason).build();
  }

  static String status(Reply reply) {
    return switch (reply.stop()) {
      case END, TOOL_USE, REFUSAL -> "completed";
      case LENGTH, FILTERED -> "incomplete";
    };
  }

  static String itemId(Block block, int index) {
    return switch (block) {
      case Block.Thinking _, Block.Redacted _ -> "rs_tenon_" + index;
      case Block.Text _ -> "msg_tenon_" + index;
      case Block.ToolCall _ -> "fc_tenon_" + index;
    };
  }

  /// The item as `response.output_item.added` shows it.
  static Json.Obj added(Block block, int index) {
    Json.Builder item = Json.object().put("id", itemId(block, index));
    return switch (block) {
      case Block.Thinking _, Block.Redacted _ ->
          item.put("type", "reasoning").array("summary", List.of()).build();
      case Block.Text _ ->
          item.put("type", "message")
              .put("status", "in_progress")
              .array("content", List.of())
              .put("role", "assistant")
              .build();
      case Block.ToolCall call -> call(item, call, "in_progress", "");
    };
  }

  /// The finished item.
  static Json.Obj done(Block block, int index, Reply reply, Received request) {
    Json.Builder item = Json.object().put("id", itemId(block, index));
    return switch (block) {
      case Block.Thinking(String text, String signature) -> {
        List<Json.Obj> summary = text.isEmpty() ? List.of() : List.of(summary(text));
        yield reasoning(item, summary, signature, request);
      }
      case Block.Redacted(String data) -> reasoning(item, List.of(), data, request);
      case Block.Text(String text) ->
          item.put("type", "message")
              .put("status", reply.stop() == Stop.LENGTH ? "incomplete" : "completed")
              .array("content", List.of(part(reply, text)))
              .put("role", "assistant")
              .build();
      case Block.ToolCall call -> call(item, call, "completed", call.argumentsJson());
    };
  }

  private static Json.Obj call(
      Json.Builder item, Block.ToolCall call, String status, String arguments) {
    return item.put("type", "function_call")
        .put("status", status)
        .put("arguments", arguments)
        .put("call_id", call.id())
        .put("name", call.name())
        .build();
  }

  /// The sealed reasoning is sent only to requests that include it.
  private static Json.Obj reasoning(
      Json.Builder item, List<Json.Obj> summary, String sealed, Received request) {
    item.put("type", "reasoning").array("summary", summary);
    boolean included =
        request.body().array("include").contains(Json.of("reasoning.encrypted_content"));
    if (included && !sealed.isEmpty()) {
      item.put("encrypted_content", sealed);
    }
    return item.build();
  }

  static Json.Obj summary(String text) {
    return Json.object().put("type", "summary_text").put("text", text).build();
  }

  static Json.Obj part(Reply reply, String text) {
    if (reply.stop() == Stop.REFUSAL) {
      return Json.object().put("type", "refusal").put("refusal", text).build();
    }
    return Json.object()
        .put("type", "output_text")
        .array("annotations", List.of())
        .array("logprobs", List.of())
        .put("text", text)
        .build();
  }

  static Json.Obj usage(Reply reply) {
    Usage usage = reply.usage();
    long input = usage.input() + usage.cacheRead() + usage.cacheWrite();
    return Json.object()
        .put("input_tokens", input)
        .object(
            "input_tokens_details",
            d ->
                d.put("cached_tokens", usage.cacheRead())
                    .put("cache_write_tokens", usage.cacheWrite()))
        .put("output_tokens", usage.output())
        .object("output_tokens_details", d -> d.put("reasoning_tokens", reply.reasoningTokens()))
        .put("total_tokens", input + usage.output())
        .build();
  }
}
