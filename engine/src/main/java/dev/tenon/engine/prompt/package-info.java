/// What a person types, on its way to the model: agents, skills and commands from files that it
/// calls by name.
///
/// Entry classes: [dev.tenon.engine.prompt.SkillPrompts],
/// [dev.tenon.engine.prompt.TemplatePrompts], [dev.tenon.engine.prompt.AgentPrompts]. May use
/// `engine.workflow` and everything below it.
@NullMarked
package dev.tenon.engine.prompt;

import org.jspecify.annotations.NullMarked;
