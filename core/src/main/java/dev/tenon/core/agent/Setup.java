package dev.tenon.core.agent;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.Request;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.ToolRunner;
import org.jspecify.annotations.Nullable;

/// What a conversation works with: model, system prompt, tools and limits. Immutable; another one
/// takes effect with the next prompt.
///
/// @param rules watch what the model says; null for none
/// @param returnPoint where the tools `checkpoint` and `rewind` meet the loop; null without them
/// @param endGuard what is asked before a prompt ends; null for nobody
/// @param finish lets a tool end the prompt; null where only an answer does
public record Setup(
    Model model,
    String system,
    ToolRunner tools,
    Limits limits,
    PromptReader prompts,
    Compactor compactor,
    @Nullable StreamRules rules,
    @Nullable ReturnPoint returnPoint,
    @Nullable EndGuard endGuard,
    @Nullable Finish finish) {

  public Setup(
      Model model,
      String system,
      ToolRunner tools,
      Limits limits,
      PromptReader prompts,
      Compactor compactor,
      @Nullable StreamRules rules,
      @Nullable ReturnPoint returnPoint) {
    this(model, system, tools, limits, prompts, compactor, rules, returnPoint, null, null);
  }

  public Setup(Model model, String system, ToolRunner tools, Limits limits, PromptReader prompts) {
    this(model, system, tools, limits, prompts, Compactor.none());
  }

  public Setup(
      Model model,
      String system,
      ToolRunner tools,
      Limits limits,
      PromptReader prompts,
      Compactor compactor) {
    this(model, system, tools, limits, prompts, compactor, null, null);
  }

  public Setup(Model model, String system, ToolRunner tools, Limits limits) {
    this(model, system, tools, limits, PromptReader.plain());
  }

  /// The same with rules that watch what the model says.
  public Setup watchedBy(StreamRules watching) {
    return new Setup(
        model, system, tools, limits, prompts, compactor, watching, returnPoint, endGuard, finish);
  }

  /// The same with a point to which the model can go back.
  public Setup returningTo(ReturnPoint point) {
    return new Setup(
        model, system, tools, limits, prompts, compactor, rules, point, endGuard, finish);
  }

  /// The same with somebody who is asked before a prompt ends.
  public Setup endingBy(EndGuard guard) {
    return new Setup(
        model, system, tools, limits, prompts, compactor, rules, returnPoint, guard, finish);
  }

  /// The same with a tool that ends prompts.
  public Setup finishedBy(Finish end) {
    return new Setup(
        model, system, tools, limits, prompts, compactor, rules, returnPoint, endGuard, end);
  }

  /// The same with a model that thinks more, or less.
  public Setup withEffort(Effort effort) {
    return new Setup(
        model,
        system,
        tools,
        new Limits(limits.steps(), limits.historyBytes(), limits.outputTokens(), effort),
        prompts,
        compactor,
        rules,
        returnPoint,
        endGuard,
        finish);
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
