package dev.tenon.core.exec.background;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The schedules of one conversation: prompts that come up at their time, as [Notice.Kind#PROMPT].
/// They live in memory and end with the conversation. One thread waits for the next moment while
/// there is a schedule, and none otherwise. Safe for several threads.
///
/// So that not everyone's schedules fire in the same second, each fires a little later than it
/// says: a recurring one by up to a tenth of its interval, 15 minutes at most; a single one by up
/// to 90 seconds if it is set for a full or half hour, and otherwise not at all. How much of that a
/// schedule takes is drawn once, when it is made.
public final class Cron implements AutoCloseable {
  /// So many schedules at most.
  public static final int MOST = 50;

  /// A recurring schedule ends after this time.
  public static final Duration EXPIRY = Duration.ofDays(7);

  private static final Duration LATEST = Duration.ofMinutes(15);
  private static final Duration LATEST_ONCE = Duration.ofSeconds(90);

  /// The clock of the machine may be set, or the machine may have slept: look again after this
  /// time.
  private static final Duration LOOK = Duration.ofMinutes(1);

  private final Notices notices;
  private final InstantSource clock;
  private final Supplier<ZoneId> zone;
  private final RandomGenerator random;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private @Nullable Thread keeper;
  private boolean closed;

  public Cron(Notices notices) {
    this(notices, InstantSource.system(), ZoneId::systemDefault, new SplittableRandom());
  }

  Cron(Notices notices, InstantSource clock, Supplier<ZoneId> zone, RandomGenerator random) {
    this.notices = notices;
    this.clock = clock;
    this.zone = zone;
    this.random = random;
  }

  /// How often a schedule fires.
  public enum Recurrence {
    ONCE,
    RECURRING
  }

  /// A schedule as it stands.
  public record Schedule(
      String id,
      CronExpression cron,
      Recurrence recurrence,
      String prompt,
      Instant created,
      Instant nextFireAt) {
    /// When it fires, in words.
    public String describe() {
      return switch (recurrence) {
        case RECURRING -> cron.describe();
        case ONCE -> "once, " + cron.describe();
      };
    }
  }

  private static final class Entry {
    final double share;
    Schedule schedule;

    Entry(Schedule schedule, double share) {
      this.schedule = schedule;
      this.share = share;
    }

    /// When it is over, fired or not.
    Instant expires() {
      return switch (schedule.recurrence()) {
        case RECURRING -> schedule.created().plus(EXPIRY);
        case ONCE -> Instant.MAX;
      };
    }
  }

  public Schedule create(CronExpression cron, Recurrence recurrence, String prompt)
      throws CronException {
    lock.lock();
    try {
      if (closed) {
        throw new CronException("the conversation is over; nothing can be scheduled any more");
      }
      if (entries.size() >= MOST) {
        throw new CronException(
            "Cron task limit reached ("
                + MOST
                + "). Cancel an existing task with CronDelete first.");
      }
      Instant now = clock.instant();
      double share = random.nextDouble();
      Instant first =
          fireAfter(cron, recurrence, share, now)
              .orElseThrow(
                  () ->
                      new CronException(
                          "Invalid cron expression: no date ever fits '" + cron.text() + "'"));
      var entry = new Entry(new Schedule(newId(), cron, recurrence, prompt, now, first), share);
      entries.put(entry.schedule.id(), entry);
      if (keeper == null) {
        keeper = Thread.ofVirtual().name("cron").start(this::keep);
      }
      changed.signalAll();
      return entry.schedule;
    } finally {
      lock.unlock();
    }
  }

  private String newId() {
    String id;
    do {
      String hex = Integer.toHexString(random.nextInt());
      id = "0".repeat(8 - hex.length()) + hex;
    } while (entries.containsKey(id));
    return id;
  }

  public List<Schedule> list() {
    lock.lock();
    try {
      var schedules = new ArrayList<Schedule>();
      entries.values().forEach(entry -> schedules.add(entry.schedule));
      return schedules;
    } finally {
      lock.unlock();
    }
  }

  /// Ends a schedule, and takes back its prompt if that waits. Answers false when there is none.
  public boolean delete(String id) {
    lock.lock();
    try {
      changed.signalAll();
      notices.withdrawPrompt(id);
      return entries.remove(id) != null;
    } finally {
      lock.unlock();
    }
  }

  /// Ends all schedules.
  public void clear() {
    for (Schedule schedule : list()) {
      delete(schedule.id());
    }
  }

  /// Fires what is due. Answers when to look again; nothing when there is no schedule left.
  Optional<Instant> look() {
    Instant next = null;
    lock.lock();
    try {
      Instant now = clock.instant();
      for (Entry entry : List.copyOf(entries.values())) {
        advance(entry, now);
      }
      for (Entry entry : entries.values()) {
        Instant due = earlier(entry.schedule.nextFireAt(), entry.expires());
        next = next == null ? due : earlier(next, due);
      }
    } finally {
      lock.unlock();
    }
    notices.announce();
    return Optional.ofNullable(next);
  }

  private void advance(Entry entry, Instant now) {
    Schedule schedule = entry.schedule;
    Instant due = schedule.nextFireAt();
    if (!due.isAfter(now) && due.isBefore(entry.expires())) {
      notices.add(
          new Notice(
              Notice.Kind.PROMPT,
              schedule.id(),
              "schedule " + schedule.id() + ": " + schedule.prompt(),
              "[scheduled task " + schedule.id() + "] " + schedule.prompt()));
    } else if (now.isBefore(entry.expires())) {
      return;
    }
    // However many times were missed, as by a machine that slept, it has fired once.
    Optional<Instant> after =
        schedule.recurrence() == Recurrence.ONCE || !now.isBefore(entry.expires())
            ? Optional.empty()
            : fireAfter(schedule.cron(), schedule.recurrence(), entry.share, now);
    if (after.isEmpty()) {
      entries.remove(schedule.id());
    } else {
      entry.schedule =
          new Schedule(
              schedule.id(),
              schedule.cron(),
              schedule.recurrence(),
              schedule.prompt(),
              schedule.created(),
              after.get());
    }
  }

  private Optional<Instant> fireAfter(
      CronExpression cron, Recurrence recurrence, double share, Instant now) {
    ZoneId here = zone.get();
    return cron.next(now, here).map(match -> match.plus(late(cron, recurrence, share, match)));
  }

  private Duration late(CronExpression cron, Recurrence recurrence, double share, Instant match) {
    Duration most =
        switch (recurrence) {
          case RECURRING -> {
            Duration interval =
                cron.next(match, zone.get())
                    .map(following -> Duration.between(match, following))
                    .orElse(Duration.ZERO);
            Duration tenth = interval.dividedBy(10);
            yield tenth.compareTo(LATEST) < 0 ? tenth : LATEST;
          }
          case ONCE -> match.atZone(zone.get()).getMinute() % 30 == 0 ? LATEST_ONCE : Duration.ZERO;
        };
    return Duration.ofMillis((long) (most.toMillis() * share));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private void keep() {
    lock.lock();
    try {
      while (!entries.isEmpty() && !closed) {
        long nanos = untilNext().toNanos();
        if (nanos > 0) {
          changed.await(nanos, TimeUnit.NANOSECONDS);
        } else {
          fire();
        }
      }
    } catch (InterruptedException over) {
      // Nobody interrupts it but the end of the program.
    } finally {
      keeper = null;
      lock.unlock();
    }
  }

  /// Whoever is told holds no lock of ours.
  private void fire() {
    lock.unlock();
    try {
      look();
    } finally {
      lock.lock();
    }
  }

  private Duration untilNext() {
    Instant now = clock.instant();
    Instant next = now.plus(LOOK);
    for (Entry entry : entries.values()) {
      next = earlier(next, earlier(entry.schedule.nextFireAt(), entry.expires()));
    }
    return Duration.between(now, next);
  }

  /// Whether a thread waits for the next moment.
  boolean keeping() {
    lock.lock();
    try {
      return keeper != null && keeper.isAlive();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    Thread waiting;
    lock.lock();
    try {
      closed = true;
      waiting = keeper;
      clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (waiting != null) {
      try {
        waiting.join(Duration.ofSeconds(5));
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
