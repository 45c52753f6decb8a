package dev.tenon.core.rule;

import dev.tenon.core.workspace.regex.LooseRegex;

/// One regular expression of one rule.
///
/// @param rule the place of the rule in its list
record Condition(int rule, LooseRegex regex) {
  boolean endless() {
    return regex.longest() == LooseRegex.ENDLESS;
  }

  /// Whether nothing tells where a match could be, so that all text has to be tried.
  boolean everywhere() {
    return regex.required().isEmpty();
  }
}
