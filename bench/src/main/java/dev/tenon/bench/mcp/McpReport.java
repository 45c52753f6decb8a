package dev.tenon.bench.mcp;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.bench.measure.Machine;
import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Sample;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.host.CatalogueStore;
import dev.tenon.protocols.mcp.host.KnownServers;
import dev.tenon.protocols.mcp.host.McpServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.Authorizer;
import dev.tenon.protocols.mcp.transport.ServerStarter;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Measures what servers cost: 800 tools that are known, read back from their catalogues, and a
/// call over standard streams and over HTTP next to the same exchange without any client.
public final class McpReport {
  private static final int SERVERS = 20;
  private static final int TOOLS = 40;
  private static final int CALLS = 500;
  private static final double READ = 15;
  private static final double SEARCH = 5;
  private static final double STDIO = 2;
  private static final double HTTP = 3;
  private static final double IDLE = 2;
  private static final double START = 10;
  private static final String ANSWER = "{\"content\":[{\"type\":\"text\",\"text\":\"ok\"}]}";

  /// Answers every line; the same program for both who ask.
  private static final String SERVER =
      """
      import json, sys
      for line in sys.stdin:
          message = json.loads(line)
          method = message.get("method")
          if "id" not in message:
              continue
          answer = {"jsonrpc": "2.0", "id": message["id"]}
          if method == "initialize":
              answer["result"] = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                                  "serverInfo": {"name": "bench", "version": "1"}}
          elif method == "tools/call":
              answer["result"] = {"content": [{"type": "text", "text": "ok"}]}
          else:
              answer["error"] = {"code": -32601, "message": "no"}
          sys.stdout.write(json.dumps(answer) + "\\n")
          sys.stdout.flush()
      """;

  private final Path launcher;
  private final Path scratch;
  private final int runs;

  public McpReport(Path launcher, Path scratch, int runs) {
    this.launcher = launcher;
    this.scratch = scratch;
    this.runs = runs;
  }

  /// In milliseconds.
  record Times(
      Sample first,
      Sample read,
      Sample searched,
      Sample stdio,
      Sample bare,
      Sample http,
      Sample plain) {
    Times() {
      this(
          new Sample(),
          new Sample(),
          new Sample(),
          new Sample(),
          new Sample(),
          new Sample(),
          new Sample());
    }
  }

  public Report run() throws IOException, InterruptedException {
    var machine = new Machine();
    Times times = measure();
    double megabytes = idle();
    KnownStarts.Times starts = new KnownStarts(launcher, scratch).measure(SERVERS, runs);
    var report = new Report().heading("Servers of the Model Context Protocol");
    machine.describe(report);
    report.paragraph(
        "Medians in ms: catalogues of "
            + SERVERS
            + " servers with "
            + TOOLS
            + " tools each, read from disk, held against what was let in and put on the shelf as a"
            + " start does; a search by more_tools; and "
            + CALLS
            + " calls of one tool, each followed by the same exchange by hand with the same"
            + " server. Memory is what is on the heap of this process for each of "
            + SERVERS
            + " servers that run and rest, without the stacks of threads.");
    double stdio = times.stdio().median() - times.bare().median();
    double http = times.http().median() - times.plain().median();
    report.table(
        List.of("", "median", "aim", ""),
        List.of(
            row("catalogues of 800 tools, the first time", times.first().median(), READ),
            row("catalogues of 800 tools, warm", times.read().median(), READ),
            row(
                "`tenon -p hello` with these servers, beyond the same without",
                starts.with().median() - starts.without().median(),
                START),
            row("a search in 800 tools", times.searched().median(), SEARCH),
            row("a call over standard streams, beyond the exchange", stdio, STDIO),
            row("a call over HTTP, beyond the exchange", http, HTTP),
            row("memory of an idle server on standard streams, MB", megabytes, IDLE)));
    report.paragraph(
        "The exchange by hand takes "
            + Report.number(times.bare().median())
            + " ms over standard streams and "
            + Report.number(times.plain().median())
            + " ms over HTTP; `tenon -p hello` takes "
            + Report.number(starts.without().median())
            + " ms without servers and "
            + Report.number(starts.with().median())
            + " with them.");
    return report;
  }

  private static List<String> row(String what, double reached, double aim) {
    return List.of(
        what, Report.number(reached), "under " + Report.number(aim), Report.verdict(reached, aim));
  }

  Times measure() throws IOException, InterruptedException {
    var times = new Times();
    catalogues(times);
    try {
      overStreams(times);
      overHttp(times);
    } catch (McpException failed) {
      throw new IOException(failed);
    }
    return times;
  }

