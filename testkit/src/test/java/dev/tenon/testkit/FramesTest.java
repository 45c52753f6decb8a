package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Frame;
import dev.tenon.testkit.wire.Received;
import dev.tenon.testkit.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The events of each wire, in their order.
final class FramesTest {
  private static final Reply REPLY =
      Reply.thinking("Hm, hm.", "c2VhbA==")
          .thenText("I look.")
          .thenToolCall("call_1", "read_file", "{\"path\":\"a\"}")
          .chunk(100)
          .usage(10, 5, 3, 2);

  private static List<Frame> frames(Wire wire, Reply reply, String path) {
    byte[] body = Requests.body(wire).getBytes(StandardCharsets.UTF_8);
    Received request = Received.of("POST", path, Map.of("alt", "sse"), Map.of(), body);
    return wire.dialect().frames(reply, request);
  }

  private static List<Frame> frames(Wire wire) {
    return frames(wire, REPLY, Requests.path(wire).replace("?alt=sse", ""));
  }

  private static List<String> names(List<Frame> frames) {
    return frames.stream()
        .map(frame -> frame.text().lines().findFirst().orElseThrow().replace("event: ", ""))
        .toList();
  }

  private static List<Json.Obj> data(List<Frame> frames) throws JsonException {
    var all = new ArrayList<Json.Obj>();
    for (Frame frame : frames) {
      String text = frame.text().strip();
      String data = text.substring(text.indexOf('{'));
      all.add(Json.parseObject(data));
    }
    return all;
  }

