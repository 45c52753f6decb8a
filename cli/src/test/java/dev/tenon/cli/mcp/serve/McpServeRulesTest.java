package dev.tenon.cli.mcp.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.client.ElicitForm;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Who is let in to `tenon mcp serve`, what is asked, whom it keeps waiting, and how deep it goes.
class McpServeRulesTest extends ServedTenon {

  private String run(Path root, String... words) {
    var out = new ByteArrayOutputStream();
    var all = new ArrayList<>(List.of(words));
    all.add("--root=" + root);
    int code =
        Main.run(
            Streams.captured(new ByteArrayInputStream(new byte[0]), out, out),
            environment(),
            all.toArray(String[]::new));
    String said = out.toString(StandardCharsets.UTF_8);
    assertThat(code).as(said).isZero();
    return said;
  }

  /// Neither its text nor a way to go on with it.
  @Test
  void aSessionOfAnotherProjectIsNotShown() throws Exception {
    script("{\"text\": \"Of theirs.\"}");
    Path theirs = Files.createDirectory(folder.resolve("theirs")).toRealPath();
    String said = run(theirs, "-p", "a secret of theirs", "--output-format=json");
    String id = Json.parseObject(said).string("session", "");
    assertThat(id).as(said).isNotEmpty();
    serve();
    try (McpClient client = client(MODERN, null)) {
      for (String each : List.of(id, id.substring(0, id.length() - 1))) {
        assertThatThrownBy(() -> client.readResource("tenon://session/" + each))
            .hasMessageContaining("there is no resource");
        Json.Obj more = Json.object().put("session", each).put("text", "go on").build();
        for (String tool : List.of("prompt", "reply")) {
          assertThatThrownBy(() -> client.callTool(tool, more, told -> {}))
              .hasMessageContaining("of this project");
        }
      }
    }
  }

  /// What the server was started with holds for the prompts of its callers.
  @Test
  void promptsHaveTheOptionsOfTheServer() throws Exception {
    Files.writeString(folder.resolve("other.json"), "{\"steps\": [" + writes("other.txt") + "]}");
    script("{\"text\": \"The configured one.\"}");
    serve("--model=scripted:" + folder.resolve("other.json"), "--permission-mode=plan");
    try (McpClient client = client(MODERN, null)) {
      Json.Obj answer = client.callTool("prompt", text("write"), told -> {});
      assertThat(answer.compact()).doesNotContain("The configured one.").contains("scripted/other");
      assertThat(client.callTool("diff", Json.Obj.EMPTY, told -> {}).compact())
          .doesNotContain("other.txt");
    }
    var err = new ByteArrayOutputStream();
    assertThat(run(err, "mcp", "serve", "--permission-mode=full")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("prompts of others have one of plan, ask, edit, auto, not full");
  }

  private HttpResponse<String> preflight(String origin) throws Exception {
    try (HttpClient browser = HttpClient.newHttpClient()) {
      return browser.send(
          HttpRequest.newBuilder(URI.create(url))
              .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
              .header("Origin", origin)
              .header("Access-Control-Request-Method", "DELETE")
              .header("Access-Control-Request-Headers", "mcp-session-id,mcp-method")
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  /// A client in a browser sends the headers of the protocol, ends its session, and reads its name.
  @Test
  void aPageThatMayCallMaySpeakTheProtocol() throws Exception {
    script("{\"text\": \"Hi.\"}");
    serve("--origin=https://page.example");
    HttpResponse<String> allowed = preflight("https://page.example");
    assertThat(allowed.statusCode()).isEqualTo(204);
    assertThat(allowed.headers().firstValue("Access-Control-Allow-Methods"))
        .contains("POST, DELETE");
    assertThat(allowed.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
        .contains(
            "authorization",
            "content-type",
            "mcp-protocol-version",
            "mcp-method",
            "mcp-name",
            "mcp-session-id",
            "last-event-id");
    assertThat(allowed.headers().firstValue("Access-Control-Expose-Headers").orElseThrow())
        .contains("Mcp-Session-Id");
    assertThat(preflight("https://evil.example").statusCode()).isEqualTo(403);
  }

  /// A page of another name that leads here.
  @Test
  void aRequestForAnotherHostIsRefused() throws Exception {
    script("{\"text\": \"Hi.\"}");
    serve();
    URI here = URI.create(url);
    for (String host : List.of("evil.example", "evil.example:" + here.getPort())) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), here.getPort())) {
        socket
            .getOutputStream()
            .write(
                ("POST "
                        + here.getRawPath()
                        + " HTTP/1.1\r\nHost: "
                        + host
                        + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                        + "Connection: close\r\n\r\n{}")
                    .getBytes(StandardCharsets.US_ASCII));
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).startsWith("HTTP/1.1 403 ").contains("wrong_host");
      }
    }
  }

  @Test
  void withoutATokenOneIsMadeAndTheModelMayBeNamed() throws Exception {
    script("{\"text\": \"Hi of the variable.\"}");
    variables.clear();
    variables.put("TENON_MODEL", "scripted:" + folder.resolve("script.json"));
    Files.delete(home.resolve("config.yml"));
    serve();
    String first = url;
    assertThat(first.substring(first.lastIndexOf('/') + 1)).hasSizeGreaterThan(20);
    try (McpClient client = client(MODERN, null)) {
      assertThat(client.callTool("prompt", text("hello"), told -> {}).compact())
          .contains("Hi of the variable.");
    }
    server.interrupt();
    server.join();
    serve();
    assertThat(url.substring(url.lastIndexOf('/')))
        .isNotEqualTo(first.substring(first.lastIndexOf('/')));
  }

