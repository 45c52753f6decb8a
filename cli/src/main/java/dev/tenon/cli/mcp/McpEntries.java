package dev.tenon.cli.mcp;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.oauth.LoginFlow;
import dev.tenon.protocols.mcp.trust.UnpinnedPackage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `tenon mcp add` and `remove`: servers of the user's configuration.
final class McpEntries {
  private final McpSetup setup;
  private final Arguments arguments;
  private final Streams streams;
  private final LoginFlow.Person person;

  /// @param person who logs in when a server wants that
  McpEntries(McpSetup setup, Streams streams, LoginFlow.Person person) {
    this.setup = setup;
    this.person = person;
    this.arguments = setup.context().arguments();
    this.streams = streams;
  }

  int run(String action) throws SetupException, InterruptedException {
    List<String> words = arguments.operandsBeforeDashes();
    if (words.size() < 2) {
      throw SetupException.usage(
          "'tenon mcp " + action + "' takes the name of a server" + form(action));
    }
    String name = words.get(1);
    if (action.equals("remove")) {
      return remove(name, words);
    }
    Json.Obj entry = entry(words);
    ServerFile read =
        ServerFile.of(
            Map.of(name, entry),
            "",
            ServerConfig.Owner.USER,
            "'tenon mcp add'",
            setup.context().environment()::get);
    if (read.servers().isEmpty()) {
      throw SetupException.usage(read.faults().getFirst());
    }
    ServerConfig known = setup.servers().find(name);
    if (known != null && known.owner() == ServerConfig.Owner.USER) {
      throw SetupException.usage(
          "there is a server '"
              + name
              + "' in "
              + known.where()
              + "; 'tenon mcp remove "
              + name
              + "' first");
    }
    String file = UserServers.of(setup.context()).add(name, entry);
    told(name, "added", file);
    String loose = UnpinnedPackage.in(arguments.operandsBehindDashes());
    if (loose != null) {
      streams.err().note(name + ": " + loose);
    }
    return streams.tty().in() && !arguments.has(TenonCommandLine.JSON) ? offered(name) : 0;
  }

  /// A person can look at what the server says of itself at once.
  private int offered(String name) throws SetupException, InterruptedException {
    McpSetup now = setup.again();
    ServerConfig server = now.servers().find(name);
    if (server == null || !server.use().enabled()) {
      return 0;
    }
    try (var open = new McpSession(now, streams, person)) {
      var trust = new McpTrust(now, open, streams);
      if (trust.agrees("Start it now, and see what its tools say? [y/N]")) {
        trust.run(server);
      }
      return 0;
    } catch (SetupException failed) {
      throw SetupException.failure(
          failed.getMessage()
              + "; "
              + name
              + " is added all the same, 'tenon mcp trust "
              + name
              + "' tries it again");
    }
  }

  private static String form(String action) {
    return action.equals("add") ? ", and an address, or a program behind --" : "";
  }

  private Json.Obj entry(List<String> words) throws SetupException {
    List<String> program = arguments.operandsBehindDashes();
    if (program.isEmpty()) {
      if (words.size() != 3) {
        throw SetupException.usage("'tenon mcp add' takes the name of a server" + form("add"));
      }
      return Json.object().put("url", words.get(2)).build();
    }
    var environment = Json.object();
    for (String word : words.subList(2, words.size())) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw SetupException.usage(
            "'"
                + word
                + "' means nothing here; variables are NAME=VALUE, the program is behind --");
      }
      environment.put(word.substring(0, equals), word.substring(equals + 1));
    }
    Json.Obj variables = environment.build();
    return Json.object()
        .put("command", program.getFirst())
        .put("args", Json.strings(new ArrayList<>(program.subList(1, program.size()))))
        .put("env", variables.isEmpty() ? null : variables)
        .build();
  }

  private int remove(String name, List<String> words) throws SetupException {
    if (words.size() > 2) {
      throw SetupException.usage("'tenon mcp remove' takes one name");
    }
    ServerConfig known = setup.all().find(name);
    if (known != null && known.owner() == ServerConfig.Owner.PROJECT) {
      throw SetupException.usage(
          name + " is in " + known.where() + " of this project; remove it there");
    }
    String plugin = known == null ? null : PluginServers.owner(setup.context().home(), known);
    if (plugin != null) {
      throw SetupException.usage(
          name + " is of a plugin; 'tenon plugin remove " + plugin + "' removes all of it");
    }
    String file = UserServers.of(setup.context()).remove(name);
    told(name, "removed", file);
    return 0;
  }

  private void told(String name, String what, String file) {
    if (arguments.has(TenonCommandLine.JSON)) {
      streams
          .out()
          .json(
              Json.object().put("name", name).put(what, true).put("file", file).build().compact());
    } else {
      streams.out().println(name + " was " + what + " (" + file + ").");
      if (what.equals("added")) {
        streams
            .out()
            .println(
                "'tenon mcp trust "
                    + name
                    + "' starts it, shows what its tools say, and lets them in; until then they are"
                    + " withheld.");
      }
    }
  }
}
