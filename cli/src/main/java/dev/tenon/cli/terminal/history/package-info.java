/// What was typed before: the prompts of this project and of all, what Ctrl-R searches, and the
/// draft that a program left which was ended while somebody typed.
///
/// Entry class: [dev.tenon.cli.terminal.history.PromptHistory]. May use `cli.terminal.input` and
/// SQLite; nothing here knows a terminal.
@NullMarked
package dev.tenon.cli.terminal.history;

import org.jspecify.annotations.NullMarked;
