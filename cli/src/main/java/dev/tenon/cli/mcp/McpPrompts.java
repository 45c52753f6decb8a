package dev.tenon.cli.mcp;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.QuotedWords;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.mcp.client.ContentText;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.host.McpServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.trust.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The prompts of servers as people call them in every face: `/mcp:SERVER:PROMPT name=value …`.
/// Values with spaces stand in quotes. Only what the person has let in is there.
public final class McpPrompts {
  private static final String PREFIX = "/mcp:";

  private final McpServers servers;

  public McpPrompts(McpServers servers) {
    this.servers = servers;
  }

  /// One prompt.
  ///
  /// @param arguments their names
  public record Offered(String server, String name, String description, List<String> arguments) {
    /// Without the slash.
    public String command() {
      return "mcp:" + server + ":" + name;
    }

    /// What may follow it.
    public String hint() {
      return arguments.isEmpty() ? "" : String.join("=… ", arguments) + "=…";
    }
  }

  /// All that can be called, in order.
  public List<Offered> all() {
    var all = new ArrayList<Offered>();
    for (Map.Entry<String, List<Json.Obj>> each : servers.prompts().entrySet()) {
      for (Json.Obj prompt : each.getValue()) {
        String name = prompt.string("name", "");
        if (name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
          var arguments = new ArrayList<String>();
          prompt.objects("arguments").forEach(one -> arguments.add(one.string("name", "")));
          String about = prompt.string("description", "prompt of " + each.getKey());
          all.add(new Offered(each.getKey(), name, VisibleText.line(about), arguments));
        }
      }
    }
    return all;
  }

  /// The text of the prompt that a line calls; empty for every other line.
  Optional<String> called(String line) throws McpException, InterruptedException {
    if (!line.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String stripped = line.strip();
    int end = 0;
    while (end < stripped.length() && !Character.isWhitespace(stripped.charAt(end))) {
      end++;
    }
    String command = stripped.substring(1, end);
    for (Offered each : all()) {
      if (each.command().equals(command)) {
        return Optional.of(text(each, stripped.substring(end)));
      }
    }
    return Optional.empty();
  }

  /// What the server says for it.
  String text(Offered prompt, String words) throws McpException, InterruptedException {
    // What it says of itself now is known only when it runs.
    ServerConfig server = servers.ask(prompt.server(), McpClient::server);
    if (!all().contains(prompt)) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          "the prompt "
              + prompt.name()
              + " of the server "
              + prompt.server()
              + " has changed, and you have not let it in; '"
              + server.trustCommand()
              + "' shows it and asks");
    }
    // Not the person's words, which alone may call a workflow, and only in their first line.
    var text = new StringBuilder("(What follows is the text of a prompt of a server.)");
    Map<String, String> given = given(prompt.arguments(), words);
    Json.Obj said = servers.ask(prompt.server(), client -> client.prompt(prompt.name(), given));
    for (Json.Obj message : said.objects("messages")) {
      text.append("\n\n");
      if (message.string("role", "user").equals("assistant")) {
        text.append("(as if you had said) ");
      }
      text.append(PlainText.visible(ContentText.part(message.objectOrEmpty("content"))));
    }
    return text.toString();
  }

  /// Arguments by name, or in their order.
  static Map<String, String> given(List<String> arguments, String words) {
    Map<String, String> given = new LinkedHashMap<>();
    int place = 0;
    for (String word : QuotedWords.of(words)) {
      int equals = word.indexOf('=');
      if (equals > 0 && arguments.contains(word.substring(0, equals))) {
        given.put(word.substring(0, equals), word.substring(equals + 1));
      } else if (place < arguments.size()) {
        given.put(arguments.get(place++), word);
      }
    }
    return given;
  }
}
