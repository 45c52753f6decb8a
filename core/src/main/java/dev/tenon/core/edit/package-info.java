/// The edit dialects. Each one reads what a model asked for and only *plans*: the outcome is a
/// [dev.tenon.core.edit.Plan] with a [dev.tenon.core.edit.Transaction], or a
/// [dev.tenon.core.edit.PlanException] that tells the model how to repair its request. Nothing here
/// touches the disk.
///
/// Entry classes, one a dialect: [dev.tenon.core.edit.ExactEdit], [dev.tenon.core.edit.SafePatch],
/// [dev.tenon.core.edit.Hashline], [dev.tenon.core.edit.EnvelopePatch] and
/// [dev.tenon.core.edit.LineEdits]. All of them work on texts with LF line ends that an
/// [dev.tenon.core.edit.EditSource] hands out. Depends on `json`, `model` and `workspace` only.
@NullMarked
package dev.tenon.core.edit;

import org.jspecify.annotations.NullMarked;