  /// Writing without staging is asked as `apply` is.
  @Test
  void editsThatAreNotStagedAreAskedAbout() throws Exception {
    script(writes("new.txt"), "{\"text\": \"Written.\"}");
    serve();
    Json.Obj direct = Json.object().put("text", "write it").put("staged", false).build();
    try (McpClient client = client(MODERN, null)) {
      Json.Obj refused = client.callTool("prompt", direct, told -> {});
      assertThat(refused.bool("isError", false)).isTrue();
      assertThat(refused.compact()).contains("the rule of 'apply' is to ask", "--yes");
      Json.Obj wrong = Json.object().put("text", "x").put("staged", "no").build();
      assertThatThrownBy(() -> client.callTool("prompt", wrong, told -> {}))
          .hasMessageContaining("staged must be true or false");
    }
    var asked = new ConcurrentLinkedQueue<String>();
    for (String answer : List.of("no", "yes")) {
      assertThat(project.resolve("new.txt")).doesNotExist();
      Function<ElicitForm, String> answers =
          form -> {
            asked.add(form.message());
            return answer;
          };
      try (McpClient client = client(LEGACY, answers)) {
        client.callTool("prompt", direct, told -> {});
      }
    }
    assertThat(project.resolve("new.txt")).hasContent("new");
    assertThat(asked).hasSize(2).allMatch(each -> each.contains("without staging it first"));
  }

  /// Whoever looks at a form of `apply` holds up nobody, and agrees to what was there then.
  @Test
  void whatIsStagedMeanwhileWasNotAgreedTo() throws Exception {
    script(writes("new.txt"), "{\"text\": \"Written.\"}");
    serve();
    try (McpClient other = client(MODERN, null)) {
      other.callTool("prompt", text("write it"), told -> {});
      Function<ElicitForm, String> answers =
          form -> {
            try {
              script(writes("more.txt"), "{\"text\": \"Written.\"}");
              other.callTool("prompt", text("write more"), told -> {});
            } catch (IOException | McpException | InterruptedException failed) {
              throw new AssertionError(failed);
            }
            return "yes";
          };
      try (McpClient client = client(LEGACY, answers)) {
        Json.Obj applied = client.callTool("apply", Json.Obj.EMPTY, told -> {});
        assertThat(applied.bool("isError", false)).isTrue();
        assertThat(applied.compact()).contains("what is staged has changed since it was asked");
      }
    }
    assertThat(project.resolve("new.txt")).doesNotExist();
    assertThat(project.resolve("more.txt")).doesNotExist();
  }

  @Test
  void whoeverHasToWaitIsToldSo() throws Exception {
    script(RUNS, "{\"text\": \"Ran.\"}");
    serve();
    var heard = new ConcurrentLinkedQueue<String>();
    var waiting = new ArrayList<FutureTask<Json.Obj>>();
    try (McpClient other = client(LEGACY, null)) {
      Function<ElicitForm, String> answers =
          form -> {
            var second =
                new FutureTask<>(
                    () ->
                        other.callTool(
                            "prompt", text("me, too"), told -> heard.add(told.compact())));
            waiting.add(second);
            Thread.ofVirtual().start(second);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (heard.isEmpty() && System.nanoTime() < end) {
              Thread.onSpinWait();
            }
            return "no";
          };
      try (McpClient client = client(LEGACY, answers)) {
        client.callTool("prompt", text("run it"), told -> {});
      }
      waiting.getFirst().get(60, TimeUnit.SECONDS);
    }
    assertThat(heard.peek()).contains("waits for another call that works on this project");
  }

  /// What a command of it calls knows how deep it is.
  @Test
  void commandsAndServersKnowTheDepth() throws Exception {
    String line = "echo depth $TENON_MCP_DEPTH > depth.txt";
    script(
        "{\"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"" + line + "\"}}]}",
        "{\"text\": \"Ran.\"}");
    serve("--yes");
    try (McpClient client = client(LEGACY, form -> "once")) {
      client.callTool("prompt", text("run it"), told -> {});
      client.callTool("apply", Json.Obj.EMPTY, told -> {});
    }
    assertThat(project.resolve("depth.txt")).hasContent("depth 1");

    // A server of its own, whatever its entry says.
    Path program = folder.resolve("server.sh");
    Files.writeString(program, "echo \"$TENON_MCP_DEPTH\" > depth-of-server.txt; exit 1\n");
    Files.writeString(
        home.resolve("config.yml"),
        "mcp: {servers: {own: {command: bash, args: ["
            + program
            + "], env: {TENON_MCP_DEPTH: \"0\"}}}}\n");
    variables.put("TENON_MCP_DEPTH", "1");
    var err = new ByteArrayOutputStream();
    assertThat(run(err, "mcp", "tools", "own")).isEqualTo(1);
    assertThat(project.resolve("depth-of-server.txt")).hasContent("1");

    variables.put("TENON_MCP_DEPTH", "2");
    err.reset();
    assertThat(run(err, "mcp", "serve")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("Tenon has called itself 2 times over MCP; it stops here");
  }
}
