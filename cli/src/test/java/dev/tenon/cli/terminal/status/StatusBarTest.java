package dev.tenon.cli.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Prices;
import dev.tenon.cli.terminal.render.Recorded;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.Message;
import dev.tenon.core.tool.ToolResult.Checklist;
import dev.tenon.engine.config.Settings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StatusBarTest {
  private final Source source = new Source();
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final AtomicInteger changes = new AtomicInteger();
  private StatusBar bar = bar(true, StatusScenes.COLOURED);

  @AfterEach
  void close() {
    bar.close();
  }

  private StatusBar bar(boolean enabled, DisplayOptions look) {
    var usage =
        new UsageRenderer(
            new Recorded(Page.Reach.LIVE, 80),
            look,
            Prices.unknown(),
            UsageRenderer.Showing.SILENT);
    return new StatusBar(
        source,
        usage,
        new Settings.StatusLine(enabled, StatusScenes.ALL, ""),
        look,
        new StatusBar.Surface() {
          @Override
          public int columns() {
            return 80;
          }

          @Override
          public void changed() {
            changes.incrementAndGet();
          }

          @Override
          public void note(String text) {
            notes.add(text);
          }
        });
  }

  private String below() {
    return Cells.text(String.join("\n", bar.below(80).lines()));
  }

  private String above(StatusBar.Activity activity) {
    return Cells.text(String.join("\n", bar.above(80, 12, activity).lines()));
  }

  /// A conversation of the test.
  private static final class Source implements StatusSource {
    volatile StatusFacts facts = StatusScenes.EARLY;
    volatile List<RunningTask> tasks = List.of();
    volatile List<Checklist.Line> plan = List.of();
    volatile boolean commanded;
    volatile boolean broken;
    final BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
    final List<String> asked = new CopyOnWriteArrayList<>();
    final AtomicInteger looks = new AtomicInteger();
    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();
    volatile CountDownLatch gate = new CountDownLatch(0);

    @Override
    public StatusFacts facts() {
      return facts;
    }

    @Override
    public void look() throws InterruptedException {
      most.accumulateAndGet(running.incrementAndGet(), Math::max);
      looks.incrementAndGet();
      gate.await();
      running.decrementAndGet();
      if (broken) {
        throw new IllegalStateException("broken");
      }
    }

    @Override
    public List<RunningTask> tasks() {
      return tasks;
    }

    @Override
    public List<Checklist.Line> plan() {
      return plan;
    }

    @Override
    public String ask(String state) throws StatusCommandException, InterruptedException {
      asked.add(state);
      Object answer = answers.take();
      if (answer instanceof StatusCommandException problem) {
        throw problem;
      }
      return (String) answer;
    }

    @Override
    public boolean hasCommand() {
      return commanded;
    }
  }

  @Test
  void whatIsKnownIsShownAtOnceAndTheRestWhenItIsThere() {
    source.gate = new CountDownLatch(1);
    bar.lookAgain();
    assertThat(below()).isEqualTo("  local/small · mode ask · ~ · ······ 0%");
    await().until(() -> source.looks.get() == 1);
    source.facts = StatusScenes.WORRYING;
    source.gate.countDown();
    await().until(() -> below().contains("no sandbox"));
  }

  @Test
  void whatHappensAtOnceIsLookedUpOnceAndOneAfterTheOther() {
    source.gate = new CountDownLatch(1);
    for (int i = 0; i < 50; i++) {
      bar.lookAgain();
    }
    await().until(() -> source.looks.get() == 1);
    bar.lookAgain();
    bar.lookAgain();
    source.gate.countDown();
    await().until(() -> source.looks.get() == 2 && source.running.get() == 0);
    assertThat(source.most).hasValue(1);
  }

  /// No thread waits, and nothing is painted, while nothing happens.
  @Test
  void nothingGoesOnWhileNothingHappens() {
    bar.lookAgain();
    await().until(() -> source.looks.get() == 1);
    await().until(() -> bar.idle());
    assertThat(source.looks).hasValue(1);
  }

  @Test
  void theEndOfATurnLooksAgainAndAMessageOnlyChangesTheLine() {
    bar.accept(new AgentEvent.MessageAppended(Message.User.of("hello")));
    assertThat(below()).contains("mode ask");
    assertThat(changes.get()).isPositive();
    assertThat(bar.idle()).isTrue();
    bar.accept(new AgentEvent.StepStarted(1));
    assertThat(source.looks).hasValue(0);
  }

  @Test
  void theCommandsLineStandsInPlaceOfTheBuiltInOne() {
    source.commanded = true;
    source.answers.add("mine 世界");
    bar.changed();
    await().until(() -> below().equals("  mine 世界"));
    assertThat(source.asked)
        .containsExactly(
            "{\"session\":\"0123456789abcdef\",\"title\":\"\",\"model\":\"local/small\","
                + "\"effort\":\"default\",\"mode\":\"ask\",\"root\":\"/home/ann\","
                + "\"context\":{\"used\":0,\"window\":8000,\"percent\":0},"
                + "\"tokens\":{\"input\":0,\"output\":0},\"jobs\":0,\"columns\":80}");
  }

  @Test
  void aCommandThatFailsIsToldOnceAndTheBuiltInLineIsShown() {
    source.commanded = true;
    source.answers.add(new StatusCommandException("printed nothing"));
    bar.changed();
    await()
        .until(
            () ->
                notes.equals(
                    List.of(
                        "statusLine.command printed nothing; the built-in line is shown"
                            + " instead")));
    assertThat(below()).contains("mode ask");
    source.answers.add("fine");
    bar.changed();
    await().until(() -> below().equals("  fine"));
    source.answers.add(new StatusCommandException("did not end within 1000 ms"));
    bar.changed();
    await().until(() -> below().contains("mode ask"));
    assertThat(notes).hasSize(1);
  }

  @Test
  void aLineThatIsNotWantedAsksNobody() {
    bar.close();
    source.commanded = true;
    bar = bar(false, StatusScenes.COLOURED);
    bar.lookAgain();
    assertThat(bar.idle()).isTrue();
    assertThat(below()).isEmpty();
    source.tasks = StatusScenes.TASKS;
    bar.changed();
    assertThat(above(StatusBar.Activity.IDLE)).contains("bash-1");
  }

  @Test
  void whatRunsIsShownUntilItIsOver() {
    source.tasks = StatusScenes.TASKS;
    bar.changed();
    assertThat(above(StatusBar.Activity.IDLE)).startsWith("  ├─ bash-1 12 s npm run dev · ready");
    source.tasks = List.of();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> above(StatusBar.Activity.IDLE).isEmpty() && bar.idle());
  }

  @Test
  void withoutMotionNothingTicks() {
    bar.close();
    bar = bar(true, StatusScenes.STILL);
    source.tasks = StatusScenes.TASKS;
    bar.changed();
    assertThat(bar.idle()).isTrue();
    assertThat(above(StatusBar.Activity.IDLE)).contains("├─ bash-1 npm run dev");
  }

  @Test
  void thePlanIsShownWhileSomethingWorksAndIsLeft() {
    source.plan = StatusScenes.plan(4);
    assertThat(above(StatusBar.Activity.IDLE)).isEmpty();
    assertThat(above(StatusBar.Activity.WORKING)).startsWith("Build\n  ☑ step 0");
    source.plan = StatusScenes.plan(50);
    assertThat(bar.above(80, 12, StatusBar.Activity.WORKING).lines()).hasSizeLessThanOrEqualTo(6);
    source.plan = StatusScenes.plan(1);
    assertThat(above(StatusBar.Activity.WORKING)).isEmpty();
  }

  @Test
  void aBugIsToldOnceAndEndsNothing() {
    source.broken = true;
    bar.lookAgain();
    await().until(() -> notes.size() == 1 && bar.idle());
    bar.lookAgain();
    await().until(() -> source.looks.get() == 2 && bar.idle());
    assertThat(notes).hasSize(1);
    assertThat(below()).contains("mode ask");
  }

  @Test
  void nothingIsLookedUpAfterTheEnd() {
    bar.close();
    bar.lookAgain();
    assertThat(bar.idle()).isTrue();
  }
}
