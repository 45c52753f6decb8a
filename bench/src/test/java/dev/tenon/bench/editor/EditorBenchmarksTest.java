package dev.tenon.bench.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each benchmark once, so that it still does what its name says.
class EditorBenchmarksTest {
  @TempDir Path folder;

  @Test
  void startSessionAndUpdatesAreMeasured() throws Exception {
    Path launcher = folder.resolve("tenon");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '"
            + Path.of(System.getProperty("java.home"), "bin", "java")
            + "' -XX:TieredStopAtLevel=1 -cp '"
            + System.getProperty("java.class.path")
            + "' dev.tenon.cli.Main \"$@\"\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    EditorReport.Faces faces = new EditorReport(launcher, folder, 1).measure();
    for (EditorReport.Times times : List.of(faces.acp(), faces.rpc())) {
      assertThat(times.initialize().size()).isOne();
      assertThat(times.session().size()).isOne();
      assertThat(times.updates().median()).isPositive();
    }
  }
}
