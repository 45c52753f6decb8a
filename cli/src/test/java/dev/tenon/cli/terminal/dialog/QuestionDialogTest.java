package dev.tenon.cli.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.tool.Asker;
import java.util.List;
import org.junit.jupiter.api.Test;

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
}
