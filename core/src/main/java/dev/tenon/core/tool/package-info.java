/// What a tool is, how its arguments are described and bound, and the one gate through which every
/// tool call goes.
///
/// Entry class: [dev.tenon.core.tool.ToolRunner]. May use `change`, `permission`, `workspace` and
/// what lies below them.
@NullMarked
package dev.tenon.core.tool;

import org.jspecify.annotations.NullMarked;