  // ---- catalogues

  static ServerConfig server(String name, Json.Obj entry) {
    return ServerFile.of(
            Map.of(name, entry), "", ServerConfig.Owner.USER, "the bench", ignored -> null)
        .servers()
        .getFirst();
  }

  private void catalogues(Times times) throws IOException, InterruptedException {
    Path home = scratch.resolve("home");
    var store = new CatalogueStore(home);
    var pins = new Pins(home, scratch);
    var servers = new ArrayList<ServerConfig>();
    for (int i = 0; i < SERVERS; i++) {
      ServerConfig server =
          server("server" + i, Json.object().put("command", "program" + i).build());
      servers.add(server);
      store.keep(server, catalogue(i));
      pins.letIn(server, catalogue(i));
    }
    for (int round = 0; round < Math.max(20, runs); round++) {
      long before = System.nanoTime();
      ToolShelf shelf = ToolShelf.allUpFront(List.of());
      try (var known = new McpServers(servers, parts(home), new Shelved(shelf))) {
        known.begin();
        double took = (System.nanoTime() - before) / 1e6;
        if (shelf.shelved().size() != SERVERS * TOOLS) {
          throw new IllegalStateException(shelf.shelved().size() + " tools were read");
        }
        (round == 0 ? times.first() : times.read()).add(took);
        search(shelf, times);
      }
    }
  }

  /// Nothing is started: all servers are known.
  private McpServers.Parts parts(Path home) {
    return new McpServers.Parts(
        (server, transport, handler, limit) -> {
          throw new IllegalStateException(server.name() + " was started");
        },
        server -> ClientSide.nobody(),
        new KnownServers(home, new CatalogueStore(home), new Pins(home, scratch)),
        Optional.empty(),
        Set.of(),
        "0");
  }

  /// By words that many descriptions have, by one that a single name has, and in vain.
  private void search(ToolShelf shelf, Times times) throws IOException, InterruptedException {
    Path root = Files.createDirectories(scratch.resolve("project"));
    Workspace workspace = Workspace.open(root);
    ToolRunner runner;
    try {
      runner =
          new ToolRunner(
              shelf,
              workspace,
              new DirectEditing(
                  workspace, ProjectJournal.open(scratch.resolve("state"), workspace, "bench")),
              new ModePolicy(Mode.FULL),
              Approver.nobody(),
              OutputBound.DEFAULT);
    } catch (CommitException impossible) {
      throw new IOException(impossible);
    }
    for (String words : List.of("does number", "tool_7_31", "nothing like it")) {
      Json.Obj query = Json.object().put("query", words).build();
      long before = System.nanoTime();
      runner.call(Part.Call.of("1", ToolShelf.MORE_TOOLS, query), line -> {});
      times.searched().add((System.nanoTime() - before) / 1e6);
    }
  }

  /// A conversation that has nothing but a shelf.
  private record Shelved(ToolShelf shelf) implements McpServers.Face {
    @Override
    public boolean add(Tool<?> tool, ToolShelf.Place place) {
      return shelf.add(tool, place);
    }

    @Override
    public void replace(Tool<?> tool) {
      shelf.replace(tool);
    }

    @Override
    public void remove(String tool) {
      shelf.remove(tool);
    }

    @Override
    public void lacking(String prefix, @Nullable String why) {
      throw new IllegalStateException(prefix + " is lacking: " + why);
    }

    @Override
    public void note(String text) {
      throw new IllegalStateException(text);
    }

    @Override
    public void tell(String server, String text) {
      throw new IllegalStateException(text);
    }
  }

  static Catalogue catalogue(int server) throws IOException {
    var tools = new ArrayList<Json.Obj>();
    for (int i = 0; i < TOOLS; i++) {
      try {
        tools.add(
            Json.parseObject(
                "{\"name\": \"tool_"
                    + server
                    + "_"
                    + i
                    + "\", \"description\": \""
                    + "Does what number ".repeat(8)
                    + i
                    + " does.\", \"inputSchema\": {\"type\": \"object\", \"properties\": {\"path\":"
                    + " {\"type\": \"string\", \"description\": \"Where.\"}, \"count\": {\"type\":"
                    + " \"integer\"}}, \"required\": [\"path\"]}}"));
      } catch (JsonException impossible) {
        throw new IOException(impossible);
      }
    }
    return new Catalogue("2025-06-18", Json.Obj.EMPTY, Json.Obj.EMPTY, "", tools, List.of(), 0);
  }

