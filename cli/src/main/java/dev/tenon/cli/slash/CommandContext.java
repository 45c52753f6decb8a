package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.dialog.ChoiceDialog;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What a slash command may use.
public interface CommandContext extends Prompter {

  Conversation conversation();

  /// Shows a line, or several; a unified diff gets its colours. What is not Tenon's own text is
  /// made harmless.
  @Override
  void print(String text);

  /// Shows something of the conversation as the conversation itself would.
  default void show(AgentEvent event) {}

  /// Asks for a line. Nothing when the person leaves the question with Ctrl-C or Ctrl-D.
  Optional<String> ask(String question) throws InterruptedException;

  /// Asks something that no stray key answers; afterwards the dialog knows what was answered.
  default void decide(ChoiceDialog dialog) throws InterruptedException {
    String shown = dialog.numbered(Integer.MAX_VALUE);
    for (Optional<String> line = ask(shown); line.isPresent(); line = ask(ChoiceDialog.AGAIN)) {
      if (dialog.answer(line.get())) {
        return;
      }
    }
  }

  /// Whether the person says yes to something, which is no unless they choose it.
  ///
  /// @param yes what it means to say yes, and `no` what it means not to
  default boolean agrees(String question, String no, String yes) throws InterruptedException {
    var dialog =
        new ChoiceDialog(
            question,
            columns -> List.of(),
            List.of(ChoiceDialog.Option.safe(no), ChoiceDialog.Option.read(yes)),
            look());
    decide(dialog);
    return dialog.chosen() == 1;
  }

  /// Lets the person change a text of several lines. Nothing when they leave it, or cannot.
  default Optional<String> edit(String question, String text) throws InterruptedException {
    return Optional.empty();
  }

  /// Whether a menu has the whole screen here, so that keys alone can decide in it; elsewhere a
  /// command without an argument says what there is.
  default boolean hasScreen() {
    return false;
  }

  /// How wide a table may be here; 0 where that is no matter. Where text is read as lines alone,
  /// rows that are broken are no table any more.
  default int tableWidth() {
    return 0;
  }

  /// Leaves the terminal to a program until this is done.
  ///
  /// @throws IOException when there is no terminal that could be left to it
  default <T> T lend(TerminalLoan<T> program) throws IOException, InterruptedException {
    throw new IOException("this terminal cannot be left to a program");
  }

  /// Sends this to the model when the command is done.
  void prompt(String text);

  /// Puts this in the input line when the command is done.
  void prefill(String text);

  /// Forgets the conversation so far and what it used.
  void startOver();

  /// Leaves the program when the command is done.
  void leave();
}
