package dev.tenon.server.store;

import static dev.tenon.server.store.Records.NOW;
import static dev.tenon.server.store.Records.archived;
import static dev.tenon.server.store.Records.events;
import static dev.tenon.server.store.Records.job;
import static dev.tenon.server.store.Records.session;
import static dev.tenon.server.store.Records.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is dropped, in both stores: every case is laid into each, and both decide the same.
class RetentionTest {
  private static final int HOUR = 60;
  private static final int TTL = 72 * HOUR;
  private static final Retention LIMITS = new Retention(3, 2, Duration.ofDays(3));
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  @TempDir Path folder;
  private List<Store> stores;
  private int opened;

  @BeforeEach
  void open() {
    use(LIMITS);
  }

  private void use(Retention retention) {
    close();
    String name = "server" + opened++ + ".db";
    stores =
        List.of(
            Stores.memory(retention, 3_000, CLOCK),
            Stores.sqlite(folder.resolve(name), retention, 3_000, CLOCK));
  }

  @AfterEach
  void close() {
    if (stores != null) {
      stores.forEach(Store::close);
    }
  }

  private void lay(SessionRecord session, JobRecord... jobs) {
    lay(session, Store.Buffers.CLEAN, jobs);
  }

  private void lay(SessionRecord session, Store.Buffers buffers, JobRecord... jobs) {
    for (Store store : stores) {
      store.save(session);
      store.saveState(session, state("x", buffers));
      for (JobRecord each : jobs) {
        store.save(each, events(1, 2));
      }
    }
  }

  /// Collects in both stores, and answers what both dropped.
  private Store.Collected collect() {
    Store.Collected first = sorted(stores.getFirst().collect());
    Store.Collected second = sorted(stores.getLast().collect());
    assertThat(second).isEqualTo(first);
    for (Store store : stores) {
      for (String gone : first.sessions()) {
        assertThat(store.session(gone)).isEmpty();
        assertThat(store.state(gone)).isEmpty();
        assertThat(store.jobs(gone)).isEmpty();
      }
      for (String gone : first.jobs()) {
        assertThat(store.job(gone)).isEmpty();
        assertThat(store.events(gone)).isEmpty();
      }
      assertThat(store.collect()).isEqualTo(new Store.Collected(List.of(), List.of()));
    }
    return first;
  }

  private static Store.Collected sorted(Store.Collected collected) {
    return new Store.Collected(
        collected.sessions().stream().sorted().toList(),
        collected.jobs().stream().sorted().toList());
  }

  @Test
  void theBaselineIsThatOfTheSpecification() {
    assertThat(Retention.IN_MEMORY).isEqualTo(new Retention(25, 40, Duration.ofDays(3)));
    assertThat(dev.tenon.server.job.run.JobLimits.DEFAULT.events()).isEqualTo(3_000);
  }

