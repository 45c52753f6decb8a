/// The session behind a conversation: which one is meant, and which model goes on with it.
///
/// Entry class: [dev.tenon.engine.session.ActiveSession], opened for a
/// [dev.tenon.engine.session.SessionRequest]. May use `engine.config`, `engine.model`,
/// `engine.problem` and `core`.
@NullMarked
package dev.tenon.engine.session;

import org.jspecify.annotations.NullMarked;
