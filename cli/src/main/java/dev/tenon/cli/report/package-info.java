/// What the program prints of changes, hunks, rules and usage, the same for a command and for a
/// slash command.
///
/// No entry class. May use `cli.terminal.render`, `engine` and `core`.
@NullMarked
package dev.tenon.cli.report;

import org.jspecify.annotations.NullMarked;
