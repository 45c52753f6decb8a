/// The tool with which a model reports the steps of a workflow to the engine.
///
/// Entry class: [dev.tenon.tools.workflow.WorkflowTool]. May use `core` up to `tool`.
@NullMarked
package dev.tenon.tools.workflow;

import org.jspecify.annotations.NullMarked;
