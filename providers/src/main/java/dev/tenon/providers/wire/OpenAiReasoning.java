package dev.tenon.providers.wire;

import dev.tenon.core.model.Effort;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Which of OpenAI's models reason, and by what names each generation knows its efforts.
final class OpenAiReasoning {
  private OpenAiReasoning() {}

  /// Whether the model reasons. A name that is not known is taken for a new one that does.
  static boolean reasons(String modelId) {
    String name = bare(modelId);
    return !name.startsWith("gpt-4")
        && !name.startsWith("gpt-3")
        && !name.startsWith("chatgpt")
        && !name.contains("-chat");
  }

  /// The vendor's name for the effort, or null to leave it to the provider.
  static @Nullable String effort(String modelId, Effort effort) {
    String name = bare(modelId);
    return switch (effort) {
      case DEFAULT -> null;
      case LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH -> "high";
      case OFF -> least(name);
      case MAX -> knowsExtraHigh(name) ? "xhigh" : "high";
    };
  }

  private static String least(String name) {
    if (name.contains("codex") || name.contains("-pro") || !name.startsWith("gpt-")) {
      return "low";
    }
    double version = version(name);
    return version >= 5.1 ? "none" : version >= 5 ? "minimal" : "low";
  }

  private static boolean knowsExtraHigh(String name) {
    return name.contains("codex-max") || version(name) >= 5.2;
  }

  /// The number in `gpt-5.2-codex`, or 0.
  private static double version(String name) {
    if (!name.startsWith("gpt-")) {
      return 0;
    }
    int end = "gpt-".length();
    while (end < name.length()
        && (Character.isDigit(name.charAt(end)) || name.charAt(end) == '.')) {
      end++;
    }
    try {
      return Double.parseDouble(name.substring("gpt-".length(), end));
    } catch (NumberFormatException noNumber) {
      return 0;
    }
  }

  private static String bare(String modelId) {
    return modelId.substring(modelId.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
  }
}
