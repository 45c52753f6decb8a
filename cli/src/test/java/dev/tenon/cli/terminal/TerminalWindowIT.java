package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One program in a real window whose size changes, with text that terminals find hard.
@Timeout(180)
class TerminalWindowIT {
  @TempDir static Path folder;
  private static Tmux tmux;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    TestPrograms.require("tmux");
    Files.createDirectories(folder.resolve("root"));
    tmux = new Tmux(folder, 80, 24, JavaCommand.trial(folder, ""));
    tmux.see("❯");
  }

  @AfterAll
  static void leave() throws IOException, InterruptedException {
    tmux.press("x", "C-c");
    tmux.press("C-d");
    assertThat(tmux.code()).isZero();
    assertThat(tmux.restored()).isTrue();
    tmux.close();
  }

  @BeforeEach
  void usual() throws IOException, InterruptedException {
    resize(80, 24);
    // What a test has left at work is stopped by Esc: a second Ctrl-C in a row would leave.
    if (tmux.text().contains("esc to stop")) {
      tmux.press("Escape");
    }
    rests();
    // Takes away whatever was typed, in all of its lines.
    tmux.press("x", "C-c");
    tmux.press("C-l");
    tmux.seeLast("❯");
    tmux.run("clear-history");
  }

  /// Waits until nothing goes on any more.
  private static void rests() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            tmux::text, shown -> !shown.contains("esc to stop") && !shown.contains("again leaves"));
  }

  private static void resize(int columns, int rows) throws IOException, InterruptedException {
    tmux.run("resize-window", "-x", Integer.toString(columns), "-y", Integer.toString(rows));
  }

  private static long count(String what) throws IOException, InterruptedException {
    return Pattern.compile(what).matcher(tmux.text()).results().count();
  }

  @Test
  void rowsAreNeitherDoubledNorLostWhileTheWindowChanges() throws Exception {
    tmux.say("lines 150");
    int[][] sizes = {{60, 20}, {100, 30}, {40, 12}, {90, 24}, {33, 18}, {80, 24}};
    int next = 0;
    for (int seen = 10; seen <= 120; seen += 10) {
      tmux.see("row " + seen + " of");
      int[] size = sizes[next++ % sizes.length];
      resize(size[0], size[1]);
    }
    tmux.see("That was all.");
    tmux.seeLast("❯");
    var rows = new ArrayList<Integer>();
    Pattern.compile("row (\\d+) of the answer")
        .matcher(tmux.text())
        .results()
        .forEach(found -> rows.add(Integer.parseInt(found.group(1))));
    var expected = new ArrayList<Integer>();
    for (int i = 1; i <= 150; i++) {
      expected.add(i);
    }
    assertThat(rows).isEqualTo(expected);
    assertThat(tmux.text()).doesNotContain("esc to stop").doesNotContain("Waiting");
    assertThat(count("❯ *$|❯ *\n")).isEqualTo(1);
  }

  /// A paragraph that fills the window is one paragraph, however the window changes meanwhile, also
  /// while a frame is on its way: tmux breaks rows anew before it tells the size.
  @Test
  void aParagraphIsNotDoubledWhileTheWindowGetsNarrower() throws Exception {
    resize(100, 30);
    tmux.say("prose 600");
    int[][] sizes = {{60, 24}, {110, 30}, {100, 30}, {60, 24}, {45, 12}, {100, 30}};
    int next = 0;
    for (int seen = 60; seen <= 540; seen += 80) {
      tmux.see("word" + seen);
      int[] size = sizes[next++ % sizes.length];
      resize(size[0], size[1]);
    }
    tmux.see("That was all.");
    tmux.seeLast("❯");
    // Rows of a wider window are broken by tmux itself, within words.
    resize(120, 30);
    var words = new ArrayList<Integer>();
    Pattern.compile("word(\\d+)")
        .matcher(tmux.text())
        .results()
        .forEach(found -> words.add(Integer.parseInt(found.group(1))));
    var expected = new ArrayList<Integer>();
    for (int i = 1; i <= 600; i++) {
      expected.add(i);
    }
    assertThat(words).isEqualTo(expected);
  }

  @Test
  void aMegabyteIsPastedAsOneSignAndKeysStayQuick() throws Exception {
    String text = "0123456789abcde\n".repeat(65_536);
    long began = System.nanoTime();
    tmux.paste(text);
    quickly("[pasted 65536 lines]");
    long shown = System.nanoTime();
    tmux.type("and then");
    quickly("] and then", "]and then");
    long typed = System.nanoTime();
    System.out.printf(
        "1 MB pasted and shown in %d ms, a word after it in %d ms%n",
        (shown - began) / 1_000_000, (typed - shown) / 1_000_000);
    assertThat(Duration.ofNanos(shown - began)).isLessThan(Duration.ofSeconds(5));
    assertThat(Duration.ofNanos(typed - shown)).isLessThan(Duration.ofSeconds(2));
    tmux.press("C-c");
    tmux.seeLast("❯");
  }

  private static void quickly(String... any) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(5))
        .until(tmux::text, shown -> List.of(any).stream().anyMatch(shown::contains));
  }

  @Test
  void wideSignsAndClustersAreEditedAsOne() throws Exception {
    tmux.type("日本語 👩‍👩‍👧 é x");
    tmux.seeLast("x");
    tmux.press("BSpace", "BSpace", "BSpace", "BSpace");
    tmux.type("|");
    await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                lastLine().startsWith("❯ 日本語 ")
                    && lastLine().endsWith("|")
                    && !lastLine().contains("é"));
    tmux.press("BSpace", "BSpace");
    tmux.type("|");
    tmux.seeLast("❯ 日本語 |");
    tmux.press("Home", "Right", "DC");
    tmux.seeLast("❯ 日語 |");
    tmux.press("Enter");
    tmux.see("● You said: 日語 |");
  }

  private static String lastLine() throws IOException, InterruptedException {
    String text = tmux.text();
    return text.substring(text.lastIndexOf('\n') + 1);
  }

  @Test
  void aWindowOfTwentyColumnsIsUsable() throws Exception {
    resize(20, 10);
    tmux.type("some words that need more than one row here");
    tmux.seeLast("one row here");
    assertThat(lines()).allMatch(line -> line.length() <= 20);
    tmux.press("C-u");
    tmux.say("markdown");
    tmux.see("snake_case_name");
    tmux.seeLast("❯");
    tmux.say("run seq 1 40");
    tmux.see("All results are\nin.");
    tmux.seeLast("❯");
    assertThat(count("❯ *\n")).isZero();
    tmux.press("C-o");
    tmux.see("1-6 of 40");
    tmux.type("q");
    tmux.seeLast("❯");
  }

  private static List<String> lines() throws IOException, InterruptedException {
    return tmux.text().lines().toList();
  }

  @Test
  void aWindowOfFewRowsIsUsable() throws Exception {
    for (int rows = 4; rows >= 1; rows--) {
      resize(40, rows);
      tmux.say("hello " + rows);
      tmux.see("● You said: hello " + rows);
      tmux.seeLast("❯");
    }
    // What a terminal says that does not know its size.
    tmux.say("run stty rows 0 cols 0 </dev/tty; echo no size");
    tmux.see("All results are in.");
    tmux.say("hello nobody");
    tmux.see("You said: hello nobody");
    resize(80, 24);
    tmux.type("back");
    tmux.seeLast("❯ back");
    for (int rows = 4; rows >= 1; rows--) {
      assertThat(count("● You said: hello " + rows)).isEqualTo(1);
    }
  }

  @Test
  void thePagerLeavesTheScreenAsItWas() throws Exception {
    tmux.say("run seq 1 299; echo la''st");
    tmux.see("    last\n");
    tmux.seeLast("All results are in.\n\n❯");
    String before = tmux.text();
    String cursor = tmux.run("display-message", "-p", "#{cursor_x},#{cursor_y}");
    tmux.press("C-o");
    tmux.see("q closes");
    resize(60, 18);
    tmux.press("End");
    tmux.see("of 300");
    resize(80, 24);
    tmux.type("q");
    tmux.seeLast("❯");
    assertThat(tmux.text()).isEqualTo(before);
    assertThat(tmux.run("display-message", "-p", "#{cursor_x},#{cursor_y}")).isEqualTo(cursor);
  }

  @Test
  void whatIsSaidWhileThePagerIsOpenStandsThereAfterwards() throws Exception {
    // Something to open that needs the whole window.
    tmux.say("run seq 1 300; echo lar''ge");
    tmux.see("    large\n");
    tmux.seeLast("All results are in.\n\n❯");
    tmux.say("run seq 1 300; until [ -e read ]; do sleep 0.05; done");
    tmux.see("300");
    tmux.see("esc to stop");
    tmux.press("C-o");
    tmux.see("q closes");
    Files.createFile(folder.resolve("root/read"));
    await().pollDelay(Duration.ofMillis(300)).until(() -> true);
    assertThat(tmux.text()).doesNotContain("All results");
    tmux.type("q");
    tmux.see("● All results are in.");
    tmux.seeLast("❯");
  }

  @Test
  void controlCStopsATurnAndGoesOn() throws Exception {
    tmux.say("hang");
    tmux.see("esc to stop");
    tmux.press("C-c");
    tmux.see("■ Stopped.");
    tmux.seeLast("❯");
    tmux.say("hello after");
    tmux.see("● You said: hello after");
  }

  @Test
  void whatIsPastedIsNeverObeyed() throws Exception {
    tmux.paste("a\033[2Jb\033]0;owned\007c\000d\u0001e\u009bf\u202eg\r\nlast");
    tmux.seeLast("last");
    assertThat(tmux.run("display-message", "-p", "#{pane_title}")).doesNotContain("owned");
    assertThat(tmux.text()).doesNotContain("You said");
  }
}
