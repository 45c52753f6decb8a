/// The files Tenon works on: the roots and the sandbox around them, text with the way back to its
/// bytes, versioned reads, what the model has seen, and finding: walks by git's ignore rules,
/// globs, letters, and searches in contents.
///
/// Entry class: [dev.tenon.core.workspace.Workspace]. Whoever shows files asks a
/// [dev.tenon.core.workspace.ProjectView]: the disk, or with files in memory over it
/// ([dev.tenon.core.workspace.BufferOverlay]). A path from the model goes through
/// [dev.tenon.core.workspace.PathSandbox], which gives out real paths; every use of these goes
/// through [dev.tenon.core.workspace.SafeFiles], by directory handles and without following links.
/// Depends on `json` and `model` only.
@NullMarked
package dev.tenon.core.workspace;

import org.jspecify.annotations.NullMarked;
