/// The commands beside the conversation: `models`, `config`, `doctor`, `tool`, `demo`,
/// `completion`.
///
/// Each is one class with a `run` that answers the exit code.
@NullMarked
package dev.tenon.cli.command;

import org.jspecify.annotations.NullMarked;
