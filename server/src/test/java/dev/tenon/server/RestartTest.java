package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server on disk that ends and begins again.
class RestartTest {
  @TempDir Path folder;

  @Test
  void aReviewSurvivesAndCanBeApplied() throws Exception {
    Harness first = Harness.in(folder);
    first.file("a.md", "one\ntwo\nthree\n");
    first
        .answering(
            Harness.proposing(
                first.edit("e_1", "a.md", 1, 1, "ONE"), first.edit("e_2", "a.md", 3, 3, "THREE")),
            Step.says("Done."))
        .startOnDisk();
    String session = first.session();
    String job = first.run(session, "shout");
    Json.Obj before = first.until(job, "awaiting_review");
    List<String> hunks = Harness.hunks(before.objectOrEmpty("diff_bundle"));
    first.post(
        "/api/agent/jobs/" + job + "/review",
        Json.object()
            .put("action", "reject")
            .put("hunk_ids", Json.strings(hunks.subList(0, 1)))
            .build());
    first.close();

    Harness second = Harness.in(folder).answering().startOnDisk();
    Json.Obj after = second.get("/api/agent/jobs/" + job).json();
    assertThat(after.string("status")).isEqualTo("awaiting_review");
    assertThat(second.get("/api/agent/sessions/" + session).json().array("chat")).hasSize(4);
    var events = second.get("/api/agent/jobs/" + job + "/events?cursor=0").json().objects("events");
    assertThat(events.getLast().string("type")).isEqualTo("review.updated");
    second.post("/api/agent/jobs/" + job + "/review", Json.object().put("action", "undo").build());
    var applied =
        second.post(
            "/api/agent/apply",
            Json.object()
                .put("session_id", session)
                .put("job_id", job)
                .put("accepted_hunk_ids", Json.strings(hunks))
                .build());
    assertThat(applied.status()).isEqualTo(200);
    assertThat(second.file("a.md")).isEqualTo("ONE\ntwo\nTHREE\n");
    second.close();
  }

  @Test
  void whatRanIsInterruptedAndCanBeResumed() throws Exception {
    Harness first = Harness.in(folder);
    first.file("a.md", "one\n");
    first.answering(Step.answer().hanging()).startOnDisk();
    String session = first.session();
    String job = first.run(session, "hang on");
    first.until(job, "running");
    first.close();

    Harness second = Harness.in(folder).answering(Step.says("There.")).startOnDisk();
    Json.Obj failed = second.get("/api/agent/jobs/" + job).json();
    assertThat(failed.string("status")).isEqualTo("failed");
    assertThat(failed.objectOrEmpty("error").string("code")).isEqualTo("interrupted");
    assertThat(second.post("/api/agent/jobs/" + job + "/resume").status()).isEqualTo(202);
    second.until(job, "completed");
    assertThat(second.post("/api/agent/jobs/" + job + "/resume").status()).isEqualTo(409);
    second.close();
  }

  @Test
  void aStoreOfALaterVersionIsLeftAlone() throws Exception {
    Harness first = Harness.in(folder).answering().startOnDisk();
    first.close();
    try (var connection =
            java.sql.DriverManager.getConnection(
                "jdbc:sqlite:" + folder.resolve("home/server.db"));
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version=99");
    }
    Harness second = Harness.in(folder).answering();
    org.assertj.core.api.Assertions.assertThatThrownBy(second::startOnDisk)
        .hasMessageContaining("later version of Tenon");
  }

  /// Hunks that wait for a decision stay as they were made.
  @Test
  void otherLimitsOfHunksDoNotChangeAReview() throws Exception {
    Harness first = Harness.in(folder);
    first.file("a.md", "a\n".repeat(40));
    first.limits = first.limits.with(new dev.tenon.core.change.weave.HunkGuard(25, 8192));
    String text = ("b\n".repeat(9) + "\n").repeat(4).strip();
    first
        .answering(Harness.proposing(first.edit("e_1", "a.md", 1, 40, text)), Step.says("Done."))
        .startOnDisk();
    String job = first.run(first.session(), "change");
    List<String> hunks =
        Harness.hunks(first.until(job, "awaiting_review").objectOrEmpty("diff_bundle"));
    assertThat(hunks).hasSizeGreaterThan(1);
    first.post(
        "/api/agent/jobs/" + job + "/review",
        Json.object()
            .put("action", "accept")
            .put("hunk_ids", Json.strings(hunks.subList(0, 1)))
            .build());
    Json.Obj before = first.get("/api/agent/jobs/" + job + "/diff").json();
    first.close();
    Harness second = Harness.in(folder).answering().startOnDisk();
    assertThat(second.get("/api/agent/jobs/" + job + "/diff").json()).isEqualTo(before);
    second.close();
  }
}
