package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon agents` takes.
final class AgentsCommandLine {
  static final Option MAX_HELPERS =
      Option.number("max-helpers", 1, 100, "So many helpers may work for one prompt unasked")
          .overriding("agents.unasked");

  private AgentsCommandLine() {}

  static Command of(Option json) {
    return new Command(
        "agents",
        "List the agents and the helpers of this project, or check agents",
        "An agent is a Markdown file that tells a helper what it is, or one that ships. Those of a"
            + " project are used after you have agreed to them in a conversation, or with --trust"
            + " for one run.",
        List.of(
            Operand.optional("ACTION", "list (when left out) or check"),
            Operand.repeated("WHAT", "The folder or file to check")),
        List.of(json),
        List.of(
            new Example("tenon agents check .claude/agents", "What is wrong with these, by line")));
  }
}
