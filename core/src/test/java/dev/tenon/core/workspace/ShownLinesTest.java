package dev.tenon.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShownLinesTest {
  private static final Path FILE = Path.of("/project/a");
  private static final Path OTHER = Path.of("/project/b");

  private final ShownLines shown = new ShownLines();

  @Test
  void onlyWholeRangesAreKnown() {
    shown.showed(FILE, 2, List.of("two", "three"));
    assertThat(shown.text(FILE, 2, 3)).contains("two\nthree");
    assertThat(shown.text(FILE, 1, 2)).isEmpty();
    assertThat(shown.text(FILE, 3, 4)).isEmpty();
    assertThat(shown.text(FILE, 3, 2)).isEmpty();
    assertThat(shown.text(OTHER, 2, 3)).isEmpty();
  }

  @Test
  void theLatestViewCountsAndCutLinesDoNot() {
    shown.showed(FILE, 1, List.of("a", "b"));
    shown.showed(FILE, 2, List.of("B", "a long line"), 10);
    assertThat(shown.text(FILE, 1, 2)).contains("a\nB");
    assertThat(shown.text(FILE, 3, 3)).isEmpty();
  }

  @Test
  void whatTakesTooMuchRoomIsForgottenOldestFirst() {
    var small = new ShownLines(10);
    small.showed(FILE, 1, List.of("123456"));
    small.showed(OTHER, 1, List.of("1234567"));
    assertThat(small.text(FILE, 1, 1)).isEmpty();
    assertThat(small.text(OTHER, 1, 1)).isPresent();
    small.showed(OTHER, 1, List.of("12345678901"));
    assertThat(small.text(OTHER, 1, 1)).isEmpty();
  }

  @Test
  void aMovedFileIsKnownAndAForgottenOneIsNot() {
    shown.showed(FILE, 1, List.of("a"));
    shown.moved(FILE, OTHER);
    assertThat(shown.text(FILE, 1, 1)).isEmpty();
    assertThat(shown.text(OTHER, 1, 1)).contains("a");
    shown.forget(OTHER);
    assertThat(shown.text(OTHER, 1, 1)).isEmpty();
  }

  /// Of a file that the model saw whole or in part and then edited, everything it knows is what is
  /// there, and it knows at least what it wrote.
  @Test
  void afterEditsEverythingKnownIsTrue() {
    var random = new Random(4711);
    for (int round = 0; round < 300; round++) {
      var lines = new ArrayList<String>();
      for (int i = 0; i < 30; i++) {
        lines.add("line " + random.nextInt(12));
      }
      var seen = new ShownLines();
      int first = random.nextInt(30);
      int last = first + random.nextInt(30 - first);
      seen.showed(FILE, first + 1L, lines.subList(first, last));
      for (int edit = 0; edit < 5; edit++) {
        var before = List.copyOf(lines);
        int at = random.nextInt(lines.size() + 1);
        String written = "new " + round + " " + edit;
        lines.subList(at, Math.min(lines.size(), at + random.nextInt(3))).clear();
        lines.add(at, written);
        seen.edited(FILE, before, lines);
        assertThat(seen.text(FILE, at + 1, at + 1)).contains(written);
        for (int i = 0; i < lines.size(); i++) {
          String there = lines.get(i);
          assertThat(seen.text(FILE, i + 1, i + 1))
              .satisfiesAnyOf(it -> assertThat(it).isEmpty(), it -> assertThat(it).contains(there));
        }
        assertThat(seen.text(FILE, lines.size() + 1, lines.size() + 1)).isEmpty();
      }
    }
  }
}
