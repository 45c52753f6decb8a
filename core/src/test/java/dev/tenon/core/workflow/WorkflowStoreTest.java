package dev.tenon.core.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files of workflows, and what becomes of damaged ones.
final class WorkflowStoreTest {
  @TempDir Path folder;
  private final List<String> problems = new ArrayList<>();

  private WorkflowStore store() {
    return WorkflowStore.of(folder, problems::add);
  }

  private static Json.Obj begun(String task) {
    return Json.object().put("task", task).put("session", "s1").build();
  }

  @Test
  void entriesAreKeptNumberedAndFound() throws Exception {
    assertThat(store().isEmpty()).isTrue();
    WorkflowStore.Kept first = store().begin(WorkflowKind.RALPLAN, begun("one"));
    WorkflowStore.Kept second = store().begin(WorkflowKind.RALPLAN, begun("two"));
    store().begin(WorkflowKind.TEAM, begun("three"));
    assertThat(List.of(first.id(), second.id())).containsExactly("ralplan-1", "ralplan-2");
    first
        .log()
        .locked(
            log -> {
              log.append("planned", Consensus.of(log.entries()).planned("0-Plan", "# A plan"));
              return 0;
            });
    assertThat(store().all().stream().map(WorkflowStore.Kept::id))
        .containsExactly("ralplan-1", "ralplan-2", "team-1");
    WorkflowStore.Kept found = store().find("ralplan-1").orElseThrow();
    assertThat(found.task()).isEqualTo("one");
    assertThat(found.status().state()).isEqualTo(WorkflowStatus.State.RUNNING);
    assertThat(Consensus.of(found.entries()).missing()).containsExactly("architect", "critic");
    assertThat(Files.getPosixFilePermissions(found.log().file())).hasSize(2);
    store().clear("ralplan-1");
    assertThat(store().find("ralplan-1")).isEmpty();
    assertThat(store().find("../../etc-1")).isEmpty();
    assertThatThrownBy(() -> found.log().append("more", Json.Obj.EMPTY))
        .isInstanceOf(WorkflowException.class)
        .hasMessageContaining("cleared");
    assertThat(problems).isEmpty();
  }

  /// Cut at any byte: what is whole counts; a file without a whole line is set aside.
  @Test
  void aFileCutAtAnyByteIsReadAsFarAsItIsWhole() throws Exception {
    WorkflowStore.Kept kept = store().begin(WorkflowKind.ULTRAGOAL, goals());
    for (int i = 0; i < 3; i++) {
      kept.log().append("checked", Json.object().put("goal", 1).put("check", "c" + i).build());
    }
    byte[] whole = Files.readAllBytes(kept.log().file());
    String text = new String(whole, StandardCharsets.UTF_8);
    for (int cut = 0; cut < whole.length; cut++) {
      Files.write(kept.log().file(), Arrays.copyOf(whole, cut));
      long lines = text.substring(0, cut).chars().filter(c -> c == '\n').count();
      problems.clear();
      var found = store().find(kept.id());
      if (lines == 0) {
        assertThat(found).as("cut at %d", cut).isEmpty();
        assertThat(problems).hasSize(1);
        assertThat(problems.getFirst()).contains("ultragoal-1 is damaged", "set aside as");
      } else {
        assertThat(found.orElseThrow().entries()).as("cut at %d", cut).hasSize((int) lines);
        assertThat(problems).isEmpty();
        kept.log().append("checked", Json.object().put("goal", 1).put("check", "new").build());
        assertThat(store().find(kept.id()).orElseThrow().entries()).hasSize((int) lines + 1);
      }
    }
    assertThat(store().damaged()).isNotEmpty();
  }

  /// A changed byte anywhere in a whole line is noticed.
  @Test
  void aChangedEntryIsNoticed() throws Exception {
    WorkflowStore.Kept kept = store().begin(WorkflowKind.ULTRAGOAL, goals());
    kept.log().append("proved", Json.object().put("goal", 1).put("how", "by c1").build());
    String text = Files.readString(kept.log().file());
    Files.writeString(kept.log().file(), text.replace("by c1", "by c2"));
    assertThat(store().all()).isEmpty();
    assertThat(problems.getFirst()).contains("line 2: entry 2 is not as it was written");
    assertThat(store().damaged()).hasSize(1);
    assertThat(store().begin(WorkflowKind.ULTRAGOAL, goals()).id()).isEqualTo("ultragoal-2");
  }

  private static Json.Obj goals() throws Exception {
    return Json.object()
        .put("task", "work")
        .put("goals", GoalLedger.toJson(GoalLedger.goals("@goal: one\n@check: true\n- @goal: two")))
        .build();
  }

  @Test
  void aBriefBecomesGoals() throws Exception {
    List<GoalLedger.Item> items =
        GoalLedger.goals(
            "Words before.\n@goal: one\nmore of it\n@check: make test\n\n* @goal: two");
    assertThat(items)
        .containsExactly(
            new GoalLedger.Item("one\nmore of it", List.of("make test")),
            new GoalLedger.Item("two", List.of()));
    assertThatThrownBy(() -> GoalLedger.goals("just words"))
        .hasMessageContaining("write a line '@goal: WHAT'");
    assertThatThrownBy(() -> GoalLedger.goals("@goal:\n@goal: x")).hasMessageContaining("no text");
  }

