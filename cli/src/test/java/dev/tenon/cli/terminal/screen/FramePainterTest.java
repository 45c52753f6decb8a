package dev.tenon.cli.terminal.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramePainterTest {
  private final EmulatedScreen screen = new EmulatedScreen(40, 12);
  private final FramePainter painter = new FramePainter(FramePainter.Narrowing.CUTS);

  private void frame(String above, Rows rows) {
    String bytes = painter.frame(above, rows, screen.columns());
    if (!bytes.isEmpty()) {
      screen.write(bytes.toCharArray(), 0, bytes.length());
    }
  }

  private static Rows rows(int caretRow, int caretColumn, String... lines) {
    return new Rows(List.of(lines), Optional.of(new Rows.Caret(caretRow, caretColumn)));
  }

  @Test
  void onlyRowsThatHaveChangedAreWritten() {
    frame("above\n", rows(2, 3, "first", "second", "third"));
    assertThat(screen.text()).isEqualTo("above\nfirst\nsecond\nthird");
    screen.writes();
    frame("", rows(2, 3, "first", "other", "third"));
    assertThat(screen.writes().getFirst()).contains("other").doesNotContain("first", "third");
    frame("", rows(2, 3, "first", "other", "third"));
    assertThat(screen.writes()).isEmpty();
    assertThat(screen.text()).isEqualTo("above\nfirst\nother\nthird");
    assertThat(screen.cursor()).isEqualTo(new Rows.Caret(3, 3));
  }

  @Test
  void everyFrameIsOneSynchronizedUpdate() {
    frame("text\n", rows(0, 0, "a", "b"));
    assertThat(screen.writes())
        .singleElement()
        .asString()
        .startsWith("\033[?2026h")
        .endsWith("\033[?2026l");
  }

  @Test
  void aCursorThatOnlyMovesCostsAFewBytes() {
    frame("", rows(0, 2, "> some text"));
    screen.writes();
    frame("", rows(0, 5, "> some text"));
    assertThat(screen.writes()).singleElement().asString().hasSizeLessThan(10);
    assertThat(screen.cursor()).isEqualTo(new Rows.Caret(0, 5));
  }

  /// What stands below the cursor is what a terminal cuts off when it gets lower, so that moving
  /// down there would end in the wrong row.
  @Test
  void aLowerWindowIsPaintedFromTheFirstRowOn() {
    painter.frame("", rows(1, 2, "above", "> typed", "state"), 40, 12);
    assertThat(painter.frame("", rows(1, 2, "above", "> typed"), 40, 7))
        .contains("\r\033[A\033[K\033[C\033[J\r")
        .contains("above", "> typed")
        .doesNotContain("\033[B");
    assertThat(painter.frame("", rows(1, 2, "above", "> typed"), 40, 12)).isEmpty();
  }

  @Test
  void rowsComeAndGo() {
    frame("", rows(0, 1, "1"));
    frame("", rows(2, 1, "1", "2", "3"));
    frame("", rows(0, 1, "1"));
    assertThat(screen.text()).isEqualTo("1");
    frame("new\n", rows(0, 1, "1", "2"));
    assertThat(screen.text()).isEqualTo("new\n1\n2");
    frame("", Rows.of(List.of()));
    assertThat(screen.text()).isEqualTo("new");
  }

  @Test
  void whateverComesTheScreenShowsTextAndRows() {
    List<String> atoms = List.of("x", "word ", "世界", "é", "long ".repeat(9));
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      var shown = new EmulatedScreen(40, 12);
      var plain = new EmulatedScreen(40, 12);
      var fresh = new FramePainter(FramePainter.Narrowing.CUTS);
      for (int i = 0; i < 40; i++) {
        String above = random.nextInt(3) > 0 ? "" : atoms.get(random.nextInt(5)).repeat(3) + "\n";
        var lines = new ArrayList<String>();
        int count = random.nextInt(9);
        for (int line = 0; line < count; line++) {
          lines.add(StyledText.fit(atoms.get(random.nextInt(5)).repeat(random.nextInt(4)), 40));
        }
        Optional<Rows.Caret> caret =
            count == 0
                ? Optional.empty()
                : Optional.of(new Rows.Caret(random.nextInt(count), random.nextInt(40)));
        String bytes = fresh.frame(above, new Rows(lines, caret), 40);
        shown.write(bytes.toCharArray(), 0, bytes.length());
        plain.write(above.toCharArray(), 0, above.length());
        String expected = plain.text() + "\n" + String.join("\n", lines);
        assertThat(signs(shown.text())).as("seed %d frame %d", seed, i).isEqualTo(signs(expected));
      }
    }
  }

  /// Without blanks, of which the emulator has one after each wide sign, and empty rows.
  private static String signs(String text) {
    return text.replace(" ", "").replaceAll("\n+", "\n").strip();
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 39, 41, 100})
  void anotherWidthLeavesNothingBehind(int width) {
    frame("above\n", rows(1, 2, "r".repeat(40), "> typed"));
    screen.resize(width, 12);
    frame("", rows(1, 2, "r".repeat(Math.min(40, width)), "> typed"));
    assertThat(screen.text()).isEqualTo("above\n" + "r".repeat(Math.min(40, width)) + "\n> typed");
  }

  @Test
  void nothingThatStoodBelowTheTextGetsIntoTheHistory() {
    // tmux keeps what is wiped from the whole screen.
    frame("", rows(1, 0, "one", "two"));
    frame("text\n", rows(0, 0, "one"));
    frame("", Rows.of(List.of()));
    assertThat(String.join("", screen.writes()) + painter.leave()).doesNotContain("\033[J");
    assertThat(screen.text()).isEqualTo("text");
  }

  @Test
  void aTerminalThatReflowsIsFollowed() {
    // Two rows of 40 have become four of 20, and the cursor stands in the last of five.
    var following = new FramePainter(FramePainter.Narrowing.REFLOWS);
    following.frame("", rows(2, 1, "a".repeat(40), "b".repeat(40), "> "), 40);
    assertThat(following.frame("", rows(2, 1, "a", "b", "> "), 20))
        .contains("\r\033[4A\033[K\033[C\033[J\r");
    var grown = new FramePainter(FramePainter.Narrowing.REFLOWS);
    grown.frame("", rows(2, 1, "a".repeat(40), "b".repeat(40), "> "), 40);
    assertThat(grown.frame("", rows(2, 1, "a", "b", "> "), 80))
        .contains("\r\033[2A\033[K\033[C\033[J\r");
  }

  @Test
  void tmuxRemembersHowLongARowWas() {
    var tmux = new FramePainter(FramePainter.Narrowing.REFLOWS_AS_ONCE);
    tmux.frame("", rows(2, 1, "a".repeat(40), "b".repeat(10), "> "), 40);
    tmux.frame("", rows(2, 1, "a", "b".repeat(30), "> "), 40);
    tmux.frame("", rows(2, 1, "a", "b", "> "), 40);
    assertThat(tmux.frame("", rows(2, 1, "a", "b", "> "), 20))
        .contains("\r\033[4A\033[K\033[C\033[J\r");
    // What is wiped whole is forgotten: rows that were taken away, and those below new text.
    tmux.frame("", rows(0, 1, "> ", "a".repeat(20), "b".repeat(20)), 20);
    tmux.frame("", rows(0, 1, "> "), 20);
    tmux.frame("", rows(2, 1, "a", "b", "> "), 20);
    tmux.frame("text\n", rows(2, 1, "a", "b", "> "), 20);
    assertThat(tmux.frame("", rows(2, 1, "a", "b", "> "), 10))
        .contains("\r\033[2A\033[K\033[C\033[J\r");
  }

  @Test
  void rowsThatALowerWindowHadNoRoomForAreTakenBackWhenItGrows() {
    String[] all = "abcdefghij".split("");
    screen.write("text\n".toCharArray(), 0, 5);
    sized(all, 12);
    screen.resize(40, 5);
    sized(Arrays.copyOf(all, 4), 5);
    screen.resize(40, 12);
    sized(all, 12);
    assertThat(screen.text()).isEqualTo("text\n" + String.join("\n", all));
    // In steps, and with text between that the rows in the history no longer stand next to.
    for (int height : new int[] {5, 6, 7, 9, 12}) {
      screen.resize(40, height);
      sized(Arrays.copyOf(all, Math.min(all.length, height - 1)), height);
    }
    assertThat(screen.text()).isEqualTo("text\n" + String.join("\n", all));
    screen.resize(40, 5);
    String bytes = painter.frame("more\n", Rows.of(List.of("a", "b", "c")), 40, 5);
    screen.write(bytes.toCharArray(), 0, bytes.length());
    screen.resize(40, 12);
    sized(all, 12);
    assertThat(screen.text()).contains("text\n").endsWith("more\n" + String.join("\n", all));
  }

  private void sized(String[] rows, int tall) {
    String bytes = painter.frame("", Rows.of(List.of(rows)), screen.columns(), tall);
    screen.write(bytes.toCharArray(), 0, bytes.length());
  }

  @Test
  void rowsThatWereBrokenAndHaveScrolledOffAreWholeAgainInAWiderWindow() {
    var following = new FramePainter(FramePainter.Narrowing.REFLOWS);
    // In 20 columns ten rows of 50 are thirty: fourteen of them are in the window, sixteen not.
    following.frame("", Rows.of(Collections.nCopies(10, "r".repeat(50))), 80, 24);
    following.frame("", Rows.of(Collections.nCopies(13, "narrow")), 20, 14);
    // From the last of thirteen rows to the first; the sixteen are five whole rows and one of 20.
    assertThat(following.frame("", Rows.of(List.of("wide")), 60, 24))
        .contains("\r\033[12A\033[6A\033[K\033[C\033[J\r");
    assertThat(following.frame("", Rows.of(List.of("wide")), 60, 30)).isEmpty();
  }

  @Test
  void aFrameThatMetBrokenRowsIsTakenBackToWhereTheyBegan() {
    var tmux = new FramePainter(FramePainter.Narrowing.REFLOWS_AS_ONCE);
    tmux.frame("", rows(2, 1, "a".repeat(40), "b".repeat(30), "> "), 40, 12);
    tmux.arrived();
    // In 20 columns two rows are four: from the last of five it went up two and down two.
    tmux.frame("", rows(2, 1, "a".repeat(40), "c", "> "), 40, 12);
    var first = tmux.misplaced(20).orElseThrow();
    assertThat(first.back()).isEqualTo("\r\033[4A\033[K\033[C\033[J\r");
    assertThat(first.above()).isEmpty();
    assertThat(tmux.frame("", rows(2, 1, "a", "c", "> "), 20, 12))
        .containsSubsequence("a", "\r\n", "c", "\r\n", "> ");
  }

  @Test
  void whatAFrameThatWasTakenBackHadNoRoomForIsTakenBackWhenTheWindowGrows() {
    var tmux = new FramePainter(FramePainter.Narrowing.REFLOWS_AS_ONCE);
    tmux.frame("", Rows.of(Collections.nCopies(8, "a".repeat(40))), 40, 12);
    tmux.arrived();
    // In 10 columns seven rows above the cursor are 28, and the window shows five of them.
    tmux.frame("", rows(7, 0, "b"), 40, 12);
    assertThat(tmux.misplaced(10)).isPresent();
    tmux.frame("", Rows.of(List.of("c")), 10, 6);
    assertThat(tmux.frame("", Rows.of(List.of("c")), 40, 12)).contains("\r\033[4A\033[K");
  }

  @Test
  void textThatWasWrittenTooLowIsWrittenAgain() {
    var tmux = new FramePainter(FramePainter.Narrowing.REFLOWS_AS_ONCE);
    tmux.frame("", rows(1, 1, "a".repeat(40), "> "), 40, 12);
    tmux.arrived();
    tmux.frame("t".repeat(30) + "\n", rows(1, 1, "b", "> "), 40, 12);
    // Up one instead of two, two rows of text, one down.
    var first = tmux.misplaced(20).orElseThrow();
    assertThat(first.back()).isEqualTo("\r\033[4A\033[K\033[C\033[J\r");
    assertThat(first.above()).isEqualTo("t".repeat(30) + "\n");
    // Nothing that has left the screen is written a second time.
    tmux.frame("t\n".repeat(20), rows(1, 1, "b", "> "), 20, 12);
    tmux.arrived();
    tmux.frame("t\n".repeat(20), rows(1, 1, "b", "> "), 20, 12);
    var scrolled = tmux.misplaced(10).orElseThrow();
    assertThat(scrolled.back()).isEqualTo("\r\033[A\033[K\033[C\033[J\r");
    assertThat(scrolled.above()).isEmpty();
  }

  @Test
  void whatHasArrivedIsNotTakenBack() {
    var tmux = new FramePainter(FramePainter.Narrowing.REFLOWS_AS_ONCE);
    tmux.frame("", rows(0, 0, "a"), 40, 12);
    tmux.arrived();
    assertThat(tmux.misplaced(20)).isEmpty();
    painter.frame("", rows(0, 0, "a"), 40, 12);
    assertThat(painter.misplaced(20)).isEmpty();
  }

  @Test
  void theCursorIsWhereTheTerminalPutsWhatStandsBeforeIt() {
    String family = "👨‍👩‍👧";
    frame("", rows(0, 4, "> " + family + "x"));
    int wide = screen.cursor().column();
    frame("", rows(0, 4, "> " + family + "y"));
    assertThat(screen.cursor().column()).isEqualTo(wide);
    var alone = new EmulatedScreen(40, 2);
    alone.write(("> " + family).toCharArray(), 0, family.length() + 2);
    assertThat(wide).isEqualTo(alone.cursor().column());
  }

  @Test
  void leavingShowsTheCursorAndTakesTheRowsAway() {
    frame("kept\n", Rows.of(List.of("one", "two")));
    String bytes = painter.leave();
    screen.write(bytes.toCharArray(), 0, bytes.length());
    assertThat(bytes).endsWith("\033[?25h");
    assertThat(screen.text()).isEqualTo("kept");
    assertThat(screen.cursor()).isEqualTo(new Rows.Caret(1, 0));
  }
}
