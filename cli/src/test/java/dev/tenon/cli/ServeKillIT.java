package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The built server, killed again and again while it writes a few hundred files.
class ServeKillIT {
  private static final String TOKEN = "a-token-for-this-test";
  private static final int FILES = 300;
  private static final int MOST_ROUNDS = 12;
  private static final Duration ENOUGH = Duration.ofSeconds(25);

  @TempDir Path temporary;

  private final HttpClient client = HttpClient.newHttpClient();
  private Path project;
  private Program program;
  private Process server;
  private String url;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    var edits = new ArrayList<Json>();
    for (int i = 0; i < FILES; i++) {
      Files.writeString(file(i), "one\nfile " + i + "\n");
      edits.add(
          Json.object()
              .put("edit_id", "e_" + i)
              .put("file_path", name(i))
              .put("operation", "replace")
              .put("start_line", 1)
              .put("end_line", 1)
              .put("new_text", "ONE")
              .put("expected_hash", "sha256:" + Sha256.of("one"))
              .build());
    }
    Json.Obj call =
        Json.object()
            .put("name", "propose_edits")
            .put("arguments", Json.object().array("edits", edits).build())
            .build();
    Json.Obj script =
        Json.object()
            .array(
                "steps",
                List.of(
                    Json.object().array("calls", List.of(call)).build(),
                    Json.object().put("text", "done").build()))
            .build();
    Files.writeString(temporary.resolve("script.json"), script.compact());
    program = new Program(project).with("TENON_TOKEN", TOKEN);
  }

  @AfterEach
  void end() throws Exception {
    client.close();
    if (server != null) {
      server.destroyForcibly().waitFor();
    }
  }

  private static String name(int i) {
    return "f" + i + ".txt";
  }

  private Path file(int i) {
    return project.resolve(name(i));
  }

  @Test
  void everyFileIsOldOrEveryFileIsNew() throws Exception {
    long deadline = System.nanoTime() + ENOUGH.toNanos();
    var random = new Random(42);
    int applied = 0;
    int untouched = 0;
    serve();
    String session = newSession();
    String job = underReview(session);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      if (round > 3 && System.nanoTime() > deadline) {
        break;
      }
      killDuringApply(session, job, round, random);
      serve();
      String what = "round " + round;
      boolean isNew = allNew(what);
      Json.Obj found = get("/api/agent/jobs/" + job);
      assertThat(found.string("status"))
          .as(what)
          .isEqualTo(isNew ? "completed" : "awaiting_review");
      if (isNew) {
        applied++;
        assertThat(lastEvent(job)).as(what).isEqualTo("apply.completed");
        Json.Obj again = apply(session, job);
        assertThat(again.objectOrEmpty("error").string("code"))
            .as(what)
            .isEqualTo("not_awaiting_review");
      } else {
        untouched++;
        assertThat(found.objectOrEmpty("diff_bundle").objects("files")).as(what).hasSize(FILES);
        if (round % 3 == 2) {
          assertThat(apply(session, job).string("status")).as(what).isEqualTo("completed");
          isNew = allNew(what);
        }
      }
      if (isNew) {
        assertThat(program.run("undo").exitCode()).as(what).isZero();
        assertThat(allNew(what)).as(what + ", undone").isFalse();
        // A conversation that became long would be summarised, and the script has no step for that.
        session = newSession();
        job = underReview(session);
      }
    }
    assertThat(applied + untouched).isGreaterThan(3);
  }

  /// Whether the files are the new ones; they have to be all the same, and nothing else is there.
  private boolean allNew(String what) throws IOException {
    var starts = new TreeSet<String>();
    for (int i = 0; i < FILES; i++) {
      String text = Files.readString(file(i));
      assertThat(text).as(what).endsWith("\nfile " + i + "\n");
      starts.add(text.substring(0, text.indexOf('\n')));
    }
    assertThat(starts).as(what).hasSize(1);
    try (var names = Files.list(project)) {
      assertThat(names.count()).as(what + ": nothing is left behind").isEqualTo(FILES);
    }
    return starts.contains("ONE");
  }

  /// Sends an apply and kills the server at some moment: after a short while, or when so many files
  /// are new.
  private void killDuringApply(String session, String job, int round, Random random)
      throws Exception {
    Json.Obj body = applying(session, job);
    var sending = client.sendAsync(request("/api/agent/apply", body), bodies());
    if (round % 2 == 0) {
      long until = System.nanoTime() + random.nextInt(120) * 1_000_000L;
      while (System.nanoTime() < until && !sending.isDone()) {
        Thread.onSpinWait();
      }
    } else {
      int threshold = List.of(0, FILES / 3, FILES - 1).get(round / 2 % 3);
      while (!sending.isDone() && !isNew(threshold)) {
        Thread.onSpinWait();
      }
    }
    server.destroyForcibly().waitFor();
  }

  private boolean isNew(int i) {
    try {
      return Files.readString(file(i)).startsWith("ONE");
    } catch (IOException being) {
      throw new UncheckedIOException(being);
    }
  }

  private String newSession() throws Exception {
    return post("/api/agent/sessions", Json.Obj.EMPTY).string("session_id", "");
  }

  private String underReview(String session) throws Exception {
    String job =
        post(
                "/api/agent/run",
                Json.object().put("session_id", session).put("instruction", "shout").build())
            .string("job_id", "");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              Json.Obj found = get("/api/agent/jobs/" + job);
              String status = found.string("status", "");
              assertThat(status)
                  .as(String.valueOf(found.get("error")))
                  .isNotIn("completed", "failed");
              return status.equals("awaiting_review");
            });
    return job;
  }

  private Json.Obj applying(String session, String job) throws Exception {
    List<String> hunks =
        get("/api/agent/jobs/" + job).objectOrEmpty("diff_bundle").objects("files").stream()
            .flatMap(file -> file.objects("hunks").stream())
            .map(hunk -> hunk.string("hunk_id", ""))
            .toList();
    return Json.object()
        .put("session_id", session)
        .put("job_id", job)
        .put("accepted_hunk_ids", Json.strings(hunks))
        .build();
  }

  private Json.Obj apply(String session, String job) throws Exception {
    return post("/api/agent/apply", applying(session, job));
  }

  private String lastEvent(String job) throws Exception {
    return get("/api/agent/jobs/" + job + "/events?cursor=0")
        .objects("events")
        .getLast()
        .string("type", "");
  }

  private void serve() throws IOException {
    server =
        program.start(
            "serve",
            "--port",
            "0",
            "--model",
            "scripted:" + temporary.resolve("script.json"),
            "--store",
            "sqlite");
    var out =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    assertThat(line).startsWith("listening on http://127.0.0.1:");
    url = line.substring("listening on ".length());
  }

  private static HttpResponse.BodyHandler<String> bodies() {
    return HttpResponse.BodyHandlers.ofString();
  }

  private HttpRequest.Builder builder(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .timeout(Duration.ofSeconds(60))
        .header("Authorization", "Bearer " + TOKEN);
  }

  private HttpRequest request(String path, Json.Obj body) {
    return builder(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body.compact()))
        .build();
  }

  private Json.Obj get(String path) throws Exception {
    return Json.parseObject(client.send(builder(path).GET().build(), bodies()).body());
  }

  private Json.Obj post(String path, Json.Obj body) throws Exception {
    return Json.parseObject(client.send(request(path, body), bodies()).body());
  }
}
