package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The built server as a process: killed in the middle of its work, it goes on where it was.
class ServeIT {
  private static final String TOKEN = "a-token-for-this-test";
  private static final String BEFORE = "one\ntwo\nthree\n";
  private static final String SCRIPT =
      """
      {"steps": [
        {"calls": [{"name": "read_file", "arguments": {"file_path": "a.txt"}}]},
        {"calls": [{"name": "write_file", "arguments": {"path": "a.txt", "content": "ONE\\ntwo\\nTHREE\\n"}}]},
        {"text": "done"}]}
      """;

  @TempDir Path temporary;

  private Path project;
  private Program program;
  private Process server;
  private String url;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    Files.writeString(project.resolve("a.txt"), BEFORE);
    Files.writeString(temporary.resolve("script.json"), SCRIPT);
    Files.writeString(
        temporary.resolve("asking.json"),
        """
        {"steps": [
          {"calls": [{"name": "clarify_user", "arguments": {"question": "Really?"}}]},
          {"text": "never"}]}
        """);
    program = new Program(project).with("TENON_TOKEN", TOKEN);
  }

  @AfterEach
  void end() throws Exception {
    if (server != null) {
      server.destroyForcibly().waitFor();
    }
  }

  @Test
  void aReviewSurvivesAKillAndIsApplied() throws Exception {
    serve("script.json");
    String session = post("/api/agent/sessions", "{}").string("session_id", "");
    String job = run(session);
    until(job, "awaiting_review");
    kill();
    serve("script.json");
    Json.Obj found = get("/api/agent/jobs/" + job);
    assertThat(found.string("status")).isEqualTo("awaiting_review");
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE);
    List<String> hunks =
        found.objectOrEmpty("diff_bundle").objects("files").stream()
            .flatMap(file -> file.objects("hunks").stream())
            .map(hunk -> hunk.string("hunk_id", ""))
            .toList();
    Json.Obj applied = apply(session, job, hunks);
    assertThat(applied.string("status")).isEqualTo("completed");
    assertThat(project.resolve("a.txt")).content().isEqualTo("ONE\ntwo\nTHREE\n");
    kill();
    serve("script.json");
    assertThat(get("/api/agent/jobs/" + job).string("status")).isEqualTo("completed");
    assertThat(apply(session, job, hunks).objectOrEmpty("error").string("code"))
        .isEqualTo("not_awaiting_review");
    kill();
    assertThat(program.run("undo").exitCode()).isZero();
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE);
  }

  @Test
  void whatRanWhenItWasKilledIsInterruptedAndResumed() throws Exception {
    serve("asking.json");
    String session = post("/api/agent/sessions", "{}").string("session_id", "");
    String job = run(session);
    until(job, "waiting_for_user");
    kill();
    serve("script.json");
    Json.Obj failed = get("/api/agent/jobs/" + job);
    assertThat(failed.objectOrEmpty("error").string("code")).isEqualTo("interrupted");
    post("/api/agent/jobs/" + job + "/resume", "{}");
    until(job, "awaiting_review");
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE);
  }

  @Test
  void whatTheRulesCloseIsClosedToJobsAndToTheApi() throws Exception {
    Path state = Files.createDirectories(temporary.resolve("state"));
    Files.writeString(
        state.resolve("config.yml"), "permissions:\n  deny: [\"read(**/closed.txt)\"]\n");
    Files.writeString(project.resolve("closed.txt"), "the hidden thing\n");
    Files.writeString(
        temporary.resolve("curious.json"),
        """
        {"steps": [
          {"calls": [{"name": "read_file", "arguments": {"file_path": "closed.txt"}}]},
          {"calls": [{"name": "search_project", "arguments": {"query": "hidden"}}]},
          {"text": "done"}]}
        """);
    serve("curious.json");
    String session = post("/api/agent/sessions", "{}").string("session_id", "");
    String job = run(session);
    until(job, "completed");
    assertThat(get("/api/agent/jobs/" + job + "/trace").compact())
        .contains("closed.txt")
        .doesNotContain("the hidden thing");
    assertThat(get("/api/agent/sessions/" + session).compact()).doesNotContain("the hidden thing");
    for (String route : List.of("file", "buffer")) {
      Json.Obj refused =
          get("/api/agent/sessions/" + session + "/" + route + "?file_path=closed.txt");
      assertThat(refused.objectOrEmpty("error").string("message", "")).contains("closed.txt");
      assertThat(refused.compact()).doesNotContain("the hidden thing");
    }
  }

  @Test
  void itEndsInOrderWhenToldToAndSaysWhatItInterrupted() throws Exception {
    serve("asking.json");
    String session = post("/api/agent/sessions", "{}").string("session_id", "");
    String job = run(session);
    until(job, "waiting_for_user");
    HttpURLConnection stream = open("/api/agent/jobs/" + job + "/stream", "GET");
    try (var events =
        new BufferedReader(
            new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(events.readLine()).isEqualTo("retry: 2000");
      var errors = Program.reading(server.getErrorStream());
      long began = System.nanoTime();
      server.toHandle().destroy();
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      assertThat(took).as("the end with an open stream").isLessThan(Duration.ofSeconds(10));
      assertThat(server.exitValue()).isZero();
      assertThat(errors.get())
          .contains("serving " + project.toRealPath())
          .contains("stopped; interrupted 1 job")
          .contains(job + " shout")
          .doesNotContain(TOKEN)
          .doesNotContain("\u001b");
      assertThat(events.lines().toList()).contains("event: job.failed");
    }
    serve("asking.json");
    assertThat(get("/api/agent/jobs/" + job).objectOrEmpty("error").string("code"))
        .isEqualTo("interrupted");
  }

  @Test
  void aTokenOfItsOwnIsPrintedOnceAsAnAddress() throws Exception {
    server =
        new Program(project)
            .start(
                "serve", "--port", "0", "--model", "scripted:" + temporary.resolve("script.json"));
    url = firstLine();
    var errors =
        new BufferedReader(new InputStreamReader(server.getErrorStream(), StandardCharsets.UTF_8));
    String line = errors.readLine();
    while (!line.startsWith("open ")) {
      line = errors.readLine();
    }
    assertThat(line).matches("open " + url + "/\\?token=[0-9a-f]{48}");
    var door = (HttpURLConnection) URI.create(line.substring(5)).toURL().openConnection();
    door.setInstanceFollowRedirects(false);
    assertThat(door.getResponseCode()).isEqualTo(303);
    String cookie = door.getHeaderField("Set-Cookie");
    assertThat(cookie).contains("HttpOnly").doesNotContain(line.substring(line.length() - 48));
    var page = (HttpURLConnection) URI.create(url + "/").toURL().openConnection();
    page.setRequestProperty("Cookie", cookie.substring(0, cookie.indexOf(';')));
    assertThat(page.getResponseCode()).isEqualTo(200);
  }

  @Test
  void itSpeaksTlsAndWarnsOfAVisibleToken() throws Exception {
    Path store = temporary.resolve("k.p12");
    Process made =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "it",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                "a password")
            .redirectErrorStream(true)
            .start();
    assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
    server =
        new Program(project)
            .with("TENON_TLS_PASSWORD", "a password")
            .start("serve", "--port", "0", "--token", TOKEN, "--tls-keystore", store.toString());
    url = firstLine();
    assertThat(url).startsWith("https://127.0.0.1:");
    server.toHandle().destroy();
    assertThat(new String(server.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("warning: everyone on this machine can see the token")
        .contains("open https://localhost:")
        .doesNotContain(TOKEN);
    Program.Run wrong =
        new Program(project).run("serve", "--port", "0", "--tls-keystore", store.toString());
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.errors()).contains("--tls-password-file");
  }

  @Test
  void aPortThatIsTakenAndASecondServerAreToldWithTheWayOut() throws Exception {
    serve("script.json");
    String port = url.substring(url.lastIndexOf(':') + 1);
    Program.Run taken = program.run("serve", "--port", port, "--store", "memory");
    assertThat(taken.exitCode()).isEqualTo(1);
    assertThat(taken.errors())
        .contains("127.0.0.1:" + port)
        .contains("--port")
        .contains("0 for any");
  }

  @Test
  void theTokenOfAFileWorksAndBadFilesAreRefused() throws Exception {
    Path file = Files.writeString(temporary.resolve("token"), TOKEN + "\n");
    server = new Program(project).start("serve", "--port", "0", "--token-file", file.toString());
    url = firstLine();
    assertThat(get("/api/agent/sessions").array("sessions")).isEmpty();
    for (String content : List.of("", "one-line-of-a-token\ntwo-lines-of-it\n", "short\n")) {
      Files.writeString(file, content);
      Program.Run run =
          new Program(project).run("serve", "--port", "0", "--token-file", file.toString());
      assertThat(run.exitCode()).as(content).isEqualTo(2);
    }
    Program.Run missing = new Program(project).run("serve", "--token-file", "nowhere");
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.errors()).contains("there is no such file");
  }

  @Test
  void badArgumentsAreRefusedBeforeItListens() throws Exception {
    assertThat(program.run("serve", "--token", "short", "--port", "0").exitCode()).isEqualTo(2);
    Program.Run remote = program.run("serve", "--host", "0.0.0.0", "--port", "0");
    assertThat(remote.exitCode()).isEqualTo(2);
    assertThat(remote.errors()).contains("0.0.0.0");
    Program.Run plain = program.run("serve", "--allow-remote", "--host", "0.0.0.0");
    assertThat(plain.exitCode()).isEqualTo(2);
    assertThat(plain.errors()).contains("--tls-cert", "--without-tls").doesNotContain(TOKEN);
    for (List<String> wrong :
        List.of(
            List.of("--tls-cert", "a.pem"),
            List.of("--tls-cert", "a.pem", "--tls-key", "missing.pem"),
            List.of("--tls-password-file", "a.txt"),
            List.of("--origin", "review.example"),
            List.of("--origin", "*"),
            List.of("--token", TOKEN, "--token-file", "a.txt"),
            List.of("--host", "no such host"))) {
      var words = new java.util.ArrayList<>(List.of("serve", "--port", "0"));
      words.addAll(wrong);
      Program.Run run = program.run(words.toArray(String[]::new));
      assertThat(run.exitCode()).as(wrong + run.errors()).isEqualTo(2);
      assertThat(run.errors()).startsWith("tenon: ").hasLineCount(1);
    }
  }

  @Test
  void aSecondServerOnTheSameStoreIsRefused() throws Exception {
    serve("script.json");
    Program.Run second = program.run("serve", "--port", "0", "--model", "scripted:none.json");
    assertThat(second.exitCode()).isEqualTo(1);
    assertThat(second.errors())
        .contains("server.db is in use by another server (process ")
        .contains("--store memory")
        .doesNotContain(TOKEN);
    assertThat(get("/api/agent/settings").string("agent_mode")).isEqualTo("remote");
  }

  @Test
  void settingsComeFromTheUserAndTheProjectCannotLoosenThem() throws Exception {
    Files.createDirectory(project.resolve(".tenon"));
    Files.writeString(
        project.resolve(".tenon/config.yml"),
        "server: {max_tool_calls_per_job: 99, max_running_jobs: 3, strict_local: true}\n");
    program
        .with("TENON_SERVER_MAX_SEARCH_RESULTS_CAP", "30")
        .with("TENON_SERVER_HYBRID_MAX_LOCAL_ATTEMPTS", "2");
    serve("script.json");
    Json.Obj settings = get("/api/agent/settings");
    Json.Obj limits = settings.objectOrEmpty("limits");
    assertThat(limits.number("max_search_results_cap", 0)).isEqualTo(30);
    assertThat(limits.number("max_tool_calls_per_job", 0)).isEqualTo(12);
    assertThat(limits.number("max_running_jobs", 0)).isEqualTo(3);
    assertThat(settings.objectOrEmpty("routing").number("hybrid_max_local_attempts", 0))
        .isEqualTo(2);
    assertThat(settings.objectOrEmpty("sides").bool("remote", false)).isTrue();
    assertThat(settings.toString()).doesNotContain(TOKEN, temporary.toString());
    String session = post("/api/agent/sessions", "{}").string("session_id", "");
    Json.Obj refused =
        post(
            "/api/agent/run",
            Json.object()
                .put("session_id", session)
                .put("instruction", "x")
                .put("agent_mode", "local")
                .build()
                .compact());
    assertThat(refused.objectOrEmpty("error").string("code")).isEqualTo("no_local_model");
  }

  @Test
  void badSettingsAreRefusedBeforeItListens() throws Exception {
    for (String[] bad :
        new String[][] {
          {"server.max_sessions=0", "--config: server.max_sessions must be 1..1000000, was '0'"},
          {"server.agent_mode=local", "server.agent_mode local needs a local model"},
          {"server.strict_local=true", "server.strict_local needs a local model"},
          {"server.max_search_results_cap=5", "server.max_search_results_default is 20, more"},
          {"server.max_session=5", "did you mean 'server.max_sessions'?"},
        }) {
      Program.Run run = program.run("serve", "--port", "0", "--config", bad[0]);
      assertThat(run.exitCode()).as(bad[0]).isEqualTo(2);
      assertThat(run.errors()).contains(bad[1]);
    }
  }

  private void serve(String script) throws IOException {
    server =
        program.start(
            "serve",
            "--port",
            "0",
            "--model",
            "scripted:" + temporary.resolve(script),
            "--store",
            "sqlite");
    url = firstLine();
    assertThat(url).startsWith("http://127.0.0.1:");
  }

  /// Where it listens, which is the first thing that it says.
  private String firstLine() throws IOException {
    var out =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    assertThat(line).startsWith("listening on http");
    return line.substring("listening on ".length());
  }

  private void kill() throws InterruptedException {
    server.destroyForcibly().waitFor();
  }

  private String run(String session) throws IOException {
    return post(
            "/api/agent/run",
            Json.object().put("session_id", session).put("instruction", "shout").build().compact())
        .string("job_id", "");
  }

  private Json.Obj apply(String session, String job, List<String> hunks) throws IOException {
    return post(
        "/api/agent/apply",
        Json.object()
            .put("session_id", session)
            .put("job_id", job)
            .put("accepted_hunk_ids", Json.strings(hunks))
            .build()
            .compact());
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
