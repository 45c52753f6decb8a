/// The record of every change: commits that are written all or not at all, who made them, the
/// contents before and after, checkpoints, and how changes are taken back.
///
/// Entry classes: [dev.tenon.core.change.journal.Journal], whose work under its lock goes through
/// [dev.tenon.core.change.journal.LockedJournal], and [dev.tenon.core.change.journal.Undo]. May use
/// `json`, `text`, `workspace` and `edit`; no other room of `change`.
@NullMarked
package dev.tenon.core.change.journal;

import org.jspecify.annotations.NullMarked;