  @ParameterizedTest
  @EnumSource(JobStatus.class)
  void onlyCompletedAndFailedJobsGoByTime(JobStatus status) {
    lay(session("sess_1", 1, "job_1"), job("job_1", "sess_1", status, TTL + HOUR));
    Store.Collected gone = collect();
    assertThat(gone.jobs())
        .isEqualTo(
            status == JobStatus.COMPLETED || status == JobStatus.FAILED
                ? List.of("job_1")
                : List.of());
    assertThat(gone.sessions()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(JobStatus.class)
  void onlyCompletedAndFailedJobsGoByNumber(JobStatus status) {
    lay(
        session("sess_1", 1, "job_4"),
        job("job_1", "sess_1", status, 4),
        job("job_2", "sess_1", JobStatus.COMPLETED, 3),
        job("job_3", "sess_1", JobStatus.FAILED, 2),
        job("job_4", "sess_1", JobStatus.AWAITING_REVIEW, 1));
    assertThat(collect().jobs())
        .isEqualTo(status.over() ? List.of("job_1", "job_2") : List.of("job_2", "job_3"));
  }

  @Test
  void theTimeCountsFromTheEndOfAJob() {
    lay(
        session("sess_1", 1, "job_2"),
        // It is over one second after it was made.
        job("job_1", "sess_1", JobStatus.COMPLETED, TTL + 1),
        job("job_2", "sess_1", JobStatus.COMPLETED, TTL));
    assertThat(collect().jobs()).containsExactly("job_1");
  }

  @Test
  void aJobThatWasLongUnderReviewHasItsFullTimeAfterwards() {
    JobRecord slow = job("job_1", "sess_1", JobStatus.AWAITING_REVIEW, 2 * TTL);
    JobRecord over = slow.become(JobStatus.COMPLETED, NOW.minusSeconds(1));
    lay(session("sess_1", 2 * TTL, "job_1"), over);
    assertThat(collect()).isEqualTo(new Store.Collected(List.of(), List.of()));
  }

  @Test
  void aSessionGoesWhenItsJobsAreGoneAndNobodyUsedItSince() {
    lay(
        session("sess_old", TTL + HOUR, "job_1"),
        job("job_1", "sess_old", JobStatus.COMPLETED, TTL + HOUR));
    lay(
        session("sess_used", 1, "job_2"),
        job("job_2", "sess_used", JobStatus.COMPLETED, TTL + HOUR));
    assertThat(collect())
        .isEqualTo(new Store.Collected(List.of("sess_old"), List.of("job_1", "job_2")));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1_000_000})
  void aSessionWithoutAJobNeverGoes(int minutesAgo) {
    lay(session("sess_new", minutesAgo));
    for (int i = 0; i < 9; i++) {
      lay(session("sess_" + i, 0));
    }
    assertThat(collect().sessions()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0,ACTIVE", "1000000,ACTIVE", "0,ARCHIVED", "1000000,ARCHIVED"})
  void aSessionWithUnsavedBuffersNeverGoes(int minutesAgo, SessionRecord.Status status) {
    SessionRecord unsaved = session("sess_unsaved", minutesAgo, "job_1");
    lay(
        unsaved.with(status, unsaved.updatedAt()),
        Store.Buffers.UNSAVED,
        job("job_1", "sess_unsaved", JobStatus.COMPLETED, minutesAgo));
    for (int i = 0; i < 9; i++) {
      lay(session("sess_" + i, 0));
    }
    assertThat(collect().sessions()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = JobStatus.class,
      names = {"QUEUED", "RUNNING", "WAITING_FOR_USER", "AWAITING_REVIEW"})
  void aSessionWithAnOpenJobNeverGoes(JobStatus status) {
    lay(
        archived(session("sess_open", 9 * TTL, "job_2")),
        job("job_1", "sess_open", status, 9 * TTL),
        job("job_2", "sess_open", JobStatus.COMPLETED, 1));
    for (int i = 0; i < 9; i++) {
      lay(session("sess_" + i, 0));
    }
    assertThat(collect()).isEqualTo(new Store.Collected(List.of(), List.of()));
  }

  @Test
  void archivedSessionsGoFirstThenThoseWhoseWorkIsOverTheOldestFirst() {
    lay(session("sess_1", 9, "job_1"), job("job_1", "sess_1", JobStatus.COMPLETED, 9));
    lay(session("sess_2", 8, "job_2"), job("job_2", "sess_2", JobStatus.FAILED, 8));
    lay(archived(session("sess_3", 1)));
    lay(archived(session("sess_4", 2, "job_4")), job("job_4", "sess_4", JobStatus.COMPLETED, 2));
    lay(session("sess_5", 99));
    lay(session("sess_6", 7, "job_6"), job("job_6", "sess_6", JobStatus.COMPLETED, 7));
    assertThat(collect())
        .isEqualTo(
            new Store.Collected(List.of("sess_1", "sess_3", "sess_4"), List.of("job_1", "job_4")));
  }

  @Test
  void theSessionsThatMustStayCountToo() {
    for (int i = 0; i < 5; i++) {
      lay(session("sess_new_" + i, 1));
    }
    lay(session("sess_1", 9, "job_1"), job("job_1", "sess_1", JobStatus.COMPLETED, 9));
    assertThat(collect().sessions()).containsExactly("sess_1");
  }

  @Test
  void onDiskNothingGoesByNumberAndTheTimeIsAYear() {
    use(Retention.ON_DISK);
    int year = 365 * 24 * HOUR;
    for (int i = 0; i < 60; i++) {
      lay(
          archived(session("sess_" + i, year - 1, "job_" + i)),
          job("job_" + i, "sess_" + i, JobStatus.COMPLETED, year - 1));
    }
    lay(
        session("sess_old", year + 1, "job_old"),
        job("job_old", "sess_old", JobStatus.COMPLETED, year + 1));
    assertThat(collect()).isEqualTo(new Store.Collected(List.of("sess_old"), List.of("job_old")));
  }

  /// The rules in SQL and the rules in Java are the same rules.
  @Test
  void bothStoresDecideTheSame() {
    for (long seed = 1; seed <= 60; seed++) {
      var random = new Random(seed);
      use(
          new Retention(
              1 + random.nextInt(12), 1 + random.nextInt(5), Duration.ofMinutes(100 + seed)));
      int number = 0;
      for (int s = 0; s < 15; s++) {
        String id = "sess_" + seed + "_" + s;
        var jobs = new ArrayList<JobRecord>();
        for (int j = random.nextInt(8); j > 0; j--) {
          JobStatus[] statuses = JobStatus.values();
          boolean over = random.nextInt(5) > 0;
          JobStatus status =
              over
                  ? random.nextBoolean() ? JobStatus.COMPLETED : JobStatus.FAILED
                  : statuses[random.nextInt(statuses.length)];
          jobs.add(job("job_" + seed + "_" + number++, id, status, random.nextInt(300)));
        }
        String last = jobs.isEmpty() && random.nextBoolean() ? null : "job_last";
        SessionRecord session = session(id, random.nextInt(300), last);
        lay(
            random.nextInt(4) == 0 ? archived(session) : session,
            random.nextInt(5) == 0 ? Store.Buffers.UNSAVED : Store.Buffers.CLEAN,
            jobs.toArray(JobRecord[]::new));
      }
      collect();
      var page = new Store.Page(Optional.empty(), 0, 100);
      assertThat(stores.getLast().sessions(page))
          .as("seed " + seed)
          .isEqualTo(stores.getFirst().sessions(page));
    }
  }
}
