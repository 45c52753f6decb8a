package dev.tenon.cli.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.tool.Asker;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionDialogTest {

  /// In every dialog that takes words.
  @Test
  void allOfWhatIsWrittenIsSeen() throws RuleException {
    var command = DialogSamples.approval();
    var choice = DialogSamples.choice(DialogSamples.SAFE, ChoiceDialog.Option.words("Change it"));
    QuestionDialog question = DialogSamples.question(Asker.Choice.ONE);
    for (Dialog dialog : List.of(command, choice, question)) {
      dialog.press(Key.Named.TAB);
      dialog.press(new Key.Pasted("word ".repeat(700) + "\n  last"));
      var shown = dialog.rows(80, 12);
      Rows.Caret caret = shown.caret().orElseThrow();
      assertThat(shown.lines().get(caret.row())).contains("last");
      String row = shown.lines().get(caret.row());
      assertThat(row.substring(0, Math.min(row.length(), caret.column()))).endsWith("last");
      assertThat(String.join("", shown.lines())).as("line ends are seen").contains("\\n   last");
      assertThat(dialog.unsent()).endsWith("word \n  last");
      dialog.press(Key.Named.ENTER);
    }
    assertThat(command.answer().why()).endsWith("\n  last");
    assertThat(choice.words()).endsWith("\n  last");
    assertThat(question.replies().getFirst().own()).endsWith("\n  last");
  }

  @Test
  void aLowWindowShowsWhereWordsAreWritten() {
    QuestionDialog dialog = DialogSamples.question(Asker.Choice.ONE);
    dialog.press(Key.Named.TAB);
    dialog.press(new Key.Pasted("word ".repeat(60) + "last"));
    for (int rows = 1; rows < 12; rows++) {
      var shown = dialog.rows(24, rows);
      int at = shown.caret().orElseThrow().row();
      assertThat(at).isLessThan(shown.lines().size());
      assertThat(shown.lines().get(at)).contains("last");
    }
  }

  private static QuestionDialog dialog(String text, String... options) {
    return new QuestionDialog(
        List.of(new Asker.Question("id", text, List.of(options), Asker.Choice.ONE, 1)),
        DisplayOptions.plain(Glyphs.UNICODE),
        Optional::empty);
  }

  private static String text(Rows rows) {
    return String.join("\n", rows.lines());
  }

  /// All of a question can be read in any window, by scrolling if need be, and what Enter would
  /// give is always shown.
  @ParameterizedTest
  @CsvSource({"80,20", "19,7", "20,5", "20,4", "80,3", "20,2"})
  void allOfItCanBeReadInAnyWindow(int columns, int rows) {
    var asked = new StringBuilder("Ways:\n\n");
    for (int i = 0; i < 40; i++) {
      asked.append("way").append(i).append(". It does this.\n");
    }
    QuestionDialog dialog = dialog(asked + "Which?end", "Keep it", "Drop it", "Neither");
    var seen = new StringBuilder();
    for (int i = 0; i < 200 && dialog.unread(); i++) {
      dialog.press(i == 0 ? Key.Named.PAGE_UP : Key.Named.PAGE_DOWN);
      Rows shown = dialog.rows(columns, rows);
      assertThat(shown.lines()).hasSizeLessThanOrEqualTo(rows);
      assertThat(shown.lines()).allMatch(line -> DisplayWidth.of(line) <= columns);
      assertThat(text(shown)).contains("❯ 2. Drop it");
      seen.append(text(shown));
    }
    assertThat(seen.toString()).contains("way0.").contains("way39.").contains("Which?end");
    assertThat(dialog.unread()).isFalse();
    dialog.press(Key.Named.PAGE_UP);
    assertThat(text(dialog.rows(columns, rows))).doesNotContain("Which?end");
    assertThat(dialog.unread()).as("once is enough").isFalse();
  }

  @Test
  void whatIsNotShownIsSaid() {
    QuestionDialog dialog = dialog("line\n".repeat(30) + "end", "Keep", "Drop", "Neither");
    assertThat(text(dialog.rows(80, 20)))
        .contains("  lines 1-14 of 31, PgDn shows more\n  1. Keep\n❯ 2. Drop (Recommended)\n")
        .contains("  3. Neither\n  4. Other");
    assertThat(text(dialog.rows(20, 7)))
        .isEqualTo(
            """
            ? line
              line
              1-2 of 31 PgDn
            ❯ 2. Drop
                 (Recommended)
                 (2/4)
              Up, Down, digits;\
            """);
    assertThat(text(dialog("What?", "a", "b").rows(80, 12))).doesNotContain("PgDn");
  }

  @Test
  void anAnswerThatIsLongerThanItsRoomCanBeReadAbove() {
    String much = "many words ".repeat(12) + "last";
    QuestionDialog dialog = dialog("Which?", "Keep", "Drop " + much, "Neither");
    Rows shown = dialog.rows(30, 8);
    assertThat(text(shown)).contains("❯ 2. Drop many").contains("… (2/4)").doesNotContain("last");
    assertThat(dialog.unread()).isTrue();
    for (int i = 0; i < 9; i++) {
      dialog.press(Key.Named.PAGE_DOWN);
      dialog.rows(30, 8);
    }
    dialog.press(Key.Named.PAGE_UP);
    assertThat(text(dialog.rows(30, 8))).contains("last");
  }

  @Test
  void theQuestionScrollsWhileWordsAreWritten() {
    QuestionDialog dialog = dialog("line\n".repeat(30) + "end", "Keep", "Drop");
    dialog.rows(80, 20);
    dialog.begin("mine");
    dialog.press(Key.Named.PAGE_DOWN);
    dialog.press(Key.Named.PAGE_DOWN);
    assertThat(text(dialog.rows(80, 20))).contains("end\n").contains("Other: mine");
  }
}
