package dev.tenon.cli.terminal.review;

import static dev.tenon.cli.terminal.review.StagedFiles.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.check.ReviewChecks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReviewScreenTest {
  @TempDir Path folder;
  private final AtomicLong clock = new AtomicLong();
  private StagedFiles files;
  private ReviewModel model;
  private ReviewScreen screen;

  @BeforeEach
  void open() throws Exception {
    files = new StagedFiles(folder);
    files.edit("a.txt", lines(40), lines(40, 5, 30)).edit("src/B.java", "int x;\n", "long x;\n");
    show();
  }

  private void show() {
    model = files.model();
    screen = new ReviewScreen(model, DisplayOptions.plain(Glyphs.UNICODE), clock::get);
    screen.appear("");
    screen.lines(80, 24);
    after(1000);
  }

  private void after(long millis) {
    clock.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  private String text() {
    return text(80, 24);
  }

  private String text(int columns, int rows) {
    return String.join("\n", screen.lines(columns, rows));
  }

  /// Presses keys as a person does.
  private Menu.Step press(String letters) {
    Menu.Step step = Menu.Step.STAY;
    for (int i = 0; i < letters.length(); i++) {
      step = press(new Key.Typed(letters.substring(i, i + 1)));
    }
    return step;
  }

  private Menu.Step press(Key key) {
    after(100);
    Menu.Step step = screen.press(key);
    screen.lines(80, 24);
    return step;
  }

  @Test
  void aSentenceDecidesNothingAndItsEnterWritesNothing() {
    for (String sentence : List.of("and fix that too", "yes, do it", "ok", "a lot of it")) {
      show();
      press(sentence);
      assertThat(press(Key.Named.ENTER)).as(sentence).isEqualTo(Menu.Step.STAY);
      assertThat(statuses()).as(sentence).containsOnly(Hunk.Status.PENDING);
      assertThat(text()).as(sentence).contains("These keys decide here");
    }
    after(1000);
    press("a");
    assertThat(statuses()).contains(Hunk.Status.ACCEPTED);
  }

  @Test
  void whatTheModelSaidAboutItStandsAboveTheHunk() throws Exception {
    files.editing.explain(
        "call", "The list grows\033[2J without end, so it is bounded. ".repeat(20));
    files.create("c.txt", "new\n");
    var reopened =
        StagedEditing.fromJson(
            Workspace.open(files.root), files.journal, HunkGuard.DEFAULT, files.editing.toJson());
    model = new ReviewModel(reopened);
    screen = new ReviewScreen(model, DisplayOptions.plain(Glyphs.UNICODE), clock::get);
    screen.appear("");
    assertThat(text()).doesNotContain("why:");
    after(1000);
    press("A");
    assertThat(text())
        .contains("c.txt")
        .contains("why: The list grows^[[2J without end, so it is bounded.")
        .contains("…")
        .contains("new");
  }

  @Test
  void theEndOfALongLineCanBeRead() throws Exception {
    String long300 = "String text = \"" + "safe ".repeat(57) + "THE_END\";";
    files.edit("0/First.java", "int x;\n", long300 + "\nint x;\n" + long300 + "LAST\n");
    show();
    assertThat(text()).contains("First.java").doesNotContain("…").contains("THE_END");
    press(new Key.Typed("/"));
    press(new Key.Pasted("END\";LAST"));
    press(Key.Named.ENTER);
    assertThat(text()).doesNotContain("Nothing has");
    press(new Key.Typed("/"));
    press(new Key.Pasted("LAST"));
    press(Key.Named.ENTER);
    assertThat(text()).contains("LAST");
    show();
    assertThat(text(60, 12)).doesNotContain("LAST").contains("more rows");
    var _ = screen.press(Key.Named.END);
    assertThat(text(60, 12)).contains("LAST");
  }

  private List<Hunk.Status> statuses() {
    return model.items().stream().map(item -> item.hunk().status()).toList();
  }

  @Test
  void singleKeysDecideAndTheCounterTellsIt() {
    assertThat(text()).contains("Review  0 of 3 decided").contains("a.txt  hunk 1 of 2");
    press("a");
    assertThat(text()).contains("1 of 3 decided").contains("a.txt  hunk 2 of 2");
    press("r");
    assertThat(text()).contains("2 of 3 decided").contains("src/B.java  hunk 1 of 1");
    assertThat(statuses())
        .containsExactly(Hunk.Status.ACCEPTED, Hunk.Status.REJECTED, Hunk.Status.PENDING);
    press("u");
    assertThat(text()).contains("1 of 3 decided").contains("hunk 2 of 2");
    press("A");
    assertThat(statuses().subList(0, 2)).containsOnly(Hunk.Status.ACCEPTED);
  }

  @Test
  void aCheckRunsBesideTheDecisionsAndItsResultBelongsToItsHunks() throws Exception {
    try (var shell = new Shell(Set.of())) {
      var service =
          new ReviewChecks(
              files.root,
              shell,
              new ModePolicy(Mode.FULL),
              folder.resolve("check"),
              Duration.ofMinutes(2),
              UnaryOperator.identity());
      var check = new ReviewCheck(service, files.editing);
      screen = new ReviewScreen(model, DisplayOptions.plain(Glyphs.UNICODE), clock::get, check);
      var changes = new AtomicLong();
      screen.watch(changes::incrementAndGet);
      screen.appear("");
      after(1000);
      press("ac");
      assertThat(text()).contains("Check hunk 1 accepted with: _");
      press("grep -c LINE a.txt; until [ -e " + folder + "/go ]; do sleep 0.05; done");
      press(Key.Named.ENTER);
      await().atMost(Duration.ofSeconds(60)).until(() -> check.tail(1).equals(List.of("1")));
      assertThat(text(200, 40)).contains("runs with hunk 1 accepted; c cancels it");
      press("r");
      Files.createFile(folder.resolve("go"));
      await().atMost(Duration.ofSeconds(60)).until(() -> !check.isRunning());
      assertThat(changes).hasPositiveValue();
      assertThat(text(200, 40)).contains("✓ grep -c").contains("passed with hunk 1 accepted");
      press("a");
      assertThat(text(200, 40)).contains("other hunks are selected now, c checks again");
      press("uc");
      press(Key.Named.ENTER);
      await().atMost(Duration.ofSeconds(60)).until(() -> !check.isRunning());
      press("c");
      press(" ; sleep 600");
      press(Key.Named.ENTER);
      assertThat(check.isRunning()).isTrue();
      press("c");
      await().atMost(Duration.ofSeconds(60)).until(() -> !check.isRunning());
      assertThat(text(200, 40)).contains("was cancelled with hunk 1 accepted");
      assertThat(files.root.resolve("a.txt")).hasContent(lines(40));
      check.end();
    }
  }

  @Test
  void whatWasTypedBeforeItAppearedDecidesNothing() {
    screen.appear("");
    for (String letter : "arARq".split("", -1)) {
      after(100);
      screen.press(new Key.Typed(letter));
      screen.press(Key.Named.ENTER);
    }
    assertThat(statuses()).containsOnly(Hunk.Status.PENDING);
    assertThat(screen.early()).isEqualTo("arARq");
    after(400);
    screen.press(new Key.Typed("a"));
    assertThat(model.count(Hunk.Status.ACCEPTED)).isEqualTo(1);
  }

  @Test
  void whatIsPastedOrTypedByAProgramDecidesNothing() {
    press(new Key.Pasted("aaaa\nq"));
    assertThat(statuses()).containsOnly(Hunk.Status.PENDING);
    screen.press(new Key.Typed("x"));
    for (String letter : "arAR\n".split("", -1)) {
      after(1);
      screen.press(letter.equals("\n") ? Key.Named.ENTER : new Key.Typed(letter));
    }
    assertThat(statuses()).containsOnly(Hunk.Status.PENDING);
  }

  @Test
  void aReasonIsTypedAndKept() {
    press("w");
    assertThat(text()).contains("Why is it rejected? _");
    press("a queer name");
    assertThat(screen.press(new Key.Pasted(" and\nmore"))).isEqualTo(Menu.Step.STAY);
    press(Key.Named.ENTER);
    assertThat(model.rejections())
        .containsExactly(
            new Rejection(
                "a.txt", model.items().getFirst().hunk().patch(), "a queer name and more"));
    press(Key.Named.LEFT);
    assertThat(text()).contains("rejected because: a queer name and more");
    press("n");
    press("w");
    press(Key.Named.ESCAPE);
    assertThat(model.count(Hunk.Status.REJECTED)).isEqualTo(1);
  }

  @Test
  void enterAsksWhenSomethingIsUndecided() {
    assertThat(press(Key.Named.ENTER)).isEqualTo(Menu.Step.STAY);
    assertThat(text()).contains("Nothing is decided yet");
    press("a");
    assertThat(press(Key.Named.ENTER)).isEqualTo(Menu.Step.STAY);
    assertThat(text()).contains("Write the 1 accepted? 2 hunks undecided: they stay staged.");
    assertThat(press(Key.Named.ESCAPE)).isEqualTo(Menu.Step.STAY);
    press(Key.Named.ENTER);
    assertThat(press(Key.Named.ENTER)).isEqualTo(Menu.Step.CHOSEN);
    assertThat(screen.wish()).isEqualTo(ReviewScreen.Wish.APPLY);
  }

  @Test
  void leavingAsksAndSaysWhatStays() {
    press("a");
    assertThat(press("q")).isEqualTo(Menu.Step.STAY);
    assertThat(text())
        .contains("Leave? 2 hunks undecided, 1 accepted and not written; all of it stays staged.");
    assertThat(press("x")).isEqualTo(Menu.Step.STAY);
    assertThat(press(Key.Named.INTERRUPT)).isEqualTo(Menu.Step.STAY);
    assertThat(press(Key.Named.INTERRUPT)).isEqualTo(Menu.Step.CLOSED);
    assertThat(screen.wish()).isEqualTo(ReviewScreen.Wish.LEAVE);
    assertThat(model.count(Hunk.Status.ACCEPTED)).isEqualTo(1);
  }

  @Test
  void theListGoesFromFileToFile() {
    press(Key.Named.TAB);
    press(Key.Named.DOWN);
    assertThat(text()).contains("❯ · src/B.java").contains("src/B.java  hunk 1 of 1");
    assertThat(press("a")).isEqualTo(Menu.Step.STAY);
    assertThat(statuses()).containsOnly(Hunk.Status.PENDING);
    press("R");
    assertThat(statuses().getLast()).isEqualTo(Hunk.Status.REJECTED);
    assertThat(press(Key.Named.ENTER)).isEqualTo(Menu.Step.STAY);
    press("a");
    assertThat(model.count(Hunk.Status.ACCEPTED)).isEqualTo(1);
  }

  @Test
  void aSearchGoesToTheHunk() {
    press("/");
    press("LINE 30");
    press(Key.Named.ENTER);
    assertThat(text()).contains("a.txt  hunk 2 of 2");
    press("N");
    press("/");
    press("not there");
    press(Key.Named.ENTER);
    assertThat(text()).contains("Nothing has \"not there\" in it.");
  }

  @Test
  void aHunkOfOneLineSaysThatItCannotBeSplit() throws Exception {
    files.edit("c.txt", "x\n", "x\na\n");
    show();
    model.goToFile(1);
    press("s");
    assertThat(text())
        .contains("this hunk cannot be split: it is one line; accept or reject it as one")
        .doesNotContain("h_");
  }

  @Test
  void aHunkWithoutABoundaryIsSplitBeforeALine() throws Exception {
    files.edit("c.txt", "x\n", "a\nb\nc\nx\n");
    show();
    model.goToFile(1);
    press("s");
    assertThat(text()).contains("Split before line (2..3):");
    press("7");
    press(Key.Named.ENTER);
    assertThat(text()).contains("It can be split before one of the lines 2..3");
    press("s");
    press("3");
    press(Key.Named.ENTER);
    assertThat(text()).contains("Split into 2.").contains("c.txt  hunk 1 of 2");
  }

  @Test
  void longHunksScroll() throws Exception {
    files.create("long.txt", lines(60));
    show();
    model.goToFile(1);
    assertThat(text(60, 15)).contains("+ line 1\n").contains("more rows");
    press(Key.Named.END);
    assertThat(text()).contains("+ line 60").contains("end of 60 rows");
    press(Key.Named.HOME);
    press(Key.Named.PAGE_DOWN);
    assertThat(text()).doesNotContain("+ line 1\n");
  }

  @Test
  void everyKindOfChangeHasItsView() throws Exception {
    files.create("pic.png", "\u0089PNG\r\n\032\n\0\0".getBytes(StandardCharsets.ISO_8859_1));
    files.edit("gone.txt", "x\n", "y\n");
    Files.writeString(files.root.resolve("del.txt"), "bye\n");
    Files.writeString(files.root.resolve("from.txt"), "stays\n");
    files.stage(new FileChange.Delete(files.file("del.txt")));
    files.stage(new FileChange.Move(files.file("from.txt"), "to.txt", "stays\n"));
    files.create("bad\033[2Jname\n.txt", "x\u202e\n");
    Files.writeString(files.root.resolve("gone.txt"), "meanwhile\n");
    show();
    var seen = new StringBuilder();
    for (int i = 0; i < model.files().size(); i++) {
      model.goToFile(i);
      seen.append(text(120, 30)).append('\n');
    }
    assertThat(seen)
        .contains("pic.png  hunk 1 of 1, new file")
        .contains("binary file, 10 bytes, image/png")
        .contains("del.txt  hunk 1 of 1, deletes the file")
        .contains("from.txt → to.txt")
        .contains("The file moves from from.txt to to.txt")
        .contains("bad^[[2Jname")
        .contains("control or invisible")
        .contains("gone.txt has changed on the disk since it was staged")
        .contains("It cannot be applied: R");
    assertThat(seen.toString()).doesNotContain("\033").doesNotContain("\u202e");
  }

  @Test
  void aHunkOfFiveMegabytesIsMarkedAndDoesNotHoldUp() throws Exception {
    files.edit("big.txt", "x\n", "y".repeat(5 << 20) + "\n");
    show();
    model.goToFile(1);
    long start = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      assertThat(text()).contains("large and not to be split");
      press(Key.Named.DOWN);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    model.accept();
    model.apply();
    assertThat(Files.size(files.root.resolve("big.txt"))).isEqualTo((5L << 20) + 1);
  }

  @ParameterizedTest
  @CsvSource({"80,24", "60,15", "20,10", "200,50", "5,3", "1,1", "40,0", "120,8"})
  void itFitsInEveryWindowInEveryState(int columns, int rows) throws Exception {
    files.create("très/long/漢字漢字漢字漢字漢字漢字漢字漢字/👩‍👩‍👧‍👦/name.txt", "漢字 👍🏽\n".repeat(30));
    show();
    List<Key> keys =
        List.of(
            new Key.Typed("a"),
            new Key.Typed("r"),
            new Key.Typed("w"),
            new Key.Typed("u"),
            new Key.Typed("s"),
            new Key.Typed("/"),
            new Key.Typed("?"),
            new Key.Typed("n"),
            new Key.Typed("漢"),
            Key.Named.TAB,
            Key.Named.ENTER,
            Key.Named.ESCAPE,
            Key.Named.DOWN,
            Key.Named.END,
            Key.Named.PAGE_UP,
            Key.Named.OTHER,
            Key.Focus.LOST,
            new Key.Pasted("a\tb\n\033[2J"),
            new Key.Chord(Key.Modifier.CONTROL, 'a'));
    var random = new Random(7);
    for (int i = 0; i < 300; i++) {
      after(random.nextInt(60));
      if (screen.press(keys.get(random.nextInt(keys.size()))) != Menu.Step.STAY) {
        screen.appear("Said something long enough to need more than one row in most windows.");
        after(1000);
      }
      List<String> lines = screen.lines(columns, rows);
      assertThat(lines.size()).isBetween(1, Math.max(1, rows - 1));
      for (String line : lines) {
        assertThat(DisplayWidth.of(line)).as(line).isLessThanOrEqualTo(Math.max(1, columns - 1));
        assertThat(line).doesNotContain("\n");
      }
    }
    assertThat(files.root.resolve("très")).doesNotExist();
  }
}
