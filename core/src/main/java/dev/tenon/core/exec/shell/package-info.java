/// Runs shell commands: the process with its environment, its output bounded in memory, its time
/// limit, and the end of every process that it started.
///
/// Entry class: [dev.tenon.core.exec.shell.Shell]. [dev.tenon.core.exec.shell.Confinement] is how
/// others put something around a command. May use nothing of Tenon.
@NullMarked
package dev.tenon.core.exec.shell;

import org.jspecify.annotations.NullMarked;
