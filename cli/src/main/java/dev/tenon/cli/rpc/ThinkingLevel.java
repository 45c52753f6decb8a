package dev.tenon.cli.rpc;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How much a model thinks, in pi's words.
enum ThinkingLevel {
  OFF(Effort.OFF),
  MINIMAL(Effort.LOW),
  LOW(Effort.LOW),
  MEDIUM(Effort.MEDIUM),
  HIGH(Effort.HIGH),
  XHIGH(Effort.MAX);

  private final Effort effort;

  ThinkingLevel(Effort effort) {
    this.effort = effort;
  }

  Effort effort() {
    return effort;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ThinkingLevel> of(String word) {
    for (ThinkingLevel level : values()) {
      if (level.word().equals(word)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }

  /// The level that an effort means; a model left to itself thinks as much as it likes.
  static ThinkingLevel of(Effort effort) {
    return switch (effort) {
      case OFF -> OFF;
      case LOW -> LOW;
      case DEFAULT, MEDIUM -> MEDIUM;
      case HIGH -> HIGH;
      case MAX -> XHIGH;
    };
  }

  /// The levels that a model has.
  static List<ThinkingLevel> available(ModelInfo model) {
    return model.can(ModelInfo.Ability.THINKING) ? List.of(values()) : List.of(OFF);
  }

  /// The same, or what is nearest to it of what the model has.
  ThinkingLevel within(ModelInfo model) {
    return available(model).contains(this) ? this : OFF;
  }

  static String label(Effort effort) {
    return effort.name().toLowerCase(Locale.ROOT);
  }

  /// A model as a command line names it, with the level behind a colon if there is one.
  record Named(String model, @Nullable ThinkingLevel level) {
    static Named of(String text) {
      int colon = text.lastIndexOf(':');
      ThinkingLevel level =
          colon < 0 ? null : ThinkingLevel.of(text.substring(colon + 1)).orElse(null);
      return level == null ? new Named(text, null) : new Named(text.substring(0, colon), level);
    }
  }
}
