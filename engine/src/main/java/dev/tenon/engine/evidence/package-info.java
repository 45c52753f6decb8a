/// What a conversation can prove: its checks, its goal, the checks of the settings and the receipts
/// at the end of prompts, kept in its session.
///
/// Entry classes: [dev.tenon.engine.evidence.ConversationEvidence], which a conversation has, and
/// [dev.tenon.engine.evidence.SessionEvidence], which reads a session again. May use
/// `engine.config`, `engine.session` and `core`.
@NullMarked
package dev.tenon.engine.evidence;

import org.jspecify.annotations.NullMarked;
