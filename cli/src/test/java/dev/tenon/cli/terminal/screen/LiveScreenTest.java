package dev.tenon.cli.terminal.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LiveScreenTest {
  private final EmulatedScreen emulated = new EmulatedScreen(40, 10);
  private final AtomicReference<String> typed = new AtomicReference<>("> ");
  private final LiveScreen screen = screen(LiveScreen.PACE);

  private LiveScreen screen(Duration pace) {
    return new LiveScreen(
        emulated,
        emulated::columns,
        emulated::rows,
        (columns, rows) ->
            new Rows(
                List.of(typed.get()),
                Optional.of(new Rows.Caret(0, Math.min(columns - 1, typed.get().length())))),
        pace,
        FramePainter.Narrowing.CUTS);
  }

  @Test
  void aFloodIsShownInFewWrites() {
    long began = System.nanoTime();
    int printed = 0;
    while (System.nanoTime() - began < 200_000_000L) {
      screen.print("line " + ++printed + "\n");
    }
    long took = System.nanoTime() - began;
    String last = "line " + printed;
    await().until(emulated::text, shown -> shown.contains(last));
    screen.close();
    assertThat(emulated.writes().size()).isLessThanOrEqualTo(frames(took) + 4);
    assertThat(emulated.text()).contains("line 1\n", "line 2\n", last);
  }

  private static int frames(long nanos) {
    return (int) (nanos / LiveScreen.PACE.toNanos());
  }

  @Test
  void aStormOfKeysIsPacedAndItsLastOneIsShown() {
    long began = System.nanoTime();
    int keys = 0;
    while (System.nanoTime() - began < 300_000_000L) {
      typed.set("> " + ++keys);
      screen.now();
      screen.print("");
    }
    long took = System.nanoTime() - began;
    String last = "> " + keys;
    await().until(emulated::text, shown -> shown.endsWith(last));
    int second = frames(Duration.ofSeconds(1).toNanos()) + LiveScreen.AHEAD;
    assertThat(second).isLessThanOrEqualTo(60);
    assertThat(emulated.writes().size()).isLessThanOrEqualTo(frames(took) + LiveScreen.AHEAD + 2);
    screen.close();
  }

  @Test
  void keysAmidAFloodAreShownAtOnceAndTheFramesStayBounded() {
    long began = System.nanoTime();
    long key = began;
    int keys = 0;
    while (System.nanoTime() - began < 400_000_000L) {
      screen.print("line\n");
      if (System.nanoTime() - key > 60_000_000L) {
        key = System.nanoTime();
        typed.set("> " + ++keys);
        screen.now();
        assertThat(emulated.text()).endsWith("> " + keys);
      }
    }
    long took = System.nanoTime() - began;
    screen.close();
    assertThat(keys).isPositive();
    assertThat(emulated.writes().size()).isLessThanOrEqualTo(frames(took) + LiveScreen.AHEAD + 3);
  }

  /// A serial line, or a terminal that nobody has told: then a size of zero is reported.
  @Test
  void aWindowWithoutASizeIsTakenForAUsualOne() {
    var unknown =
        new LiveScreen(
            emulated,
            () -> 0,
            () -> 0,
            (columns, rows) -> Rows.of(List.of("> " + columns + "x" + rows)),
            Duration.ZERO,
            FramePainter.Narrowing.CUTS);
    unknown.print("text\n");
    await().until(emulated::text, shown -> shown.contains("> 80x24"));
    unknown.close();
  }

  /// A bug in what makes the rows is told once; the text goes on, and so do the frames after it.
  @Test
  void aFrameThatCannotBeMadeIsNotTheEnd() {
    var faulty = new AtomicBoolean(true);
    var odd =
        new LiveScreen(
            emulated,
            emulated::columns,
            emulated::rows,
            (columns, rows) -> {
              if (faulty.get()) {
                throw new IllegalStateException("odd rows");
              }
              return Rows.of(List.of("> "));
            },
            LiveScreen.PACE,
            FramePainter.Narrowing.CUTS);
    odd.print("one\n");
    odd.print("two\n");
    await().until(emulated::text, shown -> shown.contains("two"));
    assertThat(emulated.text().split("A bug in Tenon", -1)).hasSize(2);
    assertThat(emulated.text()).contains("odd rows");
    faulty.set(false);
    odd.print("three\n");
    await().until(emulated::text, shown -> shown.contains("three\n>"));
    odd.close();
  }

  @Test
  void aKeyIsShownAtOnce() {
    screen.print("text\n");
    screen.print("more\n");
    typed.set("> a");
    screen.now();
    assertThat(emulated.text()).isEqualTo("text\nmore\n> a");
  }

  @Test
  void whatIsPrintedWhileTheTerminalIsLentWaits() {
    screen.print("before\n");
    screen.lend();
    screen.print("meanwhile\n");
    assertThat(emulated.text()).isEqualTo("before");
    screen.resume();
    assertThat(emulated.text()).isEqualTo("before\nmeanwhile\n>");
  }

  /// A frame was due when the terminal was lent: its time comes, and it neither paints nor keeps
  /// the screen from being used again.
  @Test
  void aFrameThatIsDueWhileTheTerminalIsLentWaitsToo() throws Exception {
    LiveScreen screen = screen(Duration.ofMillis(50));
    screen.print("first\n");
    screen.print("due\n");
    screen.lend();
    await().pollDelay(Duration.ofMillis(150)).until(() -> true);
    assertThat(emulated.text()).isEqualTo("first\ndue");
    Thread resuming = Thread.ofPlatform().daemon().start(screen::resume);
    assertThat(resuming.join(Duration.ofSeconds(20))).isTrue();
    assertThat(emulated.text()).isEqualTo("first\ndue\n>");
    screen.close();
  }

  @Test
  void aFrameThatIsDueWhenTheTerminalIsLentBlocksNobody() {
    screen.print("first\n");
    screen.print("second\n");
    screen.lend();
    await().pollDelay(LiveScreen.PACE.multipliedBy(4)).until(() -> true);
    assertTimeoutPreemptively(Duration.ofSeconds(10), screen::resume);
    assertThat(emulated.text()).isEqualTo("first\nsecond\n>");
  }

  @Test
  void whatCoversTheScreenLeavesItAsItWas() {
    screen.print("one\ntwo\n");
    screen.now();
    String before = emulated.text();
    Rows.Caret cursor = emulated.cursor();
    emulated.writes();
    screen.cover(Rows.of(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i")));
    screen.cover(Rows.of(List.of("a", "b", "changed")));
    screen.print("meanwhile\n");
    screen.now();
    assertThat(String.join("", emulated.writes()))
        .startsWith("\033[?1049h")
        .contains("changed")
        .doesNotContain("meanwhile")
        .doesNotContain("\033[?1049l");
    screen.uncover();
    screen.uncover();
    String back = String.join("", emulated.writes());
    assertThat(back).containsOnlyOnce("\033[?1049l").contains("\033[?25h", "meanwhile");
    assertThat(emulated.text()).isEqualTo(before.replace("\n>", "\nmeanwhile\n>"));
    assertThat(emulated.cursor()).isEqualTo(new Rows.Caret(cursor.row() + 1, cursor.column()));
  }

  @Test
  void theOtherScreenIsLeftWhenTheTerminalIsGivenAwayAndAtTheEnd() {
    screen.cover(Rows.of(List.of("a")));
    emulated.writes();
    screen.lend();
    assertThat(String.join("", emulated.writes())).contains("\033[?1049l");
    screen.resume();
    assertThat(String.join("", emulated.writes())).contains("\033[?1049h");
    screen.close();
    assertThat(String.join("", emulated.writes())).contains("\033[?1049l");
  }

  @Test
  void nothingIsWrittenAfterTheEnd() {
    screen.print("last\n");
    screen.close();
    screen.print("too late\n");
    screen.now();
    assertThat(emulated.text()).isEqualTo("last");
  }

  @Test
  void clearingLosesNothing() {
    screen.print("one\ntwo\n");
    screen.now();
    screen.clear();
    assertThat(emulated.text()).contains("one\ntwo\n").endsWith(">");
    assertThat(emulated.cursor().row()).isZero();
  }

  private LiveScreen asking() {
    var asked =
        new LiveScreen(
            emulated,
            emulated::columns,
            emulated::rows,
            (columns, rows) -> Rows.of(List.of("r".repeat(columns), typed.get())),
            Duration.ZERO,
            FramePainter.Narrowing.REFLOWS_AS_ONCE);
    asked.askWidthWhile(() -> true);
    return asked;
  }

  @Test
  void aFrameWaitsUntilTheTerminalHasReadTheOneBefore() {
    var asking = asking();
    asking.print("one\n");
    assertThat(emulated.writes()).singleElement().asString().endsWith("\033[6n\0338");
    asking.print("two\n");
    assertThat(emulated.writes()).isEmpty();
    asking.heardWidth(40);
    await().until(emulated::text, text -> text.contains("two"));
    asking.close();
  }

  @Test
  void aFrameThatTheTerminalReadWhenItWasNarrowerIsPaintedAnewForThatWidth() {
    var asking = asking();
    asking.print("one\n");
    asking.heardWidth(40);
    emulated.writes();
    asking.print("two\n");
    asking.heardWidth(20);
    List<String> writes = emulated.writes();
    assertThat(writes).hasSize(2);
    assertThat(writes.get(1))
        .startsWith("\r\033[3A\033[K")
        .contains("two", "r".repeat(20))
        .doesNotContain("r".repeat(21));
    asking.close();
  }

  @Test
  void aTerminalThatNeverAnswersIsSoonNotAskedAnyMore() {
    var asking = asking();
    for (int i = 0; i < 6; i++) {
      String line = "line " + i;
      asking.print(line + "\n");
      await().until(emulated::text, text -> text.contains(line));
    }
    assertThat(String.join("", emulated.writes()).split("\\[6n", -1)).hasSize(4);
    asking.close();
  }

  @Test
  void nothingIsAskedOnceSomethingElseShallGetTheTerminal() throws InterruptedException {
    var asking = asking();
    asking.print("one\n");
    assertThat(asking.awaitsAnswer()).isTrue();
    Thread answer = Thread.startVirtualThread(() -> asking.heardWidth(40));
    asking.settle(Duration.ofSeconds(10));
    answer.join();
    assertThat(asking.awaitsAnswer()).isFalse();
    emulated.writes();
    asking.print("two\n");
    assertThat(emulated.writes()).singleElement().asString().doesNotContain("[6n");
    asking.lend();
    asking.resume();
    assertThat(emulated.writes().getLast()).endsWith("\033[6n\0338");
    asking.close();
  }
}
