package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The review page of the built program in a real browser, with a scripted model: everything a
/// person can do with it, in one program and one browser (`web/e2e`).
class ReviewPageIT {
  @TempDir Path folder;

  /// The pictures are in the folder that the property `tenon.pictures` names.
  @Test
  void aPersonReviewsInTheBrowser() throws Exception {
    TestPrograms.require("node", "chromium");
    Path web = TestPrograms.house().resolve("web");
    Assumptions.assumeTrue(
        Files.exists(web.resolve("node_modules/playwright-core")),
        "SKIPPED: the packages of the page are not fetched, so it was not built");
    String pictures = System.getProperty("tenon.pictures", folder.resolve("pictures").toString());
    Path said = folder.resolve("said.log");
    var builder =
        new ProcessBuilder(
            "node",
            web.resolve("e2e/all.mjs").toString(),
            Program.LAUNCHER.toString(),
            folder.toString(),
            pictures);
    builder.environment().put("TENON_NO_BUILD", "1");
    Process run = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    if (!run.waitFor(10, TimeUnit.MINUTES)) {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly().waitFor();
    }
    assertThat(Files.readString(said)).contains("the page is whole");
    assertThat(run.exitValue()).isZero();
  }
}
