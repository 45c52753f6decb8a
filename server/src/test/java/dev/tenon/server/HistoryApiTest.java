package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.run.JobLimits;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a page shows beside the review: answers as they come, runs, conflicts, usage, files.
class HistoryApiTest {
  private static final String TEN = "one\n2\n3\n4\n5\n6\n7\n8\n9\nten\n";

  @TempDir Path folder;
  private Harness server;
  private String session = "";
  private String job = "";

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.txt", TEN);
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private void review() throws Exception {
    session = server.session();
    job = server.run(session, "Shout at the lines");
    server.until(job, "awaiting_review");
  }

  private void proposing() throws Exception {
    server
        .answering(
            Harness.proposing(
                    server.edit("e_1", "a.txt", 1, 1, "ONE"),
                    server.edit("e_2", "a.txt", 10, 10, "TEN"))
                .using(new Usage(10, 2, 3, 4)),
            Step.says("Done.").using(new Usage(1, 1, 0, 0)))
        .start();
    review();
  }

  @Test
  void anAnswerIsShownWhileItComesInWholeWordsAndWithoutSecrets() throws Exception {
    server.answering(Step.answer().text("Hello there, " + Harness.SECRET + " and mor").hanging());
    server.start();
    session = server.session();
    job = server.run(session, "greet");
    String events = "/api/agent/jobs/" + job + "/events";
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> server.get(events).json().object("draft") != null);
    assertThat(server.get(events).json().objectOrEmpty("draft").compact())
        .isEqualTo("{\"step\":1,\"text\":\"Hello there, [hidden] and \"}");
    HttpResponse<InputStream> stream =
        server.client.send(
            server.request("/api/agent/jobs/" + job + "/stream").GET().build(),
            HttpResponse.BodyHandlers.ofInputStream());
    var text = new StringBuilder();
    try (InputStream in = stream.body()) {
      while (text.indexOf("assistant.delta") < 0 || text.indexOf("and \"}") < 0) {
        byte[] some = new byte[4096];
        int count = in.read(some);
        assertThat(count).isPositive();
        text.append(new String(some, 0, count, StandardCharsets.UTF_8));
      }
    }
    assertThat(text.toString())
        .contains("event: assistant.delta")
        .contains("data: {\"step\":1,\"offset\":0,\"text\":\"Hello there, [hidden] and \"}");
    server.cancel(job);
    assertThat(server.get(events).json().get("draft")).isEqualTo(Json.Null.VALUE);
  }

  @Test
  void aHardRollbackSaysWhatIsLostAndCanBeTakenBack() throws Exception {
    proposing();
    server.type(session, "a.txt", TEN.replace("one", "ONE").replace("ten", "TEN") + "mine\n");
    String checkpoint = server.get("/api/agent/jobs/" + job).text("checkpoint_id");
    Json.Obj run =
        server
            .get("/api/agent/sessions/" + session + "/checkpoints")
            .json()
            .objects("checkpoints")
            .getFirst();
    assertThat(run.string("checkpoint_id")).isEqualTo(checkpoint);
    assertThat(run.objects("files").getFirst().compact())
        .isEqualTo("{\"file_path\":\"a.txt\",\"hunks\":2,\"applied\":0}");
    Json.Obj all = Json.object().put("mode", "hard_all").build();
    String path = "/api/agent/checkpoints/" + checkpoint;
    Json.Obj before = server.get("/api/agent/jobs/" + job + "/diff").json();
    Json.Obj lost = server.post(path + "/preview", all).json().objects("files").getFirst();
    assertThat(lost.string("patch", "")).contains("-ONE\n+one\n").contains("-mine\n");
    assertThat(lost.number("lost_lines", 0)).isEqualTo(3);
    assertThat(server.get("/api/agent/jobs/" + job + "/diff").json()).isEqualTo(before);
    server.post(path + "/rollback", all);
    assertThat(server.buffer(session, "a.txt")).isEqualTo(TEN);
    server.post("/api/agent/sessions/" + session + "/undo");
    assertThat(server.buffer(session, "a.txt")).endsWith("TEN\nmine\n");
    assertThat(Harness.hunks(server.get("/api/agent/jobs/" + job + "/diff").json()))
        .isEqualTo(Harness.hunks(before));
    server.post("/api/agent/sessions/" + session + "/undo");
    assertThat(server.buffer(session, "a.txt")).as("the edit before it").doesNotContain("mine");
    assertThat(server.file("a.txt")).isEqualTo(TEN);
  }

  @Test
  void aConflictShowsBothSides() throws Exception {
    proposing();
    assertThat(conflicts()).isEmpty();
    server.file("a.txt", "changed\n");
    Json.Obj conflict = conflicts().getFirst();
    assertThat(conflict.string("base")).isEqualTo(TEN);
    assertThat(conflict.string("current")).isEqualTo("changed\n");
    assertThat(conflict.string("proposed")).startsWith("ONE\n");
  }

  private List<Json.Obj> conflicts() throws Exception {
    return server.get("/api/agent/jobs/" + job + "/conflicts").json().objects("conflicts");
  }

  @Test
  void usageFilesPicturesAndSessionsAreFound() throws Exception {
    proposing();
    Json.Obj usage = server.get("/api/agent/sessions/" + session + "/usage").json();
    assertThat(usage.number("requests", 0)).isEqualTo(2);
    assertThat(usage.number("input_tokens", 0)).isEqualTo(11);
    assertThat(usage.get("cost_usd")).isEqualTo(Json.Null.VALUE);
    assertThat(usage.objects("models")).hasSize(1);
    String own = "/api/agent/sessions/" + session;
    assertThat(server.get(own + "/find?query=atx").json().array("files"))
        .contains(Json.of("a.txt"));
    Files.write(
        server.root.resolve("p.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
    Harness.Got picture = server.get(own + "/image?file_path=p.png");
    assertThat(picture.response().headers().firstValue("Content-Type")).hasValue("image/png");
    server.file("x.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>");
    assertThat(server.get(own + "/image?file_path=x.svg").error().string("code"))
        .isEqualTo("unusable_file");
    assertThat(server.get(own + "/image?file_path=../../etc/passwd").status()).isEqualTo(400);
    assertThat(server.get("/api/agent/sessions?query=lines%20SHOUT").json().objects("sessions"))
        .hasSize(1);
    assertThat(server.get("/api/agent/sessions?query=nothing").json().objects("sessions"))
        .isEmpty();
  }

  @Test
  void jobsThatWaitKnowTheirPlace() throws Exception {
    server.limits = JobLimits.DEFAULT.withQueue(1, 10);
    server.answering(Step.answer().hanging(), Step.says("x"), Step.says("y")).start();
    String first = server.run(server.session(), "hang");
    server.until(first, "running");
    String second = server.run(server.session(), "next");
    String third = server.run(server.session(), "last");
    assertThat(server.get("/api/agent/jobs/" + third).json().number("queue_position", 0))
        .isEqualTo(2);
    List<Json.Obj> listed = server.get("/api/agent/jobs?status=queued").json().objects("jobs");
    assertThat(listed).extracting(it -> it.string("job_id")).containsExactly(second, third);
    server.cancel(second);
    assertThat(server.get("/api/agent/jobs/" + third).json().number("queue_position", 0))
        .isEqualTo(1);
    assertThat(server.get("/api/agent/jobs?status=nonsense").status()).isEqualTo(400);
    server.cancel(first);
  }

  /// Two people decide about the same hunks at the same time: every decision is told once, with who
  /// took it, and what is staged is what the last of them says.
  @Test
  void twoPeopleDecideAtOnce() throws Exception {
    proposing();
    List<String> hunks = Harness.hunks(server.get("/api/agent/jobs/" + job + "/diff").json());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var work = new ArrayList<Callable<Integer>>();
      for (int i = 0; i < 20; i++) {
        String who = i % 2 == 0 ? "Ada" : "Bob";
        String action = i % 2 == 0 ? "accept" : "reject";
        work.add(() -> decide(who, action, hunks.getFirst()));
      }
      for (var done : threads.invokeAll(work)) {
        assertThat(done.get()).isEqualTo(200);
      }
    }
    List<Json.Obj> told =
        server.events(job).stream()
            .filter(event -> event.string("type", "").equals("review.updated"))
            .map(event -> event.objectOrEmpty("data"))
            .toList();
    assertThat(told).hasSize(20);
    for (Json.Obj each : told) {
      assertThat(each.string("actor"))
          .isEqualTo(each.string("action", "").equals("accept") ? "Ada" : "Bob");
    }
    Json.Obj bundle = server.get("/api/agent/jobs/" + job + "/diff").json();
    assertThat(bundle)
        .isEqualTo(server.get("/api/agent/jobs/" + job).json().objectOrEmpty("diff_bundle"));
  }

  private int decide(String who, String action, String hunk) throws Exception {
    return server
        .send(
            server
                .request("/api/agent/jobs/" + job + "/review")
                .header("Content-Type", "application/json")
                .header("Tenon-Actor", who)
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        Json.object()
                            .put("action", action)
                            .put("hunk_ids", Json.strings(List.of(hunk)))
                            .build()
                            .compact())))
        .status();
  }
}
