/// Processes and background work: running a shell command with streamed, bounded output and a whole
/// tree that dies; jobs that go on beside the conversation and what they have to tell.
///
/// Entry classes: [dev.tenon.core.exec.Shell] and [dev.tenon.core.exec.Jobs]. Depends on `json` and
/// `model` only.
@NullMarked
package dev.tenon.core.exec;

import org.jspecify.annotations.NullMarked;
