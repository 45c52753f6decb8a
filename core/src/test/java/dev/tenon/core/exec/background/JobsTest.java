package dev.tenon.core.exec.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.Alone;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@Alone
class JobsTest {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-15T06:00:00Z"));
  private final Notices notices = new Notices();
  private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
  private final Jobs jobs =
      new Jobs(new Jobs.Limits(3, Duration.ofMinutes(5)), notices, () -> now.get());

  @AfterEach
  void close() {
    jobs.close();
  }

  @Test
  void aJobRunsAndItsEndIsToldOnce() throws Exception {
    notices.listen(notice -> heard.add(notice.summary()));
    Job job = jobs.start(Job.Type.BASH, "make all", it -> "built");
    await().until(notices::waiting);
    assertThat(jobs.snapshot(job))
        .isEqualTo(
            new Job.Snapshot(
                "bash-1",
                Job.Type.BASH,
                Job.Status.COMPLETED,
                "make all",
                Duration.ZERO,
                "built",
                null));
    assertThat(notices.take())
        .singleElement()
        .satisfies(
            notice ->
                assertThat(notice.text())
                    .startsWith("<task-notification>\n<task-id>bash-1</task-id>")
                    .contains("<status>completed</status>", "built")
                    .endsWith("</task-notification>"));
    assertThat(notices.take()).isEmpty();
    await().untilAsserted(() -> assertThat(heard).containsExactly("bash-1 completed: make all"));
  }

  @Test
  void theLastLineIsTheOneThatSaysSomething() throws Exception {
    var goOn = new CountDownLatch(1);
    Job job =
        jobs.start(
            Job.Type.BASH,
            "make",
            it -> {
              goOn.await();
              return "";
            });
    assertThat(job.lastLine(20)).isEmpty();
    job.appendOutput("one\ntwo\n\n  \n");
    assertThat(job.lastLine(20)).isEqualTo("two");
    job.appendOutput("10 %\r20 %");
    assertThat(job.lastLine(20)).isEqualTo("20 %");
    job.appendOutput("\n" + "x".repeat(100_000) + "y");
    assertThat(job.lastLine(5)).isEqualTo("xxxxy");
    goOn.countDown();
  }

  @Test
  void aFailureKeepsItsTextAndABugIsNamedAsOne() throws Exception {
    Job failing =
        jobs.start(
            Job.Type.BASH,
            "false",
            it -> {
              throw new JobFailedException("exit code 1");
            });
    Job broken =
        jobs.start(
            Job.Type.TASK,
            "bug",
            it -> {
              throw new IllegalStateException("oops");
            });
    await().until(() -> !failing.running() && !broken.running());
    assertThat(jobs.snapshot(failing).status()).isEqualTo(Job.Status.FAILED);
    assertThat(jobs.snapshot(failing).error()).isEqualTo("exit code 1");
    assertThat(jobs.snapshot(broken).error()).contains("bug in Tenon", "oops");
  }

