/// Workflows for people: `tenon workflow`, `/workflow` and `/team`, and the program that a worker
/// of a team is.
///
/// Entry classes: [dev.tenon.cli.workflow.WorkflowCommand],
/// [dev.tenon.cli.workflow.WorkflowSlashCommands]. May use `cli.slash` and everything below it.
@NullMarked
package dev.tenon.cli.workflow;

import org.jspecify.annotations.NullMarked;
