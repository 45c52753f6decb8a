/// Tells apart what source code consists of, line by line, for colours.
///
/// Entry class: [dev.tenon.cli.terminal.code.Highlighter]. What a language looks like stands in the
/// table `languages.txt`. Depends on nothing; nothing here is loaded before the first code is
/// shown.
@NullMarked
package dev.tenon.cli.terminal.code;

import org.jspecify.annotations.NullMarked;
