package dev.tenon.cli.mcp;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.McpCommandLine;
import dev.tenon.cli.args.Option;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.mcp.serve.McpServe;
import dev.tenon.cli.mcp.serve.OwnCommand;
import dev.tenon.cli.report.TextTable;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.client.ContentText;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.client.ServerNews;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// `tenon mcp`: what servers there are, and what they do when they are asked by hand. Whoever types
/// the command has decided about the call; what a project brings along is started only with
/// consent.
public final class McpCommand {
  private final LaunchContext context;
  private final Configuration configuration;
  private final Arguments arguments;
  private final Streams streams;

  public McpCommand(LaunchContext context, Configuration configuration, Streams streams) {
    this.context = context;
    this.configuration = configuration;
    this.arguments = context.arguments();
    this.streams = streams;
  }

  /// @param commands runs other commands of Tenon, for those who use it as a server
  public int run(OwnCommand commands) throws SetupException, InterruptedException {
    List<String> words = arguments.operandsBeforeDashes();
    String action = words.isEmpty() ? "list" : words.getFirst();
    if (!McpCommandLine.ACTIONS.contains(action)) {
      throw SetupException.usage(
          "'tenon mcp "
              + action
              + "' is nothing; it is one of "
              + String.join(", ", McpCommandLine.ACTIONS));
    }
    requireMeant(action, words);
    if (action.equals("serve")) {
      return new McpServe(context, streams).run(commands);
    }
    ProtocolVersion forced = protocol();
    McpSetup setup = McpSetup.read(context, configuration);
    var person = new BrowserPerson(context.environment(), streams);
    // Whoever names a browser can be sent to log in, also from a script.
    boolean attended =
        action.equals("login")
            || (streams.tty().in() && !json())
            || !context.environment().getOrDefault("BROWSER", "").isBlank();
    try (var open = new McpSession(setup, streams, attended ? person : null)) {
      return switch (action) {
        case "login" -> new McpLogin(setup, open, streams).login();
        case "logout" -> new McpLogin(setup, open, streams).logout();
        case "list" -> list(setup);
        case "status" -> status(setup, open, forced);
        case "trust" -> new McpTrust(setup, open, streams).run();
        case "add", "remove" -> new McpEntries(setup, streams, person).run(action);
        default -> asked(action, McpTarget.of(arguments, setup.all()), setup, open, forced);
      };
    }
  }

  /// What means nothing for this action would be believed to do something.
  private void requireMeant(String action, List<String> words) throws SetupException {
    boolean serves = action.equals("serve");
    if (serves && arguments.operands().size() > 1) {
      throw SetupException.usage(
          "'tenon mcp serve' takes nothing more, so '"
              + (words.size() > 1 ? words.get(1) : arguments.operands().get(1))
              + "' is too much");
    }
    List<Option> others =
        serves
            ? List.of(McpCommandLine.ELICIT, McpCommandLine.PROTOCOL, TenonCommandLine.JSON)
            : List.of(McpCommandLine.HTTP, McpCommandLine.TOOLS, TenonCommandLine.ORIGIN);
    for (Option option : others) {
      if (arguments.has(option)) {
        throw SetupException.usage(
            "--" + option.name() + " means nothing for 'tenon mcp " + action + "'; leave it out");
      }
    }
  }

  private @Nullable ProtocolVersion protocol() throws SetupException {
    String wanted = arguments.text(McpCommandLine.PROTOCOL).orElse("");
    if (wanted.isEmpty()) {
      return null;
    }
    return ProtocolVersion.of(wanted)
        .orElseThrow(
            () ->
                SetupException.usage(
                    "--protocol "
                        + wanted
                        + " is not known; known are "
                        + ProtocolVersion.known()));
  }

  private boolean json() {
    return arguments.has(TenonCommandLine.JSON);
  }

  // ---- what there is

