/// What happens to the files: how tools change them, every change committed all or nothing,
/// recorded with who made it, reviewable by hunks and reversible.
///
/// Entry classes: [dev.tenon.core.change.Editing] for tools, which writes through the
/// [dev.tenon.core.change.Journal] at once or keeps working buffers until their
/// [dev.tenon.core.change.Review]; [dev.tenon.core.change.Undo] for what was written. Depends on
/// `json`, `workspace` and `edit`.
@NullMarked
package dev.tenon.core.change;

import org.jspecify.annotations.NullMarked;
