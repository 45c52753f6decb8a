/// Sessions as people meet them: which one a run goes on with, lists, exports, the tree.
///
/// Entry classes: [dev.tenon.cli.session.SessionSeat] for a conversation,
/// [dev.tenon.cli.session.SessionsCommand] for `tenon sessions`. Depends on `core.session` and what
/// lies below it.
@NullMarked
package dev.tenon.cli.session;

import org.jspecify.annotations.NullMarked;
