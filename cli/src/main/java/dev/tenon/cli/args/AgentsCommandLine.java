package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon agents` takes.
public final class AgentsCommandLine {
  public static final Option MAX_HELPERS =
      Option.number("max-helpers", 1, 100, "So many helpers may work for one prompt unasked")
          .overriding("agents.unasked");

  public static final Option MERGED =
      Option.flag("merged", "With drop: those that are merged but for ignored files");
  public static final Option OLDER =
      Option.number("older", 0, 36_500, "With drop: those that nobody touched for so many days");

  private AgentsCommandLine() {}

  static Command of(Option all, Option json, Option yes) {
    return new Command(
        "agents",
        "List agents and helpers, check agents, or deal with what isolated helpers left",
        "An agent is a Markdown file that tells a helper what it is, or one that ships. Those of a"
            + " project are used after you have agreed to them in a conversation, or with --trust"
            + " for one run. Helpers that worked apart from the project may have left something:"
            + " diff ID shows it, merge ID brings it into the project, drop ID removes it, and drop"
            + " with --merged, --older or --all removes several after a question.",
        List.of(
            Operand.optional("ACTION", "list (when left out), check, diff, merge or drop"),
            Operand.repeated("WHAT", "The folder or file to check, or the id of a helper")),
        List.of(all, MERGED, OLDER, json, yes),
        List.of(
            new Example("tenon agents diff 0-Fix", "What this helper did apart from the project"),
            new Example("tenon agents drop --merged", "Frees what builds of helpers take"),
            new Example("tenon agents check .claude/agents", "What is wrong with these, by line")));
  }
}
