package dev.tenon.cli;

/// What the models of the training run say: the vendors' events, in their simplest form.
final class TrainingAnswers {
  private TrainingAnswers() {}

  static String of(String requestLine, String body) {
    if (requestLine.contains("/messages")) {
      return body.contains("tool_result") ? anthropicText() : anthropicCalls(body);
    }
    if (requestLine.contains("/responses")) {
      return responses();
    }
    return requestLine.contains("GenerateContent") ? gemini() : chat();
  }

  private static String anthropicCalls(String body) {
    var events = new StringBuilder(anthropicStart());
    call(events, 0, "read_file", "{\\\"path\\\":\\\"a.txt\\\"}");
    call(events, 1, "list_files", "{\\\"path\\\":\\\".\\\"}");
    if (body.contains("run the check")) {
      call(events, 2, "write_file", "{\\\"path\\\":\\\"c.txt\\\",\\\"content\\\":\\\"c\\\"}");
      call(events, 3, "bash", "{\\\"command\\\":\\\"true\\\"}");
    }
    return events.append(anthropicEnd("tool_use")).toString();
  }

  private static void call(StringBuilder events, int index, String name, String arguments) {
    event(
        events,
        "content_block_start",
        "{\"type\":\"content_block_start\",\"index\":"
            + index
            + ",\"content_block\":{\"type\":\"tool_use\",\"id\":\"t"
            + index
            + "\",\"name\":\""
            + name
            + "\",\"input\":{}}}");
    event(
        events,
        "content_block_delta",
        "{\"type\":\"content_block_delta\",\"index\":"
            + index
            + ",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\""
            + arguments
            + "\"}}");
    event(
        events, "content_block_stop", "{\"type\":\"content_block_stop\",\"index\":" + index + "}");
  }

  private static String anthropicText() {
    var events = new StringBuilder(anthropicStart());
    event(
        events,
        "content_block_start",
        "{\"type\":\"content_block_start\",\"index\":0,"
            + "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}");
    event(events, "ping", "{\"type\":\"ping\"}");
    for (int i = 0; i < 20; i++) {
      event(
          events,
          "content_block_delta",
          "{\"type\":\"content_block_delta\",\"index\":0,"
              + "\"delta\":{\"type\":\"text_delta\",\"text\":\"Done. \"}}");
    }
    event(events, "content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0}");
    return events.append(anthropicEnd("end_turn")).toString();
  }

  private static String anthropicStart() {
    var events = new StringBuilder();
    event(
        events,
        "message_start",
        "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\","
            + "\"role\":\"assistant\",\"model\":\"m\",\"content\":[],\"stop_reason\":null,"
            + "\"usage\":{\"input_tokens\":10,\"output_tokens\":1}}}");
    return events.toString();
  }

  private static String anthropicEnd(String reason) {
    var events = new StringBuilder();
    event(
        events,
        "message_delta",
        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\""
            + reason
            + "\"},\"usage\":{\"output_tokens\":12}}");
    event(events, "message_stop", "{\"type\":\"message_stop\"}");
    return events.toString();
  }

  private static String responses() {
    var events = new StringBuilder();
    String item =
        "{\"id\":\"msg\",\"type\":\"message\",\"role\":\"assistant\",\"content\":"
            + "[{\"type\":\"output_text\",\"text\":\"Done.\",\"annotations\":[]}]}";
    event(
        events,
        "response.created",
        "{\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"status\":\"in_progress\"}}");
    event(
        events,
        "response.output_item.added",
        "{\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"id\":\"msg\","
            + "\"type\":\"message\",\"role\":\"assistant\",\"content\":[]}}");
    event(
        events,
        "response.output_text.delta",
        "{\"type\":\"response.output_text.delta\",\"item_id\":\"msg\",\"output_index\":0,"
            + "\"content_index\":0,\"delta\":\"Done.\"}");
    event(
        events,
        "response.output_item.done",
        "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":" + item + "}");
    event(
        events,
        "response.completed",
        "{\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"status\":\"completed\","
            + "\"output\":["
            + item
            + "],\"usage\":{\"input_tokens\":10,\"output_tokens\":2,\"total_tokens\":12}}}");
    return events.toString();
  }

  private static String chat() {
    return "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,"
        + "\"delta\":{\"role\":\"assistant\",\"content\":\"Done.\"}}]}\n\n"
        + "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,"
        + "\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
        + "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[],"
        + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2,\"total_tokens\":12}}\n\n"
        + "data: [DONE]\n\n";
  }

  private static String gemini() {
    return "data:"
               + " {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"Done.\"}]},\"finishReason\":\"STOP\",\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":10,\"candidatesTokenCount\":2,\"totalTokenCount\":12}}\n\n";
  }

  private static void event(StringBuilder events, String name, String data) {
    events.append("event: ").append(name).append("\ndata: ").append(data).append("\n\n");
  }
}
