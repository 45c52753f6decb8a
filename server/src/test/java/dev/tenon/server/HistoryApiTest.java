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
        .startOnDisk();
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
    server.type(session, "a.txt", TEN.replace("one", "ONE").replace("ten", "TEN") + "-- mine\n");
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
    assertThat(lost.string("patch", "")).contains("-ONE\n+one\n").contains("--- mine\n");
    assertThat(lost.number("lost_lines", 0)).isEqualTo(3);
    assertThat(server.get("/api/agent/jobs/" + job + "/diff").json()).isEqualTo(before);
    server.post(path + "/rollback", all);
    assertThat(server.buffer(session, "a.txt")).isEqualTo(TEN);
    server.restart();
    server.post("/api/agent/sessions/" + session + "/undo");
    assertThat(server.buffer(session, "a.txt")).endsWith("TEN\n-- mine\n");
    server.post("/api/agent/sessions/" + session + "/redo");
    assertThat(server.buffer(session, "a.txt")).as("rolled back again").isEqualTo(TEN);
    server.post("/api/agent/sessions/" + session + "/undo");
    server.restart();
    server.post("/api/agent/sessions/" + session + "/redo");
    assertThat(server.buffer(session, "a.txt")).as("and once more").isEqualTo(TEN);
    assertThat(server.types(job)).endsWith("review.updated", "review.updated", "review.updated");
    server.post("/api/agent/sessions/" + session + "/undo");
    assertThat(server.buffer(session, "a.txt")).endsWith("TEN\n-- mine\n");
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

  /// Also of a session that nobody follows, and after a restart too.
  @Test
  void aListedJobTellsHowManyCallsItHasMade() throws Exception {
    server
        .answering(
            Step.calls("list_files", Json.Obj.EMPTY)
                .call("read_file", Json.object().put("file_path", "none.txt").build()),
            Harness.proposing(server.edit("e_1", "a.txt", 1, 1, "ONE")),
            Step.answer().hanging())
        .startOnDisk();
    session = server.session();
    job = server.run(session, "look around");
    await().atMost(Duration.ofSeconds(60)).until(() -> listed().number("tool_calls", -1) == 3);
    assertThat(listed().string("status")).isEqualTo("running");
    assertThat(listed().number("max_tool_calls", 0)).isEqualTo(12);
    server.restart();
    assertThat(server.get("/api/agent/jobs/" + job).json().number("tool_calls", 0)).isEqualTo(3);
    assertThat(listed().objectOrEmpty("error").string("code")).isEqualTo("interrupted");
    assertThat(listed().number("tool_calls", 0)).isEqualTo(3);
  }

  private Json.Obj listed() throws Exception {
    return server.get("/api/agent/jobs?session_id=" + session).json().objects("jobs").getFirst();
  }

  /// However the model changes files, the hunks carry what it said right before, without secrets,
  /// and after a restart too.
  @Test
  void everyHunkSaysWhyTheModelMadeIt() throws Exception {
    server
        .answering(
            Step.says("The name says more. " + Harness.SECRET)
                .call(
                    "edit_file",
                    Json.object()
                        .put("path", "a.txt")
                        .put("old_string", "one")
                        .put("new_string", "ONE")
                        .build()),
            Step.says("A place for notes.")
                .call(
                    "write_file",
                    Json.object().put("path", "b.txt").put("content", "new\n").build()),
            Step.says("The tool makes the rest.")
                .call("bash", Json.object().put("command", "echo made > c.txt").build()),
            Step.calls(
                "write_file", Json.object().put("path", "d.txt").put("content", "d\n").build()),
            Step.says("Done."))
        .startOnDisk();
    session = server.session();
    job =
        server
            .post(
                "/api/agent/run",
                Json.object()
                    .put("session_id", session)
                    .put("instruction", "change")
                    .put("tool_config", Json.object().put("commands", "ask").build())
                    .build())
            .text("job_id");
    server.until(job, "waiting_for_user");
    server.post(
        "/api/agent/jobs/" + job + "/approve",
        Json.object().put("approval_id", "ap_1").put("decision", "allow").build());
    server.until(job, "awaiting_review");
    for (int starts = 0; starts < 2; starts++) {
      List<String> reasons =
          diff().objects("files").stream()
              .flatMap(file -> file.objects("hunks").stream())
              .map(hunk -> hunk.string("rationale", ""))
              .toList();
      assertThat(reasons)
          .containsExactly(
              "The name says more. [hidden]", "A place for notes.", "The tool makes the rest.", "");
      server.restart();
    }
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

  /// Each decided hunk says by whom, after a restart and after a split too; nobody is named who
  /// said no name. What was rejected can be accepted again.
  @Test
  void whoDecidedIsKept() throws Exception {
    proposing();
    List<String> hunks = Harness.hunks(diff());
    decide("Ada", "accept", hunks.getFirst());
    decide("Bob", "reject", hunks.getLast());
    assertThat(deciders()).containsExactly("Ada", "Bob");
    server.restart();
    assertThat(deciders()).containsExactly("Ada", "Bob");
    decide("Bob", "reset", hunks.getFirst());
    assertThat(deciders()).as("nothing is decided any more").containsExactly("", "Bob");
    Json.Obj all = Json.object().put("action", "accept_all").build();
    assertThat(server.post("/api/agent/jobs/" + job + "/review", all).status()).isEqualTo(200);
    assertThat(deciders()).as("somebody without a name").containsExactly("", "Bob");
    assertThat(accepted()).containsExactly(Json.of(true), Json.of(false));
    server.post(
        "/api/agent/jobs/" + job + "/review", Json.object().put("action", "reject_all").build());
    assertThat(accepted()).containsExactly(Json.of(false), Json.of(false));
    server.post("/api/agent/jobs/" + job + "/review", all);
    assertThat(accepted()).containsExactly(Json.of(true), Json.of(true));
    assertThat(deciders()).containsExactly("", "");
  }

  private Json.Obj diff() throws Exception {
    return server.get("/api/agent/jobs/" + job + "/diff").json();
  }

  private List<Json.Obj> hunks() throws Exception {
    return diff().objects("files").getFirst().objects("hunks");
  }

  private List<String> deciders() throws Exception {
    return hunks().stream().map(hunk -> hunk.string("decided_by", "")).toList();
  }

  private List<Json> accepted() throws Exception {
    return hunks().stream().map(hunk -> hunk.get("accepted")).toList();
  }

  @Test
  void partsOfAHunkKeepTheNameOfWhoDecided() throws Exception {
    server
        .answering(
            Harness.proposing(server.edit("e_1", "a.txt", 1, 1, "ONE\nand\nmore")),
            Step.says("Done."))
        .start();
    review();
    String hunk = Harness.hunks(diff()).getFirst();
    decide("Ada", "accept", hunk);
    server.post(
        "/api/agent/jobs/" + job + "/review",
        Json.object()
            .put("action", "split")
            .put("hunk_ids", Json.strings(List.of(hunk)))
            .put("line", 2)
            .build());
    assertThat(deciders()).containsExactly("Ada", "Ada");
  }

  @Test
  void theRemoteModelOfASessionCanBeChosen() throws Exception {
    server.answering(Step.says("Done.")).startOnDisk();
    Json.Obj offered = server.get("/api/agent/models").json();
    assertThat(offered.objects("models"))
        .extracting(each -> each.string("model"))
        .containsExactly("test/other", "test/third");
    session = server.session();
    assertThat(server.get("/api/agent/sessions/" + session).json().get("model"))
        .isEqualTo(Json.Null.VALUE);
    String path = "/api/agent/sessions/" + session + "/model";
    Harness.Got wrong = server.put(path, Json.object().put("model", "test/none").build());
    assertThat(wrong.error().string("code")).isEqualTo("unknown_model");
    assertThat(server.put(path, Json.object().put("model", "test/other").build()).text("model"))
        .isEqualTo("test/other");
    server.restart();
    job = server.run(session, "greet");
    assertThat(server.until(job, "completed").string("model")).isEqualTo("test/other");
    assertThat(
            server.events(job).stream()
                .filter(event -> event.string("type", "").equals("provider.selected"))
                .map(event -> event.objectOrEmpty("data").string("model")))
        .containsExactly("test/other");
    assertThat(server.put(path, Json.Obj.EMPTY).status()).isEqualTo(200);
    assertThat(server.get("/api/agent/sessions/" + session).json().get("model"))
        .isEqualTo(Json.Null.VALUE);
  }

  @Test
  void filesAreListedUpToTheWantedNumber() throws Exception {
    server.file("b.txt", "b\n");
    server.file("c.txt", "c\n");
    server.answering().start();
    session = server.session();
    String path = "/api/agent/sessions/" + session + "/files";
    assertThat(server.get(path + "?limit=100000").json().array("files")).hasSize(3);
    Json.Obj some = server.get(path + "?limit=2").json();
    assertThat(some.array("files")).containsExactly(Json.of("a.txt"), Json.of("b.txt"));
    assertThat(some.bool("truncated", false)).isTrue();
    assertThat(server.get(path + "?limit=100001").status()).isEqualTo(400);
  }

  /// The model looks at a picture; the page gets it by its path.
  @Test
  void aPictureOfTheProjectIsShownToTheModel() throws Exception {
    Files.write(
        server.root.resolve("p.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
    server.file("fake.png", "no picture\n");
    server
        .answering(
            Step.calls("read_file", Json.object().put("file_path", "p.png").build()),
            Step.calls("read_file", Json.object().put("file_path", "fake.png").build()),
            Step.says("Seen."))
        .start();
    session = server.session();
    job = server.run(session, "look");
    server.until(job, "completed");
    List<Json.Obj> results =
        server.events(job).stream()
            .filter(event -> event.string("type", "").equals("tool.call.completed"))
            .map(event -> event.objectOrEmpty("data").objectOrEmpty("result"))
            .toList();
    assertThat(results.getFirst().string("media_type")).isEqualTo("image/png");
    assertThat(results.getLast().string("content")).isEqualTo("no picture\n");
  }

  @Test
  void whoAskedForAJobIsTold() throws Exception {
    server.answering(Step.says("Done.")).start();
    Json.Obj run =
        Json.object().put("session_id", server.session()).put("instruction", "do it").build();
    var asked =
        server.send(
            server
                .request("/api/agent/run")
                .header("Content-Type", "application/json")
                .header("Tenon-Actor", "Ada")
                .POST(HttpRequest.BodyPublishers.ofString(run.compact())));
    assertThat(server.events(asked.text("job_id")).getFirst().objectOrEmpty("data").string("actor"))
        .isEqualTo("Ada");
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
