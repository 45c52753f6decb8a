/// The text of the editor: quick when it is large, cursor between clusters, changes that can be
/// taken back, large pastes as one character, and where its rows begin. Knows no keys.
///
/// Entry class: [dev.tenon.cli.terminal.editor.text.Document]. May use `cli.terminal.render` and
/// `cli.terminal.screen`.
@NullMarked
package dev.tenon.cli.terminal.editor.text;

import org.jspecify.annotations.NullMarked;
