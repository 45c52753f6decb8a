package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon mcp` takes.
public final class McpCommandLine {
  public static final List<String> ACTIONS =
      List.of(
          "list",
          "add",
          "remove",
          "status",
          "tools",
          "call",
          "resources",
          "read",
          "prompts",
          "prompt",
          "login",
          "logout",
          "trust",
          "serve");

  public static final Option ELICIT =
      Option.choice(
          "elicit",
          "HOW",
          List.of("ask", "defaults", "decline"),
          "What becomes of forms that a server shows during a call");
  public static final Option PROTOCOL =
      Option.text("protocol", "VERSION", "Speak this revision of the protocol and no other");

  public static final Option HTTP =
      new Option(
          "http",
          "",
          Option.NO_LETTER,
          Option.Kind.NUMBER,
          "PORT",
          List.of(),
          0,
          65_535,
          "",
          "With serve: listen on this port of 127.0.0.1 instead of standard input; 0 for any");
  public static final Option TOOLS =
      Option.text(
          "tools",
          "NAMES",
          "With serve: offer these tools that only read, too; separated by commas");

  private McpCommandLine() {}

  /// @param origin with serve, as of the server
  static Command of(Option json, Option yes, Option origin) {
    return new Command(
        "mcp",
        "Servers of the Model Context Protocol: list, try, trust and call them",
        "Servers are those of mcp.servers in your configuration and of .mcp.json in the project."
            + " Where the name of a server is expected, an address works too, or a program behind"
            + " --, for trying one without configuring it.",
        List.of(
            Operand.optional("ACTION", "What to do; list when left out").oneOf(ACTIONS),
            Operand.repeated("WHAT", "A server, and what the action is about")),
        List.of(json, yes, ELICIT, PROTOCOL, HTTP, TOOLS, origin),
        List.of(
            new Example("tenon mcp tools -- npx -y some-server@1.2.3", "What a program offers"),
            new Example("tenon mcp call https://host/mcp echo '{\"message\": \"a\"}'", "One call"),
            new Example("tenon mcp serve --http 8766", "Be a server for other agents"),
            new Example("tenon mcp trust github", "See what is new or changed, and let it in")));
  }
}
