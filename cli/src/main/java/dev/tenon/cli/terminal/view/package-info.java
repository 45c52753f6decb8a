/// Makes the events of a conversation readable: answers, tools, results and notices as cards on a
/// page.
///
/// Entry class: [dev.tenon.cli.terminal.view.EventRenderer]. Depends on `core` and on
/// `terminal.render`; knows no keyboard and no terminal device.
@NullMarked
package dev.tenon.cli.terminal.view;

import org.jspecify.annotations.NullMarked;
