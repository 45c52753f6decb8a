package dev.tenon.core.rule;

import dev.tenon.core.workspace.regex.LooseRegex;
import java.util.List;

/// One rule: when it applies, what then happens, and the text that the model gets to see.
///
/// @param name unique in a conversation
/// @param file where it was read from, for messages
/// @param conditions one of them has to match
/// @param scope which streams are watched
/// @param policy what happens on a match
/// @param content the rule itself, in Markdown
public record StreamRule(
    String name,
    String file,
    String description,
    List<LooseRegex> conditions,
    Scope scope,
    RulePolicy policy,
    String content) {
  public StreamRule {
    conditions = List.copyOf(conditions);
  }
}
