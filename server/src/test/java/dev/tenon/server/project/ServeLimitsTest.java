package dev.tenon.server.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.EffectiveSetting;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.server.http.wire.HttpLimits;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.run.AttemptFailure;
import dev.tenon.server.job.run.JobLimits;
import dev.tenon.server.job.run.Routing;
import dev.tenon.server.store.Retention;
import dev.tenon.server.tool.FileLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every setting of the server reaches the part that it is about.
class ServeLimitsTest {
  @TempDir Path folder;

  private ServeLimits with(String... assignments) throws Exception {
    var serving = configuration(assignments).serving();
    return new ServeLimits(serving, serving.localModel());
  }

  private Configuration configuration(String... assignments) throws Exception {
    var options =
        ProjectOptions.of(Files.createDirectories(folder.resolve("home")), folder)
            .withEnvironment(Map.of());
    for (String each : assignments) {
      int equals = each.indexOf('=');
      options = options.with("server." + each.substring(0, equals), each.substring(equals + 1));
    }
    return Configuration.load(options);
  }

  @Test
  void theModesOfTheSettingAreThoseOfTheServer() {
    String labels =
        Arrays.stream(AgentMode.values()).map(AgentMode::label).collect(Collectors.joining(", "));
    assertThatThrownBy(() -> with("agent_mode=other"))
        .hasMessageContaining("one of " + labels + ";");
  }

  @Test
  void theDefaultsAreThoseOfTheParts() throws Exception {
    assertThat(with().jobs()).isEqualTo(JobLimits.DEFAULT);
    assertThat(with().files()).isEqualTo(FileLimits.DEFAULT);
    assertThat(with().inMemory()).isEqualTo(Retention.IN_MEMORY);
    assertThat(with().onDisk()).isEqualTo(Retention.ON_DISK);
    assertThat(with().http()).isEqualTo(HttpLimits.DEFAULT);
    assertThat(with().localModel()).isEmpty();
  }

  /// Everything that the settings determine, as one text.
  private static String all(ServeLimits limits) throws Exception {
    return limits.jobs()
        + " "
        + limits.files()
        + " "
        + limits.inMemory()
        + " "
        + limits.onDisk()
        + " "
        + limits.http()
        + " "
        + limits.localModel();
  }

  @Test
  void noSettingIsInVain() throws Exception {
    String before = all(with("local_model=ollama/a"));
    var vain = new ArrayList<String>();
    int seen = 0;
    for (EffectiveSetting row : configuration().effective()) {
      if (!row.key().startsWith("server.")) {
        continue;
      }
      String name = row.key().substring("server.".length());
      String other =
          switch (row.value()) {
            case "true" -> "false";
            case "false" -> "true";
            case "remote" -> "hybrid_auto";
            case "none" -> "ollama/b";
            // The least that every one of them takes and that none of them has.
            default -> name.equals("max_read_bytes_default") ? "1234" : another(name);
          };
      if (before.equals(all(with("local_model=ollama/a", name + "=" + other)))) {
        vain.add(name);
      }
      seen++;
    }
    assertThat(vain).isEmpty();
    assertThat(seen).isGreaterThan(30);
  }

  private static String another(String name) {
    if (name.endsWith("_cap")) {
      return "99";
    }
    return name.contains("bytes") ? "2048" : name.equals("poll_interval_ms") ? "77" : "11";
  }

  @Test
  void theyAreReadAsTheyAreWritten() throws Exception {
    JobLimits jobs =
        with(
                "max_tool_calls_per_job=3",
                "max_tool_calls_cap=9",
                "max_schema_retries=0",
                "max_running_jobs=2",
                "max_queued_jobs=6",
                "max_events_per_job=70",
                "max_steps_per_job=8",
                "poll_interval_ms=5s",
                "max_hunk_lines=10",
                "max_hunk_bytes=1KB",
                "local_model=ollama/qwen3",
                "agent_mode=hybrid_auto",
                "strict_local=true",
                "hybrid_max_local_attempts=4",
                "hybrid_remote_on_schema_fail=false",
                "hybrid_remote_on_model_fail=false",
                "hybrid_remote_on_timeout_ms=0")
            .jobs();
    assertThat(jobs)
        .isEqualTo(
            new JobLimits(
                3,
                9,
                0,
                2,
                6,
                70,
                8,
                Duration.ofSeconds(5),
                new HunkGuard(10, 1024),
                new Routing(
                    AgentMode.HYBRID_AUTO,
                    Routing.Reach.STRICT_LOCAL,
                    4,
                    EnumSet.of(
                        AttemptFailure.TIMEOUT,
                        AttemptFailure.TOOL_BUDGET_EXHAUSTED,
                        AttemptFailure.CONTEXT_OVERFLOW,
                        AttemptFailure.EDITS_REFUSED),
                    Duration.ZERO)));
    assertThat(with("sqlite_max_sessions=5", "sqlite_completed_ttl_hours=2").onDisk())
        .isEqualTo(new Retention(5, Integer.MAX_VALUE, Duration.ofHours(2)));
  }

  @Test
  void strictLocalMakesTheLocalModelTheDefault() throws Exception {
    assertThat(with("strict_local=true", "local_model=ollama/a").jobs().routing().mode())
        .isEqualTo(AgentMode.LOCAL);
  }

  @Test
  void whatContradictsItselfIsRefused() {
    assertRefused(
        "exclude each other", "strict_local=true", "agent_mode=remote", "local_model=x/y");
    assertRefused("server.strict_local needs a local model", "strict_local=true");
    assertRefused("server.agent_mode local needs a local model", "agent_mode=local");
    assertRefused(
        "server.max_tool_calls_per_job is 12, more than server.max_tool_calls_cap, which is 11",
        "max_tool_calls_cap=11");
    assertThatThrownBy(() -> with("max_search_results_cap=5").files())
        .isInstanceOf(SetupException.class)
        .hasMessageContaining("server.max_search_results_default is 20, more than");
  }

  private void assertRefused(String message, String... assignments) {
    assertThatThrownBy(() -> with(assignments).jobs())
        .isInstanceOf(SetupException.class)
        .hasMessageContaining(message)
        .extracting(problem -> ((SetupException) problem).kind())
        .isEqualTo(SetupException.Kind.USAGE);
  }
}
