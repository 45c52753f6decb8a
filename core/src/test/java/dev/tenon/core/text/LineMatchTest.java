package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.Randoms;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.workspace.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineMatchTest {

  @Test
  void pairsAreEqualGrowAndAreAsManyAsPossible() {
    Seeds.check(
        1500,
        random -> {
          List<String> old = lines(random);
          List<String> lines = lines(random);
          int[] match = LineMatch.of(old, lines);
          assertThat(pairs(old, lines, match)).isEqualTo(longestCommon(old, lines));
        });
  }

  @Test
  void pairsOfTextsAreEqualAndInOrder() {
    Property.holds(
        500,
        randoms -> {
          List<String> old = TextLines.split(randoms.text(40));
          List<String> lines = TextLines.split(randoms.text(40));
          pairs(old, lines, LineMatch.of(old, lines));
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
    assertThat(pairs(old, lines, LineMatch.of(old, lines))).isEqualTo(6000 - 30);
  }

  @Test
  void aRewrittenFileTakesNoSeconds() {
    var old = new ArrayList<String>();
    for (int i = 0; i < 19_000; i++) {
      old.add(i % 4 == 0 ? "" : "line " + i);
    }
    var lines = new ArrayList<>(old);
    Collections.shuffle(lines, new Random(1));
    int[] match = assertTimeout(Duration.ofSeconds(3), () -> LineMatch.of(old, lines));
    pairs(old, lines, match);
  }

  /// How many pairs there are; fails when they are not equal lines in order.
  private static int pairs(List<String> old, List<String> lines, int[] match) {
    int pairs = 0;
    int last = -1;
    for (int i = 0; i < match.length; i++) {
      if (match[i] >= 0) {
        assertThat(match[i]).isGreaterThan(last);
        assertThat(old.get(match[i])).isEqualTo(lines.get(i));
        last = match[i];
        pairs++;
      }
    }
    return pairs;
  }

  private static List<String> lines(Random random) {
    var lines = new ArrayList<String>();
    int count = random.nextInt(14);
    for (int i = 0; i < count; i++) {
      lines.add("abcdef".substring(random.nextInt(6)).substring(0, 1));
    }
    return lines;
  }

  private static int longestCommon(List<String> a, List<String> b) {
    int[][] best = new int[a.size() + 1][b.size() + 1];
    for (int i = 1; i <= a.size(); i++) {
      for (int j = 1; j <= b.size(); j++) {
        best[i][j] =
            a.get(i - 1).equals(b.get(j - 1))
                ? best[i - 1][j - 1] + 1
                : Math.max(best[i - 1][j], best[i][j - 1]);
      }
    }
    return best[a.size()][b.size()];
  }
}
