package dev.tenon.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.workflow.WorkflowKind;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.engine.Project;
import dev.tenon.engine.config.ProjectOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tenon workflow` through the command line.
final class WorkflowCommandTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private String out = "";
  private String err = "";

  @BeforeEach
  void make() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
  }

  private int run(String... words) {
    var all = new String[words.length + 3];
    all[0] = "workflow";
    System.arraycopy(words, 0, all, 1, words.length);
    all[words.length + 1] = "--root";
    all[words.length + 2] = root.toString();
    var printed = new ByteArrayOutputStream();
    var told = new ByteArrayOutputStream();
    int code =
        Main.run(
            new Streams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(told, true, StandardCharsets.UTF_8),
                new Streams.Tty(false, false, false)),
            Map.of("TENON_HOME", home.toString(), "PATH", "/usr/bin:/bin"),
            all);
    out = printed.toString(StandardCharsets.UTF_8);
    err = told.toString(StandardCharsets.UTF_8);
    return code;
  }

  /// What is damaged is told with the way out, and harms nothing else.
  @Test
  void aDamagedStateIsSetAsideAndCleared() throws Exception {
    WorkflowStore store;
    try (Project project = Project.open(ProjectOptions.of(home, root).withEnvironment(Map.of()))) {
      store = WorkflowStore.of(project.stateFolder(), line -> {});
    }
    store.begin(WorkflowKind.RALPLAN, Json.object().put("task", "a cache").build());
    Files.writeString(store.folder().resolve("team-1.jsonl"), "garbage\n");
    assertThat(run("list")).isZero();
    assertThat(out).contains("ralplan-1", "a cache").doesNotContain("team-1");
    assertThat(err)
        .contains("the state of the workflow team-1 is damaged", "team-1.jsonl.damaged-1")
        .contains("'tenon workflow clear all' removes it");
    assertThat(run("show", "team-1")).isEqualTo(2);
    assertThat(run("clear", "all")).isZero();
    assertThat(out).isEqualTo("Cleared 1 workflow.\n");
    assertThat(run()).isZero();
    assertThat(out).contains("ralplan-1");
    assertThat(err).isEmpty();
  }
}
