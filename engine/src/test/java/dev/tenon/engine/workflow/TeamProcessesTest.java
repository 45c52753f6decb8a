package dev.tenon.engine.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.permission.Mode;
import dev.tenon.core.workflow.Signs;
import dev.tenon.harness.TestPrograms;
import dev.tenon.providers.meter.Budget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Workers that do not end when they are asked to.
class TeamProcessesTest {
  private static final int WORKERS = 12;

  @TempDir Path folder;

  /// The end of the program promises a second for all of them together. The bound here is for a
  /// machine that does much else: one after the other they would take twenty.
  @Test
  void whoIgnoresTheRequestToEndIsNotWaitedForOneByOne() throws Exception {
    TestPrograms.require("bash");
    var team =
        new TeamProcesses(
            (name, worker, mode, model, part) -> {
              var builder =
                  new ProcessBuilder(
                      "bash", "-c", "trap '' TERM; echo > ready" + worker + "; read -r < pipe");
              builder.environment().remove("TMUX");
              return builder.directory(folder.toFile());
            },
            new Signs(folder.resolve("signs")));
    assertThat(new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor())
        .isZero();
    for (int i = 0; i < WORKERS; i++) {
      team.start("team", i, Mode.PLAN, "some/model", Budget.NONE);
    }
    for (int i = 0; i < WORKERS; i++) {
      Path ready = folder.resolve("ready" + i);
      await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(ready));
    }
    List<Long> pids = team.pids();
    assertThat(pids).hasSize(WORKERS);
    long begun = System.nanoTime();
    team.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    for (long pid : pids) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }
  }
}
