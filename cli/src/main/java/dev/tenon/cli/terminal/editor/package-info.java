/// The editor of prompts: text that stays quick when it is large, what keys do with it, and the
/// rows it shows. Pure: it knows no terminal and no thread; whoever has the keyboard hands keys
/// over and asks for rows.
///
/// Entry class: [dev.tenon.cli.terminal.editor.Editor]. May use `cli.terminal.input`,
/// `cli.terminal.render` and `cli.terminal.screen`; commands, files and earlier prompts come
/// through [dev.tenon.cli.terminal.editor.Completer] and [dev.tenon.cli.terminal.editor.Recall].
@NullMarked
package dev.tenon.cli.terminal.editor;

import org.jspecify.annotations.NullMarked;
