package dev.tenon.core.agent;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.Request;
import dev.tenon.core.tool.ToolRunner;

/// What a conversation works with.
public record Setup(
    Model model,
    String system,
    ToolRunner tools,
    Limits limits,
    PromptReader prompts,
    Compactor compactor) {

  public Setup(Model model, String system, ToolRunner tools, Limits limits, PromptReader prompts) {
    this(model, system, tools, limits, prompts, Compactor.none());
  }

  public Setup(Model model, String system, ToolRunner tools, Limits limits) {
    this(model, system, tools, limits, PromptReader.plain());
  }

  /// The bounds of one prompt.
  public record Limits(int steps, long historyBytes, int outputTokens, Effort effort) {
    public static final Limits DEFAULT =
        new Limits(50, 720 * 1024, Request.DEFAULT_OUTPUT_TOKENS, Effort.DEFAULT);

    public Limits {
      if (steps < 1) {
        throw new IllegalArgumentException("steps must be at least 1, was " + steps);
      }
      if (historyBytes < 1024) {
        throw new IllegalArgumentException(
            "historyBytes must be at least 1024, was " + historyBytes);
      }
    }
  }
}