  private int list(McpSetup setup) throws SetupException {
    if (arguments.operands().size() > 1) {
      throw SetupException.usage(
          "'tenon mcp list' takes nothing more, so '"
              + arguments.operands().get(1)
              + "' is too much");
    }
    ServerFile servers = setup.all();
    if (json()) {
      var rows = new ArrayList<Json>();
      for (ServerConfig server : servers.servers()) {
        rows.add(row(setup, server).build());
      }
      streams
          .out()
          .json(
              Json.object()
                  .array("servers", rows)
                  .put("faults", Json.strings(servers.faults()))
                  .build()
                  .pretty());
    } else if (servers.servers().isEmpty() && servers.faults().isEmpty()) {
      streams
          .out()
          .println(
              "There are no servers. 'tenon mcp add NAME -- PROGRAM …' or 'tenon mcp add NAME URL'"
                  + " adds one; a project has them in .mcp.json or in files of other tools.");
    } else {
      var rows = new ArrayList<List<String>>();
      for (ServerConfig server : servers.servers()) {
        rows.add(
            List.of(
                server.name(),
                kind(server),
                state(setup, server),
                VisibleText.line(server.described())));
      }
      streams.out().print(TextTable.of(rows, streams.out().reach()));
    }
    servers.faults().forEach(streams.err()::note);
    return servers.faults().isEmpty() ? 0 : 1;
  }

  private Json.Builder row(McpSetup setup, ServerConfig server) {
    return Json.object()
        .put("name", server.name())
        .put("owner", server.owner().name().toLowerCase(Locale.ROOT))
        .put("where", server.where())
        .put("transport", kind(server))
        .put("what", server.described())
        .put("enabled", server.use().enabled())
        .put("state", state(setup, server));
  }

  private static String kind(ServerConfig server) {
    return switch (server.way()) {
      case ServerConfig.Local ignored -> "stdio";
      case ServerConfig.Remote remote -> remote.transport().name().toLowerCase(Locale.ROOT);
    };
  }

  private String state(McpSetup setup, ServerConfig server) {
    if (!server.use().enabled()) {
      return "off";
    }
    return switch (setup.consent(server).decision()) {
      case ACCEPTED -> "configured";
      case DECLINED -> "declined";
      case UNDECIDED -> "not agreed to";
    };
  }

  private int status(McpSetup setup, McpSession open, @Nullable ProtocolVersion forced)
      throws SetupException, InterruptedException {
    List<String> words = arguments.operandsBeforeDashes();
    boolean one = words.size() > 1 || !arguments.operandsBehindDashes().isEmpty();
    List<ServerConfig> wanted =
        one
            ? List.of(McpTarget.of(arguments, setup.all()).alone("status").server())
            : setup.all().servers();
    var rows = new ArrayList<Json>();
    var lines = new ArrayList<List<String>>();
    boolean failed = !one && !setup.all().faults().isEmpty();
    for (Condition each : conditions(wanted, setup, open, forced)) {
      failed |= each.failed();
      rows.add(each.row());
      lines.add(List.of(each.name(), each.said().lines().findFirst().orElse("")));
    }
    if (json()) {
      streams
          .out()
          .json(
              Json.object()
                  .array("servers", rows)
                  .put("faults", Json.strings(setup.all().faults()))
                  .build()
                  .pretty());
    } else {
      streams.out().print(TextTable.of(lines, streams.out().reach()));
    }
    if (!one) {
      setup.remarks().forEach(streams.err()::note);
      setup.all().faults().forEach(streams.err()::note);
    }
    return failed ? 1 : 0;
  }

  /// What became of a server that was asked how it is.
  ///
  /// @param said the row in words
  private record Condition(String name, Json row, String said, boolean failed) {}

