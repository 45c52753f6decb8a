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
        "List the agents and the helpers of this project, check agents, or decide about a layer",
        "An agent is a Markdown file that tells a helper what it is, or one that ships. Those of a"
            + " project are used after you have agreed to them in a conversation, or with --trust"
            + " for one run. What an isolated helper did and could not be merged is kept as a"
            + " layer until you merge or drop it.",
        List.of(
            Operand.optional(
                "ACTION", "list (when left out), check [DIR], or diff, merge, drop ID"),
            Operand.repeated("WHAT", "What the action is about")),
        List.of(json),
        List.of(
            new Example("tenon agents check .claude/agents", "What is wrong with these, by line"),
            new Example("tenon agents diff 0-Fix", "What a layer holds that is not merged")));
  }
}
