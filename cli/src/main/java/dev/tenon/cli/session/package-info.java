/// Sessions as people meet them: lists, exports, the tree, and the commands that change the session
/// of a conversation.
///
/// Entry classes: [dev.tenon.cli.session.SessionCommands] for a conversation,
/// [dev.tenon.cli.session.SessionsCommand] for `tenon sessions`. May use `cli.slash`, `cli.base`,
/// `cli.args`, the rooms of `cli.terminal`, `engine` and `core`.
@NullMarked
package dev.tenon.cli.session;

import org.jspecify.annotations.NullMarked;
