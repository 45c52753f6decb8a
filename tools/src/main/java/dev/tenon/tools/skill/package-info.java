/// The tool that loads skills.
///
/// Entry class: [dev.tenon.tools.skill.LoadSkill]. May use `core.skill` and `core.tool`.
@NullMarked
package dev.tenon.tools.skill;

import org.jspecify.annotations.NullMarked;
