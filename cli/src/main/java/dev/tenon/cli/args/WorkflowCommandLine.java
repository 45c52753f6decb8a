package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon workflow` takes.
final class WorkflowCommandLine {
  private WorkflowCommandLine() {}

  static Command of(Option json) {
    return new Command(
        "workflow",
        "List, show, export, approve or clear the workflows of this project",
        "A workflow is called in a conversation: /deep-interview, /ralplan, /team, /ultragoal. Its"
            + " state outlives the program; this command shows it. 'work' is what the workers of"
            + " a team run.",
        List.of(
            Operand.optional(
                "ACTION", "list (when left out), show, export, approve, clear or work"),
            Operand.repeated("WHAT", "The workflow, as ralplan-1; 'all' clears those that ended")),
        List.of(json),
        List.of(
            new Example("tenon workflow show ralplan-1", "The plan with its reviews"),
            new Example("tenon workflow export team-2 --json", "Every step, for scripts")));
  }
}
