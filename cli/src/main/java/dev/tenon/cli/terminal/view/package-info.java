/// Makes the events of a conversation readable: answers, tools, results and notices as cards on a
/// page.
///
/// Entry class: [dev.tenon.cli.terminal.view.EventRenderer]. Depends on `core`, on
/// `terminal.render` and on what the tools say about mentions; knows no keyboard and no terminal
/// device.
@NullMarked
package dev.tenon.cli.terminal.view;

import org.jspecify.annotations.NullMarked;
