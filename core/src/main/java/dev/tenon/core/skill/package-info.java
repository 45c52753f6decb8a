/// Skills: folders with a `SKILL.md` whose text tells the model how to do something, loaded when it
/// is needed.
///
/// Entry class: [dev.tenon.core.skill.SkillLibrary]. Whoever finds the folders (`engine.skill`)
/// hands in the skills; nothing here reads YAML.
@NullMarked
package dev.tenon.core.skill;

import org.jspecify.annotations.NullMarked;
