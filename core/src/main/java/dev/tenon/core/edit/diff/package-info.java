/// Texts as lines: their difference, unified diffs, and three-way merges.
///
/// Entry classes: [dev.tenon.core.edit.diff.UnifiedDiff] and [dev.tenon.core.edit.diff.Merge3]. May
/// use `text`.
@NullMarked
package dev.tenon.core.edit.diff;

import org.jspecify.annotations.NullMarked;
