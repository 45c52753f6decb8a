package dev.tenon.testkit.wire;

import org.jspecify.annotations.Nullable;

/// The protocols that the server speaks.
public enum Wire {
  ANTHROPIC,
  OPENAI_RESPONSES,
  OPENAI_CHAT,
  GEMINI,
  OLLAMA;

  public Dialect dialect() {
    return switch (this) {
      case ANTHROPIC -> new AnthropicDialect();
      case OPENAI_RESPONSES -> new ResponsesDialect();
      case OPENAI_CHAT -> new ChatDialect();
      case GEMINI -> new GeminiDialect();
      case OLLAMA -> new OllamaDialect();
    };
  }

  /// The wire that is spoken at a path, whatever stands before it: `/v1`, `/api/v1`, `/openai/v1`.
  static @Nullable Wire of(String method, String path) {
    if (!method.equals("POST")) {
      return null;
    }
    if (path.endsWith("/messages")) {
      return ANTHROPIC;
    }
    if (path.endsWith("/responses")) {
      return OPENAI_RESPONSES;
    }
    if (path.endsWith("/chat/completions")) {
      return OPENAI_CHAT;
    }
    if (path.endsWith(":streamGenerateContent") || path.endsWith(":generateContent")) {
      return GEMINI;
    }
    return path.endsWith("/api/chat") ? OLLAMA : null;
  }
}
