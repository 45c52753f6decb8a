package dev.tenon.cli.mcp;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.client.ServerNews;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.host.CatalogueStore;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.trust.OtherNames;
import dev.tenon.protocols.mcp.trust.Pins;
import dev.tenon.tools.BuiltinTools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// `tenon mcp trust NAME`: shows what a project's server would run, and what a server's tools say
/// of themselves that the person has not seen, and asks about each.
final class McpTrust {
  private final McpSetup setup;
  private final McpSession open;
  private final Arguments arguments;
  private final Streams streams;

  McpTrust(McpSetup setup, McpSession open, Streams streams) {
    this.setup = setup;
    this.open = open;
    this.arguments = setup.context().arguments();
    this.streams = streams;
  }

  int run() throws SetupException, InterruptedException {
    return run(McpTarget.of(arguments, setup.all()).server());
  }

  int run(ServerConfig server) throws SetupException, InterruptedException {
    var consent = setup.consent(server);
    try {
      if (!consent.isGiven()) {
        consent.lines().forEach(this::say);
        if (!agrees("Let it run from now on, until one byte of this changes? [y/N]")) {
          consent.decide(Decision.DECLINED);
          return done(server, "declined", List.of());
        }
        consent.decide(Decision.ACCEPTED);
      }
      return tools(server);
    } catch (IOException full) {
      throw SetupException.failure("the decision cannot be kept: " + IoFailure.named(full));
    } catch (McpException failed) {
      throw SetupException.failure(String.valueOf(failed.getMessage()));
    }
  }

  private int tools(ServerConfig server)
      throws SetupException, McpException, IOException, InterruptedException {
    Catalogue now;
    try (McpClient client = open.open(server, null, ServerNews.NOBODY)) {
      now = client.catalogue();
    }
    var pins = new Pins(setup.context().home(), setup.context().root());
    Pins.Review review = pins.review(server, now, () -> others(server));
    if (review.changes().isEmpty()) {
      new CatalogueStore(setup.context().home()).keep(server, now);
      return done(server, "nothing new", List.of());
    }
    var names = new ArrayList<String>();
    for (Pins.Change change : review.changes()) {
      change.lines().forEach(this::say);
      names.add(change.what());
    }
    review.warnings().forEach(warning -> say("warning: " + warning));
    if (!agrees("Let this in until it changes? [y/N]")) {
      return done(server, "withheld", names);
    }
    pins.letIn(server, now);
    new CatalogueStore(setup.context().home()).keep(server, now);
    return done(server, "let in", names);
  }

  /// Our own tools, and what is known of the other servers.
  private OtherNames others(ServerConfig server) {
    Set<String> builtin = new HashSet<>(BuiltinTools.EVERYDAY);
    builtin.addAll(BuiltinTools.SHELVED);
    Set<String> tools = new HashSet<>();
    Set<String> servers = new HashSet<>();
    var catalogues = new CatalogueStore(setup.context().home());
    for (ServerConfig each : setup.all().servers()) {
      if (!each.name().equals(server.name())) {
        servers.add(each.name());
        catalogues.find(each).ifPresent(known -> tools.addAll(known.toolNames()));
      }
    }
    return new OtherNames(builtin, tools, servers);
  }

  private int done(ServerConfig server, String what, List<String> names) {
    if (arguments.has(TenonCommandLine.JSON)) {
      streams
          .out()
          .json(
              Json.object()
                  .put("server", server.name())
                  .put("outcome", what)
                  .put("items", Json.strings(names))
                  .build()
                  .compact());
    } else {
      streams.out().println(server.name() + ": " + what);
    }
    return what.equals("declined") || what.equals("withheld") ? 1 : 0;
  }

  /// With --json, what there is to see goes to the errors.
  private void say(String line) {
    var out = arguments.has(TenonCommandLine.JSON) ? streams.err() : streams.out();
    out.println(out.cell(line));
  }

  boolean agrees(String question) throws SetupException {
    if (arguments.has(TenonCommandLine.YES)) {
      return true;
    }
    if (!streams.tty().in()) {
      throw SetupException.failure(
          "nobody is there to be asked; read it, then run this at a terminal, or with --yes");
    }
    streams.err().prompt(question);
    var line = new ByteArrayOutputStream();
    try {
      for (int b = streams.in().read(); b >= 0 && b != '\n'; b = streams.in().read()) {
        line.write(b);
      }
    } catch (IOException gone) {
      throw SetupException.failure("the terminal cannot be read: " + IoFailure.named(gone));
    }
    return line.toString(StandardCharsets.UTF_8).strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }
}
