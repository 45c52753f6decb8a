package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.AgentMode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a client gets to know, and that the limits it is told are those that hold.
class SettingsTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @Test
  void theDefaultsAreThoseOfTheSpecification() throws Exception {
    server.answering().start();
    Json.Obj settings = server.get("/api/agent/settings").json();
    assertThat(settings.number("poll_interval_ms", 0)).isEqualTo(2000);
    assertThat(settings.string("agent_mode")).isEqualTo("remote");
    assertThat(settings.get("agent_modes")).hasToString("[\"remote\",\"hybrid_auto\"]");
    assertThat(settings.get("sides")).hasToString("{\"local\":false,\"remote\":true}");
    assertThat(settings.get("roots")).hasToString("[{\"root\":0,\"name\":\"project\"}]");
    Json.Obj limits = settings.objectOrEmpty("limits");
    assertThat(limits.number("max_tool_calls_per_job", 0)).isEqualTo(12);
    assertThat(limits.number("max_search_results_default", 0)).isEqualTo(20);
    assertThat(limits.number("max_search_results_cap", 0)).isEqualTo(50);
    assertThat(limits.number("max_search_snippet_lines", 0)).isEqualTo(20);
    assertThat(limits.number("max_read_bytes_default", 0)).isEqualTo(65_536);
    assertThat(limits.number("max_read_lines_default", 0)).isEqualTo(800);
    assertThat(limits.number("max_schema_retries", 0)).isEqualTo(5);
    assertThat(limits.number("max_hunk_lines", 0)).isEqualTo(80);
    assertThat(limits.number("max_hunk_bytes", 0)).isEqualTo(8192);
    assertThat(limits.number("max_events_per_job", 0)).isEqualTo(3000);
  }

  @Test
  void nobodysSecretsAndNoPathsAreTold() throws Exception {
    server.models.put(AgentMode.Side.LOCAL, ScriptedModel.of());
    server.answering().start();
    var got = server.get("/api/agent/settings");
    assertThat(got.json().get("sides")).hasToString("{\"local\":true,\"remote\":true}");
    assertThat(got.response().body())
        .doesNotContain(Harness.TOKEN)
        .doesNotContain(folder.toString());
    assertThat(server.send(server.bare("/api/agent/settings").GET()).status()).isEqualTo(401);
  }

  @Test
  void hunksAreAsLargeAsTheSettingsSay() throws Exception {
    server.file("a.md", "a\n".repeat(40));
    var text = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      text.append(i % 10 == 9 ? "\n" : "line " + i + "\n");
    }
    server.limits = server.limits.with(new HunkGuard(25, 8192));
    server
        .answering(
            Harness.proposing(server.edit("e_1", "a.md", 1, 40, text.toString().strip())),
            Step.says("Done."))
        .start();
    String job = server.run(server.session(), "x");
    Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
    assertThat(Harness.hunks(bundle)).hasSizeGreaterThan(1);
  }

  @Test
  void theLatestEventsAreKept() throws Exception {
    server.limits = server.limits.withEvents(5);
    server
        .answering(
            Step.calls("list_files", Json.Obj.EMPTY),
            Step.calls("list_files", Json.Obj.EMPTY),
            Step.says("Done."))
        .start();
    String job = server.run(server.session(), "x");
    server.until(job, "completed");
    Json.Obj page = server.get("/api/agent/jobs/" + job + "/events?cursor=0").json();
    List<Json.Obj> events = page.objects("events");
    assertThat(events).hasSize(5);
    assertThat(events.getLast().string("type")).isEqualTo("job.completed");
    assertThat(page.number("missed", 0)).isEqualTo(events.getFirst().number("cursor", 0) - 1);
  }
}
