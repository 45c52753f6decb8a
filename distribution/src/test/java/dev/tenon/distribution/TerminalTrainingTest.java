package dev.tenon.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.testkit.ModelServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TerminalTrainingTest {
  @TempDir Path folder;

  @Test
  void theWholeFaceRunsAndEndsByItself() throws Exception {
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\n");
    var streams = new Streams(System.in, System.out, System.err, new Streams.Tty(true, true, true));
    try (var server = ModelServer.start().answering(AotTraining::answer)) {
      Map<String, String> environment =
          Map.of(
              "TERM",
              "xterm",
              "TENON_HOME",
              folder.resolve("home").toString(),
              "ANTHROPIC_API_KEY",
              "training",
              "ANTHROPIC_BASE_URL",
              server.url());
      String root = project.toString();
      assertThat(
              TerminalTraining.perform(
                  () -> Main.run(streams, environment, "--root", root, "say hello")))
          .isZero();
      assertThat(server.modelRequests()).hasSizeGreaterThanOrEqualTo(2);
      assertThat(TerminalTraining.perform(() -> Main.run(streams, environment, "--root", root)))
          .isZero();
      server.assertClean();
    }
  }
}
