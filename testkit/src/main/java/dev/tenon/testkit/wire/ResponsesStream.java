package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.script.Block;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.script.Stop;
import dev.tenon.testkit.wire.Frame.Kind;
import java.util.ArrayList;
import java.util.List;

/// Writes one reply as the events of OpenAI's Responses, numbered in sequence.
final class ResponsesStream {
  private final Reply reply;
  private final Received request;
  private final List<Frame> frames = new ArrayList<>();

  ResponsesStream(Reply reply, Received request) {
    this.reply = reply;
    this.request = request;
  }

  List<Frame> frames() {
    Json.Obj started = ResponsesItems.response(request, "in_progress", reply);
    add(Kind.OPENING, "response.created", Json.object().put("response", started));
    add(Kind.OPENING, "response.in_progress", Json.object().put("response", started));
    int index = 0;
    for (Block block : reply.blocks()) {
      item(block, index++);
    }
    String status = ResponsesItems.status(reply);
    Json.Obj ended = ResponsesItems.response(request, status, reply);
    add(Kind.CLOSING, "response." + status, Json.object().put("response", ended));
    return frames;
  }

  private void item(Block block, int index) {
    add(
        Kind.OPENING,
        "response.output_item.added",
        Json.object().put("output_index", index).put("item", ResponsesItems.added(block, index)));
    switch (block) {
      case Block.Thinking(String text, String _) -> {
        if (!text.isEmpty()) {
          summary(block, index, text);
        }
      }
      case Block.Redacted _ -> {}
      case Block.Text(String text) -> text(block, index, text);
      case Block.ToolCall call -> arguments(call, index);
    }
    add(
        Kind.CLOSING,
        "response.output_item.done",
        Json.object()
            .put("output_index", index)
            .put("item", ResponsesItems.done(block, index, reply, request)));
  }

  private void summary(Block block, int index, String text) {
    String prefix = "response.reasoning_summary_";
    add(
        Kind.OPENING,
        prefix + "part.added",
        at(block, index, "summary_index").put("part", ResponsesItems.summary("")));
    for (String piece : reply.pieces(text)) {
      add(
          Kind.OPENING,
          prefix + "text.delta",
          at(block, index, "summary_index").put("delta", piece));
    }
    add(Kind.OPENING, prefix + "text.done", at(block, index, "summary_index").put("text", text));
    add(
        Kind.OPENING,
        prefix + "part.done",
        at(block, index, "summary_index").put("part", ResponsesItems.summary(text)));
  }

  private void text(Block block, int index, String text) {
    boolean refusal = reply.stop() == Stop.REFUSAL;
    String prefix = refusal ? "response.refusal." : "response.output_text.";
    add(
        Kind.OPENING,
        "response.content_part.added",
        at(block, index, "content_index").put("part", ResponsesItems.part(reply, "")));
    for (String piece : reply.pieces(text)) {
      Json.Builder delta = at(block, index, "content_index").put("delta", piece);
      add(Kind.VISIBLE, prefix + "delta", refusal ? delta : delta.array("logprobs", List.of()));
    }
    Json.Builder done = at(block, index, "content_index").put(refusal ? "refusal" : "text", text);
    add(Kind.CLOSING, prefix + "done", refusal ? done : done.array("logprobs", List.of()));
    add(
        Kind.CLOSING,
        "response.content_part.done",
        at(block, index, "content_index").put("part", ResponsesItems.part(reply, text)));
  }

  private void arguments(Block.ToolCall call, int index) {
    for (String piece : reply.pieces(call.argumentsJson())) {
      Json.Builder delta = at(call, index).put("delta", piece);
      add(Kind.VISIBLE, "response.function_call_arguments.delta", delta);
    }
    Json.Builder done =
        at(call, index).put("name", call.name()).put("arguments", call.argumentsJson());
    add(Kind.CLOSING, "response.function_call_arguments.done", done);
  }

  private static Json.Builder at(Block block, int index) {
    return Json.object()
        .put("item_id", ResponsesItems.itemId(block, index))
        .put("output_index", index);
  }

  private static Json.Builder at(Block block, int index, String part) {
    return at(block, index).put(part, 0);
  }

  private void add(Kind kind, String type, Json.Builder data) {
    Json.Obj event =
        Json.object()
            .put("type", type)
            .put("sequence_number", frames.size())
            .putAll(data.build())
            .build();
    frames.add(Frame.event(kind, type, event));
  }
}
