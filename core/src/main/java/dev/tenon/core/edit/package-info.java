/// What the edit dialects have in common: the file as a planner sees it, the
/// [dev.tenon.core.edit.Plan] with its [dev.tenon.core.edit.Transaction], and the
/// [dev.tenon.core.edit.PlanException] that tells a model how to repair its request. Planning never
/// touches the disk.
///
/// The dialects are in the rooms `match` (exact texts), `patch` (unified diffs and patch
/// envelopes), `hashline` (lines by anchors) and `lines` (ranges of lines). All of them work on
/// texts with LF line ends that an [dev.tenon.core.edit.EditSource] hands out. May use `json`,
/// `text` and the room `diff`.
@NullMarked
package dev.tenon.core.edit;

import org.jspecify.annotations.NullMarked;
