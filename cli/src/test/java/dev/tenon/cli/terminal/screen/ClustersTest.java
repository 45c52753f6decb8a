package dev.tenon.cli.terminal.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClustersTest {

  @ParameterizedTest
  @CsvSource({
    "a, 1, 1",
    "ab, 2, 2",
    "é, 1, 1",
    "e\u0301, 1, 1",
    "漢, 1, 2",
    "漢字, 2, 4",
    "ｶﾞ, 1, 1",
    "Ａ, 1, 2",
    "😀, 1, 2",
    "👍🏽, 1, 2",
    "👨‍👩‍👧, 1, 2",
    "👩🏽‍💻, 1, 2",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿, 1, 2",
    "🇩🇪, 1, 2",
    "🇩🇪🇫🇷, 2, 4",
    "🇩🇪🇫, 2, 3",
    "❤️, 1, 2",
    "❤, 1, 1",
    "1️⃣, 1, 2",
    "각, 1, 2",
    "\u1100\u1161\u11a8, 1, 2",
    "각각, 2, 4",
    "ไม่, 2, 2",
    "नि, 1, 1",
    "العربية, 7, 7",
    "☃, 1, 1",
    "→, 1, 1",
    "─, 1, 1",
    "⠋, 1, 1",
    "…, 1, 1",
    "🚀x, 2, 3",
    "x\u0301\u0302\u0303y, 2, 2",
  })
  void clustersAndCells(String text, int clusters, int cells) {
    int count = 0;
    for (int at = 0; at < text.length(); at = Clusters.next(text, at)) {
      count++;
    }
    assertThat(count).isEqualTo(clusters);
    assertThat(Clusters.width(text)).isEqualTo(cells);
  }

  /// Measured in tmux 3.3a, by where the cursor is after each.
  @ParameterizedTest
  @CsvSource({
    "👍🏽, 4",
    "👩🏽‍💻, 4",
    "❤️, 1",
    "☺️, 1",
    "1️⃣, 1",
    "👨‍👩‍👧, 2",
    "🇩🇪, 2",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿, 2",
    "👍🏽👍🏽, 8",
    "नि, 2",
    "👨‍👩🏽‍👧, 4",
    "✌🏽, 3",
    "☝🏽, 3",
    "🏳️‍🌈, 1",
    "😀, 2",
    "⚠️, 1",
    "é, 1",
    "漢字, 4"
  })
  void aTerminalThatJoinsLess(String text, int cells) {
    Clusters.drawn(Clusters.Drawing.EACH);
    try {
      assertThat(Clusters.width(text)).isEqualTo(cells);
    } finally {
      Clusters.drawn(Clusters.Drawing.TOGETHER);
    }
  }

  @Test
  void asTheJdkCutsThem() {
    for (String text :
        List.of(
            "plain text, with: signs!",
            "e\u0301a\u0308o\u0302",
            "👨‍👩‍👧👍🏽🇩🇪🇫🇷❤️1️⃣",
            "한국어 \u1112\u1161\u11ab",
            "漢字かな交じり文",
            "ไทย עברית العربية",
            "a\r\nb\nc")) {
      var expected = new ArrayList<Integer>();
      BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
      characters.setText(text);
      for (int at = characters.next(); at != BreakIterator.DONE; at = characters.next()) {
        expected.add(at);
      }
      var found = new ArrayList<Integer>();
      for (int at = 0; at < text.length(); ) {
        at = Clusters.next(text, at);
        found.add(at);
      }
      assertThat(found).as(text).isEqualTo(expected);
    }
  }

  @Test
  void longRunsAreCutTheSameWayFromBothSides() {
    for (String text :
        List.of(
            "🇩🇪".repeat(300),
            "a" + "\u0301".repeat(300) + "b",
            "漢".repeat(5000),
            "👍‍".repeat(100))) {
      var forwards = new ArrayList<Integer>();
      for (int at = 0; at < text.length(); at = Clusters.next(text, at)) {
        forwards.add(at);
      }
      var backwards = new ArrayList<Integer>();
      for (int at = text.length(); at > 0; ) {
        at = Clusters.previous(text, at);
        backwards.addFirst(at);
      }
      assertThat(backwards).isEqualTo(forwards);
    }
  }
}
