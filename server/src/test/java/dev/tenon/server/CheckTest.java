package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checks before acceptance: a command on the accepted hunks, or on all, which changes nothing.
class CheckTest {
  @TempDir Path folder;
  private Harness server;
  private String session = "";
  private String job = "";

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.txt", "one\n2\n3\n4\n5\n6\n7\n8\n9\nten\n");
    server.answering(
        Harness.proposing(
            server.edit("e_1", "a.txt", 1, 1, "ONE"), server.edit("e_2", "a.txt", 10, 10, "TEN")),
        Step.says("Done."),
        Harness.proposing(server.edit("e_3", "a.txt", 1, 1, "ONE")),
        Step.says("Again."));
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  /// A job with two hunks that awaits review.
  private void review() throws Exception {
    session = server.session();
    job = server.run(session, "shout");
    server.until(job, "awaiting_review");
  }

  private Harness.Got check(String command, String selection) throws Exception {
    return server.post(
        "/api/agent/jobs/" + job + "/check",
        Json.object().put("command", command).put("selection", selection).build());
  }

  private Json.Obj state() throws Exception {
    return server.get("/api/agent/jobs/" + job + "/check").json();
  }

  /// The check when it has ended.
  private Json.Obj ended() throws Exception {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !state().objectOrEmpty("check").string("status", "").equals("running"));
    return state().objectOrEmpty("check");
  }

  private Json.Obj bundle() throws Exception {
    return server.get("/api/agent/jobs/" + job + "/diff").json();
  }

  private List<Json.Obj> told(String type) throws Exception {
    return server.events(job).stream()
        .filter(event -> event.string("type", "").equals(type))
        .map(event -> event.objectOrEmpty("data"))
        .toList();
  }

  /// The folders of views that are there.
  private List<Path> views() throws Exception {
    try (Stream<Path> all = Files.walk(server.home)) {
      return all.filter(path -> path.getParent().endsWith("views")).toList();
    }
  }

  @Test
  void theResultBelongsToExactlyTheseHunks() throws Exception {
    TestPrograms.require("make");
    server.file("Makefile", "test:\n\tgrep -q ONE a.txt\n");
    server.startOnDisk();
    review();
    List<String> hunks = Harness.hunks(bundle());
    server.review(job, "accept", hunks.subList(0, 1));
    Json.Obj before = bundle();
    String command = "cat a.txt; echo junk > junk.txt; grep -q ONE a.txt && ! grep -q TEN a.txt";
    Harness.Got started = check(command, "accepted");
    assertThat(started.status()).as(started.json().compact()).isEqualTo(202);
    assertThat(started.text("pinned")).isEqualTo("hunk 1 accepted");
    Json.Obj done = ended();
    assertThat(done.string("status")).as(done.compact()).isEqualTo("passed");
    assertThat(done.number("exit_code", -1)).isZero();
    assertThat(done.string("output")).startsWith("ONE\n2\n").endsWith("ten\n");
    assertThat(state().bool("stale", true)).isFalse();
    assertThat(bundle()).as("what is staged").isEqualTo(before);
    assertThat(server.file("a.txt")).startsWith("one\n").endsWith("ten\n");
    assertThat(server.root.resolve("junk.txt")).doesNotExist();
    assertThat(views()).isEmpty();
    assertThat(server.get("/api/agent/jobs/" + job).json().objectOrEmpty("check")).isEqualTo(done);

    assertThat(told("check.started").getFirst().string("fingerprint"))
        .isEqualTo(done.string("fingerprint"))
        .isEqualTo(
            before.objectOrEmpty("selections").objectOrEmpty("accepted").string("fingerprint"));
    assertThat(String.join("", told("check.output").stream().map(it -> it.string("text")).toList()))
        .isEqualTo(done.string("output"));
    assertThat(told("check.finished").getFirst().string("status")).isEqualTo("passed");

    server.review(job, "reject", hunks.subList(1, 2));
    assertThat(state().bool("stale", true)).as("another hunk was rejected").isFalse();
    server.review(job, "accept", hunks.subList(1, 2));
    assertThat(state().bool("stale", false)).as("another hunk was accepted").isTrue();
    server.post("/api/agent/sessions/" + session + "/undo");
    assertThat(state().bool("stale", true)).as("as it was").isFalse();

    server.restart();
    assertThat(state().objectOrEmpty("check")).as("after a restart").isEqualTo(done);
    Json.Obj offers = server.get("/api/agent/sessions/" + session + "/checks").json();
    assertThat(offers.string("last_command")).isEqualTo(command);
    assertThat(offers.objects("recipes"))
        .extracting(recipe -> recipe.string("command"))
        .contains("make test");

    server.review(job, "reset", hunks);
    assertThat(check("grep -q TEN a.txt && exit 3", "all").text("pinned")).isEqualTo("all 2 hunks");
    assertThat(ended().number("exit_code", -1)).isEqualTo(3);
    assertThat(ended().string("status")).isEqualTo("failed");
  }

  @Test
  void decisionsGoOnWhileACheckRunsAndItCanBeCancelled() throws Exception {
    server.start();
    review();
    check("echo begun; sleep 600", "all");
    await().atMost(Duration.ofSeconds(60)).until(() -> !told("check.output").isEmpty());
    assertThat(state().objectOrEmpty("check").string("output")).isEqualTo("begun\n");
    assertThat(check("true", "all").error().string("code")).isEqualTo("check_running");
    assertThat(server.review(job, "accept", Harness.hunks(bundle())).status()).isEqualTo(200);
    Harness.Got cancelled = server.post("/api/agent/jobs/" + job + "/check/cancel");
    assertThat(cancelled.json().objectOrEmpty("check").string("status")).isEqualTo("cancelled");
    assertThat(told("check.finished").getFirst().string("status")).isEqualTo("cancelled");
    assertThat(views()).isEmpty();
    assertThat(server.post("/api/agent/jobs/" + job + "/check/cancel").error().string("code"))
        .isEqualTo("no_check");
  }

  @Test
  void nothingIsToldOfACheckAfterTheEndOfTheReview() throws Exception {
    server.start();
    review();
    check("while true; do echo more; sleep 0.05; done", "all");
    await().atMost(Duration.ofSeconds(60)).until(() -> !told("check.output").isEmpty());
    assertThat(server.apply(session, job, Harness.hunks(bundle())).status()).isEqualTo(200);
    assertThat(server.file("a.txt")).startsWith("ONE\n");
    assertThat(state().objectOrEmpty("check").string("status")).isEqualTo("cancelled");
    await().atMost(Duration.ofSeconds(60)).until(() -> views().isEmpty());
    assertThat(server.types(job)).endsWith("apply.completed");
    assertThat(check("true", "all").error().string("code")).isEqualTo("not_awaiting_review");
  }

  @Test
  void aCheckThatNeverEndsIsStoppedAndOneThatFloodsIsBounded() throws Exception {
    server.checkTimeout = Duration.ofSeconds(2);
    server.start();
    review();
    check("yes 'a line that is printed again and again'", "all");
    Json.Obj done = ended();
    assertThat(done.string("status")).isEqualTo("timed_out");
    assertThat(done.string("output").length()).isBetween(1_000, 16 * 1024);
    assertThat(done.number("output_bytes", 0)).isGreaterThan(16 * 1024);
    assertThat(told("check.output")).hasSizeLessThan(40);
    check("printf '\\033[31mred\\033[0m %s\\n' " + Harness.SECRET, "all");
    assertThat(ended().string("output")).isEqualTo("red [hidden]\n");
  }

  @Test
  void theEndOfTheServerInterruptsIt() throws Exception {
    server.startOnDisk();
    review();
    check("echo begun; sleep 600", "accepted");
    await().atMost(Duration.ofSeconds(60)).until(() -> !told("check.output").isEmpty());
    server.restart();
    assertThat(state().objectOrEmpty("check").string("status")).isEqualTo("interrupted");
    assertThat(views()).isEmpty();
    check("true", "accepted");
    assertThat(ended().string("status")).isEqualTo("passed");
  }

  @Test
  void whatCannotBeCheckedIsRefused() throws Exception {
    server.start();
    review();
    assertThat(check("  ", "all").error().string("code")).isEqualTo("invalid_command");
    assertThat(check("true", "some").status()).isEqualTo(400);
    Harness.Got denied = check("rm -rf /", "all");
    assertThat(denied.status()).isEqualTo(403);
    assertThat(denied.error().string("code")).isEqualTo("command_denied");
    assertThat(state().get("check")).isEqualTo(Json.Null.VALUE);
    String real = job;
    job = "job_none";
    assertThat(check("true", "all").error().string("code")).isEqualTo("unknown_job");
    assertThat(server.get("/api/agent/jobs/job_none/check").status()).isEqualTo(404);
    job = real;
    server.cancel(job);
    assertThat(check("true", "all").error().string("code")).isEqualTo("not_awaiting_review");
    assertThat(told("check.started")).isEmpty();
  }
}
