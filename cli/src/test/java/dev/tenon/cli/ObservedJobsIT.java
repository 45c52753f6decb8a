package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.core.json.Json;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jobs of the built server, with a loopback model and a collector: telemetry, the prompt that the
/// model gets, and no secrets anywhere.
class ObservedJobsIT {
  private static final String TOKEN = "a-token-for-this-test";
  private static final String KEY = "sk-ant-very-secret-4711";

  @TempDir Path temporary;

  private final List<String> traces = new CopyOnWriteArrayList<>();
  private final List<String> metrics = new CopyOnWriteArrayList<>();
  private Path project;
  private ModelServer model;
  private HttpServer collector;
  private Program program;
  private Process server;
  private String url;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\ntwo\n");
    model = ModelServer.start();
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          (exchange.getRequestURI().getPath().endsWith("traces") ? traces : metrics).add(body);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    program =
        new Program(project)
            .with("ANTHROPIC_API_KEY", KEY)
            .with("ANTHROPIC_BASE_URL", model.url().toString())
            .with("TENON_TOKEN", TOKEN);
  }

  @AfterEach
  void end() throws Exception {
    if (server != null) {
      server.destroyForcibly().waitFor();
    }
    collector.stop(0);
    model.close();
  }

  @Test
  void aJobIsATraceWithItsRequestsAndTools() throws Exception {
    serve(
        "-c",
        "telemetry.enabled=true",
        "-c",
        "telemetry.endpoint=http://127.0.0.1:" + collector.getAddress().getPort());
    model.reply(
        Reply.toolCall("t1", "read_file", "{\"file_path\":\"a.txt\"}"),
        Reply.toolCall(
            "t2",
            "propose_edits",
            "{\"edits\":[{\"file_path\":\"a.txt\",\"operation\":\"replace\",\"start_line\":1,"
                + "\"end_line\":1,\"new_text\":\"ONE\"}]}"),
        Reply.text("done"));
    String session = post("/api/agent/sessions", "{}").string("session_id", "");
    String job = run(session);
    until(job, "awaiting_review");
    await().atMost(Duration.ofSeconds(30)).until(() -> !traces.isEmpty() && !metrics.isEmpty());
    List<Json.Obj> spans =
        Json.parseObject(traces.getFirst())
            .objects("resourceSpans")
            .getFirst()
            .objects("scopeSpans")
            .getFirst()
            .objects("spans");
    Json.Obj root = spans.getLast();
    assertThat(root.string("name")).isEqualTo("invoke_agent tenon");
    assertThat(attribute(root, "tenon.job.id")).isEqualTo(job);
    assertThat(attribute(root, "tenon.session.id")).isEqualTo(session);
    assertThat(attribute(root, "tenon.job.agent_mode")).isEqualTo("remote");
    assertThat(attribute(root, "tenon.job.status")).isEqualTo("awaiting_review");
    assertThat(attribute(root, "gen_ai.provider.name")).isEqualTo("anthropic");
    assertThat(spans.subList(0, spans.size() - 1))
        .extracting(span -> span.string("name", ""))
        .containsExactly(
            "chat claude-opus-4-6",
            "execute_tool read_file",
            "chat claude-opus-4-6",
            "execute_tool propose_edits",
            "chat claude-opus-4-6");
    assertThat(spans.subList(0, spans.size() - 1))
        .allSatisfy(
            span -> assertThat(span.string("parentSpanId")).isEqualTo(root.string("spanId", "?")));
    assertThat(metrics.getFirst()).contains("gen_ai.client.token.usage");
    // What the model was told is true for a job.
    String request = model.requests().getFirst().text();
    assertThat(request)
        .contains("There are no commands", "clarify_user", "propose_edits", "search_project")
        .doesNotContain("\"name\":\"bash\"", "\"name\":\"grep\"", "\"name\":\"glob\"");
    stop();
    assertThat(String.join("", traces)).doesNotContain("ONE", TOKEN, KEY);
  }

  @Test
  void nothingIsSentUnasked() throws Exception {
    serve();
    model.reply(Reply.text("hello"));
    until(run(post("/api/agent/sessions", "{}").string("session_id", "")), "completed");
    stop();
    assertThat(traces).isEmpty();
    assertThat(metrics).isEmpty();
  }

  @Test
  void keysAndTheTokenAreNowhere() throws Exception {
    Files.writeString(project.resolve("env"), "key " + KEY + "\ntoken " + TOKEN + "\n");
    serve("-c", "log.level=debug");
    model.reply(
        Reply.toolCall("t1", "read_file", "{\"file_path\":\"env\"}"),
        Fault.status(ErrorKind.AUTHENTICATION));
    String session = post("/api/agent/sessions", "{}").string("session_id", "");
    String job = run(session);
    until(job, "failed");
    var told = new ArrayList<String>();
    told.add(get("/api/agent/jobs/" + job).compact());
    told.add(get("/api/agent/jobs/" + job + "/events?cursor=0").compact());
    told.add(get("/api/agent/jobs/" + job + "/trace").compact());
    told.add(get("/api/agent/sessions/" + session).compact());
    stop();
    told.add(Files.readString(temporary.resolve("state/logs/tenon.jsonl")));
    assertThat(told).allSatisfy(text -> assertThat(text).doesNotContain(KEY, TOKEN));
    assertThat(told.get(3)).contains("key [hidden]");
  }

  @Test
  void whatRulesDenyAJobCannotRead() throws Exception {
    Files.writeString(project.resolve("hidden.env"), "needle\n");
    Files.writeString(
        Files.createDirectories(temporary.resolve("state")).resolve("config.yml"),
        "permissions:\n  deny: ['read(**/*.env)']\n");
    serve();
    model.reply(
        Reply.toolCall("t1", "read_file", "{\"file_path\":\"hidden.env\"}"),
        Reply.toolCall("t2", "search_project", "{\"query\":\"needle\"}"),
        Reply.toolCall("t3", "list_files", "{}"),
        Reply.text("done"));
    String job = run(post("/api/agent/sessions", "{}").string("session_id", ""));
    until(job, "completed");
    List<Json.Obj> results = get("/api/agent/jobs/" + job + "/trace").objects("tool_results");
    assertThat(results.get(0).objectOrEmpty("error").string("message")).contains("read(**/*.env)");
    assertThat(results.get(1).objectOrEmpty("result").array("results")).isEmpty();
    assertThat(results.get(2).compact()).contains("a.txt").doesNotContain("hidden.env");
  }

  private static String attribute(Json.Obj span, String name) {
    return span.objects("attributes").stream()
        .filter(each -> each.string("key", "").equals(name))
        .map(each -> each.objectOrEmpty("value").string("stringValue", ""))
        .findFirst()
        .orElse("");
  }

  private void serve(String... more) throws IOException {
    var arguments = new ArrayList<>(List.of("serve", "--port", "0", "--store", "memory"));
    arguments.addAll(List.of(more));
    server = program.start(arguments.toArray(new String[0]));
    var out =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    assertThat(line).startsWith("listening on http://127.0.0.1:");
    url = line.substring("listening on ".length());
  }

  private void stop() throws InterruptedException {
    server.destroy();
    server.waitFor();
  }

  private String run(String session) throws IOException {
    return post(
            "/api/agent/run",
            Json.object().put("session_id", session).put("instruction", "shout").build().compact())
        .string("job_id", "");
  }

  private void until(String job, String status) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> get("/api/agent/jobs/" + job).string("status", "").equals(status));
  }

  private Json.Obj get(String path) throws IOException {
    return answer(open(path, "GET"));
  }

  private Json.Obj post(String path, String body) throws IOException {
    HttpURLConnection connection = open(path, "POST");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    return answer(connection);
  }

  private HttpURLConnection open(String path, String method) throws IOException {
    var connection = (HttpURLConnection) URI.create(url + path).toURL().openConnection();
    connection.setRequestMethod(method);
    connection.setReadTimeout(30_000);
    connection.setRequestProperty("Authorization", "Bearer " + TOKEN);
    return connection;
  }

  private static Json.Obj answer(HttpURLConnection connection) throws IOException {
    var stream =
        connection.getResponseCode() < 400
            ? connection.getInputStream()
            : connection.getErrorStream();
    try (stream) {
      return Json.parseObject(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (dev.tenon.core.json.JsonException broken) {
      throw new AssertionError(broken);
    }
  }
}
