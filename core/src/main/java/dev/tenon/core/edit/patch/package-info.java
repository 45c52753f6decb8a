/// The dialects that take patches: `safe_patch` with unified diffs, `apply_patch` with envelopes.
///
/// Entry classes: [dev.tenon.core.edit.patch.SafePatch] and
/// [dev.tenon.core.edit.patch.EnvelopePatch]. May use `text`, `edit` and its rooms `diff` and
/// `match`.
@NullMarked
package dev.tenon.core.edit.patch;

import org.jspecify.annotations.NullMarked;
