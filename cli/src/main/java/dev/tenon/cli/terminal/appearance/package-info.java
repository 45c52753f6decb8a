/// Which theme the terminal has now: by the settings, by its background, by the file of the theme
/// when that changes, and by `/theme`.
///
/// Entry class: [dev.tenon.cli.terminal.appearance.Appearance]. May use the rooms `theme`,
/// `render`, `input` and `device`.
@NullMarked
package dev.tenon.cli.terminal.appearance;

import org.jspecify.annotations.NullMarked;
