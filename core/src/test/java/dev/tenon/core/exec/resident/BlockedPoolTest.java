package dev.tenon.core.exec.resident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.harness.Alone;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whoever embeds this may block all of the common pool, with prompts or with work of their own:
/// nothing here waits for one of its threads.
@Timeout(60)
@Alone
class BlockedPoolTest {
  @TempDir Path folder;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Shell shell = new Shell(Set.of());

  @BeforeEach
  void block() throws InterruptedException {
    int workers = Math.max(1, ForkJoinPool.getCommonPoolParallelism());
    var blocked = new CountDownLatch(workers);
    for (int i = 0; i < workers; i++) {
      ForkJoinPool.commonPool()
          .execute(
              () -> {
                blocked.countDown();
                try {
                  over.await();
                } catch (InterruptedException ended) {
                  Thread.currentThread().interrupt();
                }
              });
    }
    blocked.await();
  }

  @AfterEach
  void unblock() {
    over.countDown();
    shell.close();
  }

  @Test
  void commandsRun() throws Exception {
    Shell.Finished finished =
        shell.run(
            new Shell.Command("echo out; exit 3", folder, Duration.ofSeconds(20)), text -> {});
    assertThat(finished.exitCode()).isEqualTo(3);
    assertThat(finished.output()).isEqualTo("out\n");
  }

  @Test
  void residentsEnd() throws Exception {
    try (var residents = new Residents(shell, text -> text)) {
      Resident resident =
          residents.start(
              "the resident",
              new Program(List.of("bash", "-c", "exit 4"), folder),
              Confinement.none());
      assertThat(resident.awaitExit(Duration.ofSeconds(20))).isTrue();
      assertThat(resident.exitCode()).hasValue(4);
    }
  }
}
