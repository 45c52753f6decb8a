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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The prompts of servers as people call them in every face: `/mcp:SERVER:PROMPT name=value …`.
/// Values with spaces stand in quotes. Only what the person has let in is there.
public final class McpPrompts {
  private static final String PREFIX = "/mcp:";
  private static final String WORD = "[A-Za-z0-9][A-Za-z0-9._-]*";

  private static final int MOST_KEPT = 1_000;

  private final McpServers servers;

  private final Map<Asked, List<String>> completed = new ConcurrentHashMap<>();
  private volatile Runnable arrived = () -> {};

  public McpPrompts(McpServers servers) {
    this.servers = servers;
  }

  /// What a server was asked to complete.
  ///
  /// @param others what other arguments have
  private record Asked(
      Offered prompt, String argument, String beginning, Map<String, String> others) {}

  /// One prompt.
  ///
  /// @param name as its server calls it
  /// @param called as people do: one word
  /// @param arguments their names
  public record Offered(
      String server, String name, String called, String description, List<String> arguments) {
    /// Without the slash.
    public String command() {
      return "mcp:" + server + ":" + called;
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
      var called = new HashSet<String>();
      each.getValue().forEach(prompt -> called.add(prompt.string("name", "")));
      for (Json.Obj prompt : each.getValue()) {
        String name = prompt.string("name", "");
        if (!name.isEmpty()) {
          String word = name.matches(WORD) ? name : word(name, called);
          var arguments = new ArrayList<String>();
          prompt.objects("arguments").forEach(one -> arguments.add(one.string("name", "")));
          String about = prompt.string("description", "prompt of " + each.getKey());
          all.add(new Offered(each.getKey(), name, word, VisibleText.line(about), arguments));
        }
      }
    }
    return all;
  }

  /// One word for a name that is none, and that no other prompt of the server has.
  private static String word(String name, Set<String> called) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[^A-Za-z0-9]+", "");
    String word = plain.isEmpty() ? "prompt" : plain;
    for (int i = 2; !called.add(word); i++) {
      word = (plain.isEmpty() ? "prompt" : plain) + "-" + i;
    }
    return word;
  }

  /// Calls this whenever there is more to offer than when it was asked for.
  void whenArrived(Runnable listener) {
    arrived = listener;
  }

  /// The arguments that are still open, and the values that the server knows for the one that is
  /// being written, else the next one. They are asked for once and beside: a menu does not wait.
  List<String> values(Offered prompt, String before, String word) {
    Map<String, String> given = given(prompt.arguments(), before);
    var open = new ArrayList<>(prompt.arguments());
    open.removeAll(given.keySet());
    int equals = word.indexOf('=');
    boolean named = equals > 0 && open.contains(word.substring(0, equals));
    var all = new ArrayList<String>();
    open.forEach(each -> all.add(each + "="));
    if (named || (word.isEmpty() && !open.isEmpty())) {
      String argument = named ? word.substring(0, equals) : open.getFirst();
      String beginning = named ? word.substring(equals + 1) : "";
      for (String value : known(new Asked(prompt, argument, beginning, given))) {
        if (!value.isEmpty()) {
          boolean spaced = value.chars().anyMatch(Character::isWhitespace);
          String shown = VisibleText.line(value);
          all.add(argument + "=" + (spaced ? "\"" + shown + "\"" : shown));
        }
      }
    }
    return all;
  }

  private List<String> known(Asked asked) {
    if (completed.size() > MOST_KEPT) {
      completed.clear();
    }
    List<String> known = completed.putIfAbsent(asked, List.of());
    if (known == null) {
      Thread.ofVirtual().name("mcp-values").start(() -> complete(asked));
      return List.of();
    }
    return known;
  }

  private void complete(Asked asked) {
    Offered prompt = asked.prompt();
    Json.Obj reference = Json.object().put("type", "ref/prompt").put("name", prompt.name()).build();
    try {
      completed.put(
          asked,
          servers.ask(
              prompt.server(),
              client ->
                  client.completions(
                      reference, asked.argument(), asked.beginning(), asked.others())));
      arrived.run();
    } catch (McpException unknown) {
      completed.remove(asked);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
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
