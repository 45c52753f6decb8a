/// The terminal itself: how it is opened and set, and what comes from it, keys and signals.
///
/// Entry class: [dev.tenon.cli.terminal.device.TerminalDevice]. May use the rooms `input` and
/// `screen`, and JLine.
@NullMarked
package dev.tenon.cli.terminal.device;

import org.jspecify.annotations.NullMarked;
