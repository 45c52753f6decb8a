/// The operating system's wall around commands: the roots writable, the rest of the machine
/// read-only, secrets out of sight, no network, a process tree that dies as one.
///
/// Entry class: [dev.tenon.core.exec.sandbox.Sandbox]. [dev.tenon.core.exec.sandbox.Bounds] says
/// what is wanted, [dev.tenon.core.exec.sandbox.Layout] turns it into places of the file system,
/// [dev.tenon.core.exec.sandbox.SandboxFolder] into mounts, and a wall
/// ([dev.tenon.core.exec.sandbox.Bwrap], [dev.tenon.core.exec.sandbox.Unshare]) into a command
/// line. [dev.tenon.core.exec.sandbox.ProgramFinder] finds the files of denied programs, and
/// [dev.tenon.core.exec.sandbox.SeccompFilter] makes the filter of system calls. May use
/// `exec.shell` only. Nothing here is loaded before the first command.
@NullMarked
package dev.tenon.core.exec.sandbox;

import org.jspecify.annotations.NullMarked;
