package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.engine.Project;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.server.project.ProjectJobSetupFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Helpers in jobs: they stage into the same review, ask through the job with their names, and what
/// they do is in its events. One script for the conversation and its one helper at a time.
class JobHelpersTest {
  @TempDir Path folder;
  private Harness server;
  private Project project;
  private ProjectJobSetupFactory bench;
  private final List<String> problems = new ArrayList<>();

  private void start(String script) throws Exception {
    server = Harness.in(folder);
    server.file("a.txt", "one\n");
    Path steps = Files.writeString(folder.resolve("script.json"), script);
    Path home = Files.createDirectories(folder.resolve("tenon"));
    Files.writeString(home.resolve("config.yml"), "");
    Path commands = Files.createDirectories(home.resolve("commands"));
    Files.writeString(
        commands.resolve("look.md"),
        "---\nallowed-tools: Read, Bash(echo:*)\n---\nLook at $1: !`echo so`\n");
    project =
        Project.open(
            ProjectOptions.of(home, server.root)
                .withEnvironment(Map.of())
                .with("editDialect", "edit_file")
                .with("sandbox.kind", "off")
                .with("model", "scripted:" + steps));
    bench = new ProjectJobSetupFactory(project, Optional.empty(), Harness.TOKEN, problems::add);
    server.bench = bench;
    server.startOnDisk();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    bench.close();
    project.close();
  }

  private static String task(String agent, String id) {
    return """
    {"calls": [{"name": "task", "arguments": {"agent": "%s", "tasks":
      [{"id": "%s", "description": "does it", "assignment": "Do it."}]}}]}\
    """
        .formatted(agent, id);
  }

  private String session() throws Exception {
    return server
        .post(
            "/api/agent/sessions",
            Json.object().put("tool_config", Json.object().put("commands", "ask").build()).build())
        .text("session_id");
  }

