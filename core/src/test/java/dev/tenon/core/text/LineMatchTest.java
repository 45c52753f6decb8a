package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.workspace.Seeds;
import java.util.ArrayList;
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
          assertThat(pairs).isEqualTo(longestCommon(old, lines));
        });
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
