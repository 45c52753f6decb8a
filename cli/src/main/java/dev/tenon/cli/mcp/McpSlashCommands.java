package dev.tenon.cli.mcp;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.host.McpServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `/mcp`: the servers of the conversation, and `/mcp:SERVER:PROMPT` for each of their prompts.
public final class McpSlashCommands {
  private final McpConversation mcp;
  private final McpServers servers;
  private final McpPrompts prompts;

  public McpSlashCommands(McpConversation mcp) {
    this.mcp = mcp;
    this.servers = mcp.servers();
    this.prompts = new McpPrompts(servers);
  }

  /// The one about servers.
  public SlashCommand command() {
    return SlashCommand.of("mcp", "Show MCP servers; reconnect, trust or log in to one", this::run)
        .taking("[reconnect NAME | trust NAME | login NAME]", this::candidates);
  }

  /// Those of the prompts that are let in now.
  public List<SlashCommand> prompts() {
    var commands = new ArrayList<SlashCommand>();
    for (McpPrompts.Offered each : prompts.all()) {
      commands.add(
          SlashCommand.of(
                  each.command(),
                  each.description(),
                  (words, context) -> prompted(each, words, context))
              .takingWords(each.hint(), (before, word) -> prompts.values(each, before, word)));
    }
    return commands;
  }

  /// Calls this whenever there is more to offer than when it was asked for.
  void whenArrived(Runnable listener) {
    prompts.whenArrived(listener);
  }

  private List<String> candidates() {
    var all = new ArrayList<String>();
    for (McpServers.State state : servers.states()) {
      all.add("reconnect " + state.server().name());
      all.add("trust " + state.server().name());
      if (!state.server().isLocal()) {
        all.add("login " + state.server().name());
      }
    }
    return all;
  }

  private void run(String argument, CommandContext context)
      throws CommandException, InterruptedException {
    if (argument.isEmpty()) {
      show(context);
      return;
    }
    String[] words = argument.split("\\s+", 2);
    String name = words.length > 1 ? words[1].strip() : "";
    switch (words[0]) {
      case "reconnect" -> {
        try {
          mcp.reconnect(name);
          context.print(name + " is there.");
        } catch (McpException | SetupException failed) {
          throw new CommandException(String.valueOf(failed.getMessage()));
        }
      }
      case "trust" -> trust(name, context);
      case "login" -> {
        try {
          context.print(mcp.login(name, context::print));
        } catch (McpException | SetupException failed) {
          throw new CommandException(String.valueOf(failed.getMessage()));
        }
      }
      default ->
          throw new CommandException("/mcp takes 'reconnect NAME', 'trust NAME' or 'login NAME'");
    }
  }

  private void show(CommandContext context) {
    for (McpServers.State state : servers.states()) {
      context.print(
          state.server().name()
              + ": "
              + state.state()
              + ", "
              + state.tools()
              + " tools"
              + (state.withheld() == 0 ? "" : ", " + state.withheld() + " withheld (/mcp trust)")
              + (state.trouble().isEmpty() ? "" : "; " + state.trouble()));
    }
    if (servers.states().isEmpty()) {
      context.print("No MCP server is used here; 'tenon mcp list' shows what is configured.");
    }
  }

  private void trust(String name, CommandContext context)
      throws CommandException, InterruptedException {
    Pins.Review review =
        servers
            .review(name)
            .orElseThrow(
                () -> new CommandException("there is no server '" + name + "' that has been seen"));
    if (review.changes().isEmpty()) {
      context.print("Everything of " + name + " is let in.");
      return;
    }
    review.changes().forEach(change -> change.lines().forEach(context::print));
    review.warnings().forEach(warning -> context.print("warning: " + warning));
    if (!context.agrees(
        "Let this of " + name + " in until it changes?",
        "No, it stays withheld",
        "Yes, let it in")) {
      context.print("It stays withheld.");
      return;
    }
    try {
      servers.letIn(name);
      context.print("Let in.");
    } catch (IOException full) {
      throw new CommandException("it cannot be kept: " + IoFailure.named(full));
    }
  }

  private void prompted(McpPrompts.Offered prompt, String words, CommandContext context)
      throws CommandException, InterruptedException {
    try {
      context.prompt(prompts.text(prompt, words));
    } catch (McpException failed) {
      throw new CommandException(String.valueOf(failed.getMessage()));
    }
  }
}
