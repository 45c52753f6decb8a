package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How Gemini's generations are asked to think: not at all before 2.5, by a budget of tokens in
/// 2.5, by a level since 3.
///
/// @param version the number in the name; a name without one is taken for the newest
record GeminiThinking(double version, String name) {

  static GeminiThinking of(String modelId) {
    String name = modelId.toLowerCase(Locale.ROOT);
    int start = name.indexOf("gemini-");
    if (start < 0) {
      return new GeminiThinking(name.startsWith("gemma") ? 0 : 99, name);
    }
    start += "gemini-".length();
    int end = start;
    while (end < name.length()
        && (Character.isDigit(name.charAt(end)) || name.charAt(end) == '.')) {
      end++;
    }
    try {
      return new GeminiThinking(Double.parseDouble(name.substring(start, end)), name);
    } catch (NumberFormatException noNumber) {
      return new GeminiThinking(99, name);
    }
  }

  /// Whether calls must come back with a signature.
  boolean demandsSignatures() {
    return version >= 3;
  }

  Json.@Nullable Obj config(Effort effort) {
    if (version < 2.5) {
      return null;
    }
    var config = Json.object();
    if (effort != Effort.OFF) {
      config.put("includeThoughts", true);
    }
    if (effort == Effort.DEFAULT) {
      return config.build();
    }
    return version < 3
        ? config.put("thinkingBudget", budget(effort)).build()
        : config.put("thinkingLevel", level(effort)).build();
  }

  private int budget(Effort effort) {
    boolean pro = name.contains("pro");
    return switch (effort) {
      case DEFAULT -> -1;
      case OFF -> pro ? 128 : 0;
      case LOW -> 2_048;
      case MEDIUM -> 8_192;
      case HIGH -> 16_384;
      case MAX -> pro ? 32_768 : 24_576;
    };
  }

  private String level(Effort effort) {
    boolean firstPro = version < 3.1 && name.contains("pro");
    return switch (effort) {
      case OFF -> name.contains("flash") ? "minimal" : "low";
      case LOW -> "low";
      case MEDIUM -> firstPro ? "high" : "medium";
      case DEFAULT, HIGH, MAX -> "high";
    };
  }
}
