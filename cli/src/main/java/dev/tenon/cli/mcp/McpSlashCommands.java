package dev.tenon.cli.mcp;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.mcp.client.ContentText;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.host.McpServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// `/mcp`: the servers of the conversation, and `/mcp:SERVER:PROMPT` for each of their prompts.
public final class McpSlashCommands {
  private final McpServers servers;
  private final Map<String, List<String>> completed = new ConcurrentHashMap<>();

  public McpSlashCommands(McpConversation mcp) {
    this.servers = mcp.servers();
  }

  public List<SlashCommand> list() {
    var commands = new ArrayList<SlashCommand>();
    commands.add(
        SlashCommand.of("mcp", "Show MCP servers; reconnect or trust one", this::run)
            .taking("[reconnect NAME | trust NAME]", this::candidates));
    for (Map.Entry<String, List<Json.Obj>> each : servers.prompts().entrySet()) {
      for (Json.Obj prompt : each.getValue()) {
        add(commands, each.getKey(), prompt);
      }
    }
    return commands;
  }

  private void add(List<SlashCommand> commands, String server, Json.Obj prompt) {
    String name = prompt.string("name", "");
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      return;
    }
    var arguments = new ArrayList<String>();
    prompt.objects("arguments").forEach(each -> arguments.add(each.string("name", "")));
    commands.add(
        SlashCommand.of(
                "mcp:" + server + ":" + name,
                VisibleText.line(prompt.string("description", "prompt of " + server)),
                (words, context) -> prompted(server, name, arguments, words, context))
            .taking(
                arguments.isEmpty() ? "" : String.join("=… ", arguments) + "=…",
                () -> values(server, name, arguments)));
  }

  /// The arguments with the values that the server knows for them, which are asked for once and
  /// beside: a menu does not wait.
  private List<String> values(String server, String name, List<String> arguments) {
    String key = server + ":" + name;
    List<String> known = completed.putIfAbsent(key, List.of());
    if (known == null) {
      Thread.ofVirtual().name("mcp-values").start(() -> complete(server, name, arguments, key));
    }
    var all = new ArrayList<String>();
    arguments.forEach(each -> all.add(each + "="));
    all.addAll(known == null ? List.of() : known);
    return all;
  }

  private void complete(String server, String name, List<String> arguments, String key) {
    Json.Obj reference = Json.object().put("type", "ref/prompt").put("name", name).build();
    try {
      McpClient client = servers.client(server);
      if (client == null) {
        return;
      }
      var all = new ArrayList<String>();
      for (String argument : arguments) {
        for (String value : client.completions(reference, argument, "", Map.of())) {
          if (!value.isEmpty() && value.chars().noneMatch(Character::isWhitespace)) {
            all.add(argument + "=" + VisibleText.line(value));
          }
        }
      }
      completed.put(key, List.copyOf(all));
    } catch (McpException unknown) {
      completed.remove(key);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> candidates() {
    var all = new ArrayList<String>();
    for (McpServers.State state : servers.states()) {
      all.add("reconnect " + state.server().name());
      all.add("trust " + state.server().name());
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
          servers.reconnect(name);
          context.print(name + " is there.");
        } catch (McpException failed) {
          throw new CommandException(String.valueOf(failed.getMessage()));
        }
      }
      case "trust" -> trust(name, context);
      default -> throw new CommandException("/mcp takes 'reconnect NAME' or 'trust NAME'");
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
    Optional<String> answer = context.ask("Let this in until it changes? [y/N] ");
    if (answer.isEmpty() || !answer.get().strip().toLowerCase(Locale.ROOT).matches("y|yes")) {
      context.print("It stays withheld.");
      return;
    }
    try {
      servers.letIn(name);
      context.print("Let in.");
    } catch (IOException full) {
      throw new CommandException("it cannot be kept: " + full.getMessage());
    }
  }

  private void prompted(
      String server, String name, List<String> arguments, String words, CommandContext context)
      throws CommandException, InterruptedException {
    Map<String, String> given = new LinkedHashMap<>();
    int place = 0;
    for (String word : words.isEmpty() ? new String[0] : words.split("\\s+", -1)) {
      int equals = word.indexOf('=');
      if (equals > 0 && arguments.contains(word.substring(0, equals))) {
        given.put(word.substring(0, equals), word.substring(equals + 1));
      } else if (place < arguments.size()) {
        given.put(arguments.get(place++), word);
      }
    }
    try {
      McpClient client = servers.client(server);
      if (client == null) {
        throw new CommandException("there is no server " + server);
      }
      // Not the person's words, which alone may call a workflow, and only in their first line.
      var text = new StringBuilder("(What follows is the text of a prompt of a server.)");
      for (Json.Obj message : client.prompt(name, given).objects("messages")) {
        text.append("\n\n");
        if (message.string("role", "user").equals("assistant")) {
          text.append("(as if you had said) ");
        }
        text.append(ContentText.part(message.objectOrEmpty("content")));
      }
      context.prompt(text.toString());
    } catch (McpException failed) {
      throw new CommandException(String.valueOf(failed.getMessage()));
    }
  }
}
