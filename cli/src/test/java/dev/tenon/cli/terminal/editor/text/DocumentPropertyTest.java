package dev.tenon.cli.terminal.editor.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.screen.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random edits against texts that are edited in the simplest way.
class DocumentPropertyTest {
  private static final List<String> PIECES =
      List.of(
          "a",
          "b",
          " ",
          "  ",
          "\n",
          "word ",
          "two words",
          "\t",
          "漢",
          "字仮",
          "é",
          "e\u0301",
          "\u0301",
          "👍",
          "👍🏽",
          "👨‍👩‍👧",
          "\u200d",
          "\ufe0f",
          "🇩🇪",
          "🇩",
          "각",
          "\u1100\u1161\u11a8",
          "ไ",
          "क्ष",
          "नि",
          "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
          "a\nb\nc",
          "ا",
          "\u202e");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void editsUndoAndRedoFollowTheModel(long seed) {
    var random = new Random(seed);
    var document = new Document();
    var layout = new RowLayout(document);
    var model = new StringBuilder();
    var states = new ArrayList<String>();
    states.add("");
    for (int i = 0; i < 400; i++) {
      int from = place(random, document);
      int to = random.nextInt(3) == 0 ? place(random, document) : from;
      int first = Math.min(from, to);
      int last = Math.max(from, to);
      String text = random.nextInt(4) == 0 ? "" : PIECES.get(random.nextInt(PIECES.size()));
      if (first == last && text.isEmpty()) {
        continue;
      }
      document.replace(first, last, text, EditLog.Kind.OTHER);
      model.replace(first, last, text);
      states.add(model.toString());
      assertThat(document.text().toString()).isEqualTo(model.toString());
      assertThat(Clusters.isBoundary(document.text(), document.cursor())).isTrue();
      layout.update(10 + (int) (seed % 30));
      rowsAreTheText(document, layout, random);
    }
    int undone = random.nextInt(states.size() - 1) + 1;
    for (int i = 1; i < undone; i++) {
      assertThat(document.undo()).isTrue();
      assertThat(document.text().toString()).isEqualTo(states.get(states.size() - 1 - i));
      assertThat(Clusters.isBoundary(document.text(), document.cursor())).isTrue();
    }
    for (int i = undone - 2; i >= 0; i--) {
      assertThat(document.redo()).isTrue();
      assertThat(document.text().toString()).isEqualTo(states.get(states.size() - 1 - i));
    }
    assertThat(document.redo()).isFalse();
  }

  private static int place(Random random, Document document) {
    document.moveTo(random.nextInt(document.length() + 1));
    return document.cursor();
  }

  /// Rows as they are known now are those of a layout that begins anew, and have all of the text.
  private static void rowsAreTheText(Document document, RowLayout layout, Random random) {
    layout.rowOf(random.nextInt(document.length() + 1));
    if (random.nextInt(5) > 0) {
      return;
    }
    var fresh = new Document();
    fresh.replace(0, 0, document.text().toString(), EditLog.Kind.OTHER);
    var again = new RowLayout(fresh);
    again.update(layout.width());
    var joined = new StringBuilder();
    int row = 0;
    for (; layout.has(row); row++) {
      assertThat(again.has(row)).isTrue();
      assertThat(layout.start(row)).isEqualTo(again.start(row));
      joined.append(document.between(layout.start(row), layout.end(row)));
      int next = layout.has(row + 1) ? layout.start(row + 1) : document.length();
      joined.append(document.between(layout.end(row), next));
      int width =
          layout.column(
              layout.end(row) == next && layout.has(row + 1)
                  ? document.previous(next)
                  : layout.end(row));
      assertThat(width).isLessThanOrEqualTo(layout.width());
      assertThat(Clusters.isBoundary(document.text(), layout.start(row))).isTrue();
    }
    assertThat(again.has(row)).isFalse();
    assertThat(joined.toString()).isEqualTo(document.text().toString());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void forwardsAndBackwardsMeetTheSameClusters(long seed) {
    var random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      var text = new StringBuilder();
      int pieces = random.nextInt(20) + 1;
      for (int i = 0; i < pieces; i++) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      var forwards = new ArrayList<Integer>();
      for (int at = 0; at < text.length(); at = Clusters.next(text, at)) {
        forwards.add(at);
      }
      var backwards = new ArrayList<Integer>();
      for (int at = text.length(); at > 0; ) {
        at = Clusters.previous(text, at);
        backwards.addFirst(at);
      }
      assertThat(backwards).as(text.toString()).isEqualTo(forwards);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void wordsTypedAreTakenBackWordByWord(long seed) {
    var random = new Random(seed);
    var document = new Document();
    int words = random.nextInt(20) + 2;
    for (int i = 0; i < words; i++) {
      for (char c : ("w" + i + " ").toCharArray()) {
        document.insert(String.valueOf(c), EditLog.Kind.TYPED);
      }
    }
    for (int i = words - 1; i >= 0; i--) {
      assertThat(document.undo()).isTrue();
      assertThat(document.text().toString()).doesNotContain("w" + i + " ");
    }
    assertThat(document.length()).isZero();
    assertThat(document.undo()).isFalse();
    assertThat(document.redo()).isTrue();
  }
}
