package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a project can do to the wall around commands: nothing that opens it.
class SandboxSettingsTest {
  @TempDir Path folder;
  private Sample sample;

  @BeforeEach
  void sample() throws Exception {
    sample = new Sample(folder);
  }

  @Test
  void aProjectCannotOpenTheWall() throws Exception {
    sample.project(
        """
        sandbox:
          kind: "off"
          network: true
          writable: ["~", "/etc"]
          hidden: []
          visible: ["~/.ssh"]
          processes: 900000
          memory: 0
        """);
    assertThat(sample.settings().sandbox())
        .isEqualTo(new Sample(folder.resolve("other")).settings().sandbox());
    assertThat(sample.load().warnings().toString())
        .contains(
            "sandbox.kind",
            "sandbox.network",
            "sandbox.writable",
            "sandbox.hidden",
            "sandbox.visible");
  }

  @Test
  void aProjectCannotNameVariablesForCommands() throws Exception {
    sample.project("commands: {environment: [GITHUB_TOKEN, \"*\"]}");
    assertThat(sample.settings().commands().environment()).isEmpty();
    assertThat(sample.load().warnings().toString()).contains("commands.environment");
    sample.user("commands: {environment: [DATABASE_URL, MY_APP_*]}");
    assertThat(sample.settings().commands().environment())
        .containsExactly("DATABASE_URL", "MY_APP_*");
  }

  @Test
  void aProjectMayTakeTheNetworkAway() throws Exception {
    sample.user("sandbox: {network: true, processes: 2000}");
    assertThat(sample.settings().sandbox().network()).isTrue();
    sample.project("sandbox: {network: false, processes: 100}");
    assertThat(sample.settings().sandbox().network()).isFalse();
    assertThat(sample.settings().sandbox().processes()).isEqualTo(100);
  }
}
