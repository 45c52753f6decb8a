/// What happened to the files: every change committed all or nothing, recorded with who made it,
/// and reversible.
///
/// Entry class: [dev.tenon.core.change.Journal]. Depends on `json`, `workspace` and `edit`.
@NullMarked
package dev.tenon.core.change;

import org.jspecify.annotations.NullMarked;