  private Json.Obj asked(String job) throws Exception {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> server.get("/api/agent/jobs/" + job).json().object("pending_approval") != null);
    return server.get("/api/agent/jobs/" + job).json().objectOrEmpty("pending_approval");
  }

  private List<Json.Obj> helped(String job) throws Exception {
    return server.events(job).stream()
        .filter(event -> event.string("type", "").equals("helper.reported"))
        .map(event -> event.objectOrEmpty("data"))
        .toList();
  }

  @Test
  void aHelperAsksStagesAndIsToldAsTheConversationItself() throws Exception {
    String large = "all that it found; ".repeat(400);
    start(
        """
        [%s,
         {"calls": [{"name": "bash", "arguments": {"command": "echo made > made.txt"}}]},
         {"calls": [{"name": "edit_file",
                     "arguments": {"path": "a.txt", "old_text": "one", "new_text": "two"}}]},
         {"calls": [{"name": "yield", "arguments": {"result": "%s"}}]},
         {"calls": [{"name": "read_file", "arguments": {"file_path": "agent://0-Fix"}}]},
         {"text": "Done."},
         {"calls": [{"name": "task", "arguments":
           {"resume": {"id": "0-Fix", "message": "And now?"}}}]},
         {"calls": [{"name": "yield", "arguments": {"result": "nothing more"}}]},
         {"text": "Nothing more."}]
        """
            .formatted(task("task", "Fix"), large));
    String session = session();
    String job = server.run(session, "do it");
    Json.Obj approval = asked(job);
    assertThat(approval.string("helper")).as(server.events(job).toString()).isEqualTo("0-Fix");
    assertThat(approval.string("command")).isEqualTo("echo made > made.txt");
    server.post(
        "/api/agent/jobs/" + job + "/approve",
        Json.object()
            .put("approval_id", approval.string("approval_id"))
            .put("decision", "allow")
            .put("scope", "once")
            .build());
    Json.Obj done = server.until(job, "awaiting_review");
    assertThat(done.objectOrEmpty("diff_bundle").objects("files"))
        .extracting(file -> file.string("file_path"))
        .containsExactlyInAnyOrder("a.txt", "made.txt");
    assertThat(server.file("a.txt")).isEqualTo("one\n");
    assertThat(server.types(job)).contains("edits.proposed");

    assertThat(helped(job)).allMatch(told -> told.string("helper", "").equals("0-Fix"));
    assertThat(helped(job))
        .extracting(told -> told.string("type"))
        .contains("assistant.message", "tool.call.requested", "tool.call.completed");
    String results =
        server.events(job).stream()
            .filter(event -> event.string("type", "").equals("tool.call.completed"))
            .map(Json.Obj::compact)
            .reduce("", String::concat);
    assertThat(results).contains("\"tool\":\"read_file\",\"ok\":true").contains("agent://0-Fix");
    Json.Obj trace = server.get("/api/agent/jobs/" + job + "/trace").json();
    assertThat(trace.objects("usage").getFirst().number("requests", 0)).isEqualTo(6);
    assertThat(trace.objectOrEmpty("receipt").compact()).contains("a.txt");
    server.apply(session, job, Harness.hunks(done.objectOrEmpty("diff_bundle")));
    assertThat(server.file("a.txt")).isEqualTo("two\n");

    String again = server.run(session, "resume it");
    assertThat(server.until(again, "completed").string("answer")).isEqualTo("Nothing more.");
    assertThat(helped(again)).isNotEmpty();
    assertThat(problems).isEmpty();
  }

  @Test
  void aCommandFromAFileIsReadAndNarrowsTheJob() throws Exception {
    start(
        """
        [{"calls": [{"name": "edit_file",
                     "arguments": {"path": "a.txt", "old_text": "one", "new_text": "two"}},
                    {"name": "read_file", "arguments": {"file_path": "a.txt"}},
                    {"name": "bash", "arguments": {"command": "touch x"}}]},
         {"text": "Done."}]
        """);
    String session = session();
    String job = server.run(session, "/look a.txt");
    server.until(job, "completed");
    assertThat(server.get("/api/agent/sessions/" + session).json().compact())
        .contains("Look at a.txt: <output command=\\\"echo so\\\">so</output>");
    assertThat(
            server.events(job).stream()
                .filter(event -> event.string("type", "").equals("tool.call.completed"))
                .map(event -> event.objectOrEmpty("data"))
                .map(call -> call.string("tool") + " " + call.bool("ok", false)))
        .containsExactlyInAnyOrder("edit_file false", "read_file true", "bash false");
    assertThat(server.file("a.txt")).isEqualTo("one\n");
  }

  @Test
  void anAgentThatOnlyReadsCannotStageInAJobEither() throws Exception {
    start(
        """
        [%s,
         {"calls": [{"name": "edit_file",
                     "arguments": {"path": "a.txt", "old_text": "one", "new_text": "two"}},
                    {"name": "read_file", "arguments": {"file_path": "a.txt"}},
                    {"name": "search_project", "arguments": {"query": "one"}},
                    {"name": "clarify_user", "arguments": {"question": "Really?"}}]},
         {"calls": [{"name": "yield", "arguments": {"result": "it says one"}}]},
         {"text": "Done."}]
        """
            .formatted(task("explore", "Look")));
    String job = server.run(session(), "do it");
    server.over(job);
    List<Json.Obj> finished =
        helped(job).stream()
            .filter(told -> told.string("type", "").equals("tool.call.completed"))
            .map(told -> told.objectOrEmpty("data"))
            .toList();
    assertThat(finished)
        .extracting(call -> call.string("tool") + " " + call.bool("ok", false))
        .contains("edit_file false", "read_file true", "search_project true", "clarify_user false");
  }

  private Harness.Got decide(String job, String decision, String... more) throws Exception {
    var body =
        Json.object()
            .put("approval_id", asked(job).string("approval_id", ""))
            .put("decision", decision);
    for (int i = 0; i < more.length; i += 2) {
      body.put(more[i], more[i + 1]);
    }
    return server.post("/api/agent/jobs/" + job + "/approve", body.build());
  }

  private String plan(String session) throws Exception {
    return server
        .post(
            "/api/agent/run",
            Json.object()
                .put("session_id", session)
                .put("instruction", "make two of one")
                .put("plan", true)
                .build())
        .text("job_id");
  }

  private static String planReady(String step) {
    return """
    {"calls": [{"name": "plan_ready", "arguments":
      {"title": "Two of one", "steps": ["%s"], "checks": ["true"]}}]}, {"text": "Planned."}\
    """
        .formatted(step);
  }

  private static final String EDIT =
      """
      {"calls": [{"name": "edit_file",
                  "arguments": {"path": "a.txt", "old_text": "one", "new_text": "two"}},
                 {"name": "bash", "arguments": {"command": "echo made > made.txt"}}]}\
      """;

  @Test
  void aPlanWaitsAsAnApprovalAndIsCarriedOutAfterIt() throws Exception {
    start(
        "["
            + EDIT
            + ","
            + task("task", "Try")
            + ","
            + EDIT
            + ", {\"calls\": [{\"name\": \"yield\", \"arguments\": {\"result\": \"no\"}}]},"
            + planReady("edit a.txt")
            + ","
            + planReady("edit a.txt with care")
            + ","
            + EDIT
            + ", {\"text\": \"Done.\"}]");
    String session = server.session();
    String job = plan(session);
    Json.Obj first = asked(job);
    assertThat(first.string("tool")).isEqualTo("plan_ready");
    assertThat(first.compact()).contains("\"what\":[\"edit a.txt\",\"check: true\"]");
    assertThat(first.objectOrEmpty("plan").string("title")).isEqualTo("Two of one");
    assertThat(server.get("/api/agent/jobs/" + job).text("plan")).isEqualTo("first");
    assertThat(server.events(job).toString())
        .as("neither the job nor its helper has changed anything")
        .contains("the job only plans until its plan is approved")
        .doesNotContain("edits.proposed");
    assertThat(decide(job, "allow", "scope", "session").status()).isEqualTo(400);
    decide(job, "deny", "reason", "with more care");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> asked(job).compact().contains("edit a.txt with care"));
    assertThat(decide(job, "allow", "commands", "auto").status()).isEqualTo(200);
    Json.Obj done = server.until(job, "awaiting_review");
    assertThat(done.string("plan")).isEqualTo("approved");
    assertThat(done.string("commands")).isEqualTo("auto");
    assertThat(done.string("answer")).isEqualTo("Done.");
    assertThat(done.objectOrEmpty("diff_bundle").objects("files"))
        .extracting(file -> file.string("file_path"))
        .contains("a.txt");
    assertThat(server.get("/api/agent/sessions/" + session).json().compact())
        .contains("The following plan is approved")
        .contains("with more care");
  }

  @Test
  void aPlanThatNobodyWantsEndsTheJobAndOneThatWaitsOutlivesTheServer() throws Exception {
    start("[" + planReady("a") + "," + planReady("b") + "," + EDIT + ", {\"text\": \"Done.\"}]");
    String session = server.session();
    String left = plan(session);
    assertThat(decide(left, "deny").status()).isEqualTo(200);
    assertThat(server.until(left, "completed").string("plan")).isEqualTo("first");
    String job = plan(session);
    asked(job);
    server.restart();
    assertThat(asked(job).objectOrEmpty("plan").compact()).contains("\"steps\":[\"b\"]");
    assertThat(decide(job, "allow").status()).isEqualTo(200);
    Json.Obj done = server.until(job, "awaiting_review");
    assertThat(done.string("plan")).isEqualTo("approved");
    assertThat(done.objectOrEmpty("diff_bundle").compact()).contains("two");
  }
}
