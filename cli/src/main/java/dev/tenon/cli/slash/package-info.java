/// The commands that a person types behind a `/` in a conversation.
///
/// Entry class: [dev.tenon.cli.slash.SlashCommands], the list with its completion; a
/// [dev.tenon.cli.slash.SlashCommand] does its work through a [dev.tenon.cli.slash.CommandContext].
/// May use `cli.report`, `cli.terminal.input`, `cli.terminal.render`, `engine` and `core`, the
/// meter of `providers` and the todo list of `tools`.
@NullMarked
package dev.tenon.cli.slash;

import org.jspecify.annotations.NullMarked;
