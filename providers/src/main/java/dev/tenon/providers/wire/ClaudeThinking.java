package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Request;
import java.util.Locale;

/// How thinking is asked for differs with the generation of Claude: first a budget of tokens, then
/// `adaptive` with an effort, and since version 5 it is on unless switched off, where that is
/// allowed at all.
///
/// @param family `opus`, `sonnet` and so on; empty if the name is no Claude's
record ClaudeThinking(String family, int major, int minor) {
  private static final int SMALLEST_BUDGET = 1024;

  static ClaudeThinking of(String modelId) {
    String name = modelId.toLowerCase(Locale.ROOT);
    int at = name.indexOf("claude-");
    if (at < 0) {
      return new ClaudeThinking("", 0, 0);
    }
    String family = "";
    int major = -1;
    int minor = 0;
    int start = at + "claude-".length();
    while (start < name.length()) {
      int end = start;
      while (end < name.length() && Character.isLetterOrDigit(name.charAt(end))) {
        end++;
      }
      String word = name.substring(start, end);
      start = end + 1;
      boolean number = isVersion(word);
      if (number && major < 0) {
        major = Integer.parseInt(word);
      } else if (number && minor == 0 && family.isEmpty() == (major < 4)) {
        minor = Integer.parseInt(word);
      } else if (family.isEmpty() && !word.isEmpty() && Character.isLetter(word.charAt(0))) {
        family = word;
      }
    }
    // A Claude without a number is newer than this table.
    return new ClaudeThinking(family, major < 0 ? 99 : major, minor);
  }

  private static boolean isVersion(String word) {
    if (word.isEmpty() || word.length() > 2) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (!Character.isDigit(word.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  void addTo(Json.Builder body, Request request) {
    if (before(3, 7) && !family.isEmpty()) {
      return;
    }
    if (before(4, 6)) {
      addBudget(body, request);
    } else if (before(5, 0)) {
      addWhenAsked(body, request.effort());
    } else {
      addUnlessOff(body, request.effort());
    }
  }

  /// Whether the answer may begin with thoughts: then the provider takes no forced choice of a
  /// tool.
  boolean mayThink(Request request) {
    if (before(3, 7) && !family.isEmpty()) {
      return false;
    }
    return !before(5, 0) || (request.effort() != Effort.DEFAULT && request.effort() != Effort.OFF);
  }

  private boolean before(int otherMajor, int otherMinor) {
    return major < otherMajor || (major == otherMajor && minor < otherMinor);
  }

  private void addBudget(Json.Builder body, Request request) {
    int wanted =
        switch (request.effort()) {
          case DEFAULT, OFF -> 0;
          case LOW -> 4_096;
          case MEDIUM -> 10_240;
          case HIGH -> 20_480;
          case MAX -> 32_000;
        };
    int most = request.maxOutputTokens() - Math.max(1024, request.maxOutputTokens() / 4);
    int budget = Math.min(wanted, most);
    if (budget >= SMALLEST_BUDGET) {
      body.put(
          "thinking", Json.object().put("type", "enabled").put("budget_tokens", budget).build());
    }
  }

  private void addWhenAsked(Json.Builder body, Effort effort) {
    if (effort != Effort.DEFAULT && effort != Effort.OFF) {
      addAdaptive(body, effort);
    }
  }

  private void addUnlessOff(Json.Builder body, Effort effort) {
    if (effort != Effort.OFF) {
      addAdaptive(body, effort);
    } else if (family.equals("sonnet") && major == 5 && minor == 5) {
      body.put("thinking", Json.object().put("type", "between_tools").build());
    } else if (canBeSwitchedOff()) {
      body.put("thinking", Json.object().put("type", "disabled").build());
    } else {
      addAdaptive(body, Effort.LOW);
    }
  }

  private boolean canBeSwitchedOff() {
    return major == 5
        && ((minor == 0 && (family.equals("opus") || family.equals("sonnet")))
            || (minor == 5 && family.equals("haiku")));
  }

  /// 4.6 shows a summary of its thoughts by itself; later ones hide it unless asked.
  private void addAdaptive(Json.Builder body, Effort effort) {
    body.put(
        "thinking",
        Json.object()
            .put("type", "adaptive")
            .put("display", before(4, 7) ? null : "summarized")
            .build());
    if (effort != Effort.DEFAULT) {
      String level = effort.name().toLowerCase(Locale.ROOT);
      body.put("output_config", Json.object().put("effort", level).build());
    }
  }
}
