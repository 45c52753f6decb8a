/// Context that fits: when a history comes near to the model's window, its older part becomes a
/// summary, beside text that is kept word for word.
///
/// Entry class: [dev.tenon.core.session.compaction.Compaction]. Depends on `agent` and what lies
/// below it.
@NullMarked
package dev.tenon.core.session.compaction;

import org.jspecify.annotations.NullMarked;
