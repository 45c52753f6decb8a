package dev.tenon.bench.loop;

import java.nio.charset.StandardCharsets;

/// The bytes of an answer as Anthropic streams it: text in small deltas.
final class RecordedStream {
  /// As many as a very fast model says in a second.
  static final int DELTAS = 5_000;

  private RecordedStream() {}

  static byte[] bytes() {
    var events = new StringBuilder();
    event(
        events,
        "message_start",
        """
        {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant",\
        "model":"claude-opus-4-6","content":[],"stop_reason":null,"stop_sequence":null,\
        "usage":{"input_tokens":25,"output_tokens":1}}}\
        """);
    event(
        events,
        "content_block_start",
        """
        {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\
        """);
    for (int i = 0; i < DELTAS; i++) {
      event(
          events,
          "content_block_delta",
          """
          {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" word %d é"}}\
          """
              .formatted(i));
    }
    event(
        events,
        "content_block_stop",
        """
        {"type":"content_block_stop","index":0}\
        """);
    event(
        events,
        "message_delta",
        """
        {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},\
        "usage":{"output_tokens":5000}}\
        """);
    event(
        events,
        "message_stop",
        """
        {"type":"message_stop"}\
        """);
    return events.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void event(StringBuilder events, String name, String data) {
    events.append("event: ").append(name).append("\ndata: ").append(data).append("\n\n");
  }
}
