package dev.tenon.bench.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ThreadFactsTest {
  @Test
  void whoWakesUpIsToldByName() throws Exception {
    long pid = ProcessHandle.current().pid();
    var begun = new CountDownLatch(2);
    var over = new CountDownLatch(1);
    Thread sleeper =
        Thread.ofPlatform()
            .name("sleeper")
            .start(
                () -> {
                  begun.countDown();
                  await(over);
                });
    var step = new CountDownLatch(1);
    var ticked = new CountDownLatch(1);
    Thread ticker =
        Thread.ofPlatform()
            .name("ticker")
            .start(
                () -> {
                  begun.countDown();
                  await(step);
                  for (int i = 0; i < 40; i++) {
                    LockSupport.parkNanos(1_000_000);
                  }
                  ticked.countDown();
                  await(over);
                });
    begun.await();
    ThreadFacts before = ThreadFacts.of(pid);
    step.countDown();
    ticked.await();
    ThreadFacts done = ThreadFacts.of(pid).since(before);
    over.countDown();
    sleeper.join();
    ticker.join();
    assertThat(done.threads().get("ticker").waits()).isGreaterThanOrEqualTo(20);
    assertThat(done.threads().get("ticker").nanos()).isPositive();
    // It may have been on its way to sleep.
    assertThat(done.threads().get("sleeper").waits()).isLessThanOrEqualTo(2);
    assertThat(done.awake()).contains("ticker ");
    assertThat(done.wakeUps()).isGreaterThanOrEqualTo(20);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException left) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void theVirtualMachineIsNoneOfTheProgram() {
    var done =
        new ThreadFacts(
            Map.of(
                "VM Periodic Tas", new ThreadFacts.Work(2_000_000, 200),
                "keyboard", new ThreadFacts.Work(500_000, 3),
                "theme", new ThreadFacts.Work(0, 0)));
    assertThat(done.wakeUps()).isEqualTo(3);
    assertThat(done.millis()).isEqualTo(2.5);
    assertThat(done.awake()).isEqualTo("VM Periodic Tas 200, keyboard 3");
  }
}
