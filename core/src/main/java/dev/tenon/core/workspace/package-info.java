/// The files as the model sees them: versioned reads with selectors, what was seen and shown, and
/// the view through which everyone reads, lists and searches.
///
/// Entry class: [dev.tenon.core.workspace.Workspace]. Whoever shows files asks a
/// [dev.tenon.core.workspace.ProjectView]: the disk, or with staged files over it. May use its
/// rooms `path`, `walk` and `search`, and `text`.
@NullMarked
package dev.tenon.core.workspace;

import org.jspecify.annotations.NullMarked;
