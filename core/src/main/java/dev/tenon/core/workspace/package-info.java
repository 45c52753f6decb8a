/// The files Tenon works on: the root, the sandbox around it, and what has been read.
///
/// Entry class: [dev.tenon.core.workspace.Workspace]. Depends on `json` and `model` only.
@NullMarked
package dev.tenon.core.workspace;

import org.jspecify.annotations.NullMarked;
