/// Finds the skills of a project and of its user, and asks for consent where it is needed.
///
/// Entry class: [dev.tenon.engine.skill.SkillLoader]. May use `engine.content`, `engine.config` and
/// `core.skill`.
@NullMarked
package dev.tenon.engine.skill;

import org.jspecify.annotations.NullMarked;
