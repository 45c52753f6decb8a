/// The workflows of a conversation: carries out the steps that the model reports, puts questions to
/// the person, lets helpers plan and review, opens goals, starts the workers of a team.
///
/// Entry class: [dev.tenon.engine.workflow.ConversationWorkflows]. May use `engine.evidence` and
/// everything below it.
@NullMarked
package dev.tenon.engine.workflow;

import org.jspecify.annotations.NullMarked;
