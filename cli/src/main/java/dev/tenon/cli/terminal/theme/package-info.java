/// What a theme is: its tokens, its colours and its symbols; how a file becomes one, and those that
/// are built in. Knows nothing of terminals.
///
/// Entry classes: [dev.tenon.cli.terminal.theme.Theme], [dev.tenon.cli.terminal.theme.ThemeStore].
@NullMarked
package dev.tenon.cli.terminal.theme;

import org.jspecify.annotations.NullMarked;
