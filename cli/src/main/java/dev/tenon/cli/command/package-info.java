/// The commands that need no conversation: `models`, `doctor` (with `--attack`), `tool`, `demo`,
/// `usage`, `permissions`, and those about changes: `changes`, `undo`, `redo`, `rollback`
/// ([dev.tenon.cli.command.ChangesCommand]) and `apply`. What they print of changes, hunks and
/// rules is here, too, because a conversation shows the same.
///
/// No entry class: each command is one class with a `run` that answers the exit code, called by
/// `Main`. May use everything of `cli` but the terminal's loop, and `core` and `providers`.
@NullMarked
package dev.tenon.cli.command;

import org.jspecify.annotations.NullMarked;
