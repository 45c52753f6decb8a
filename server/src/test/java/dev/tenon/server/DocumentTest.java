package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.JobEventType;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The OpenAPI document is true: it is well-formed, and every operation in it does what it says.
class DocumentTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.md", "one\ntwo\nthree\n");
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  /// Whoever adds a route adds a call here.
  @Test
  void everyOperationSucceedsAtLeastOnce() throws Exception {
    Files.write(server.root.resolve("dot.gif"), "GIF89a-dot".getBytes(StandardCharsets.UTF_8));
    server
        .answering(
            Step.calls("read_file", Json.object().put("file_path", "dot.gif").build()),
            Step.calls("clarify_user", Json.object().put("question", "Loud?").build()),
            Step.calls("bash", Json.object().put("command", "touch made.txt").build()),
            Harness.proposing(server.edit("e_1", "a.md", 1, 1, "ONE")),
            Step.says("Done."),
            Harness.proposing(server.edit("e_1", "a.md", 1, 1, "ONE")),
            Step.says("Done again."),
            Step.answer().hanging(),
            Step.says("Resumed."))
        .startOnDisk();
    String session = server.session();
    String sessions = "/api/agent/sessions";
    server.get(sessions);
    server.get(sessions + "/" + session);
    server.post(sessions + "/" + session + "/archive");
    server.post(sessions + "/" + session + "/unarchive");
    server.put(
        sessions + "/" + session + "/context",
        Json.object()
            .array(
                "context_rows",
                List.of(Json.object().put("kind", "pinned").put("content", "Shout.").build()))
            .build());
    server.put(
        sessions + "/" + session + "/tool_config", Json.object().put("commands", "ask").build());
    server.get("/api/agent/models");
    server.put(
        sessions + "/" + session + "/model", Json.object().put("model", "test/other").build());
    server.get(sessions + "/" + session + "/files?glob=**/*.md");
    server.get(sessions + "/" + session + "/file?file_path=a.md");
    server.get(sessions + "/" + session + "/search?query=two");
    String job = server.run(session, "shout");
    String jobs = "/api/agent/jobs/" + job;
    server.until(job, "waiting_for_user");
    server.post(
        jobs + "/clarify", Json.object().put("question_id", "q_1").put("answer", "yes").build());
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> server.get(jobs).json().object("pending_approval") != null);
    server.post(
        jobs + "/approve",
        Json.object().put("approval_id", "ap_2").put("decision", "deny").build());
    Json.Obj waiting = server.until(job, "awaiting_review");
    server.get(jobs + "/events?cursor=0");
    server.get(jobs + "/trace");
    server.get(jobs + "/diff");
    server.get(jobs + "/conflicts");
    server.get(sessions + "/" + session + "/conflicts");
    server.get("/api/agent/jobs");
    server.get(sessions + "/" + session + "/usage");
    server.get(sessions + "/" + session + "/find?query=a");
    server.get(sessions + "/" + session + "/image?file_path=dot.gif");
    String call =
        server.events(job).stream()
            .filter(event -> event.string("type", "").equals("tool.call.completed"))
            .map(event -> event.objectOrEmpty("data").string("tool_call_id", ""))
            .findFirst()
            .orElseThrow();
    server.get(sessions + "/" + session + "/calls/" + call + "/image");
    server.get(sessions + "/" + session + "/checkpoints");
    server.get(sessions + "/" + session);
    server.post(jobs + "/review", Json.object().put("action", "accept_all").build());
    server.get(sessions + "/" + session + "/checks");
    server.post(jobs + "/check", Json.object().put("command", "sleep 600").build());
    server.get(jobs + "/check");
    server.post(jobs + "/check/cancel");
    String buffer = sessions + "/" + session + "/buffer";
    var read = server.get(buffer + "?file_path=a.md");
    server.get(sessions + "/" + session + "/base?file_path=a.md");
    server.put(
        buffer,
        Json.object()
            .put("file_path", "a.md")
            .put("content", read.text("content") + "four\n")
            .put("base_hash", read.text("file_hash"))
            .build());
    server.post(sessions + "/" + session + "/undo");
    server.post(sessions + "/" + session + "/redo");
    server.get(sessions + "/" + session + "/buffers");
    server.put(buffer, Json.object().put("file_path", "b.md").put("content", "b\n").build());
    String hash = server.get(buffer + "?file_path=b.md").text("file_hash");
    server.post(
        buffer + "/delete", Json.object().put("file_path", "b.md").put("base_hash", hash).build());
    server.post(buffer + "/discard", Json.object().put("file_path", "b.md").build());
    String checkpoint = "/api/agent/checkpoints/" + waiting.string("checkpoint_id");
    server.get(checkpoint);
    server.get(checkpoint + "/diff3?file_path=a.md");
    server.post(checkpoint + "/preview", Json.object().put("mode", "hard_all").build());
    server.post(checkpoint + "/rollback", Json.object().put("mode", "hard_all").build());
    server.post(sessions + "/" + session + "/save");
    String again = server.post(jobs + "/rerun").text("job_id");
    Json.Obj bundle = server.until(again, "awaiting_review").objectOrEmpty("diff_bundle");
    server.post(
        "/api/agent/apply",
        Json.object()
            .put("session_id", session)
            .put("job_id", again)
            .put("accepted_hunk_ids", Json.strings(Harness.hunks(bundle)))
            .build());
    server.send(server.request("/api/agent/jobs/" + again + "/stream").GET());
    server.get("/api/openapi.json");
    server.get("/api/agent/settings");
    String hanging = server.run(session, "hang");
    server.until(hanging, "running");
    server.restart();
    assertThat(server.post("/api/agent/jobs/" + hanging + "/resume").status()).isEqualTo(202);
    server.until(hanging, "completed");
    String rollback =
        server.get(sessions + "/" + session + "/checkpoints").json().objects("checkpoints").stream()
            .flatMap(run -> run.objects("rollbacks").stream())
            .findFirst()
            .orElseThrow()
            .string("rollback_id", "");
    server.post(sessions + "/" + session + "/rollbacks/" + rollback + "/undo");
    server.answering(Step.answer().hanging());
    String cancelled = server.run(session, "hang again");
    server.post("/api/agent/jobs/" + cancelled + "/cancel");
    assertThat(server.succeeded()).containsExactlyInAnyOrderElementsOf(server.contract().names());
  }

  @Test
  void theDocumentFollowsTheRulesOfOpenApi() throws Exception {
    server.answering().start();
    Json.Obj document = server.contract().document();
    assertThat(document.string("openapi")).isEqualTo("3.1.0");
    assertThat(document.objectOrEmpty("info").string("version")).isEqualTo("test");
    Set<String> ids = new HashSet<>();
    for (Contract.Operation operation : server.contract().operations()) {
      String name = operation.name();
      Json.Obj json = operation.json();
      assertThat(ids.add(json.string("operationId", ""))).as(name + " has its own id").isTrue();
      assertThat(json.string("summary", "")).as(name).endsWith(".");
      assertThat(parameters(json, "path")).as(name).isEqualTo(braces(operation.path()));
      assertThat(parameters(json, "query")).as(name).doesNotHaveDuplicates();
      for (Json.Obj parameter : json.objects("parameters")) {
        assertThat(parameter.get("schema")).as(name).isNotNull();
        if ("path".equals(parameter.string("in"))) {
          assertThat(parameter.bool("required", false)).as(name).isTrue();
        }
      }
      Set<String> statuses = json.objectOrEmpty("responses").members().keySet();
      assertThat(statuses).as(name).anyMatch(status -> status.startsWith("2"));
      assertThat(statuses).as(name).contains("401", "403", "429", "500");
      for (String status : statuses) {
        assertThat(json.objectOrEmpty("responses").objectOrEmpty(status).string("description", ""))
            .as(name + " " + status)
            .isNotBlank();
      }
      if (operation.method().equals("GET")) {
        assertThat(json.get("requestBody")).as(name).isNull();
      }
    }
    var references = new LinkedHashSet<String>();
    references(document, references);
    Json.Obj schemas = document.objectOrEmpty("components").objectOrEmpty("schemas");
    assertThat(references)
        .containsExactlyInAnyOrderElementsOf(
            schemas.members().keySet().stream().map(it -> "#/components/schemas/" + it).toList());
  }

  private static List<String> parameters(Json.Obj operation, String in) {
    return operation.objects("parameters").stream()
        .filter(each -> in.equals(each.string("in")))
        .map(each -> each.string("name", ""))
        .toList();
  }

  private static List<String> braces(String path) {
    return Pattern.compile("\\{([a-z_]+)\\}")
        .matcher(path)
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  private static void references(Json json, Set<String> found) {
    switch (json) {
      case Json.Obj object -> {
        String reference = object.string("$ref");
        if (reference != null) {
          found.add(reference);
        }
        object.members().values().forEach(each -> references(each, found));
      }
      case Json.Arr array -> array.items().forEach(each -> references(each, found));
      case Json.Str ignored -> {}
      case Json.Num ignored -> {}
      case Json.Bool ignored -> {}
      case Json.Null ignored -> {}
    }
  }

  @Test
  void theTypesOfEventsAreAllThere() throws Exception {
    server.answering().start();
    Json.Obj event =
        server
            .get("/api/openapi.json")
            .json()
            .objectOrEmpty("components")
            .objectOrEmpty("schemas")
            .objectOrEmpty("Event");
    List<Json> types = event.objectOrEmpty("properties").objectOrEmpty("type").array("enum");
    assertThat(types).hasSize(28).isEqualTo(Json.strings(JobEventType.labels()).items());
  }

  @Test
  void aStreamIsDescribedAsWhatItIs() throws Exception {
    server.answering(Step.says("Hi.")).start();
    String job = server.run(server.session(), "greet");
    server.until(job, "completed");
    HttpResponse<String> stream =
        server.send(server.request("/api/agent/jobs/" + job + "/stream").GET()).response();
    assertThat(stream.headers().firstValue("Content-Type"))
        .hasValue("text/event-stream; charset=utf-8");
    assertThat(Arrays.stream(stream.body().split("\n\n", -1)).filter(it -> it.startsWith("id: ")))
        .hasSizeGreaterThan(3);
  }
}