  @Test
  void anthropic() throws Exception {
    List<Frame> frames = frames(Wire.ANTHROPIC);
    assertThat(names(frames))
        .containsExactly(
            "message_start",
            "content_block_start",
            "ping",
            "content_block_delta",
            "content_block_delta",
            "content_block_stop",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "content_block_start",
            "content_block_delta",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop");
    List<Json.Obj> data = data(frames);
    for (int i = 0; i < data.size(); i++) {
      assertThat(data.get(i).string("type")).isEqualTo(names(frames).get(i));
    }
    assertThat(data.get(4).objectOrEmpty("delta").string("type")).isEqualTo("signature_delta");
    assertThat(data.get(13).compact())
        .isEqualTo(
            """
            {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},\
            "usage":{"input_tokens":10,"cache_creation_input_tokens":2,\
            "cache_read_input_tokens":3,"output_tokens":5}}\
            """);
  }

  @Test
  void responses() throws Exception {
    List<Frame> frames = frames(Wire.OPENAI_RESPONSES);
    assertThat(names(frames))
        .containsExactly(
            "response.created",
            "response.in_progress",
            "response.output_item.added",
            "response.reasoning_summary_part.added",
            "response.reasoning_summary_text.delta",
            "response.reasoning_summary_text.done",
            "response.reasoning_summary_part.done",
            "response.output_item.done",
            "response.output_item.added",
            "response.content_part.added",
            "response.output_text.delta",
            "response.output_text.done",
            "response.content_part.done",
            "response.output_item.done",
            "response.output_item.added",
            "response.function_call_arguments.delta",
            "response.function_call_arguments.done",
            "response.output_item.done",
            "response.completed");
    List<Json.Obj> data = data(frames);
    for (int i = 0; i < data.size(); i++) {
      assertThat(data.get(i).number("sequence_number", -1)).isEqualTo(i);
      assertThat(data.get(i).string("type")).isEqualTo(names(frames).get(i));
    }
    assertThat(data.getLast().objectOrEmpty("response").objects("output"))
        .extracting(item -> item.string("type"))
        .containsExactly("reasoning", "message", "function_call");
    assertThat(frames.getLast().text())
        .as("sealed reasoning is sent only when the request includes it")
        .doesNotContain("c2VhbA==");
  }

  @Test
  void chat() {
    List<String> frames = frames(Wire.OPENAI_CHAT).stream().map(Frame::text).toList();
    assertThat(frames).hasSize(8);
    assertThat(frames.get(0)).contains("\"delta\":{\"role\":\"assistant\",\"content\":\"\"");
    assertThat(frames.get(1)).contains("\"delta\":{\"reasoning_content\":\"Hm, hm.\"}");
    assertThat(frames.get(2)).contains("\"delta\":{\"content\":\"I look.\"}");
    assertThat(frames.get(3)).contains("\"name\":\"read_file\",\"arguments\":\"\"");
    assertThat(frames.get(4)).contains("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\"");
    assertThat(frames.get(5)).contains("\"delta\":{}").contains("\"finish_reason\":\"tool_calls\"");
    assertThat(frames.get(6)).contains("\"choices\":[]").contains("\"prompt_tokens\":15");
    assertThat(frames.get(7)).isEqualTo("data: [DONE]\n\n");
  }

  @Test
  void openRouterSaysReasoningAndComments() {
    List<Frame> frames = frames(Wire.OPENAI_CHAT, REPLY, "/api/v1/chat/completions");
    assertThat(frames.getFirst().text()).startsWith(": OPENROUTER");
    assertThat(frames.get(2).text()).contains("\"delta\":{\"reasoning\":\"Hm, hm.\"}");
  }

  @Test
  void gemini() throws Exception {
    List<Frame> frames = frames(Wire.GEMINI);
    assertThat(frames).allSatisfy(frame -> assertThat(frame.text()).endsWith("\r\n\r\n"));
    assertThat(data(frames))
        .extracting(
            chunk ->
                chunk
                    .objects("candidates")
                    .getFirst()
                    .objectOrEmpty("content")
                    .objects("parts")
                    .getFirst()
                    .compact())
        .containsExactly(
            "{\"text\":\"Hm, hm.\",\"thought\":true}",
            "{\"text\":\"I look.\"}",
            "{\"functionCall\":{\"name\":\"read_file\",\"args\":{\"path\":\"a\"},\"id\":\"call_1\"},"
                + "\"thoughtSignature\":\"c2VhbA==\"}",
            "{\"text\":\"\"}");
    assertThat(frames.getLast().text()).contains("\"finishReason\":\"STOP\"");
  }

  /// As in Ollama's `docs/api.md`: no client of the vendor's own checks this wire for us.
  @Test
  void ollama() throws Exception {
    List<Json.Obj> lines = data(frames(Wire.OLLAMA));
    assertThat(lines)
        .extracting(line -> line.objectOrEmpty("message").compact())
        .containsExactly(
            "{\"role\":\"assistant\",\"content\":\"\",\"thinking\":\"Hm, hm.\"}",
            "{\"role\":\"assistant\",\"content\":\"I look.\"}",
            "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"call_1\","
                + "\"function\":{\"index\":0,\"name\":\"read_file\",\"arguments\":{\"path\":\"a\"}}}]}",
            "{\"role\":\"assistant\",\"content\":\"\"}");
    assertThat(lines)
        .extracting(line -> line.bool("done", true))
        .containsExactly(false, false, false, true);
    assertThat(lines.getLast().members().keySet())
        .containsExactly(
            "model",
            "created_at",
            "message",
            "done",
            "done_reason",
            "total_duration",
            "load_duration",
            "prompt_eval_count",
            "prompt_eval_duration",
            "eval_count",
            "eval_duration");
    assertThat(lines.getLast().number("prompt_eval_count", 0)).isEqualTo(15);
  }

  @Test
  void deltasNeverSplitACharacter() {
    Reply reply = Reply.text("a🙂b").chunk(1);
    assertThat(reply.pieces("a🙂b")).containsExactly("a", "🙂", "b");
    assertThat(reply.chunk(2).pieces("a🙂b")).containsExactly("a🙂", "b");
    assertThat(reply.pieces("")).isEmpty();
  }
}
