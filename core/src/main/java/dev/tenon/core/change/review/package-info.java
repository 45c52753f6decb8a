/// Staged editing and its review: changes live in working buffers until their hunks are accepted or
/// rejected and written.
///
/// Entry classes: [dev.tenon.core.change.review.StagedEditing] and
/// [dev.tenon.core.change.review.Review]. May use all other rooms of `change`.
@NullMarked
package dev.tenon.core.change.review;

import org.jspecify.annotations.NullMarked;
