package dev.tenon.core.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Calls side by side, and helpers that break.
class HelperTreeTest {
  @TempDir Path folder;
  private final List<String> merged = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);

  private interface Opens {
    void open(HelperNode helper) throws IOException, HelperOpener.UnusableException;
  }

  private HelperTree tree(HelperBounds bounds, Opens opens, Runnable merging) {
    HelperOpener opener =
        new HelperOpener() {
          @Override
          public Opened open(Opening opening) throws IOException, UnusableException {
            opens.open(opening.helper());
            throw new UnusableException("nothing to do");
          }

          @Override
          public Opened reopen(Opening opening) throws IOException, UnusableException {
            return open(opening);
          }

          @Override
          public Helpers.Merged merge(HelperNode helper, Helpers.Ending ending) {
            merged.add(helper.id() + " " + ending.label());
            merging.run();
            return Helpers.Merged.NOTHING;
          }

          @Override
          public String session() {
            return "session";
          }

          @Override
          public Known look(String id) {
            return new Known(
                "task", "does it", Helpers.Ending.FAILED, null, AgentDefinition.Isolation.NONE);
          }
        };
    return new HelperTree(
        bounds,
        Helpers.Simple.DEFAULT,
        () -> List.of(HelperEventsTest.agent()),
        new HelperFiles(() -> folder),
        opener,
        reported -> {});
  }

  private static Helpers.Order.Start order(String... ids) {
    var tasks = new ArrayList<Helpers.Task>();
    for (String id : ids) {
      tasks.add(new Helpers.Task(id, "does " + id, "Do " + id + "."));
    }
    return new Helpers.Order.Start("task", tasks, "", null, false, 0, 0);
  }

  /// A person who says yes.
  private static Permits agreeing(AtomicInteger asked) {
    return new Permits() {
      @Override
      public Reach reach() {
        return Reach.USUAL;
      }

      @Override
      public Reach request(List<Access> accesses) {
        asked.incrementAndGet();
        return Reach.USUAL;
      }
    };
  }

  @Test
  void whatNobodyExpectedEndsOneHelperAndKeepsItsLayer() throws Exception {
    HelperTree tree =
        tree(
            HelperBounds.DEFAULT,
            helper -> {
              if (helper.id().endsWith("A")) {
                throw new NullPointerException("broken");
              }
            },
            () -> {});
    Helpers root = tree.root(null);
    List<Helpers.Report> reports =
        root.carryOut(order("A", "B"), Permits.nothingMore(), line -> {});
    assertThat(reports).extracting(Helpers.Report::ending).containsOnly(Helpers.Ending.FAILED);
    assertThat(reports.getFirst().problem()).contains("a bug in Tenon", "broken");
    assertThat(reports.getLast().problem()).isEqualTo("nothing to do");
    assertThat(merged).containsExactlyInAnyOrder("0-A failed", "1-B failed");
    assertThat(tree.working()).isEmpty();
    // Nobody works on it any more, so that it can be given again.
    assertThat(root.carryOut(order("A"), Permits.nothingMore(), line -> {})).hasSize(1);
  }

  @Test
  void aMergeThatBreaksIsToldAndStopsNobody() throws Exception {
    HelperTree tree =
        tree(
            HelperBounds.DEFAULT,
            helper -> {},
            () -> {
              throw new IllegalArgumentException("no merge");
            });
    List<Helpers.Report> reports =
        tree.root(null).carryOut(order("A", "B"), Permits.nothingMore(), line -> {});
    assertThat(reports).hasSize(2);
    for (Helpers.Report report : reports) {
      assertThat(report.unmerged()).hasSize(1);
      assertThat(report.described()).contains("no merge", "tenon agents diff " + report.id());
    }
    assertThat(tree.working()).isEmpty();
  }

  @Test
  void callsSideBySideStayWithinTheBoundsTogetherAndAskOnce() throws Exception {
    HelperTree tree = tree(new HelperBounds(4, 2, 4, 24, 100, 50), helper -> held(), () -> {});
    var asked = new AtomicInteger();
    var refused = new CopyOnWriteArrayList<String>();
    var calls = new ArrayList<Thread>();
    for (int i = 0; i < 10; i++) {
      Helpers.Order.Start order = order("A" + i, "B" + i, "C" + i, "D" + i, "E" + i);
      calls.add(called(tree.root(null), order, agreeing(asked), refused));
    }
    await().until(() -> tree.working().size() + 5 * refused.size() == 50);
    assertThat(tree.working()).hasSize(20);
    assertThat(refused).hasSize(6).allMatch(why -> why.contains("agents.perPrompt"));
    assertThat(asked).hasValue(1);
    ends(calls);
    assertThat(tree.working()).isEmpty();
  }

  @Test
  void theSameAssignmentIsGivenOnceAtATime() throws Exception {
    HelperTree tree = tree(HelperBounds.DEFAULT, helper -> held(), () -> {});
    var refused = new CopyOnWriteArrayList<String>();
    var calls = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      calls.add(called(tree.root(null), order("Same"), Permits.nothingMore(), refused));
    }
    await().until(() -> tree.working().size() + refused.size() == 8);
    assertThat(tree.working()).hasSize(1);
    assertThat(refused).allMatch(why -> why.contains("works on exactly what Same asks"));
    ends(calls);
  }

  @Test
  void aHelperGoesOnOnceAtATime() throws Exception {
    Files.createFile(folder.resolve("0-A.jsonl"));
    HelperTree tree = tree(HelperBounds.DEFAULT, helper -> held(), () -> {});
    var refused = new CopyOnWriteArrayList<String>();
    var calls = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      var order = new Helpers.Order.Resume("0-A", "go on", 30, 500);
      calls.add(called(tree.root(null), order, Permits.nothingMore(), refused));
    }
    await().until(() -> tree.working().size() + refused.size() == 8);
    assertThat(refused).hasSize(7).allMatch(why -> why.contains("0-A is still at work"));
    assertThat(tree.working().getFirst().limits())
        .isEqualTo(new HelperNode.Limits(30, 500, AgentDefinition.Isolation.NONE));
    ends(calls);
    // What a call does not say holds as before.
    tree.root(null)
        .carryOut(new Helpers.Order.Resume("0-A", "and on"), Permits.nothingMore(), line -> {});
    assertThat(tree.find("0-A").orElseThrow().limits().tokens()).isEqualTo(500);
  }

  private void held() {
    try {
      release.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread called(
      Helpers helpers, Helpers.Order order, Permits permits, List<String> refused) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                helpers.carryOut(order, permits, line -> {});
              } catch (ToolException why) {
                refused.add(why.getMessage());
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void ends(List<Thread> calls) throws InterruptedException {
    release.countDown();
    for (Thread call : calls) {
      call.join();
    }
  }
}
