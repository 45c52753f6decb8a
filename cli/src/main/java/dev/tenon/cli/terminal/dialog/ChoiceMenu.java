package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import java.util.List;

/// A few answers to one question, the safest first: arrows or digits mark one, Enter gives it. A
/// live terminal asks it with its [#dialog], which no stray key answers.
public final class ChoiceMenu implements Menu {
  private final String title;
  private final List<String> choices;
  private final ChoiceDialog dialog;

  public ChoiceMenu(String title, List<String> choices, DisplayOptions look) {
    this(title, choices, look, ChoiceDialog.OtherText.FOR_EDITOR);
  }

  private ChoiceMenu(
      String title, List<String> choices, DisplayOptions look, ChoiceDialog.OtherText other) {
    this.title = title;
    this.choices = List.copyOf(choices);
    this.dialog =
        new ChoiceDialog(
            title,
            columns -> List.of(),
            choices.stream().map(ChoiceDialog.Option::safe).toList(),
            look,
            other);
  }

  /// The same next to a field for a secret: if that is pasted a moment too early, no editor shows
  /// or keeps it.
  public static ChoiceMenu besideSecrets(String title, List<String> choices, DisplayOptions look) {
    return new ChoiceMenu(title, choices, look, ChoiceDialog.OtherText.FOR_NOBODY);
  }

  public ChoiceDialog dialog() {
    return dialog;
  }

  /// The place of what was chosen, or -1.
  public int chosen() {
    return dialog.chosen();
  }

  @Override
  public List<String> lines(int columns, int rows) {
    return dialog.rows(columns, Math.max(1, rows - 1)).lines();
  }

  @Override
  public Step press(Key key) {
    return switch (dialog.press(key)) {
      case STAY, NEXT, UNKNOWN -> Step.STAY;
      case DONE -> chosen() < 0 ? Step.CLOSED : Step.CHOSEN;
    };
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public List<String> options() {
    return choices;
  }

  @Override
  public void pick(int place) {
    dialog.pick(place);
  }
}
