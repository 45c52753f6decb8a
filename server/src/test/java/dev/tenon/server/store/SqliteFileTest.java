package dev.tenon.server.store;

import static dev.tenon.server.store.Records.events;
import static dev.tenon.server.store.Records.job;
import static dev.tenon.server.store.Records.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The file of a SQLite store when it is not as it should be.
class SqliteFileTest extends SqliteScratch {
  @Test
  void aFileThatIsNoDatabaseIsLeftAloneAndTheWayOutIsNamed() throws Exception {
    Files.writeString(file(), "These are my notes, not a database.\n".repeat(100));
    byte[] before = Files.readAllBytes(file());
    assertThatThrownBy(this::open)
        .isInstanceOf(Store.StoreException.class)
        .hasMessageContaining(file().toString())
        .hasMessageContaining("is no SQLite database")
        .hasMessageContaining("move it away");
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
    Files.delete(file());
    open().close();
  }

  @Test
  void aDamagedFileIsToldWithTheWayOut() throws Exception {
    try (Store store = open()) {
      for (int i = 0; i < 300; i++) {
        store.save(job("job_" + i, "sess_1", JobStatus.COMPLETED, i), events(1, 5));
      }
    }
    try (var raw = new RandomAccessFile(file().toFile(), "rw")) {
      // Everything but the first page, which says that it is a database.
      raw.seek(4096);
      raw.write(new byte[(int) raw.length() - 4096]);
    }
    assertThatThrownBy(
            () -> {
              try (Store store = open()) {
                store.jobs("sess_1");
              }
            })
        .isInstanceOf(Store.StoreException.class)
        .hasMessageContaining(file().toString())
        .hasMessageContaining("is damaged")
        .hasMessageContaining(".recover");
  }

  @Test
  void aDatabaseOfSomethingElseIsRefused() throws Exception {
    sql("CREATE TABLE notes(text)", "PRAGMA user_version=2");
    assertThatThrownBy(this::open)
        .isInstanceOf(Store.StoreException.class)
        .hasMessageContaining("no such table");
  }

  @Test
  void oneDamagedRowDoesNotHideTheOthers() throws Exception {
    try (Store store = open()) {
      store.save(session("sess_1", 1));
      store.save(session("sess_2", 2));
      store.save(job("job_1", "sess_1", JobStatus.RUNNING, 1), events(1, 3));
      store.save(job("job_2", "sess_1", JobStatus.RUNNING, 1));
    }
    sql(
        "UPDATE session SET json='{' WHERE id='sess_1'",
        "UPDATE job SET json='{\"job_id\":7}' WHERE id='job_1'",
        "UPDATE event SET json=replace(json, '2026', 'MMXXVI') WHERE cursor=2");
    try (Store store = open()) {
      assertThat(store.sessions(new Store.Page(Optional.empty(), 0, 10)))
          .containsExactly(session("sess_2", 2));
      assertThat(store.jobs(List.of(JobStatus.RUNNING)))
          .extracting(JobRecord::id)
          .containsExactly("job_2");
      assertThat(store.events("job_1")).hasSize(2);
      assertThatThrownBy(() -> store.session("sess_1"))
          .hasMessageContaining("session sess_1 is damaged");
      assertThatThrownBy(() -> store.job("job_1")).hasMessageContaining("job job_1 is damaged");
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsToldWithTheWayOut() throws Exception {
    assertThatThrownBy(() -> open(Path.of("/proc/tenon/server.db")))
        .isInstanceOf(Store.StoreException.class)
        .hasMessageContaining("/proc/tenon")
        .hasMessageContaining("TENON_HOME");
    Files.writeString(folder.resolve("taken"), "a file");
    assertThatThrownBy(() -> open(folder.resolve("taken/server.db")))
        .isInstanceOf(Store.StoreException.class)
        .hasMessageContaining("--store memory");
  }

  @Test
  void aReadOnlyFolderIsToldWithTheWayOut() throws Exception {
    assumeFalse(
        System.getProperty("user.name").equals("root"),
        "SKIPPED: root can write to a folder without write permission");
    open().close();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assertThatThrownBy(this::open)
          .isInstanceOf(Store.StoreException.class)
          .hasMessageContaining("writable");
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void aLaterFormIsLeftAlone() throws Exception {
    open().close();
    sql("PRAGMA user_version=99", "CREATE TABLE later(x)");
    byte[] before = Files.readAllBytes(file());
    assertThatThrownBy(this::open)
        .isInstanceOf(Store.StoreException.class)
        .hasMessageContaining("later version of Tenon (form 99, this one knows 4)");
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"what?", "50%25 #1", "ünï cödé", "a?mode=memory"})
  void theNameOfAFolderMayBeOdd(String name) {
    Path odd = folder.resolve(name).resolve("server.db");
    try (Store store = open(odd)) {
      store.save(session("sess_1", 1));
    }
    assertThat(odd).isRegularFile();
    try (Store store = open(odd)) {
      assertThat(store.session("sess_1")).isPresent();
    }
  }

  @Test
  void aSecondServerIsRefusedAsLongAsTheFirstIsThere() {
    try (Store store = open()) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(this::open)
            .isInstanceOf(Store.StoreException.class)
            .hasMessageContaining("is in use by another server")
            .hasMessageContaining("--store memory");
      }
      store.save(session("sess_1", 1));
    }
    try (Store store = open()) {
      assertThat(store.session("sess_1")).isPresent();
    }
  }

