package dev.tenon.bench.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each benchmark once, so that it still does what its name says.
class WorkspaceBenchmarksTest {
  @TempDir Path folder;

  @Test
  void patchesGoForthAndBack() throws Exception {
    var patching = new Patching();
    patching.open();
    assertThat(patching.plan().warnings()).isEmpty();
    assertThat(patching.plan().diff().lines().filter(line -> line.startsWith("@@"))).hasSize(20);
    assertThat(patching.planAndCommit().files()).hasSize(1);
    assertThat(patching.plan().warnings()).isEmpty();
    assertThat(patching.planAndCommit().files()).hasSize(1);
    patching.close();
  }

  @Test
  void treesAreFilled() throws Exception {
    SampleTree.sources(Files.createDirectory(folder.resolve("sources")), 250);
    SampleTree.names(Files.createDirectory(folder.resolve("names")), 250);
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile)).hasSize(500);
    }
  }

  @Test
  void aTrialPrintsTimeEngineAndMatches() throws Exception {
    Files.writeString(folder.resolve("a.txt"), "needle\nhay\nneedle\n");
    var command = Program.java(SearchTrial.class, folder.toString(), "2", "literal", "needle");
    var program = new Program("trial", command, folder, Map.of("PATH", "/nonexistent"));
    assertThat(new Runner(folder).print(program)).matches("([0-9.E-]+ IN_PROCESS 2\n){2}");
  }
}
