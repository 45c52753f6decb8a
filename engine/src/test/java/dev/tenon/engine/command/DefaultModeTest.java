package dev.tenon.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.engine.config.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefaultModeTest {
  @TempDir Path folder;

  private static final Settings.Sandbox AUTO =
      new Settings.Sandbox("auto", false, List.of(), List.of(), List.of(), "readOnly", true, 64, 0);

  private Sandbox.State state(String home, String userHome) throws Exception {
    return DefaultMode.state(
        AUTO,
        Files.createDirectories(folder.resolve(home)).toRealPath(),
        Files.createDirectories(folder.resolve(userHome)).toRealPath());
  }

  /// A sandbox works or not wherever Tenon keeps its files.
  @Test
  void theFolderOfTenonMayBeTheHomeFolder() throws Exception {
    assumeTrue(state("user/.tenon", "user") instanceof Sandbox.State.InForce, "no sandbox here");
    assertThat(state("user", "user")).isInstanceOf(Sandbox.State.InForce.class);
    assertThat(state("user", "user/inner")).isInstanceOf(Sandbox.State.InForce.class);
  }
}