  /// The lock is another process's, and it ends with that process.
  @Test
  void theLockOfAKilledServerIsGone() throws Exception {
    Process other = child(Holder.class);
    try {
      var out =
          new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8));
      assertThat(out.readLine()).isEqualTo("open");
      assertThatThrownBy(this::open)
          .isInstanceOf(Store.StoreException.class)
          .hasMessageContaining("(process " + other.pid() + ")");
    } finally {
      other.destroyForcibly().waitFor();
    }
    try (Store store = open()) {
      assertThat(store.events("job_1")).hasSize(3);
    }
  }

  private Process child(Class<?> main) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xshare:auto", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(main.getName(), file().toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /// A server that holds a store until it is killed.
  static final class Holder {
    private Holder() {}

    public static void main(String[] words) throws Exception {
      Store store = open(Path.of(words[0]));
      store.save(job("job_1", "sess_1", JobStatus.RUNNING, 1), events(1, 3));
      System.out.println("open");
      TimeUnit.DAYS.sleep(1);
      store.close();
    }
  }

  /// A program that is killed in the middle of a step: the steps before stand, and this one never
  /// was.
  @Test
  void aStepThatIsCutOffIsNotDone() throws Exception {
    assertThat(child(Dying.class).waitFor()).isEqualTo(Dying.CODE);
    try (var connection = Database.connect(file());
        var statement = connection.createStatement();
        var version = statement.executeQuery("PRAGMA user_version")) {
      assertThat(version.getInt(1)).isOne();
    }
    try (Store store = open()) {
      assertThat(store.collect().sessions()).isEmpty();
      store.save(session("sess_1", 1));
    }
  }

  /// Ends the program in the middle of the second step.
  static final class Dying {
    static final int CODE = 77;

    private Dying() {}

    public static void main(String[] words) throws Exception {
      Path file = Path.of(words[0]);
      var steps = new ArrayList<>(Migrations.STEPS.subList(0, 1));
      var second = new ArrayList<>(Migrations.STEPS.get(1));
      second.add("SELECT die()");
      steps.add(second);
      try (var connection = Database.connect(file)) {
        org.sqlite.Function.create(
            connection,
            "die",
            new org.sqlite.Function() {
              @Override
              protected void xFunc() {
                Runtime.getRuntime().halt(CODE);
              }
            });
        Migrations.run(connection, file, steps);
      }
    }
  }

  @Test
  void aStepThatFailsIsNotDone() throws Exception {
    var steps =
        List.of(
            Migrations.STEPS.getFirst(),
            List.of("CREATE TABLE half(x)", "INSERT INTO missing VALUES (1)"));
    try (var connection = Database.connect(file())) {
      assertThatThrownBy(() -> Migrations.run(connection, file(), steps))
          .isInstanceOf(SQLException.class);
    }
    try (var connection = Database.connect(file());
        var statement = connection.createStatement()) {
      try (var version = statement.executeQuery("PRAGMA user_version")) {
        assertThat(version.getInt(1)).isOne();
      }
      try (var tables =
          statement.executeQuery("SELECT count(*) FROM sqlite_master WHERE name='half'")) {
        assertThat(tables.getInt(1)).isZero();
      }
    }
    open().close();
  }

  /// A store as the first form of the program left it.
  @Test
  void aStoreOfTheFirstFormIsTakenOver() throws Exception {
    var old = new ArrayList<>(Migrations.STEPS.getFirst());
    old.add("PRAGMA user_version=1");
    old.add("PRAGMA journal_mode=WAL");
    JobRecord over = job("job_1", "sess_1", JobStatus.COMPLETED, 7);
    JobRecord open = job("job_2", "sess_2", JobStatus.AWAITING_REVIEW, 6);
    old.add(jobRow(over));
    old.add(jobRow(open));
    old.add("INSERT INTO job VALUES ('job_3','sess_1','failed',NULL,1234,'{')");
    old.add(sessionRow(session("sess_1", 7, "job_1")));
    old.add(sessionRow(session("sess_2", 6)));
    old.add("INSERT INTO session VALUES ('sess_3','active',1,'not json')");
    old.add("INSERT INTO state VALUES ('sess_1','{\"messages\":[]}','{\"buffers\":[]}','NOTHING')");
    old.add(
        "INSERT INTO state VALUES ('sess_2','{\"messages\":[]}','{\"buffers\":[{}]}','NOTHING')");
    old.add("INSERT INTO state VALUES ('sess_3','{\"messages\":[]}','damaged','NOTHING')");
    old.add("INSERT INTO event VALUES ('job_1',1,'" + events(1, 1).getFirst().toJson() + "')");
    sql(old.toArray(String[]::new));
    try (Store store = open()) {
      assertThat(store.job("job_1")).contains(over);
      assertThat(store.job("job_2")).contains(open);
      assertThat(store.events("job_1")).isEqualTo(events(1, 1));
      assertThat(store.session("sess_1")).contains(session("sess_1", 7, "job_1"));
      assertThat(store.state("sess_1").orElseThrow().buffers()).isEqualTo(Store.Buffers.CLEAN);
      assertThat(store.state("sess_2").orElseThrow().buffers()).isEqualTo(Store.Buffers.UNSAVED);
    }
    assertThat(column("SELECT finished FROM job ORDER BY id"))
        .containsExactly(String.valueOf(over.finishedAt().toEpochMilli()), "null", "1234");
    assertThat(column("SELECT worked FROM session ORDER BY id")).containsExactly("1", "0", "0");
    assertThat(column("SELECT unsaved FROM state ORDER BY session")).containsExactly("0", "1", "1");
  }

  private static String jobRow(JobRecord job) {
    return "INSERT INTO job VALUES ('%s','%s','%s','%s',%d,'%s')"
        .formatted(
            job.id(),
            job.sessionId(),
            job.status().label(),
            job.checkpointId(),
            job.createdAt().toEpochMilli(),
            job.toJson());
  }

  private static String sessionRow(SessionRecord session) {
    return "INSERT INTO session VALUES ('%s','active',%d,'%s')"
        .formatted(session.id(), session.updatedAt().toEpochMilli(), session.stored());
  }

  /// No question that is asked often reads a whole table.
  @ParameterizedTest
  @ValueSource(
      strings = {
        SqliteStore.SESSIONS,
        SqliteStore.SESSIONS_OF_STATUS,
        SqliteStore.JOBS_OF_SESSION,
        SqliteStore.EVENTS,
        SqliteHistory.MESSAGES,
        SqliteRetention.OLD_JOBS,
        SqliteRetention.OVER_JOBS,
        SqliteRetention.COUNT_OF_JOBS,
        SqliteRetention.OLD_SESSIONS,
        SqliteRetention.SURPLUS_SESSIONS,
        SqliteStore.JOBS_OF_STATUS + "?,?,?) ORDER BY created, rowid"
      })
  void everyQuestionHasItsIndex(String question) throws Exception {
    open().close();
    var plan = new ArrayList<String>();
    try (var connection = Database.connect(file());
        var statement = connection.prepareStatement("EXPLAIN QUERY PLAN " + question);
        var rows = statement.executeQuery()) {
      while (rows.next()) {
        plan.add(rows.getString("detail"));
      }
    }
    assumeTrue(!plan.isEmpty());
    assertThat(plan)
        .allSatisfy(
            step -> {
              boolean scan = step.startsWith("SCAN") && !step.contains("INDEX");
              assertThat(scan).as(question + ": " + step).isFalse();
            });
  }

  /// 10,000 sessions with 100,000 jobs: what is asked with every new job takes moments. The bound
  /// is far above what it takes, and far below what reading everything would take.
  @Test
  void aLargeStoreIsQuick() throws Exception {
    open().close();
    JobRecord job = job("job_X", "sess_X", JobStatus.COMPLETED, 60);
    sql(
        "INSERT INTO session WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE"
            + " i<9999) SELECT 'sess_'||i, 'active', "
            + Records.NOW.toEpochMilli()
            + "-i, replace('"
            + session("sess_X", 1, "job_1").stored()
            + "', 'sess_X', 'sess_'||i), 1 FROM n",
        "INSERT INTO job(id, session, status, checkpoint, created, json, finished) WITH RECURSIVE"
            + " n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<99999) SELECT 'job_'||i,"
            + " 'sess_'||(i%10000), 'completed', 'check_'||i, "
            + job.createdAt().toEpochMilli()
            + ", replace('"
            + job.toJson()
            + "', 'job_X', 'job_'||i), "
            + job.finishedAt().toEpochMilli()
            + " FROM n");
    long start = System.nanoTime();
    try (Store store = open()) {
      assertThat(store.jobs(List.of(JobStatus.QUEUED, JobStatus.RUNNING))).isEmpty();
      assertThat(store.sessions(new Store.Page(Optional.empty(), 0, 100))).hasSize(100);
      for (int i = 0; i < 100; i++) {
        assertThat(store.collect().jobs()).isEmpty();
      }
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertThat(millis).isLessThan(5_000);
  }
}
