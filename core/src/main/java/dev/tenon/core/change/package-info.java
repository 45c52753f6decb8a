/// The seam through which tools see and change files.
///
/// Entry classes: [dev.tenon.core.change.Editing], with [dev.tenon.core.change.DirectEditing] for
/// changes that are on the disk at once (`review` has the staged ones),
/// [dev.tenon.core.change.ProjectJournal], which opens the journal, and
/// [dev.tenon.core.change.CommandRunner], which runs a command and journals what it did. May use
/// `text`, `workspace`, `edit`, `exec`, `evidence`, `permission.program` and the rooms `journal`
/// and `effects`.
@NullMarked
package dev.tenon.core.change;

import org.jspecify.annotations.NullMarked;
