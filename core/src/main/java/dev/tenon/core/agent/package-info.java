/// The loop from a prompt to an answer, and the live conversation that a face drives.
///
/// Entry class: [dev.tenon.core.agent.Conversation]. May use `rule`, `tool` and what lies below
/// them; knows no face, no provider and no session.
@NullMarked
package dev.tenon.core.agent;

import org.jspecify.annotations.NullMarked;
