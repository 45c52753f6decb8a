/// What commands do to the files: the state before is kept, the state after compared with it, and
/// the difference recorded in the journal.
///
/// Entry class: [dev.tenon.core.change.effects.ShellEffects], which gives out a
/// [dev.tenon.core.change.effects.CommandWatch] a command. May use `json`, `text`, `workspace`,
/// `exec` and the room `journal`.
@NullMarked
package dev.tenon.core.change.effects;

import org.jspecify.annotations.NullMarked;
