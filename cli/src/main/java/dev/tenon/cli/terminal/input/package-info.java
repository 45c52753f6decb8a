/// The keyboard as keys, menus that are driven by it, and the prompts that were typed before.
///
/// Entry classes: [dev.tenon.cli.terminal.input.KeyDecoder], [dev.tenon.cli.terminal.input.Menu]
/// and [dev.tenon.cli.terminal.history.PromptHistory]. May use `cli.terminal.render` and `core`;
/// nothing here knows a conversation.
@NullMarked
package dev.tenon.cli.terminal.input;

import org.jspecify.annotations.NullMarked;
