package dev.tenon.cli.mcp;

import dev.tenon.cli.args.Arguments;
import dev.tenon.core.json.Json;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerConfig.Owner;
import dev.tenon.protocols.mcp.config.ServerFile;
import java.util.List;
import java.util.Map;

/// The server that a command line means: one that is written down, an address, or a program behind
/// `--`.
///
/// @param rest the words behind the server
record McpTarget(ServerConfig server, List<String> rest) {
  private static final String WHERE = "the command line";

  static McpTarget of(Arguments arguments, ServerFile known) throws SetupException {
    List<String> words = arguments.operandsBeforeDashes();
    words = words.isEmpty() ? words : words.subList(1, words.size());
    List<String> program = arguments.operandsBehindDashes();
    if (!program.isEmpty()) {
      return new McpTarget(
          written(
              "program",
              Json.object()
                  .put("command", program.getFirst())
                  .put("args", Json.strings(program.subList(1, program.size())))
                  .build()),
          words);
    }
    if (words.isEmpty()) {
      throw SetupException.usage(
          "which server? Give its name, an address, or a program behind --" + names(known));
    }
    String name = words.getFirst();
    List<String> rest = words.subList(1, words.size());
    if (name.startsWith("http://") || name.startsWith("https://")) {
      return new McpTarget(written("address", Json.object().put("url", name).build()), rest);
    }
    ServerConfig server = known.find(name);
    if (server == null) {
      throw SetupException.usage(missing(name, known));
    }
    return new McpTarget(server, rest);
  }

  /// The same, where nothing more can be said than which server.
  McpTarget alone(String action) throws SetupException {
    if (!rest.isEmpty()) {
      throw SetupException.usage(
          "'tenon mcp " + action + "' takes one server, so '" + rest.getFirst() + "' is too much");
    }
    return this;
  }

  /// Why there is no such server: its entry, or a file that it may stand in, has a fault.
  private static String missing(String name, ServerFile known) {
    for (String fault : known.faults()) {
      if (fault.contains("." + name + " ")
          || fault.contains("." + name + ".")
          || fault.contains("." + Json.of(name).compact() + ":")) {
        return fault;
      }
    }
    String none =
        "there is no server '"
            + name
            + "'"
            + Nearest.hint(name, known.servers().stream().map(ServerConfig::name).toList());
    return known.faults().isEmpty()
        ? none + names(known)
        : none + " that can be used; " + known.faults().getFirst();
  }

  private static String names(ServerFile known) {
    return known.servers().isEmpty()
        ? "; none is configured, 'tenon mcp add' adds one"
        : "; there are "
            + String.join(", ", known.servers().stream().map(ServerConfig::name).toList());
  }

  private static ServerConfig written(String name, Json.Obj entry) throws SetupException {
    ServerFile read =
        ServerFile.of(Map.of(name, entry), "", Owner.COMMAND_LINE, WHERE, ignored -> null);
    if (read.servers().isEmpty()) {
      throw SetupException.usage(read.faults().getFirst());
    }
    return read.servers().getFirst();
  }
}
