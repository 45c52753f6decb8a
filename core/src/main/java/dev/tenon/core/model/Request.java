package dev.tenon.core.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One request to a model: everything it sees. Equal requests are sent as equal bytes, so that the
/// providers' prompt caches work.
///
/// @param toolChoice the tool that the answer has to call, where the wire can say so; null for the
///   model's own choice
public record Request(
    String system,
    List<Message> messages,
    List<ToolSpec> tools,
    int maxOutputTokens,
    Effort effort,
    @Nullable String toolChoice) {
  public static final int DEFAULT_OUTPUT_TOKENS = 16_384;

  public Request {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    if (maxOutputTokens < 1) {
      throw new IllegalArgumentException(
          "maxOutputTokens must be positive, was " + maxOutputTokens);
    }
  }

  public Request(
      String system,
      List<Message> messages,
      List<ToolSpec> tools,
      int maxOutputTokens,
      Effort effort) {
    this(system, messages, tools, maxOutputTokens, effort, null);
  }

  public static Request of(String system, List<Message> messages, List<ToolSpec> tools) {
    return new Request(system, messages, tools, DEFAULT_OUTPUT_TOKENS, Effort.DEFAULT);
  }
}
