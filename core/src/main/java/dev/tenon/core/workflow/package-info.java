/// The state of workflows: what was reported step by step, kept in files that only grow, and the
/// rules by which one step may follow another. Knows no model, no tool and no person.
///
/// Entry classes: [dev.tenon.core.workflow.WorkflowStore], and what a file says:
/// [dev.tenon.core.workflow.Interview], [dev.tenon.core.workflow.Consensus],
/// [dev.tenon.core.workflow.GoalLedger], [dev.tenon.core.workflow.TeamBoard]. May use `core.json`
/// and `core.text`.
@NullMarked
package dev.tenon.core.workflow;

import org.jspecify.annotations.NullMarked;
