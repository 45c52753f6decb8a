/// Processes: running a shell command with streamed, bounded output and a whole tree that dies.
///
/// Entry class: [dev.tenon.core.exec.Shell]. Depends on `json` and `model` only.
@NullMarked
package dev.tenon.core.exec;

import org.jspecify.annotations.NullMarked;
