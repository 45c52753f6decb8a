/// Makes events readable: text, tools, results and notices on any page, with or without colour.
///
/// Entry class: [dev.tenon.cli.terminal.view.EventRenderer]. Depends on `core` and, for the width
/// of characters only, on JLine; knows no keyboard and no terminal device.
@NullMarked
package dev.tenon.cli.terminal.render;

import org.jspecify.annotations.NullMarked;
