package dev.tenon.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.worker.WorkerException;
import dev.tenon.core.exec.worker.WorkerPool;
import dev.tenon.core.exec.worker.WorkerProgram;
import dev.tenon.core.json.Json;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tasks that crash, hang and eat, in real JVMs.
@Timeout(180)
class WorkerPoolTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final WorkerPool pool = pool(Duration.ofMinutes(3));

  private static WorkerProgram program() {
    var entries = new ArrayList<Path>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath());
    }
    return WorkerProgram.of(entries).serving(HostileWorker.class.getName()).withMemory(64);
  }

  private static WorkerPool pool(Duration idle) {
    return new WorkerPool(
        new Residents(new Shell(Shell.Setup.DEFAULT), text -> text),
        () -> Optional.of(program()),
        Confinement.none(),
        idle,
        note -> {});
  }

  @AfterEach
  void close() {
    pool.close();
  }

  private long pid() throws Exception {
    return ((Json.Num) pool.call("pid", Json.Obj.EMPTY, LONG)).longValue();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private WorkerException fails(String task, Json.Obj params) {
    return catchThrowableOfType(WorkerException.class, () -> pool.call(task, params, LONG));
  }

  @Test
  void nothingIsStartedBeforeATaskAndOneServesMany() throws Exception {
    assertThat(pool.size()).isZero();
    long first = pid();
    for (int i = 0; i < 20; i++) {
      Json.Obj params = Json.object().put("i", i).build();
      assertThat(pool.call("echo", params, LONG)).isEqualTo(params);
    }
    assertThat(pid()).isEqualTo(first);
    assertThat(pool.size()).isOne();
    assertThat(pool.call("print", Json.Obj.EMPTY, LONG)).isEqualTo(Json.of("printed"));
    WorkerException unknown = fails("none", Json.Obj.EMPTY);
    assertThat(unknown.kind()).isEqualTo(WorkerException.Kind.FAILED);
    assertThat(unknown).hasMessage("none failed: there is no method 'none'");
    assertThat(fails("stack", Json.Obj.EMPTY).kind()).isEqualTo(WorkerException.Kind.FAILED);
    assertThat(pid()).isEqualTo(first);
    pool.close();
    await().until(() -> !isAlive(first));
    assertThat(fails("echo", Json.Obj.EMPTY).kind()).isEqualTo(WorkerException.Kind.UNAVAILABLE);
  }

  @Test
  void aCrashCostsOneCallAndSaysWhy() throws Exception {
    long first = pid();
    WorkerException memory = fails("memory", Json.Obj.EMPTY);
    assertThat(memory.kind()).isEqualTo(WorkerException.Kind.DIED);
    assertThat(memory)
        .hasMessageContaining("memory failed because its worker died: it ran out of memory")
        .hasMessageContaining("exit code 3");
    assertThat(pid()).isNotEqualTo(first);

    assertThat(fails("signal", Json.object().put("name", "SEGV").build()))
        .hasMessageContaining("it crashed with SIGSEGV");
    assertThat(fails("signal", Json.object().put("name", "KILL").build()))
        .hasMessageContaining("signal 9 (kill)");
    assertThat(fails("exit", Json.Obj.EMPTY))
        .hasMessage(
            "exit failed because its worker died: it ended with exit code 42; it last said:\n"
                + "I have had enough");
    assertThat(pool.call("echo", Json.Obj.EMPTY, LONG)).isEqualTo(Json.Obj.EMPTY);
    await().untilAsserted(() -> assertThat(pool.size()).isOne());
  }

  @Test
  void aWorkerThatWasKilledWhileIdleIsNotUsedAgain() throws Exception {
    long first = pid();
    assertThat(ProcessHandle.of(first).orElseThrow().destroyForcibly()).isTrue();
    await().untilAsserted(() -> assertThat(pool.size()).isZero());
    assertThat(pid()).isNotEqualTo(first);
  }

  @Test
  void aTaskThatStopsKeepsItsWorkerAndOneThatDoesNotLosesIt() throws Exception {
    long waiting = interrupted("wait");
    await()
        .untilAsserted(
            () -> {
              long now = pid();
              if (now != waiting) {
                // Its task had not ended yet, and another was started, which would be used again.
                ProcessHandle.of(now).ifPresent(ProcessHandle::destroyForcibly);
              }
              assertThat(now).isEqualTo(waiting);
            });
    long spinning = interrupted("spin");
    await().atMost(Duration.ofSeconds(20)).until(() -> !isAlive(spinning));
    assertThat(pid()).isNotEqualTo(spinning);
  }

  /// Interrupts a call when its task runs. Answers which process ran it.
  private long interrupted(String task) throws Exception {
    Path begun = folder.resolve(task);
    var end = new CompletableFuture<Throwable>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Json.Obj params = Json.object().put("begun", begun.toString()).build();
                    end.completeExceptionally(new AssertionError(pool.call(task, params, LONG)));
                  } catch (WorkerException | InterruptedException stopped) {
                    end.complete(stopped);
                  }
                });
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.exists(begun) && Files.readString(begun).endsWith("\n"));
    long before = System.nanoTime();
    caller.interrupt();
    assertThat(end.get(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    assertThat(System.nanoTime() - before).isLessThan(1_000_000_000L);
    return Long.parseLong(Files.readString(begun).strip());
  }

  @Test
  void aTaskHasATimeLimit() throws Exception {
    pid();
    WorkerException late =
        catchThrowableOfType(
            WorkerException.class, () -> pool.call("spin", Json.Obj.EMPTY, Duration.ofMillis(200)));
    assertThat(late.kind()).isEqualTo(WorkerException.Kind.TIMED_OUT);
    assertThat(late).hasMessageStartingWith("spin took longer than it may and was stopped");
    await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(pool.size()).isZero());
  }

  @Test
  void severalCallsHaveSeveralWorkersAndTheOthersWait() throws Exception {
    var calls = new ArrayList<CompletableFuture<Json>>();
    for (int i = 0; i < 8; i++) {
      Json.Obj params = Json.object().put("i", i).build();
      var answer = new CompletableFuture<Json>();
      calls.add(answer);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  answer.complete(pool.call("echo", params, LONG));
                } catch (WorkerException | InterruptedException failed) {
                  answer.completeExceptionally(failed);
                }
              });
    }
    for (int i = 0; i < calls.size(); i++) {
      assertThat(calls.get(i).get(60, TimeUnit.SECONDS))
          .isEqualTo(Json.object().put("i", i).build());
    }
    assertThat(pool.size()).isBetween(1, 2);
  }

  @Test
  void anIdleWorkerEnds() throws Exception {
    try (var brief = pool(Duration.ofMillis(100))) {
      brief.call("echo", Json.Obj.EMPTY, LONG);
      await().untilAsserted(() -> assertThat(brief.size()).isZero());
      brief.call("echo", Json.Obj.EMPTY, LONG);
    }
  }

  @Test
  void whereNoWorkerIsThereTheErrorSaysSo() {
    for (Optional<WorkerProgram> wrong :
        List.of(
            Optional.<WorkerProgram>empty(),
            Optional.of(WorkerProgram.of(List.of(folder.resolve("no.jar")))))) {
      try (var none =
          new WorkerPool(
              new Residents(new Shell(Shell.Setup.DEFAULT), text -> text),
              () -> wrong,
              Confinement.none(),
              LONG,
              note -> {})) {
        WorkerException failed =
            catchThrowableOfType(
                WorkerException.class, () -> none.call("echo", Json.Obj.EMPTY, LONG));
        assertThat(failed)
            .hasMessageMatching(
                "(?s)there are no workers here"
                    + "|.*its worker died: it ended with exit code 1; it last said:.*WorkerMain.*");
      }
    }
  }
}