  /// Processes that write at the same time, and readers among them, keep every entry.
  @Test
  void severalProcessesWriteAtOnce() throws Exception {
    WorkflowStore.Kept kept = store().begin(WorkflowKind.ULTRAGOAL, goals());
    var writers = new ArrayList<Process>();
    for (int i = 0; i < 3; i++) {
      writers.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Writer.class.getName(),
                  folder.toString(),
                  kept.id(),
                  String.valueOf(i))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("out-" + i).toFile())
              .start());
    }
    while (writers.stream().anyMatch(Process::isAlive)) {
      assertThat(store().find(kept.id())).as("while it is written: " + problems).isPresent();
    }
    for (int i = 0; i < 3; i++) {
      assertThat(writers.get(i).waitFor())
          .as(Files.readString(folder.resolve("out-" + i)))
          .isZero();
    }
    List<WorkflowEntry> entries = store().find(kept.id()).orElseThrow().entries();
    assertThat(entries).hasSize(1 + 3 * Writer.ENTRIES);
    assertThat(problems).isEmpty();
  }

  /// A process that writes.
  static final class Writer {
    static final int ENTRIES = 60;

    public static void main(String[] words) throws Exception {
      WorkflowStore store = WorkflowStore.of(Path.of(words[0]), line -> {});
      WorkflowLog log = store.find(words[1]).orElseThrow().log();
      for (int i = 0; i < ENTRIES; i++) {
        log.append("checked", Json.object().put("by", words[2]).put("n", i).build());
        log.entries();
      }
    }
  }

  // ---- the board

  private static TeamBoard.Task task(String id, String lane, String... needs) {
    return new TeamBoard.Task(id, lane, "executor", List.of(needs), "Do " + id);
  }

  private TeamLog team(TeamBoard.Task... tasks) throws Exception {
    WorkflowStore store = store();
    WorkflowStore.Kept kept =
        store.begin(
            WorkflowKind.TEAM,
            Json.object()
                .put("task", "all")
                .put("workers", 2)
                .put("leaseSeconds", 1)
                .put("tasks", TeamBoard.toJson(TeamBoard.checked(List.of(tasks))))
                .build());
    return new TeamLog(kept.log(), new Signs(store.beside(kept.id())));
  }

  @Test
  void lanesAndNeedsDecideWhatCanBeClaimed() throws Exception {
    long me = ProcessHandle.current().pid();
    TeamLog team = team(task("a", "x"), task("b", "x"), task("c", "y", "a"), task("d", "z"));
    team.join(1, me);
    team.join(2, me);
    TeamBoard.Task first = team.claim(1, me).orElseThrow();
    TeamBoard.Task second = team.claim(2, me).orElseThrow();
    assertThat(List.of(first.id(), second.id())).containsExactly("a", "d");
    assertThat(team.claim(1, me)).as("b waits for its lane, c for a").isEmpty();
    assertThat(team.end(TeamLog.End.DONE, first, 1, me, "made a", "")).isTrue();
    assertThat(team.claim(1, me).orElseThrow().id()).isEqualTo("b");
    assertThat(team.end(TeamLog.End.CONFLICT, team.board().task("b"), 1, me, "", "x.txt")).isTrue();
    TeamBoard.Task third = team.claim(1, me).orElseThrow();
    assertThat(third.id()).as("the other lanes go on").isEqualTo("c");
    assertThat(team.board().resultsFor(third)).containsEntry("a", "made a");
    team.end(TeamLog.End.DONE, third, 1, me, "", "");
    team.end(TeamLog.End.DONE, second, 2, me, "", "");
    assertThat(team.board().isOver()).isTrue();
    assertThat(team.board().stopping()).containsExactly("x (b conflict)");
    assertThat(team.board().status().state()).isEqualTo(WorkflowStatus.State.STUCK);
  }

  @Test
  void whatAGoneWorkerHadClaimedGoesBack() throws Exception {
    long me = ProcessHandle.current().pid();
    TeamLog team = team(task("a", "x"));
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    team.join(1, me);
    // Claimed by a process that is gone by now.
    team.log()
        .locked(
            log -> {
              log.append(
                  "claimed",
                  TeamBoard.claimed(TeamBoard.of(log.entries()).task("a"), 1, dead.pid()));
              return 0;
            });
    assertThat(team.claim(2, me).orElseThrow().id()).isEqualTo("a");
    assertThat(team.end(TeamLog.End.DONE, team.board().task("a"), 1, dead.pid(), "late", ""))
        .as("who lost the lease cannot end it")
        .isFalse();
    // A live process without signs of life loses its claim, too.
    team.signs().give(2, me);
    Path alive = team.signs().folder().resolve("worker-2.alive");
    Files.setLastModifiedTime(
        alive, java.nio.file.attribute.FileTime.fromMillis(System.currentTimeMillis() - 60_000));
    assertThat(team.reap().claimable().orElseThrow().id()).isEqualTo("a");
    assertThat(team.board().described()).contains("goes back", "no sign of life for");
  }

  @Test
  void boardsThatCannotBeWorkedOffAreRefused() {
    assertThatThrownBy(() -> TeamBoard.checked(List.of(task("a", "x", "b"), task("b", "y", "a"))))
        .hasMessageContaining("wait for each other");
    assertThatThrownBy(() -> TeamBoard.checked(List.of(task("a", "x", "b"), task("b", "x"))))
        .hasMessageContaining("wait for each other");
    assertThatThrownBy(() -> TeamBoard.checked(List.of(task("a", "x", "q"))))
        .hasMessageContaining("needs 'q'");
    assertThatThrownBy(() -> TeamBoard.checked(List.of(task("a", "x"), task("A", "y"))))
        .hasMessageContaining("two tasks");
  }
}
