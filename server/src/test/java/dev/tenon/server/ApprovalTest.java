package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.Step;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands in jobs: off unless a session allows them, asked one at a time, and what they do is
/// staged.
class ApprovalTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.txt", "one\n");
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  private String session(String commands) throws Exception {
    return server
        .post(
            "/api/agent/sessions",
            Json.object()
                .put("tool_config", Json.object().put("commands", commands).build())
                .build())
        .text("session_id");
  }

  private Json.Obj asked(String job) throws Exception {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> server.get("/api/agent/jobs/" + job).json().object("pending_approval") != null);
    Json.Obj record = server.get("/api/agent/jobs/" + job).json();
    assertThat(record.string("status")).isEqualTo("waiting_for_user");
    return record.objectOrEmpty("pending_approval");
  }

  private Harness.Got approve(String job, String id, String decision, String scope)
      throws Exception {
    return server.send(
        server
            .request("/api/agent/jobs/" + job + "/approve")
            .header("Content-Type", "application/json")
            .header("Tenon-Actor", "Zo%C3%AB")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    Json.object()
                        .put("approval_id", id)
                        .put("decision", decision)
                        .put("scope", scope)
                        .put("reason", decision.equals("deny") ? "not today" : "")
                        .build()
                        .compact())));
  }

  private List<String> results(String job) throws Exception {
    return server.events(job).stream()
        .filter(event -> event.string("type", "").equals("tool.call.completed"))
        .map(event -> event.objectOrEmpty("data").compact())
        .toList();
  }

  @Test
  void whatACommandDoesIsStagedOnceItIsAllowed() throws Exception {
    server
        .answering(
            bash("sed -i s/one/ONE/ a.txt && echo new > made.txt"),
            bash("touch other.txt"),
            Step.says("Done."))
        .start();
    String session = session("ask");
    String job = server.run(session, "do it");
    Json.Obj approval = asked(job);
    assertThat(approval.string("command"))
        .isEqualTo("sed -i s/one/ONE/ a.txt && echo new > made.txt");
    assertThat(approval.string("tool")).isEqualTo("bash");
    assertThat(server.send(server.request("/overview").GET()).response().body())
        .as("the overview says what is waited for")
        .contains("asks for approval: <code>sed -i s/one/ONE/ a.txt &amp;&amp; echo new &gt; made");
    assertThat(approve(job, "ap_9", "allow", "once").error().string("code"))
        .isEqualTo("other_approval");
    assertThat(approve(job, "ap_1", "maybe", "once").status()).isEqualTo(400);
    assertThat(server.run(session, "something else")).isEmpty();
    assertThat(approve(job, "ap_1", "allow", "once").status()).isEqualTo(200);
    assertThat(asked(job).string("approval_id")).isEqualTo("ap_2");
    approve(job, "ap_2", "deny", "once");
    Json.Obj done = server.until(job, "awaiting_review");
    assertThat(server.file("a.txt")).isEqualTo("one\n");
    assertThat(server.root.resolve("made.txt")).doesNotExist();
    assertThat(done.objectOrEmpty("diff_bundle").objects("files"))
        .extracting(file -> file.string("file_path"))
        .containsExactly("a.txt", "made.txt");
    assertThat(done.objectOrEmpty("diff_bundle").objects("files").getFirst().objects("hunks"))
        .extracting(hunk -> hunk.string("origin"))
        .containsOnly("shell");
    assertThat(results(job).getLast()).contains("the user said no").contains("not today");
    assertThat(server.events(job))
        .filteredOn(event -> event.string("type", "").equals("approval.received"))
        .extracting(event -> event.objectOrEmpty("data").string("actor"))
        .containsExactly("Zoë", "Zoë");
    assertThat(approve(job, "ap_2", "allow", "once").error().string("code"))
        .isEqualTo("no_pending_approval");
    server.apply(session, job, Harness.hunks(done.objectOrEmpty("diff_bundle")));
    assertThat(server.file("made.txt")).isEqualTo("new\n");
  }

  @Test
  void anAnswerForTheSessionIsNotAskedAgain() throws Exception {
    server.answering(bash("touch x.txt"), bash("touch x.txt"), Step.says("Done.")).start();
    String job = server.run(session("ask"), "do it");
    asked(job);
    approve(job, "ap_1", "allow", "session");
    server.until(job, "awaiting_review");
    assertThat(server.types(job)).containsOnlyOnce("approval.requested");
  }

  @Test
  void withoutPermissionThereIsNoTool() throws Exception {
    server.answering(bash("touch x.txt"), Step.says("Sorry.")).start();
    String job = server.run(server.session(), "do it");
    server.until(job, "completed");
    assertThat(results(job).getFirst()).contains("\"ok\":false");
    assertThat(server.types(job)).doesNotContain("approval.requested");
    assertThat(server.get("/api/agent/jobs/" + job).text("commands")).isEqualTo("off");
  }

  @Test
  void anApprovalOutlivesTheServerAndTakesTheJobUpAgain() throws Exception {
    server
        .answering(
            bash("echo new > made.txt"),
            // Not "stopped by the user" alone, which a model takes for a no.
            bash("echo new > made.txt")
                .expecting(Expectation.lastUserContains("The person has allowed it now")),
            Step.says("Done."),
            bash("echo new > more.txt"))
        .startOnDisk();
    String session = session("ask");
    String job = server.run(session, "do it");
    Json.Obj before = asked(job);
    server.restart();
    assertThat(asked(job)).isEqualTo(before);
    assertThat(approve(job, "ap_1", "allow", "once").text("status")).isIn("queued", "running");
    Json.Obj done = server.until(job, "awaiting_review");
    assertThat(done.objectOrEmpty("diff_bundle").objects("files")).hasSize(1);
    assertThat(server.types(job)).containsOnlyOnce("approval.requested");
    server.apply(session, job, List.of());

    String other = server.run(session, "more");
    asked(other);
    server.restart();
    assertThat(server.cancel(other).text("status")).isEqualTo("failed");
    assertThat(server.run(session, "and now")).as("the session is free").isNotEmpty();
  }
}
