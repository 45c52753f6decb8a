package dev.tenon.server.store;

import static dev.tenon.server.store.Records.NOW;
import static dev.tenon.server.store.Records.archived;
import static dev.tenon.server.store.Records.events;
import static dev.tenon.server.store.Records.job;
import static dev.tenon.server.store.Records.session;
import static dev.tenon.server.store.Records.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.ContextRow;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEventType;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What every store promises. An implementation says how it is opened, and what there is after the
/// program has begun anew.
abstract class StoreContract {
  static final int MOST_EVENTS = 50;
  static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  private Store store;

  abstract Store open(Retention retention);

  /// The same store for a program that begins again; a store that keeps nothing answers itself.
  Store again(Store before) {
    return before;
  }

  final Store store() {
    if (store == null) {
      store = open(new Retention(25, 40, Duration.ofDays(3)));
    }
    return store;
  }

  @AfterEach
  void close() {
    if (store != null) {
      store.close();
    }
  }

  private void reopen() {
    store = again(store());
  }

  @Test
  void whatIsNotThereIsEmpty() {
    assertThat(store().session("sess_1")).isEmpty();
    assertThat(store().state("sess_1")).isEmpty();
    assertThat(store().job("job_1")).isEmpty();
    assertThat(store().jobs("sess_1")).isEmpty();
    assertThat(store().jobs(List.of(JobStatus.values()))).isEmpty();
    assertThat(store().jobs(List.<JobStatus>of())).isEmpty();
    assertThat(store().events("job_1")).isEmpty();
    assertThat(store().jobOfCheckpoint("c")).isEmpty();
    assertThat(store().sessions(new Store.Page(Optional.empty(), 0, 10))).isEmpty();
    assertThat(store().collect()).isEqualTo(new Store.Collected(List.of(), List.of()));
    store().deleteSession("sess_1");
  }

  @Test
  void aSessionIsKeptWholeAndReplaced() {
    SessionRecord first =
        session("sess_1", 5)
            .withRows(
                List.of(
                    new ContextRow("a", ContextRow.Kind.SELECTION, "x.md", 2, 7, "text"),
                    new ContextRow("b", ContextRow.Kind.PINNED, null, 0, 0, "")),
                NOW);
    store().save(first);
    reopen();
    assertThat(store().session("sess_1")).contains(first);
    SessionRecord second = archived(first.withJob("job_9", "other", NOW.plusSeconds(1)));
    store().save(second);
    reopen();
    assertThat(store().session("sess_1")).contains(second);
  }

