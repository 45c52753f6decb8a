package dev.tenon.core.edit.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.Randoms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineDiffTest {

  private static void requireValid(List<String> old, List<String> lines, int[] match) {
    int last = -1;
    for (int i = 0; i < match.length; i++) {
      if (match[i] >= 0) {
        assertThat(match[i]).isGreaterThan(last);
        assertThat(lines.get(i)).isEqualTo(old.get(match[i]));
        last = match[i];
      }
    }
  }

  @Test
  void pairsAreEqualAndInOrder() {
    Property.holds(
        500,
        randoms -> {
          List<String> old = TextLines.split(randoms.text(40));
          List<String> lines = TextLines.split(randoms.text(40));
          requireValid(old, lines, LineDiff.match(old, lines));
        });
  }

  @Test
  void largeTextsWithFewChangesLoseNothing() {
    var randoms = new Randoms(3, 40);
    var old = new ArrayList<String>();
    for (int i = 0; i < 6000; i++) {
      old.add(i % 3 == 0 ? "}" : "line " + i);
    }
    var lines = new ArrayList<>(old);
    for (int i = 0; i < 30; i++) {
      lines.set(i * 190 + 1, randoms.freshLine());
      lines.add(i * 190 + 7, "}");
    }
    int[] match = LineDiff.match(old, lines);
    requireValid(old, lines, match);
    long paired = Arrays.stream(match).filter(at -> at >= 0).count();
    assertThat(paired).isEqualTo(6000 - 30);
  }

  @Test
  void aRewrittenFileTakesNoSeconds() {
    var old = new ArrayList<String>();
    for (int i = 0; i < 19_000; i++) {
      old.add(i % 4 == 0 ? "" : "line " + i);
    }
    var lines = new ArrayList<>(old);
    Collections.shuffle(lines, new Random(1));
    int[] match = assertTimeout(Duration.ofSeconds(3), () -> LineDiff.match(old, lines));
    requireValid(old, lines, match);
  }
}
