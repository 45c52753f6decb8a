package dev.tenon.cli.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What stands on the screen.
class EditorRowsTest {
  private static final String SENTENCE =
      "Please rename the method in every file that uses it, then run the tests.";

  @Test
  void proseAtSixtyColumns() {
    assertThat(TypedEditor.emacs().type(SENTENCE).rows(60, 24))
        .containsExactly(
            "❯ Please rename the method in every file that uses it, then ",
            "  run the tests.",
            "caret 1,16");
  }

  @Test
  void proseAtEightyAndTwoHundredColumns() {
    var typed = TypedEditor.emacs().type(SENTENCE);
    assertThat(typed.rows(80, 24)).containsExactly("❯ " + SENTENCE, "caret 0,74");
    assertThat(typed.rows(200, 24)).containsExactly("❯ " + SENTENCE, "caret 0,74");
  }

  @Test
  void proseAtTwentyColumns() {
    assertThat(TypedEditor.emacs().type(SENTENCE).rows(20, 24))
        .containsExactly(
            "❯ Please rename the ",
            "  method in every ",
            "  file that uses ",
            "  it, then run the ",
            "  tests.",
            "caret 4,8");
  }

  @Test
  void wideCharactersBreakBetweenThem() {
    assertThat(TypedEditor.emacs().type("漢字仮名交じり文を書く人々").rows(20, 24))
        .containsExactly("❯ 漢字仮名交じり文", "  を書く人々", "caret 1,12");
    assertThat(TypedEditor.emacs().type("x👨‍👩‍👧👍🏽🇩🇪é❤️").rows(20, 24))
        .containsExactly("❯ x👨‍👩‍👧👍🏽🇩🇪é❤️", "caret 0,12");
  }

  @Test
  void aLongWordIsCut() {
    assertThat(TypedEditor.emacs().type("a " + "x".repeat(40)).rows(20, 24))
        .containsExactly(
            "❯ a ",
            "  " + "x".repeat(17),
            "  " + "x".repeat(17),
            "  " + "x".repeat(6),
            "caret 3,8");
  }

  @Test
  void whatDoesNotFitIsScrolled() {
    var typed = TypedEditor.emacs();
    for (int i = 0; i < 12; i++) {
      typed.type("row " + i).keys("ctrl-j");
    }
    assertThat(typed.rows(80, 5))
        .containsExactly("… row 9", "  row 10", "  row 11", "  ", "caret 3,2");
    typed.keys("ctrl-home");
    assertThat(typed.rows(80, 5))
        .containsExactly("❯ row 0", "  row 1", "  row 2", "… row 3", "caret 0,2");
    typed.keys("down down down down");
    assertThat(typed.rows(80, 5))
        .containsExactly("… row 1", "  row 2", "  row 3", "… row 4", "caret 3,2");
    assertThat(typed.keys("pageup").rows(80, 12)).contains("caret 0,2");
    assertThat(typed.rows(80, 1)).hasSize(2);
    assertThat(typed.rows(80, 3)).hasSize(4);
    assertThat(typed.rows(80, 9)).hasSize(9);
    assertThat(typed.rows(80, 60)).hasSize(14);
  }

  @Test
  void tabsAndSelectionAndPastesInColour() {
    var editor =
        new Editor(
            EditorSettings.usual(),
            (text, cursor) -> List.of(),
            Recall.NOTHING,
            new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT));
    editor.insert("a\tb");
    editor.press(KeyNames.parse("shift-left").orElseThrow(), EditorState.IDLE);
    assertThat(editor.rows(40, 24).lines())
        .containsExactly("\033[36m❯\033[39m a   \033[1;4;36mb\033[22;24;39m");
    editor.set("");
    editor.press(new dev.tenon.cli.terminal.input.Key.Pasted("x\n".repeat(20)), EditorState.IDLE);
    assertThat(editor.rows(40, 24).lines())
        .containsExactly("\033[36m❯\033[39m \033[35m[pasted 20 lines]\033[39m");
  }

  /// Any window is fine, and no row is ever wider or taller than it.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 10, 19, 20, 60, 80, 200})
  void anyWindowWillDo(int columns) {
    var typed =
        TypedEditor.emacs()
            .type("word 漢字 👨‍👩‍👧 longlonglonglongword\ttab\u202e ")
            .paste("p\n".repeat(30))
            .type("end");
    for (int rows = 0; rows < 30; rows++) {
      Rows shown = typed.editor.rows(columns, rows);
      assertThat(shown.lines()).hasSizeBetween(1, Math.max(1, rows));
      for (String line : shown.lines()) {
        assertThat(Clusters.width(line)).as(line).isLessThanOrEqualTo(Math.max(1, columns));
      }
      Rows.Caret caret = shown.caret().orElseThrow();
      assertThat(caret.row()).isBetween(0, shown.lines().size() - 1);
      assertThat(caret.column()).isBetween(0, Math.max(0, columns - 1));
    }
  }

  @Test
  void asciiTerminalsGetAsciiSigns() {
    var editor =
        new Editor(
            EditorSettings.usual(),
            (text, cursor) -> List.of(),
            Recall.NOTHING,
            DisplayOptions.plain(Glyphs.ASCII));
    editor.set("a\nb\nc\nd\ne");
    assertThat(editor.rows(20, 3).lines()).containsExactly("~ c", "  d", "  e");
  }
}
