/// Paths and the files behind them: the roots, the sandbox that resolves what the model names, and
/// the directory handles by which files are opened without following a link.
///
/// Entry classes: [dev.tenon.core.workspace.path.PathSandbox], which gives out real paths, and
/// [dev.tenon.core.workspace.path.SafeFiles], through which every use of them goes. A
/// [dev.tenon.core.workspace.path.BufferOverlay] lays staged files over the disk. May use `text`
/// and `model`.
@NullMarked
package dev.tenon.core.workspace.path;

import org.jspecify.annotations.NullMarked;
