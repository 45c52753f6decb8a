/// What is on disk of a conversation: an append-only tree of entries in one JSONL file, and how the
/// model's context is rebuilt from it.
///
/// Entry classes: [dev.tenon.core.session.SessionStore] finds and opens sessions,
/// [dev.tenon.core.session.SessionLog] is one of them, [dev.tenon.core.session.SessionContext] is
/// what a model sees of it. The top floor of the core: it may see every other room.
@NullMarked
package dev.tenon.core.session;

import org.jspecify.annotations.NullMarked;
