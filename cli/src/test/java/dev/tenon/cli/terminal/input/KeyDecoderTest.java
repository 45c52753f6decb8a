package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyDecoderTest {
  /// Stands for a pause in the typing.
  private static final char PAUSE = '\uE000';

  private static List<Key> keys(String typed) throws IOException {
    return keys(typed, false);
  }

  private static List<Key> keys(String typed, boolean guarded) throws IOException {
    int[] at = {0};
    var decoder =
        new KeyDecoder(
            timeout -> {
              if (at[0] == typed.length()) {
                return KeyDecoder.Source.END;
              }
              char c = typed.charAt(at[0]++);
              return c == PAUSE ? KeyDecoder.Source.NOTHING_YET : c;
            },
            () -> 0L,
            () -> guarded);
    var keys = new ArrayList<Key>();
    while (keys.isEmpty() || keys.getLast() != Key.Named.GONE) {
      decoder.next(10).ifPresent(keys::add);
    }
    return keys.subList(0, keys.size() - 1);
  }

  private static Key typed(String text) {
    return new Key.Typed(text);
  }

  @Test
  void charactersAreTyped() throws IOException {
    assertThat(keys("aß世😀")).containsExactly(typed("a"), typed("ß"), typed("世"), typed("😀"));
  }

  @Test
  void controlKeysHaveNames() throws IOException {
    assertThat(keys("\r\n\003\177\b\025\027\032\t"))
        .containsExactly(
            Key.Named.ENTER,
            new Key.Chord(Key.Modifier.CONTROL, 'j'),
            Key.Named.INTERRUPT,
            Key.Named.BACKSPACE,
            Key.Named.BACKSPACE,
            Key.Named.ERASE_ALL,
            Key.Named.ERASE_WORD,
            Key.Named.SUSPEND,
            Key.Named.TAB);
  }

  @Test
  void escapeAloneIsAKeyAndOtherwiseBeginsOne() throws IOException {
    assertThat(keys("\033" + PAUSE + "a")).containsExactly(Key.Named.ESCAPE, typed("a"));
    assertThat(keys("\033[A\033OB\033[1;5Cx"))
        .containsExactly(
            Key.Named.UP,
            Key.Named.DOWN,
            new Key.Modified(Key.Modifier.CONTROL, Key.Named.RIGHT),
            typed("x"));
    assertThat(keys("\033[5~\033[6~\033OD\033[C"))
        .containsExactly(Key.Named.PAGE_UP, Key.Named.PAGE_DOWN, Key.Named.LEFT, Key.Named.RIGHT);
    assertThat(keys("\017\033A\033[79;6u"))
        .containsExactly(
            new Key.Chord(Key.Modifier.CONTROL, 'o'),
            new Key.Chord(Key.Modifier.ALT, 'a'),
            new Key.Chord(Key.Modifier.CONTROL_SHIFT, 'o'));
    assertThat(keys("\033\r\033\177"))
        .containsExactly(
            new Key.Modified(Key.Modifier.ALT, Key.Named.ENTER),
            new Key.Modified(Key.Modifier.ALT, Key.Named.BACKSPACE));
    assertThat(keys("\033[" + PAUSE + "x")).containsExactly(Key.Named.OTHER, typed("x"));
  }

  @Test
  void aPasteIsOneKey() throws IOException {
    assertThat(keys("\033[200~one\r\ntwo\rthree\003\033[A\033[201~!"))
        .containsExactly(new Key.Pasted("one\ntwo\nthree\003\033[A"), typed("!"));
  }

  /// Answers about the cursor end with that letter; each may be the end of one.
  @Test
  void aPasteOfCapitalLettersTakesNoLongerThanAnother() throws IOException {
    var random = new Random(7);
    var base64 = new StringBuilder();
    for (int i = 0; i < 400_000; i++) {
      base64.append((char) ('A' + random.nextInt(26)));
    }
    long plain = cpuOfPaste("x".repeat(400_000));
    assertThat(cpuOfPaste("R".repeat(400_000))).isLessThan(30 * plain);
    assertThat(cpuOfPaste(base64.toString())).isLessThan(30 * plain);
  }

  /// The best of some tries, so that a busy machine makes no difference.
  private static long cpuOfPaste(String text) throws IOException {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      assertThat(keys("\033[200~" + text + "\033[201~")).hasSize(1);
      best = Math.min(best, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
    }
    return best;
  }

  @Test
  void aPasteThatNeverEndsIsNotLost() throws IOException {
    assertThat(keys("\033[200~half" + PAUSE + "x"))
        .containsExactly(new Key.Pasted("half"), typed("x"));
  }

  @Test
  void answersOfTheTerminalAreNeverText() throws IOException {
    assertThat(
            keys(
                "\033[?62;4c\033[>1;10;0c\033[24;80R\033[?2026;2$y\033[?1u\033[0n\033[8;24;80t"
                    + "\033]11;rgb:0000/0000/0000\007\033]10;rgb:1/2/3\033\\\033P>|tmux 3.4\033\\"
                    + "\033P1+r544e=1\033\\\033_Gi=1;OK\033\\\033[?997;1nx"))
        .containsExactly(
            new Key.Report("[?62;4c"),
            new Key.Report("[>1;10;0c"),
            new Key.Report("[24;80R"),
            new Key.Report("[?2026;2$y"),
            new Key.Report("[?1u"),
            new Key.Report("[0n"),
            new Key.Report("[8;24;80t"),
            new Key.Report("]11;rgb:0000/0000/0000"),
            new Key.Report("]10;rgb:1/2/3"),
            new Key.Report("P>|tmux 3.4"),
            new Key.Report("P1+r544e=1"),
            new Key.Report("_Gi=1;OK"),
            new Key.Report("[?997;1n"),
            typed("x"));
  }

  @Test
  void unknownSequencesAreSwallowedWhole() throws IOException {
    for (String unknown :
        List.of(
            "\033[99~",
            "\033[1;2;3;4;5w",
            "\033[5 q",
            "\033[E",
            "\033[<0;10;20M",
            "\033[M !!",
            "\033Oz",
            "\033[[Z",
            "\u009b99~",
            "\u0085",
            "\ud83d",
            "\udc00",
            "\033[" + "1;".repeat(500) + "A",
            "\033[;;;~",
            "\033[:::u",
            "\033[27;5~")) {
      assertThat(keys("a" + unknown + PAUSE + "b").stream().filter(Key.Typed.class::isInstance))
          .as(unknown.replace("\033", "ESC "))
          .containsExactly(typed("a"), typed("b"));
    }
  }

  @Test
  void whatIsCutOffLetsTheNextKeyBe() throws IOException {
    assertThat(keys("\033[1;5\003")).containsExactly(Key.Named.OTHER, Key.Named.INTERRUPT);
    assertThat(keys("\033[1\033[A")).containsExactly(Key.Named.OTHER, Key.Named.UP);
    assertThat(keys("\033]11;rgb\033[A")).containsExactly(new Key.Report("]11;rgb"), Key.Named.UP);
    assertThat(keys("\033]11;rgb" + PAUSE + "\r"))
        .containsExactly(new Key.Report("]11;rgb"), Key.Named.ENTER);
    assertThat(keys("\033\033" + PAUSE + PAUSE))
        .containsExactly(Key.Named.ESCAPE, Key.Named.ESCAPE);
    assertThat(keys("\033]" + PAUSE + "x"))
        .containsExactly(new Key.Chord(Key.Modifier.ALT, ']'), typed("x"));
    assertThat(keys("\033O" + PAUSE + "x"))
        .containsExactly(new Key.Chord(Key.Modifier.ALT, 'o'), typed("x"));
  }

  /// Somebody pastes the output of a program that has not ended its sequence.
  @Test
  void aLineEndWithinAStringOfTheTerminalIsNoEnter() throws IOException {
    for (String begun : List.of("\033]0;title", "\033P1$r", "\033_Gi=1")) {
      for (String end : List.of("\r", "\n")) {
        assertThat(keys(begun + end + "x"))
            .containsExactly(new Key.Report(begun.substring(1)), typed("x"));
      }
    }
  }

  @Test
  void aLineFeedAtTheEndOfABurstIsEnter() throws IOException {
    // What was typed while the terminal was not raw yet ends so.
    assertThat(keys("ls\n" + PAUSE)).containsExactly(typed("l"), typed("s"), Key.Named.ENTER);
    var controlJ = new Key.Chord(Key.Modifier.CONTROL, 'j');
    assertThat(keys("a\nb")).containsExactly(typed("a"), controlJ, typed("b"));
  }

  @Test
  void aPasteThatStopsForAWhileIsStillAPaste() throws IOException {
    assertThat(keys("\033[200~one\r" + PAUSE + "two\rthree\r\033[201~x"))
        .containsExactly(new Key.Pasted("one\n"), new Key.Pasted("two\nthree\n"), typed("x"));
    assertThat(keys("\033[200~one" + PAUSE + "\033[201~x"))
        .containsExactly(new Key.Pasted("one"), Key.Named.OTHER, typed("x"));
    assertThat(keys("\033[200~half")).containsExactly(new Key.Pasted("half"));
    assertThat(keys("\033[200~a\033[20\033[201~")).containsExactly(new Key.Pasted("a\033[20"));
  }

  @Test
  void aPasteOfManyMegabytesTakesTimeByItsLength() throws IOException {
    String text = "some words~\n".repeat(700_000);
    long start = System.nanoTime();
    assertThat(keys("\033[200~" + text + "\033[201~")).containsExactly(new Key.Pasted(text));
    assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
  }

  /// Whatever arrives, keys come out, text is text, and nothing hangs.
  @Test
  void noiseIsHarmless() throws IOException {
    var random = new Random(7);
    String alphabet =
        "\033\033\033[[[]PO_?;:0123456789~u$AMRcIZ\r\n\007\\ x\u009b\ud83d\ude00" + PAUSE;
    for (int round = 0; round < 3000; round++) {
      var noise = new StringBuilder();
      int length = random.nextInt(40);
      for (int i = 0; i < length; i++) {
        noise.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      for (Key key : keys(noise.toString())) {
        if (key instanceof Key.Typed text) {
          assertThat(text.text().codePoints().allMatch(c -> c >= ' ' && (c < 0x7f || c >= 0xa0)))
              .isTrue();
          assertThat(text.text().codePoints().noneMatch(c -> c >= 0xd800 && c < 0xe000)).isTrue();
        }
      }
    }
  }

  /// However slow the line is: an answer that was cut anywhere types nothing.
  @Test
  void aCutAnswerIsNeverTyped() throws IOException {
    for (String end : List.of("\007", "\033\\")) {
      String answer = "\033]11;rgb:1e1e/ffff/a0a0" + end;
      for (int cut = 3; cut < answer.length(); cut++) {
        String slow = answer.substring(0, cut) + PAUSE + answer.substring(cut) + PAUSE + "x";
        assertThat(keys(slow))
            .as("cut at %d of %s", cut, end.length())
            .filteredOn(key -> !(key instanceof Key.Report) && key != Key.Named.OTHER)
            .containsExactly(typed("x"));
      }
    }
  }

  @Test
  void whatAPersonTypesAfterACutAnswerIsTyped() throws IOException {
    assertThat(keys("\033]11;rgb:1e" + PAUSE + "f" + PAUSE + "ab"))
        .containsExactly(new Key.Report("]11;rgb:1e"), typed("f"), typed("a"), typed("b"));
    assertThat(keys("\033]11;rgb:1e" + PAUSE + "hello"))
        .containsExactly(
            new Key.Report("]11;rgb:1e"),
            typed("h"),
            typed("e"),
            typed("l"),
            typed("l"),
            typed("o"));
    assertThat(keys("\033]11;rgb:1e" + PAUSE + "\033[A"))
        .containsExactly(new Key.Report("]11;rgb:1e"), Key.Named.UP);
  }

  @Test
  void whileAnAnswerIsExpectedAnEscapeWaitsForIt() throws IOException {
    var waits = new ArrayList<Long>();
    var decoder =
        new KeyDecoder(
            timeout -> {
              waits.add(timeout);
              return waits.size() % 2 == 1 ? '\033' : KeyDecoder.Source.NOTHING_YET;
            },
            () -> 0L);
    assertThat(decoder.next(10)).contains(Key.Named.ESCAPE);
    decoder.expectAnswer();
    assertThat(decoder.next(10)).contains(Key.Named.ESCAPE);
    assertThat(waits).containsExactly(10L, 50L, 10L, 250L);
  }

  /// A slow line: each character by itself, also those of the end mark, after a stall anywhere.
  @Test
  void whileSomethingCouldBeAnsweredAPasteIsOneUntilItsEnd() throws IOException {
    String text = "2\r\r2\rhello";
    String end = "\033[201~";
    for (int stall = 0; stall <= text.length() + end.length(); stall++) {
      String paste = text + end;
      var slow = new StringBuilder("\033[200~" + paste.substring(0, stall) + PAUSE);
      for (int i = stall; i < paste.length(); i++) {
        slow.append(paste.charAt(i)).append(i < text.length() ? String.valueOf(PAUSE) : "");
      }
      List<Key> keys = keys(slow + "x", true);
      var pasted = new StringBuilder();
      for (Key key : keys.subList(0, keys.size() - 1)) {
        assertThat(key).as("stalled at " + stall).isIn(pastes(key));
        pasted.append(key instanceof Key.Pasted each ? each.text() : "");
      }
      assertThat(pasted.toString()).isEqualTo("2\n\n2\nhello");
      assertThat(keys.getLast()).as("what follows is typed again").isEqualTo(typed("x"));
    }
  }

  /// Where nothing asks, what trickles in is typed, but its line ends send nothing.
  @Test
  void lineEndsOfAPasteThatTricklesInSendNothing() throws IOException {
    String text = "ab\rc\r\rd";
    for (int stall = 1; stall <= text.length(); stall++) {
      var slow = new StringBuilder("\033[200~" + text.substring(0, stall));
      for (char c : text.substring(stall).toCharArray()) {
        slow.append(PAUSE).append(c);
      }
      List<Key> keys = keys(slow.toString() + PAUSE + "\033[201~\r");
      assertThat(keys.subList(0, keys.size() - 1))
          .as("stalled at " + stall)
          .doesNotContain(Key.Named.ENTER);
      assertThat(keys.getLast()).as("after its end").isEqualTo(Key.Named.ENTER);
    }
  }

  @Test
  void whoTypesAfterAPasteWithoutAnEndSendsAfterARest() throws IOException {
    String typed = "\033[200~abc" + PAUSE + "x" + PAUSE + "\r";
    long[] clock = {0};
    int[] at = {0};
    var decoder =
        new KeyDecoder(
            timeout -> {
              clock[0] += 1_000_000_000L;
              char c = typed.charAt(at[0]++);
              return c == PAUSE ? KeyDecoder.Source.NOTHING_YET : c;
            },
            () -> clock[0]);
    var keys = new ArrayList<Key>();
    while (at[0] < typed.length()) {
      decoder.next(10).ifPresent(keys::add);
    }
    assertThat(keys).endsWith(typed("x"), Key.Named.ENTER);
  }

  private static List<Key> pastes(Key key) {
    return key instanceof Key.Pasted ? List.of(key) : List.of(Key.Named.OTHER);
  }

  @Test
  void whoIsStuckInAPasteWithoutAnEndGetsOutOfIt() throws IOException {
    String stuck = "\033[200~abc" + PAUSE + "2" + PAUSE;
    assertThat(keys(stuck + "\033" + PAUSE + "\r", true))
        .endsWith(Key.Named.ESCAPE, Key.Named.ENTER);
    assertThat(keys(stuck + "\003" + PAUSE + "\r", true))
        .endsWith(Key.Named.INTERRUPT, Key.Named.ENTER);
  }

  @Test
  void whatTheTerminalSaysRightAfterEscapeDoesNotSwallowThatKey() throws IOException {
    assertThat(keys("\033\033[24;80Rx"))
        .containsExactly(Key.Named.ESCAPE, new Key.Report("[24;80R"), typed("x"));
    assertThat(keys("\033\033[I")).containsExactly(Key.Named.ESCAPE, Key.Focus.GAINED);
    assertThat(keys("\033\033[A"))
        .containsExactly(new Key.Modified(Key.Modifier.ALT, Key.Named.UP));
  }

  @Test
  void anAnswerAboutTheCursorAmidAPasteIsNoText() throws IOException {
    assertThat(keys("\033[200~left \033[24;80Rright[1;2R\033[201~x"))
        .containsExactly(new Key.Pasted("left right[1;2R"), new Key.Report("[24;80R"), typed("x"));
  }
}
