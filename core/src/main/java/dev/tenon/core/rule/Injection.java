package dev.tenon.core.rule;

import java.util.List;

/// The text of broken rules that is added to the conversation now.
///
/// @param rules their names
/// @param text for the model
/// @param context what becomes of the answer that was stopped
public record Injection(List<String> rules, String text, RulePolicy.Context context) {
  public Injection {
    rules = List.copyOf(rules);
  }
}
