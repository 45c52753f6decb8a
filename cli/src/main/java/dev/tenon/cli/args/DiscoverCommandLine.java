package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon discover` takes.
final class DiscoverCommandLine {
  private DiscoverCommandLine() {}

  static Command of(Option json, Option yes) {
    return new Command(
        "discover",
        "Show what a project brings along for agents, and what is used of it",
        "Instructions, servers, hooks, skills, commands, agents and permissions that a project or"
            + " other tools keep in it, and what its .tenon/config.yml asks for, checks above all:"
            + " the file, what it would do, whether it is used, and why. What"
            + " runs or connects is used after you have agreed to it, item by item. Nothing is"
            + " written into those files; discovery.off in your configuration names tools whose"
            + " files are not read.",
        List.of(
            Operand.optional("ACTION", "list (when left out), import or forget"),
            Operand.repeated(
                "ITEM",
                "For import: what to write into your own configuration, such as server:github. For"
                    + " forget: whose decisions to forget; all of the project when left out")),
        List.of(json, yes),
        List.of(
            new Example("tenon discover", "What there is, and what becomes of it"),
            new Example("tenon discover import server:github", "Make a server your own"),
            new Example("tenon discover forget", "Be asked about everything again")));
  }
}
