/// The dialect of `hashline_edit`, in which lines are named by anchors.
///
/// Entry classes: [dev.tenon.core.edit.hashline.Hashline] and
/// [dev.tenon.core.edit.hashline.Anchors]. May use `text`, `edit` and its rooms `diff` and `match`.
@NullMarked
package dev.tenon.core.edit.hashline;

import org.jspecify.annotations.NullMarked;
