package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.dialog.ChoiceDialog;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/// What a command asks of the person. Meanwhile nothing goes on; afterwards the command does.
///
/// @param command what is stopped by Ctrl-C when it goes on
record CommandQuestions(Console console, Supplier<Console.Work> command) {

  private interface Question<T, E extends Exception> {
    T ask() throws E, InterruptedException;
  }

  private <T, E extends Exception> T aside(Question<T, E> question) throws E, InterruptedException {
    console.end();
    try {
      return question.ask();
    } finally {
      console.begin("Going on", command.get());
    }
  }

  private static Optional<String> text(Console.Entry entry) {
    return entry instanceof Console.Entry.Line line ? Optional.of(line.text()) : Optional.empty();
  }

  /// @param print shows the question
  Optional<String> ask(Runnable print) throws InterruptedException {
    return aside(
        () -> {
          print.run();
          return text(console.answer());
        });
  }

  /// @param print shows the question
  Optional<String> edit(Runnable print, String text) throws InterruptedException {
    return aside(
        () -> {
          print.run();
          return text(console.edit(text));
        });
  }

  void decide(ChoiceDialog dialog) throws InterruptedException {
    aside(
        () -> {
          console.decide(dialog);
          return dialog;
        });
  }

  Menu.Step choose(Menu menu) throws InterruptedException {
    return aside(() -> console.show(menu));
  }

  Optional<String> fill(LineField field, DisplayOptions look) throws InterruptedException {
    return aside(() -> new ConsolePrompter(console, look).fill(field));
  }

  <T> T lend(TerminalLoan<T> program) throws IOException, InterruptedException {
    return this.<T, IOException>aside(() -> console.lend(program));
  }
}
