/// The loop from a prompt to an answer, and the live conversation that a face drives.
///
/// Entry class: [dev.tenon.core.agent.Conversation]. Depends on `tool`, `model` and below; knows no
/// face, no provider and no session.
@NullMarked
package dev.tenon.core.agent;

import org.jspecify.annotations.NullMarked;
