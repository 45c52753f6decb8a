package dev.tenon.bench.choices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tenon.bench.measure.Report;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each comparison once, so that it still does what its name says.
class ChoicesBenchmarksTest {
  @TempDir Path folder;

  @Test
  void variantsOfASearchTakeTurnsAndFindTheSame() throws Exception {
    Files.writeString(folder.resolve("a.txt"), "needle\nhay\nneedle\n");
    var command = Program.java(FilterTrial.class, folder.toString(), "2", "needle", "(?u)needle");
    var program = new Program("trial", command, folder, Map.of("PATH", "/nonexistent"));
    assertThat(new Runner(folder).print(program)).matches("(0 [0-9.E-]+ 2\n1 [0-9.E-]+ 2\n){2}");
  }

  @Test
  void globsAgree() throws Exception {
    var report = new Report();
    new GlobMatching().describe(report);
    assertThat(report.toString()).contains("`**/*.java`, 50000");
  }

  @Test
  void whatIsDoneOnceWorks() {
    for (String kind : new String[] {"nothing", "jsonl", "sqlite", "toml", "yaml"}) {
      assertThatCode(() -> ColdTrial.main(new String[] {kind, folder.resolve(kind).toString()}))
          .as(kind)
          .doesNotThrowAnyException();
    }
  }
}
