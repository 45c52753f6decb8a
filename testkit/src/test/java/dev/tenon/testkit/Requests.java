package dev.tenon.testkit;

import dev.tenon.testkit.wire.Wire;

/// The smallest streaming request of each wire.
public final class Requests {
  private Requests() {}

  public static String path(Wire wire) {
    return switch (wire) {
      case ANTHROPIC -> "/v1/messages";
      case OPENAI_RESPONSES -> "/v1/responses";
      case OPENAI_CHAT -> "/v1/chat/completions";
      case GEMINI -> "/v1beta/models/gemini-x:streamGenerateContent?alt=sse";
      case OLLAMA -> "/api/chat";
    };
  }

  static String body(Wire wire) {
    return switch (wire) {
      case ANTHROPIC ->
          """
          {"model":"m","max_tokens":99,"stream":true,"messages":[{"role":"user","content":"hi"}]}\
          """;
      case OPENAI_RESPONSES ->
          """
          {"model":"m","stream":true,"input":[{"role":"user","content":"hi"}]}\
          """;
      case OPENAI_CHAT ->
          """
          {"model":"m","stream":true,"stream_options":{"include_usage":true},\
          "messages":[{"role":"user","content":"hi"}]}\
          """;
      case GEMINI ->
          """
          {"contents":[{"role":"user","parts":[{"text":"hi"}]}]}\
          """;
      case OLLAMA ->
          """
          {"model":"m","messages":[{"role":"user","content":"hi"}]}\
          """;
    };
  }
}
