/// The commands of the command line, a class each with a `run` that answers the exit code; `Main`
/// calls it. [dev.tenon.cli.command.ConversationCommand] is `tenon` without a command: the one path
/// by which the interactive and the headless face get their conversation.
///
/// May use every room of `cli`, and `engine`, `core` and `providers`.
@NullMarked
package dev.tenon.cli.command;

import org.jspecify.annotations.NullMarked;
