package dev.tenon.cli.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.core.tool.Asker;
import org.junit.jupiter.api.Test;

class QuestionDialogTest {

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