  // ---- calls

  private static ServerStarter starter(Residents residents, Transport http, Path root) {
    return new ServerStarter(
        () -> residents,
        server -> Confinement.none(),
        () -> http,
        server -> Authorizer.none(),
        root,
        Map.of(),
        Map.of(),
        note -> {});
  }

  private static String message(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{}}}";
  }

  private static ServerConfig python(String name, Path script) {
    return server(
        name,
        Json.object()
            .put("command", "python3")
            .put("args", Json.strings(List.of(script.toString())))
            .build());
  }

  /// What each server that runs and rests takes of this process.
  double idle() throws IOException, InterruptedException {
    Path script = Files.writeString(scratch.resolve("server.py"), SERVER);
    var clients = new ArrayList<McpClient>();
    try (var residents = new Residents(new Shell(Set.of()), text -> text);
        var http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()))) {
      ServerStarter starter = starter(residents, http, scratch);
      var options = McpClient.Options.of(ClientSide.nobody());
      // The first one brings the classes.
      McpClient.open(python("first", script), starter, options).close();
      double heap = heapMegabytes();
      for (int i = 0; i < SERVERS; i++) {
        clients.add(McpClient.open(python("idle" + i, script), starter, options));
      }
      return (heapMegabytes() - heap) / SERVERS;
    } catch (McpException failed) {
      throw new IOException(failed);
    } finally {
      clients.forEach(McpClient::close);
    }
  }

  private static double heapMegabytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
  }

  private void overStreams(Times times) throws IOException, McpException, InterruptedException {
    Path script = Files.writeString(scratch.resolve("server.py"), SERVER);
    ServerConfig server = python("bench", script);
    Process process =
        new ProcessBuilder("python3", script.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var residents = new Residents(new Shell(Set.of()), text -> text);
        var http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()));
        McpClient client =
            McpClient.open(
                server,
                starter(residents, http, scratch),
                McpClient.Options.of(ClientSide.nobody()));
        var in =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        OutputStream out = process.getOutputStream()) {
      for (int i = -CALLS / 5; i < CALLS; i++) {
        long before = System.nanoTime();
        client.callTool("t", Json.Obj.EMPTY, told -> {});
        long between = System.nanoTime();
        out.write((message(i + CALLS) + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        in.readLine();
        if (i >= 0) {
          times.stdio().add((between - before) / 1e6);
          times.bare().add((System.nanoTime() - between) / 1e6);
        }
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private void overHttp(Times times) throws IOException, McpException, InterruptedException {
    HttpServer peer =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    peer.createContext(
        "/mcp",
        exchange -> {
          try (exchange) {
            String body =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] answer = answer(body).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(
                answer.length == 0 ? 202 : 200, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
          }
        });
    peer.start();
    URI address = URI.create("http://127.0.0.1:" + peer.getAddress().getPort() + "/mcp");
    try (var residents = new Residents(new Shell(Set.of()), text -> text);
        var http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()));
        McpClient client =
            McpClient.open(
                server("bench", Json.object().put("url", address.toString()).build()),
                starter(residents, http, scratch),
                McpClient.Options.of(ClientSide.nobody()))) {
      for (int i = -CALLS / 5; i < CALLS; i++) {
        long before = System.nanoTime();
        client.callTool("t", Json.Obj.EMPTY, told -> {});
        long between = System.nanoTime();
        byHand(address, message(i + CALLS));
        if (i >= 0) {
          times.http().add((between - before) / 1e6);
          times.plain().add((System.nanoTime() - between) / 1e6);
        }
      }
    } finally {
      peer.stop(0);
    }
  }

  private static String answer(String body) throws IOException {
    try {
      Json.Obj message = Json.parseObject(body);
      Json id = message.get("id");
      if (id == null) {
        return "";
      }
      String result =
          switch (message.string("method", "")) {
            case "initialize" ->
                "\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"bench\",\"version\":\"1\"}}";
            case "tools/call" -> "\"result\":" + ANSWER;
            default -> "\"error\":{\"code\":-32601,\"message\":\"no\"}";
          };
      return "{\"jsonrpc\":\"2.0\",\"id\":" + id.compact() + "," + result + "}";
    } catch (JsonException broken) {
      throw new IOException(broken);
    }
  }

  private static void byHand(URI address, String message) throws IOException {
    var connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    try (OutputStream out = connection.getOutputStream()) {
      out.write(message.getBytes(StandardCharsets.UTF_8));
    }
    try (var in = connection.getInputStream()) {
      in.readAllBytes();
    }
  }
}
