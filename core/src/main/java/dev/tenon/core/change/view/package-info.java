/// The files as a command sees them while edits are staged: a view of the project in which it can
/// write without touching the project itself, made by an overlay or a copy.
///
/// Entry class: [dev.tenon.core.change.view.CommandViews]. May use `text`, `workspace`, `exec` and
/// the rooms `journal` and `effects`.
@NullMarked
package dev.tenon.core.change.view;

import org.jspecify.annotations.NullMarked;
