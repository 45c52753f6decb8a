/// Stream rules: Markdown files whose regular expressions are tried on what the model says while it
/// says it. A match stops the answer and has it made again with the rule in view, or adds the rule
/// to what the model gets to see next.
///
/// Entry class: [dev.tenon.core.rule.StreamRules], with [dev.tenon.core.rule.RuleFiles] to read the
/// rules; the heads of their files are YAML, for which a reader is handed in
/// ([dev.tenon.core.rule.FrontMatter]). May use `prompt`, `workspace`, `model`, `text` and `json`;
/// the loop carries out what it decides. Nothing of this room is loaded when there are no rules.
@NullMarked
package dev.tenon.core.rule;

import org.jspecify.annotations.NullMarked;
