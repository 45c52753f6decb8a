/// The interactive face: a person at a terminal drives a conversation. It reads what they type,
/// lets them steer and stop, asks for their approval, and shows events through `render`.
///
/// Entry class: [dev.tenon.cli.terminal.TerminalFace]; [dev.tenon.cli.terminal.TerminalLoop] serves
/// the person from the first line to the last. May use the rooms `input` and `render`, `cli.slash`,
/// `engine.command`, `core` and JLine; knows no provider, no tool and no configuration.
@NullMarked
package dev.tenon.cli.terminal;

import org.jspecify.annotations.NullMarked;
