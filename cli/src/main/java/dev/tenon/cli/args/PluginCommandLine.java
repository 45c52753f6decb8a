package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon plugin` takes.
final class PluginCommandLine {
  private PluginCommandLine() {}

  static Command of(Option json, Option yes) {
    return new Command(
        "plugin",
        "Add, list, show, check, update or remove plugins",
        "A plugin is a folder with .claude-plugin/plugin.json (or .tenon-plugin/plugin.json) and"
            + " commands, agents, skills, hooks, MCP servers, rules or themes, or a jar whose code"
            + " brings tools (dev.tenon.sdk.TenonPlugin). Adding one shows"
            + " what it would run, connect to and say, asks once, and keeps a copy of exactly that"
            + " in your state folder; an update shows what would be new before it is taken. Its"
            + " things are called PLUGIN:NAME.",
        List.of(
            Operand.optional(
                "ACTION",
                "list (when left out), add SOURCE [NAME], show NAME, check DIR|JAR, update [NAME…],"
                    + " or remove NAME…"),
            Operand.repeated(
                "WHAT",
                "A plugin's name; for add a folder, a jar, an address of git (with #BRANCH or"
                    + " #COMMIT) or OWNER/NAME at GitHub, and behind a marketplace the plugin's"
                    + " name in it")),
        List.of(json, yes),
        List.of(
            new Example("tenon plugin check .", "What is in this one, and what cannot be used"),
            new Example("tenon plugin add ./deploy-tools", "Install a copy of a folder"),
            new Example("tenon plugin add letters.jar", "Install tools written in Java"),
            new Example("tenon plugin list ./market", "What a marketplace offers"),
            new Example("tenon plugin update", "See what would be new, and take it")));
  }
}
