/// What a model is told before the first prompt: Markdown templates with strict placeholders, the
/// system prompt, and the context files of a project.
///
/// Entry class: [dev.tenon.core.prompt.SystemPrompt]. May see the rooms up to `tool`; uses
/// `permission` only. All that it renders is deterministic, so that a provider's prompt cache keeps
/// working.
@NullMarked
package dev.tenon.core.prompt;

import org.jspecify.annotations.NullMarked;
