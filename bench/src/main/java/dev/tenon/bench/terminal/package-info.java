/// How the terminal feels: start to a usable prompt, keys while an answer streams, large sessions
/// and pastes, and what an idle conversation costs.
///
/// Entry class: [dev.tenon.bench.terminal.TerminalReport]. The built program runs on a
/// pseudo-terminal of this process, which types and takes the time at which a byte is there.
@NullMarked
package dev.tenon.bench.terminal;

import org.jspecify.annotations.NullMarked;
