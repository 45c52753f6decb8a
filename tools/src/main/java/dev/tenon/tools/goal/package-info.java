/// The tool with which a model keeps a goal and proves that it is reached.
///
/// Entry class: [dev.tenon.tools.goal.GoalTool]. May use `core` up to `tool`.
@NullMarked
package dev.tenon.tools.goal;

import org.jspecify.annotations.NullMarked;
