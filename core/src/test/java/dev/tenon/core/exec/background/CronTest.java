package dev.tenon.core.exec.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.Alone;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@Alone
class CronTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  private final AtomicReference<Instant> now = new AtomicReference<>(at("2026-03-07T12:00"));
  private final Notices notices = new Notices();
  private final List<Cron> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(Cron::close);
  }

  private Cron cron(RandomGenerator random) {
    var cron = new Cron(notices, () -> now.get(), () -> NEW_YORK, random);
    open.add(cron);
    return cron;
  }

  /// No schedule is late.
  private Cron punctual() {
    var ids = new SplittableRandom(1);
    return cron(
        new RandomGenerator() {
          @Override
          public long nextLong() {
            return ids.nextLong();
          }

          @Override
          public double nextDouble() {
            return 0;
          }
        });
  }

  @Test
  void aSingleScheduleFiresOnceAndIsGone() throws Exception {
    Cron cron = punctual();
    Cron.Schedule schedule =
        cron.create(CronExpression.parse("5 13 * * *"), Cron.Recurrence.ONCE, "look at it");
    assertThat(schedule.id()).matches("[0-9a-f]{8}");
    assertThat(schedule.nextFireAt()).isEqualTo(at("2026-03-07T13:05"));
    assertThat(schedule.describe()).isEqualTo("once, every day at 13:05");
    now.set(at("2026-03-07T13:05").minusMillis(1));
    cron.look();
    assertThat(notices.waiting()).isFalse();
    now.set(at("2026-03-07T13:05"));
    assertThat(cron.look()).isEmpty();
    assertThat(notices.takePrompt().orElseThrow())
        .isEqualTo(
            new Notice(
                Notice.Kind.PROMPT,
                schedule.id(),
                "schedule " + schedule.id() + ": look at it",
                "[scheduled task " + schedule.id() + "] look at it"));
    assertThat(cron.list()).isEmpty();
  }

  @Test
  void aRecurringScheduleFiresThroughTheChangeOfClocksAndExpires() throws Exception {
    Cron cron = punctual();
    cron.create(CronExpression.parse("30 2 * * *"), Cron.Recurrence.RECURRING, "nightly");
    var fired = new ArrayList<Instant>();
    Instant end = now.get().plus(Duration.ofDays(10));
    while (now.get().isBefore(end) && !cron.list().isEmpty()) {
      now.set(now.get().plus(Duration.ofMinutes(10)));
      cron.look();
      if (notices.takePrompt().isPresent()) {
        fired.add(now.get());
      }
    }
    assertThat(fired)
        .containsExactly(
            at("2026-03-08T03:00"),
            at("2026-03-09T02:30"),
            at("2026-03-10T02:30"),
            at("2026-03-11T02:30"),
            at("2026-03-12T02:30"),
            at("2026-03-13T02:30"),
            at("2026-03-14T02:30"));
    assertThat(now.get()).as("gone after seven days").isEqualTo(at("2026-03-14T13:00"));
  }

  @Test
  void aMachineThatSleptFiresOnce() throws Exception {
    Cron cron = punctual();
    cron.create(CronExpression.parse("*/5 * * * *"), Cron.Recurrence.RECURRING, "tick");
    now.set(at("2026-03-07T18:02"));
    assertThat(cron.look()).hasValue(at("2026-03-07T18:05"));
    assertThat(notices.takePrompt()).isPresent();
    assertThat(notices.takePrompt()).isEmpty();
  }

  @Test
  void theLatenessHasBounds() throws Exception {
    Random random = new Random(20261115);
    for (int i = 0; i < 45; i++) {
      Cron cron = cron(random);
      assertLate(cron, "*/5 * * * *", Cron.Recurrence.RECURRING, "2026-03-07T12:05", 30);
      assertLate(cron, "0 9 * * *", Cron.Recurrence.RECURRING, "2026-03-08T09:00", 900);
      assertLate(cron, "0 15 * * *", Cron.Recurrence.ONCE, "2026-03-07T15:00", 90);
      assertLate(cron, "30 15 * * *", Cron.Recurrence.ONCE, "2026-03-07T15:30", 90);
      assertLate(cron, "7 15 * * *", Cron.Recurrence.ONCE, "2026-03-07T15:07", 0);
    }
  }

  @Test
  void schedulesAreSpreadAndEachKeepsItsShare() throws Exception {
    Cron cron = cron(new SplittableRandom(7));
    for (int i = 0; i < Cron.MOST; i++) {
      cron.create(CronExpression.parse("0 * * * *"), Cron.Recurrence.RECURRING, "n" + i);
    }
    Set<Instant> moments =
        cron.list().stream().map(Cron.Schedule::nextFireAt).collect(Collectors.toSet());
    assertThat(moments).hasSizeGreaterThan(40);
    Cron.Schedule before = cron.list().getFirst();
    now.set(before.nextFireAt());
    cron.look();
    assertThat(cron.list().getFirst().nextFireAt())
        .isEqualTo(before.nextFireAt().plus(Duration.ofHours(1)));
  }

  private void assertLate(
      Cron cron, String expression, Cron.Recurrence recurrence, String match, int mostSeconds)
      throws CronException {
    Cron.Schedule schedule = cron.create(CronExpression.parse(expression), recurrence, "x");
    cron.delete(schedule.id());
    assertThat(schedule.nextFireAt()).isBetween(at(match), at(match).plusSeconds(mostSeconds));
  }

  @Test
  void thereIsACap() throws Exception {
    Cron cron = punctual();
    for (int i = 0; i < Cron.MOST; i++) {
      cron.create(CronExpression.parse("0 9 * * *"), Cron.Recurrence.ONCE, "n" + i);
    }
    assertThatThrownBy(
            () -> cron.create(CronExpression.parse("0 9 * * *"), Cron.Recurrence.ONCE, "more"))
        .isInstanceOf(CronException.class)
        .hasMessage("Cron task limit reached (50). Cancel an existing task with CronDelete first.");
    assertThat(cron.delete(cron.list().getFirst().id())).isTrue();
    cron.create(CronExpression.parse("0 9 * * *"), Cron.Recurrence.ONCE, "more");
  }

  @Test
  void aDeletedScheduleTakesItsWaitingPromptAlong() throws Exception {
    Cron cron = punctual();
    Cron.Schedule schedule =
        cron.create(CronExpression.parse("* * * * *"), Cron.Recurrence.RECURRING, "x");
    now.set(now.get().plusSeconds(60));
    cron.look();
    assertThat(notices.waiting()).isTrue();
    assertThat(cron.delete(schedule.id())).isTrue();
    assertThat(cron.delete(schedule.id())).isFalse();
    assertThat(notices.waiting()).isFalse();
  }

  @Test
  void whatNeverComesIsRefused() {
    assertThatThrownBy(
            () ->
                punctual()
                    .create(CronExpression.parse("0 0 31 2 *"), Cron.Recurrence.ONCE, "never"))
        .hasMessageContaining("no date ever fits '0 0 31 2 *'");
  }

  @Test
  void oneThreadWaitsWhileThereIsAScheduleAndNoneOtherwise() throws Exception {
    var heard = new java.util.concurrent.CountDownLatch(1);
    notices.listen(notice -> heard.countDown());
    now.set(Instant.now());
    Cron cron = punctual();
    assertThat(keepers(cron)).isFalse();
    Cron.Schedule soon =
        cron.create(CronExpression.parse("* * * * *"), Cron.Recurrence.RECURRING, "x");
    cron.create(CronExpression.parse("0 9 * * *"), Cron.Recurrence.RECURRING, "y");
    assertThat(keepers(cron)).isTrue();
    // The thread wakes because of the change, finds the time come, and fires by itself.
    now.set(soon.nextFireAt());
    cron.delete("nothing");
    assertThat(heard.await(20, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    cron.clear();
    await().until(() -> !keepers(cron));
    cron.create(CronExpression.parse("0 9 * * *"), Cron.Recurrence.RECURRING, "again");
    assertThat(keepers(cron)).isTrue();
    cron.close();
    assertThat(keepers(cron)).isFalse();
    assertThatThrownBy(
            () -> cron.create(CronExpression.parse("0 9 * * *"), Cron.Recurrence.ONCE, "late"))
        .hasMessageContaining("over");
  }

  private static boolean keepers(Cron cron) {
    return cron.keeping();
  }

  private static Instant at(String local) {
    return LocalDateTime.parse(local).atZone(NEW_YORK).toInstant();
  }
}