  /// Of all of them side by side, in their order: a silent one takes as long as it may.
  private List<Condition> conditions(
      List<ServerConfig> servers, McpSetup setup, McpSession open, @Nullable ProtocolVersion forced)
      throws InterruptedException {
    var conditions = new ArrayList<Condition>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Condition>> asking = new ArrayList<>();
      servers.forEach(server -> asking.add(() -> condition(server, setup, open, forced)));
      for (Future<Condition> each : threads.invokeAll(asking)) {
        conditions.add(each.get());
      }
    } catch (ExecutionException broken) {
      throw new IllegalStateException(broken.getCause());
    }
    return conditions;
  }

  private Condition condition(
      ServerConfig server, McpSetup setup, McpSession open, @Nullable ProtocolVersion forced)
      throws InterruptedException {
    var row = row(setup, server);
    if (!server.use().enabled() || !setup.consent(server).isGiven()) {
      return new Condition(server.name(), row.build(), state(setup, server), false);
    }
    long begin = System.nanoTime();
    try (McpClient client = open.open(server, forced, ServerNews.NOBODY)) {
      int tools = client.tools().size();
      long millis = (System.nanoTime() - begin) / 1_000_000;
      long noise = client.transport().noise();
      row.put("state", "ready")
          .put("protocol", client.version().text())
          .put("server", client.serverInfo())
          .put("tools", tools)
          .put("millis", millis)
          .put("noise", noise);
      String said = "ready, protocol " + client.version().text() + ", " + tools + " tools";
      String more = noise == 0 ? "" : ", lines that are no messages: " + noise;
      return new Condition(server.name(), row.build(), said + more, false);
    } catch (McpException wrong) {
      row.put("state", "failed").put("error", String.valueOf(wrong.getMessage()));
      return new Condition(server.name(), row.build(), "failed: " + wrong.getMessage(), true);
    }
  }

  // ---- asking one

  private int asked(
      String action,
      McpTarget target,
      McpSetup setup,
      McpSession open,
      @Nullable ProtocolVersion forced)
      throws SetupException, InterruptedException {
    if (List.of("tools", "prompts", "resources").contains(action)) {
      target.alone(action);
    }
    ServerConfig server = target.server();
    if (server.owner() != ServerConfig.Owner.COMMAND_LINE) {
      // Whoever names a program or an address wants nothing of what is written down.
      setup.all().faults().forEach(streams.err()::note);
    }
    open.requireConsent(server);
    try (McpClient client = open.open(server, forced, log())) {
      return switch (action) {
        case "tools" -> listed(client, "tools", client.tools(), "name");
        case "prompts" -> listed(client, "prompts", client.prompts(), "name");
        case "resources" -> resources(client);
        case "call" -> call(client, target.rest());
        case "read" -> read(client, target.rest());
        case "prompt" -> prompt(client, target.rest());
        default -> throw new IllegalStateException("no one does " + action);
      };
    } catch (McpException failed) {
      if (json()) {
        streams.out().json(error(failed).compact());
      }
      throw SetupException.failure(String.valueOf(failed.getMessage()));
    }
  }

  private static Json.Obj error(McpException failed) {
    return Json.object()
        .put("ok", false)
        .object(
            "error",
            error ->
                error
                    .put("code", failed.kind().name().toLowerCase(Locale.ROOT))
                    .put("message", String.valueOf(failed.getMessage())))
        .build();
  }

  /// What a server writes to its log is for whoever looks.
  private ServerNews log() {
    return new ServerNews() {
      @Override
      public void logged(Json.Obj message) {
        if (streams.tty().err()) {
          Json data = message.get("data");
          String text = data instanceof Json.Str plain ? plain.value() : String.valueOf(data);
          streams.err().note("[" + message.string("level", "info") + "] " + text);
        }
      }
    };
  }

  private int listed(McpClient client, String member, List<Json.Obj> things, String name) {
    if (json()) {
      streams
          .out()
          .json(
              Json.object()
                  .put("server", client.serverInfo())
                  .put("protocol", client.version().text())
                  .put(
                      "instructions",
                      client.instructions().isEmpty() ? null : client.instructions())
                  .array(member, things)
                  .build()
                  .pretty());
      return 0;
    }
    var rows = new ArrayList<List<String>>();
    for (Json.Obj thing : things) {
      String description = thing.string("description", thing.string("title", ""));
      rows.add(
          List.of(thing.string(name, "?"), description.lines().findFirst().orElse("").strip()));
    }
    streams.out().print(TextTable.of(rows, streams.out().reach()));
    return 0;
  }

  private int resources(McpClient client) throws McpException, InterruptedException {
    List<Json.Obj> resources = client.resources();
    List<Json.Obj> templates = client.templates();
    if (json()) {
      streams
          .out()
          .json(
              Json.object()
                  .put("server", client.serverInfo())
                  .put("protocol", client.version().text())
                  .array("resources", resources)
                  .array("resourceTemplates", templates)
                  .build()
                  .pretty());
      return 0;
    }
    var rows = new ArrayList<List<String>>();
    resources.forEach(each -> rows.add(List.of(each.string("uri", "?"), each.string("name", ""))));
    templates.forEach(
        each -> rows.add(List.of(each.string("uriTemplate", "?"), each.string("name", ""))));
    streams.out().print(TextTable.of(rows, streams.out().reach()));
    return 0;
  }

  private int call(McpClient client, List<String> words)
      throws SetupException, McpException, InterruptedException {
    if (words.isEmpty() || words.size() > 2) {
      throw SetupException.usage(
          "'tenon mcp call' takes a server, a tool and its arguments as one JSON object");
    }
    Json.Obj given;
    try {
      given = Json.parseObject(input(words.size() > 1 ? words.get(1) : "{}"));
    } catch (JsonException broken) {
      throw SetupException.usage(
          "the arguments of " + words.getFirst() + " are no JSON object: " + broken.getMessage());
    }
    Json.Obj result =
        client.callTool(
            words.getFirst(),
            given,
            progress -> {
              if (streams.tty().err()) {
                streams.err().note(ContentText.progress(progress));
              }
            });
    if (json()) {
      streams.out().json(result.pretty());
    } else {
      streams.out().println(ContentText.of(result));
    }
    return result.bool("isError", false) ? 1 : 0;
  }

  private int read(McpClient client, List<String> words)
      throws SetupException, McpException, InterruptedException {
    if (words.size() != 1) {
      throw SetupException.usage("'tenon mcp read' takes a server and the URI of a resource");
    }
    Json.Obj result = client.readResource(words.getFirst());
    if (json()) {
      streams.out().json(result.pretty());
    } else {
      for (Json.Obj each : result.objects("contents")) {
        streams.out().println(ContentText.resource(each));
      }
    }
    return 0;
  }

  private int prompt(McpClient client, List<String> words)
      throws SetupException, McpException, InterruptedException {
    if (words.isEmpty()) {
      throw SetupException.usage(
          "'tenon mcp prompt' takes a server, a prompt and its arguments as NAME=VALUE");
    }
    Map<String, String> given = new LinkedHashMap<>();
    for (String word : words.subList(1, words.size())) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw SetupException.usage("'" + word + "' is no argument; write NAME=VALUE");
      }
      given.put(word.substring(0, equals), word.substring(equals + 1));
    }
    Json.Obj result = client.prompt(words.getFirst(), given);
    if (json()) {
      streams.out().json(result.pretty());
    } else {
      for (Json.Obj message : result.objects("messages")) {
        streams
            .out()
            .println(
                message.string("role", "user")
                    + ": "
                    + ContentText.part(message.objectOrEmpty("content")));
      }
    }
    return 0;
  }

  private String input(String given) throws SetupException {
    try {
      if (given.equals("-")) {
        return new String(streams.in().readAllBytes(), StandardCharsets.UTF_8);
      }
      return given.startsWith("@") ? Files.readString(Path.of(given.substring(1))) : given;
    } catch (IOException unreadable) {
      throw SetupException.usage("the arguments cannot be read: " + IoFailure.named(unreadable));
    }
  }
}