  @Test
  void cancelFlipsTheStateAtOnceAndLaterTextDoesNotChangeIt() throws Exception {
    var stopped = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    Job job =
        jobs.start(
            Job.Type.BASH,
            "sleep",
            it -> {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException stop) {
                stopped.countDown();
                mayEnd.await();
              }
              return "said at last";
            });
    assertThat(jobs.cancel(job.id())).isEqualTo(Jobs.Cancelling.CANCELLED);
    assertThat(job.status()).isEqualTo(Job.Status.CANCELLED);
    assertThat(jobs.cancel(job.id())).isEqualTo(Jobs.Cancelling.ALREADY_COMPLETED);
    assertThat(jobs.cancel("bash-99")).isEqualTo(Jobs.Cancelling.NOT_FOUND);
    stopped.await();
    mayEnd.countDown();
    await().until(() -> jobs.snapshot(job).result() != null);
    assertThat(job.status()).isEqualTo(Job.Status.CANCELLED);
    assertThat(notices.waiting()).as("who cancels knows").isFalse();
  }

  @Test
  void aWatchedEndIsHeldBackAndToldWhenNobodyTookIt() throws Exception {
    var go = new CountDownLatch(1);
    Job job = jobs.start(Job.Type.BASH, "watched", it -> waiting(go));
    jobs.watch(List.of(job));
    go.countDown();
    assertThat(jobs.awaitAny(List.of(job), Duration.ofSeconds(30))).isTrue();
    assertThat(notices.waiting()).isFalse();
    jobs.unwatch(List.of(job));
    assertThat(notices.take()).hasSize(1);
  }

  @Test
  void anAcknowledgedEndIsNeverTold() throws Exception {
    var go = new CountDownLatch(1);
    Job watched = jobs.start(Job.Type.BASH, "watched", it -> waiting(go));
    Job queued = jobs.start(Job.Type.BASH, "queued", it -> "q");
    await().until(notices::waiting);
    jobs.watch(List.of(watched));
    go.countDown();
    jobs.awaitAny(List.of(watched), Duration.ofSeconds(30));
    assertThat(jobs.acknowledge(List.of(watched, queued)))
        .extracting(Job.Snapshot::result)
        .containsExactly("done", "q");
    jobs.unwatch(List.of(watched));
    assertThat(notices.waiting()).as("taken back and never told").isFalse();
  }

  @Test
  void waitingEndsWithTheTimeAndWithTheFirstOfMany() throws Exception {
    var never = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    Job slow = jobs.start(Job.Type.BASH, "slow", it -> waiting(never));
    Job fast = jobs.start(Job.Type.BASH, "fast", it -> waiting(go));
    assertThat(jobs.awaitAny(List.of(slow, fast), Duration.ofMillis(20))).isFalse();
    go.countDown();
    assertThat(jobs.awaitAny(List.of(slow, fast), Duration.ofSeconds(30))).isTrue();
    assertThat(slow.running()).isTrue();
    assertThat(jobs.running()).containsExactly(slow);
  }

  @Test
  void theRecordIsForgottenAfterItsTime() throws Exception {
    Job job = jobs.start(Job.Type.BASH, "short", it -> "x");
    await().until(() -> !job.running());
    now.set(now.get().plus(Duration.ofMinutes(5)));
    assertThat(jobs.all()).containsExactly(job);
    now.set(now.get().plusMillis(1));
    assertThat(jobs.all()).isEmpty();
    assertThat(jobs.find(job.id())).isEmpty();
  }

  @Test
  void thereIsALimitAndItSaysTheWayOut() throws Exception {
    var never = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      jobs.start(Job.Type.BASH, "n" + i, it -> waiting(never));
    }
    assertThatThrownBy(() -> jobs.start(Job.Type.BASH, "one more", it -> ""))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("(3)")
        .hasMessageContaining("cancel one");
  }

  @Test
  void outputIsReadByCursorAndKeepsItsEnd() throws Exception {
    var go = new CountDownLatch(1);
    Job job = jobs.start(Job.Type.BASH, "chatty", it -> waiting(go));
    job.appendOutput("one\n");
    Job.Output first = job.readOutputSince(0);
    job.appendOutput("two\n");
    assertThat(first).isEqualTo(new Job.Output("one\n", 4, 0));
    assertThat(job.readOutputSince(first.next())).isEqualTo(new Job.Output("two\n", 8, 0));
    job.appendOutput("x".repeat(2 * Job.OUTPUT_LIMIT));
    Job.Output rest = job.readOutputSince(8);
    assertThat(rest.text()).hasSize(Job.OUTPUT_LIMIT);
    assertThat(rest.lost()).isEqualTo(Job.OUTPUT_LIMIT);
    assertThat(job.readOutputSince(Long.MAX_VALUE).text()).isEmpty();
    assertThat(job.readOutputSince(-5).text()).hasSize(Job.OUTPUT_LIMIT);
  }

  @Test
  void closingEndsEverythingAndTellsNothing() throws Exception {
    var ended = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      jobs.start(
          Job.Type.BASH,
          "n" + i,
          it -> {
            try {
              return waiting(new CountDownLatch(1));
            } finally {
              ended.countDown();
            }
          });
    }
    Job over = jobs.start(Job.Type.BASH, "over", it -> "x");
    await().until(() -> !over.running());
    jobs.close();
    assertThat(ended.getCount()).as("their work is over when close returns").isZero();
    assertThat(notices.waiting()).isFalse();
    assertThatThrownBy(() -> jobs.start(Job.Type.BASH, "late", it -> ""))
        .isInstanceOf(JobRefusedException.class);
  }

  private static String waiting(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return "done";
  }
}
