/// The plan of work that the model keeps and a person can see and change.
///
/// Entry class: [dev.tenon.tools.todo.TodoList]; the tool is [dev.tenon.tools.todo.TodoWrite].
/// Depends on the core up to `tool`.
@NullMarked
package dev.tenon.tools.todo;

import org.jspecify.annotations.NullMarked;
