/// Prompts that lie in files and are called by name, such as `.claude/commands/review.md`: finding
/// them, and putting words, files and outputs of commands into their text.
///
/// Entry classes: [dev.tenon.engine.template.PromptTemplates],
/// [dev.tenon.engine.template.TemplateText]. May use `engine.content` and `engine.config`.
@NullMarked
package dev.tenon.engine.template;

import org.jspecify.annotations.NullMarked;
