package dev.tenon.providers.wire;

import java.util.Locale;
import java.util.Optional;

/// The five protocols.
public enum WireKind {
  ANTHROPIC("anthropic"),
  OPENAI_RESPONSES("openai-responses"),
  OPENAI_CHAT("openai-chat"),
  GEMINI("gemini"),
  OLLAMA("ollama");

  private final String label;

  WireKind(String label) {
    this.label = label;
  }

  /// The name by which a configuration asks for the wire.
  public String label() {
    return label;
  }

  public static Optional<WireKind> named(String label) {
    String wanted = label.strip().toLowerCase(Locale.ROOT);
    for (WireKind kind : values()) {
      if (kind.label.equals(wanted)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
