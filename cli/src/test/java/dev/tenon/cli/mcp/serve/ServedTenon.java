package dev.tenon.cli.mcp.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.ElicitForm;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import dev.tenon.protocols.mcp.transport.Authorizer;
import dev.tenon.protocols.mcp.transport.ServerStarter;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A project with `tenon mcp serve --http` for it, and clients of ours.
abstract class ServedTenon {
  static final String TOKEN = "a-token-of-the-test/with+signs";
  static final ProtocolVersion MODERN = ProtocolVersion.STATELESS_2026_07_28;
  static final ProtocolVersion LEGACY = ProtocolVersion.HANDSHAKE_2025_06_18;

  @TempDir Path folder;
  Path project;
  Path home;
  Thread server;
  String url = "";
  final Transport http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()));
  final Residents residents = new Residents(new Shell(Set.of()), text -> text);

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(project.resolve("kept.txt"), "as it was\n");
    Files.writeString(
        home.resolve("config.yml"), "model: scripted:" + folder.resolve("script.json") + "\n");
    Files.createDirectories(home.resolve("commands"));
    Files.writeString(home.resolve("commands/greet.md"), "Greet $ARGUMENTS and say !`whoami`.");
  }

  @AfterEach
  void end() throws InterruptedException {
    if (server != null) {
      server.interrupt();
      server.join();
    }
    http.close();
    residents.close();
  }

  /// What the program gets of variables, beside its folders.
  final Map<String, String> variables = new LinkedHashMap<>(Map.of("TENON_TOKEN", TOKEN));

  Map<String, String> environment() {
    Map<String, String> all = new LinkedHashMap<>(variables);
    all.put("TENON_HOME", home.toString());
    all.put("PATH", System.getenv("PATH"));
    return all;
  }

  int run(ByteArrayOutputStream err, String... words) {
    var all = new ArrayList<>(List.of(words));
    all.add(1, "--root=" + project);
    return Main.run(
        Streams.captured(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), err),
        environment(),
        all.toArray(String[]::new));
  }

  /// Starts it and reads its one line.
  void serve(String... more) throws IOException {
    var written = new PipedOutputStream();
    var lines =
        new BufferedReader(
            new InputStreamReader(new PipedInputStream(written), StandardCharsets.UTF_8));
    var words = new ArrayList<>(List.of("mcp", "--root=" + project, "serve", "--http=0"));
    words.addAll(List.of(more));
    server =
        Thread.ofPlatform()
            .start(
                () ->
                    Main.run(
                        Streams.captured(
                            new ByteArrayInputStream(new byte[0]),
                            written,
                            new ByteArrayOutputStream()),
                        environment(),
                        words.toArray(String[]::new)));
    String line = lines.readLine();
    assertThat(line).matches("listening on http://127\\.0\\.0\\.1:[0-9]+/mcp/[^/]+");
    url = line.substring("listening on ".length());
  }

  void script(String... steps) throws IOException {
    Files.writeString(
        folder.resolve("script.json"), "{\"steps\": [" + String.join(",", steps) + "]}");
  }

  static String writes(String path) {
    return "{\"calls\": [{\"name\": \"write_file\", \"arguments\": {\"path\": \""
        + path
        + "\", \"content\": \"new\\n\"}}]}";
  }

  static final String RUNS =
      "{\"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"touch ran.txt\"}}]}";

  /// Answers forms by this function; null: it has nobody who could.
  McpClient client(ProtocolVersion version, Function<ElicitForm, String> answers) throws Exception {
    Json.Obj entry = Json.object().put("url", url).build();
    ServerFile file =
        ServerFile.of(Map.of("own", entry), "", ServerConfig.Owner.USER, "here", name -> null);
    var starter =
        new ServerStarter(
            () -> residents,
            each -> Confinement.none(),
            () -> http,
            each -> Authorizer.none(),
            project,
            Map.of(),
            Map.of(),
            note -> {});
    var side =
        answers == null
            ? ClientSide.nobody()
            : new ClientSide() {
              @Override
              public List<Path> roots() {
                return List.of();
              }

              @Override
              public boolean elicits() {
                return true;
              }

              @Override
              public Json.Obj elicit(Json.Obj params) throws RpcException {
                String answer = answers.apply(ElicitForm.of(params));
                return ElicitForm.accepted(Map.of("decision", Json.of(answer)));
              }

              @Override
              public boolean samples() {
                return false;
              }

              @Override
              public Json.Obj sample(Json.Obj params) throws RpcException {
                throw new RpcException(-1, "no");
              }
            };
    return McpClient.open(
        file.servers().getFirst(), starter, McpClient.Options.of(side).speaking(version));
  }

  static Json.Obj text(String text) {
    return Json.object().put("text", text).build();
  }
}