  @ParameterizedTest
  @EnumSource(JobStatus.class)
  void aJobOfEveryStatusIsKeptWhole(JobStatus status) {
    JobRecord record = job("job_1", "sess_1", status, 3);
    store().save(record);
    reopen();
    assertThat(store().job("job_1")).contains(record);
    assertThat(store().jobOfCheckpoint("check_job_1")).contains(record);
    assertThat(store().jobs(List.of(status))).containsExactly(record);
    assertThat(store().jobs(Arrays.stream(JobStatus.values()).filter(it -> it != status).toList()))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "job_1"})
  void aStateIsKeptWhole(String writer) {
    Optional<Store.Writing> writing =
        Optional.of(new Store.Writing(writer, "commit1", List.of("h_1", "h_2")));
    store().save(session("sess_1", 1));
    for (Store.Buffers buffers : Store.Buffers.values()) {
      var kept =
          new Store.State(
              Json.array(List.of(Json.object().put("role", "user").build())),
              Json.object().put("format", 1).array("buffers", List.of()).build(),
              writing,
              buffers);
      store().saveState(session("sess_1", 1), kept);
      reopen();
      assertThat(store().state("sess_1")).contains(kept);
      assertThat(store().writing()).containsExactly("sess_1");
    }
    var still =
        new Store.State(
            Json.array(List.of()), Json.Obj.EMPTY, Optional.empty(), Store.Buffers.CLEAN);
    store().saveState(session("sess_1", 1), still);
    reopen();
    assertThat(store().state("sess_1")).contains(still);
    assertThat(store().writing()).isEmpty();
  }

  private static Store.State history(String... texts) {
    var messages = new ArrayList<Json>();
    for (String text : texts) {
      messages.add(Json.object().put("text", text).build());
    }
    return new Store.State(
        Json.array(messages), Json.Obj.EMPTY, Optional.empty(), Store.Buffers.CLEAN);
  }

  /// It grows, is trimmed at its beginning, cut at its end, and changed in the middle.
  @Test
  void aHistoryIsWhatItWasLast() {
    SessionRecord session = session("sess_1", 1);
    List<Store.State> states =
        List.of(
            history("a"),
            history("a", "b", "c"),
            history("a", "b", "c"),
            history("a", "b"),
            history("b", "c", "d"),
            history("b", "X", "d"),
            history(),
            history("a", "a", "a"));
    for (Store.State state : states) {
      store().saveState(session, state);
      assertThat(store().state("sess_1")).contains(state);
    }
    store().saveState(session("sess_2", 1), history("other"));
    for (Store.State state : states) {
      store().saveState(session, state);
      reopen();
      assertThat(store().state("sess_1")).contains(state);
    }
    assertThat(store().state("sess_2")).contains(history("other"));
  }

  @Test
  void aHistoryThatCouldNotBeKeptIsKeptWholeTheNextTime() {
    SessionRecord session = session("sess_1", 1);
    JobRecord job = job("job_1", "sess_1", JobStatus.RUNNING, 1);
    store().save(job, events(1, 1));
    store().saveState(session, history("a", "b"));
    List<Store.Entry> refused =
        List.of(
            new Store.Entry.OfState(session, history("a", "X", "c")),
            new Store.Entry.OfJob(job, events(1, 1)));
    assertThatThrownBy(() -> store().save(refused)).isInstanceOf(Store.StoreException.class);
    assertThat(store().state("sess_1")).contains(history("a", "b"));
    store().saveState(session, history("a", "X", "c", "d"));
    reopen();
    assertThat(store().state("sess_1")).contains(history("a", "X", "c", "d"));
  }

  @Test
  void aHistoryOfADeletedSessionDoesNotComeBack() {
    SessionRecord session = session("sess_1", 1);
    store().saveState(session, history("a", "b"));
    store().deleteSession("sess_1");
    store().saveState(session, history("a"));
    reopen();
    assertThat(store().state("sess_1")).contains(history("a"));
    store().saveState(session, history("a", "b", "c"));
    assertThat(store().state("sess_1")).contains(history("a", "b", "c"));
  }

  @Test
  void severalThingsAreKeptTogetherOrNotAtAll() {
    JobRecord first = job("job_1", "sess_1", JobStatus.RUNNING, 1);
    store().save(first, events(1, 2));
    SessionRecord session = session("sess_2", 1);
    List<Store.Entry> entries =
        List.of(
            new Store.Entry.OfSession(session),
            new Store.Entry.OfState(session, state("x", Store.Buffers.CLEAN)),
            new Store.Entry.OfJob(job("job_2", "sess_2", JobStatus.QUEUED, 1), events(1, 1)),
            new Store.Entry.OfJob(first, events(2, 3)));
    assertThatThrownBy(() -> store().save(entries)).isInstanceOf(Store.StoreException.class);
    assertThat(store().session("sess_2")).isEmpty();
    assertThat(store().state("sess_2")).isEmpty();
    assertThat(store().job("job_2")).isEmpty();
    assertThat(store().events("job_1")).hasSize(2);
    store().save(entries.subList(0, 3));
    assertThat(store().session("sess_2")).contains(session);
    assertThat(store().job("job_2")).isPresent();
  }

  @Test
  void aStateDoesNotTouchItsSessionButBringsItBackWhenItIsGone() {
    SessionRecord newer = session("sess_1", 0, "job_2");
    store().save(newer);
    store().saveState(session("sess_1", 9), state("x", Store.Buffers.CLEAN));
    assertThat(store().session("sess_1")).contains(newer);
    store().deleteSession("sess_1");
    store().saveState(newer, state("y", Store.Buffers.UNSAVED));
    assertThat(store().session("sess_1")).contains(newer);
  }

  @Test
  void sessionsAreListedLatestFirstAndInPages() {
    var expected = new ArrayList<String>();
    for (int i = 0; i < 30; i++) {
      SessionRecord record = session("sess_" + (char) ('a' + i % 26) + i, i / 3);
      store().save(i % 2 == 0 ? record : archived(record));
      expected.add(record.id());
    }
    // Three of each moment, and those by their names.
    var sorted = new ArrayList<String>();
    for (int i = 0; i < 30; i += 3) {
      sorted.addAll(expected.subList(i, i + 3).stream().sorted().toList());
    }
    reopen();
    assertThat(ids(Optional.empty(), 0, 100)).isEqualTo(sorted);
    var paged = new ArrayList<String>();
    for (int skip = 0; skip < 35; skip += 7) {
      paged.addAll(ids(Optional.empty(), skip, 7));
    }
    assertThat(paged).isEqualTo(sorted);
    List<String> archived = ids(Optional.of(SessionRecord.Status.ARCHIVED), 0, 100);
    List<String> active = ids(Optional.of(SessionRecord.Status.ACTIVE), 0, 100);
    assertThat(archived).hasSize(15).doesNotContainAnyElementsOf(active);
    assertThat(sorted).containsSubsequence(archived).containsSubsequence(active);
    assertThat(ids(Optional.of(SessionRecord.Status.ACTIVE), 14, 5))
        .containsExactly(active.getLast());
  }

  private List<String> ids(Optional<SessionRecord.Status> status, int skip, int limit) {
    return store().sessions(new Store.Page(status, skip, limit)).stream()
        .map(SessionRecord::id)
        .toList();
  }

  /// The order of the list is the same whether the clock counts nanoseconds or not.
  @Test
  void theOrderIsByTheMillisecondAndThenById() {
    SessionRecord early = session("sess_b", 0);
    var later =
        new SessionRecord(
            "sess_a",
            0,
            "",
            "",
            NOW,
            early.updatedAt().plusNanos(999_999),
            SessionRecord.Status.ACTIVE,
            List.of(),
            null,
            CommandUse.OFF,
            "");
    store().save(early);
    store().save(later);
    assertThat(ids(Optional.empty(), 0, 9)).containsExactly("sess_a", "sess_b");
  }

  @Test
  void jobsAreListedOldestFirst() {
    store().save(job("job_c", "sess_1", JobStatus.QUEUED, 1));
    store().save(job("job_a", "sess_1", JobStatus.COMPLETED, 3));
    store().save(job("job_x", "sess_2", JobStatus.RUNNING, 9));
    store().save(job("job_b", "sess_1", JobStatus.RUNNING, 2));
    // Of the same moment: in the order in which they came, also after a change.
    store().save(job("job_z", "sess_1", JobStatus.RUNNING, 0));
    store().save(job("job_y", "sess_1", JobStatus.RUNNING, 0));
    store().save(job("job_z", "sess_1", JobStatus.WAITING_FOR_USER, 0));
    reopen();
    assertThat(store().jobs("sess_1"))
        .extracting(JobRecord::id)
        .containsExactly("job_a", "job_b", "job_c", "job_z", "job_y");
    assertThat(store().jobs(List.of(JobStatus.QUEUED, JobStatus.RUNNING)))
        .extracting(JobRecord::id)
        .containsExactly("job_x", "job_b", "job_c", "job_y");
  }

  @Test
  void eventsComeInOrderAndOnlyTheLatestAreKept() {
    JobRecord record = job("job_1", "sess_1", JobStatus.RUNNING, 1);
    store().save(record, events(1, 1));
    store().save(record, events(2, MOST_EVENTS));
    reopen();
    assertThat(store().events("job_1")).isEqualTo(events(1, MOST_EVENTS));
    store().save(record, events(MOST_EVENTS + 1, MOST_EVENTS + 3));
    store().save(record, List.of());
    store().save(job("job_2", "sess_1", JobStatus.RUNNING, 1), events(1, 2));
    reopen();
    assertThat(store().events("job_1")).isEqualTo(events(4, MOST_EVENTS + 3));
    assertThat(store().events("job_2")).isEqualTo(events(1, 2));
    store().save(record, events(1_000, 1_000 + 2 * MOST_EVENTS));
    assertThat(store().events("job_1"))
        .isEqualTo(events(1_001 + MOST_EVENTS, 1_000 + 2 * MOST_EVENTS));
  }

  @Test
  void aJobAndItsEventsAreKeptBothOrNeither() {
    JobRecord before = job("job_1", "sess_1", JobStatus.RUNNING, 1);
    store().save(before, events(1, 3));
    JobRecord after = job("job_1", "sess_1", JobStatus.COMPLETED, 1);
    var twice = List.of(events(4, 4).getFirst(), events(3, 3).getFirst());
    assertThatThrownBy(() -> store().save(after, twice)).isInstanceOf(Store.StoreException.class);
    reopen();
    assertThat(store().job("job_1")).contains(before);
    assertThat(store().events("job_1")).isEqualTo(events(1, 3));
    store().save(after, events(4, 4));
    assertThat(store().job("job_1")).contains(after);
  }

  @Test
  void aDeletedSessionTakesEverythingWithIt() {
    for (String id : List.of("sess_1", "sess_2")) {
      store().save(session(id, 1));
      store().saveState(session(id, 1), state("x", Store.Buffers.UNSAVED));
      store().save(job("job_of_" + id, id, JobStatus.RUNNING, 1), events(1, 3));
    }
    store().deleteSession("sess_1");
    reopen();
    assertThat(store().session("sess_1")).isEmpty();
    assertThat(store().state("sess_1")).isEmpty();
    assertThat(store().job("job_of_sess_1")).isEmpty();
    assertThat(store().events("job_of_sess_1")).isEmpty();
    assertThat(store().jobOfCheckpoint("check_job_of_sess_1")).isEmpty();
    assertThat(store().session("sess_2")).isPresent();
    assertThat(store().state("sess_2")).isPresent();
    assertThat(store().events("job_of_sess_2")).hasSize(3);
  }

  @Test
  void oddTextComesBackAsItWas() {
    var odd =
        List.of(
            "",
            " \t\r\n ",
            "\u0000 in the middle \u0000",
            "half a pair \uD83D and \uDE00 alone",
            "whole pair \uD83D\uDE00, \u202E, \uFEFF, \uFFFE",
            "'; DROP TABLE session; -- \" % _ ? \\",
            "x".repeat(5_000_000));
    for (int i = 0; i < odd.size(); i++) {
      String text = odd.get(i);
      String id = "job_" + i;
      var event =
          new EventRecord(
              1, JobEventType.TOOL_COMPLETED, NOW, Json.object().put("text", text).build());
      JobRecord record = job(id, "sess_" + i, JobStatus.WAITING_FOR_USER, i, text, 1);
      SessionRecord owner = session("sess_" + i, i).withJob(id, text, NOW);
      store().save(owner);
      store().saveState(owner, state(text, Store.Buffers.CLEAN));
      store().save(record, List.of(event));
      reopen();
      assertThat(store().job(id).equals(Optional.of(record))).as("job %d", i).isTrue();
      assertThat(store().events(id).equals(List.of(event))).as("event %d", i).isTrue();
      assertThat(store().session("sess_" + i).equals(Optional.of(owner))).as("%d", i).isTrue();
      assertThat(store().state("sess_" + i).equals(Optional.of(state(text, Store.Buffers.CLEAN))))
          .as("state %d", i)
          .isTrue();
    }
  }

  @Test
  void namesThatLookLikePatternsAreNames() {
    store().save(session("sess_%", 1));
    store().save(session("sess_a", 1));
    assertThat(store().session("sess__")).isEmpty();
    assertThat(store().session("SESS_A")).isEmpty();
    store().deleteSession("sess_%");
    assertThat(store().session("sess_a")).isPresent();
  }

  /// Each job has a writer of its own; readers never see a job without the event that tells of it.
  @Test
  void manyWritersAndReadersAtOnce() throws Exception {
    int writers = 8;
    int rounds = 40;
    store().collect();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Future<?>>();
      for (int w = 0; w < writers; w++) {
        String id = "job_" + w;
        String owner = "sess_" + w;
        all.add(
            threads.submit(
                () -> {
                  for (int i = 1; i <= rounds; i++) {
                    store().save(session(owner, i));
                    store().save(job(id, owner, JobStatus.RUNNING, 1, "round", i), events(i, i));
                    store().saveState(session(owner, i), state("" + i, Store.Buffers.UNSAVED));
                  }
                }));
        all.add(
            threads.submit(
                () -> {
                  for (int i = 1; i <= rounds; i++) {
                    long cursor = store().job(id).map(JobRecord::cursor).orElse(0L);
                    List<EventRecord> seen = store().events(id);
                    long last = seen.isEmpty() ? 0 : seen.getLast().cursor();
                    assertThat(last).isGreaterThanOrEqualTo(cursor);
                    store().sessions(new Store.Page(Optional.empty(), 0, 5));
                    store().collect();
                  }
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    reopen();
    for (int w = 0; w < writers; w++) {
      assertThat(store().events("job_" + w)).isEqualTo(events(1, rounds));
      assertThat(store().job("job_" + w).orElseThrow().cursor()).isEqualTo(rounds);
      assertThat(store().state("sess_" + w)).contains(state("" + rounds, Store.Buffers.UNSAVED));
    }
  }
}
