package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The settings of the server: their defaults, what they refuse, what a project may do with them.
class ServerCatalogTest {
  @TempDir Path folder;
  private Sample sample;

  @BeforeEach
  void makeSample() throws Exception {
    sample = new Sample(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "max_tool_calls_per_job,12",
    "max_search_results_default,20",
    "max_search_results_cap,50",
    "max_search_snippet_lines,20",
    "max_read_bytes_default,65536",
    "max_read_lines_default,800",
    "poll_interval_ms,2000",
    "max_schema_retries,5",
    "max_hunk_lines,80",
    "max_hunk_bytes,8192",
    "max_sessions,25",
    "max_jobs_per_session,40",
    "max_events_per_job,3000",
    "completed_ttl_hours,72",
    "sqlite_max_sessions,0",
    "sqlite_max_jobs_per_session,0",
    "sqlite_completed_ttl_hours,8760",
    "agent_mode,remote",
    "local_model,none",
    "strict_local,false",
    "hybrid_max_local_attempts,1",
    "hybrid_remote_on_schema_fail,true",
    "hybrid_remote_on_context_overflow,true",
    "hybrid_remote_on_timeout_ms,120000",
  })
  void theDefaultIsThatOfTheSpecification(String name, String value) throws Exception {
    assertThat(sample.load().effective())
        .filteredOn(row -> row.key().equals("server." + name))
        .extracting(EffectiveSetting::value)
        .containsExactly(value);
  }

  @Test
  void fileEnvironmentAndFlagSetThem() throws Exception {
    sample
        .user("server:\n  max_sessions: 7\n  max_read_bytes_default: 128KB\n  agent_mode: local\n")
        .variable("TENON_SERVER_HYBRID_REMOTE_ON_TIMEOUT_MS", "30s")
        .variable("TENON_SERVER_LOCAL_MODEL", "ollama/qwen3");
    ServeSettings serving = sample.load("--config", "server.max_sessions=9").serving();
    assertThat(serving.get(ServerCatalog.MAX_SESSIONS)).isEqualTo(9);
    assertThat(serving.get(ServerCatalog.MAX_READ_BYTES_DEFAULT)).isEqualTo(131_072);
    assertThat(serving.get(ServerCatalog.AGENT_MODE)).isEqualTo("local");
    assertThat(serving.get(ServerCatalog.HYBRID_REMOTE_ON_TIMEOUT_MS)).isEqualTo(30_000L);
    assertThat(serving.localModel()).contains("ollama/qwen3");
    assertThat(serving.isSet(ServerCatalog.AGENT_MODE)).isTrue();
    assertThat(serving.isSet(ServerCatalog.STRICT_LOCAL)).isFalse();
  }

  @Test
  void whatIsInForceIsShownWithItsMeaning() throws Exception {
    sample.user("server: {max_sessions: 7}");
    assertThat(EffectiveReport.table(sample.load()).replaceAll(" +", " "))
        .contains("server.max_sessions 7 ", "config.yml:1")
        .contains("server.max_hunk_lines 80 default");
    for (Setting<?> setting : Catalog.ALL) {
      if (setting.key().startsWith("server.")) {
        assertThat(setting.description()).as(setting.key()).isNotBlank().doesNotEndWith(".");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_sessions: 0|server.max_sessions must be 1..1000000, was '0'",
        "max_sessions: -3|server.max_sessions must be 1..1000000, was '-3'",
        "max_sessions: many|server.max_sessions must be 1..1000000, was 'many'",
        "max_sessions: [1]|server.max_sessions must be 1..1000000, was a list",
        "agent_mode: cloud|server.agent_mode must be one of local, remote, hybrid_auto",
        "strict_local: maybe|server.strict_local must be true or false, was 'maybe'",
        "poll_interval_ms: 1|server.poll_interval_ms must be 50..86400000, was '1'",
        "max_session: 4|unknown setting 'server.max_session'; did you mean 'max_sessions'?",
      })
  void aBadValueIsNamedWithItsPlace(String line, String complaint) throws Exception {
    sample.user("server:\n  " + line + "\n");
    assertThat(sample.problem()).startsWith("config.yml:2: ").contains(complaint);
  }

  /// For every setting: what a project would gain by it needs the user's consent.
  @Test
  void aProjectCanOnlyMakeThingsTighter() throws Exception {
    var free = new ArrayList<String>();
    for (Setting<?> setting : Catalog.ALL) {
      if (!setting.key().startsWith("server.")) {
        continue;
      }
      for (String value : List.of(more(setting), less(setting))) {
        sample.project(setting.key() + ": " + value + "\n");
        if (sample.load().openRequest().isEmpty()) {
          free.add(setting.key() + (value.equals(more(setting)) ? " more" : " less"));
        }
      }
    }
    assertThat(free).contains("server.max_tool_calls_per_job less", "server.max_body_bytes less");
    assertThat(free.stream().filter(it -> it.endsWith(" more")))
        .containsExactly("server.poll_interval_ms more");
    assertThat(free.toString())
        .doesNotContain(
            "strict", "agent_mode", "hybrid", "local_model", "sessions", "ttl", "events");
  }

  private static String more(Setting<?> setting) {
    return switch (setting.type()) {
      case Type.Whole<?> whole -> String.valueOf(whole.max());
      case Type.Flag flag -> new Value.Flag(true).equals(setting.preset()) ? "false" : "true";
      case Type.Choice<?> choice -> "hybrid_auto";
      case Type<?> other -> "ollama/qwen3";
    };
  }

  private static String less(Setting<?> setting) {
    return switch (setting.type()) {
      case Type.Whole<?> whole -> String.valueOf(whole.min());
      case Type.Flag flag -> new Value.Flag(true).equals(setting.preset()) ? "false" : "true";
      case Type.Choice<?> choice -> "local";
      case Type<?> other -> "ollama/qwen3";
    };
  }
}
