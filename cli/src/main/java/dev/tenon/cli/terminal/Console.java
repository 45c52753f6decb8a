package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.dialog.ChoiceDialog;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.tool.Asker;
import java.io.IOException;
import java.util.Optional;

/// A person's keyboard and screen. The face reads from it between prompts, and tells it when work
/// begins and ends; meanwhile the person may stop the work or say something.
interface Console extends AutoCloseable {

  Page page();

  /// Asks the person whether a tool may do something.
  Approver approver();

  /// Puts the model's questions to the person.
  Asker asker();

  /// Waits for a text to be changed, which is not remembered.
  Entry edit(String text) throws InterruptedException;

  /// Waits for what the person sends.
  Entry read() throws InterruptedException;

  /// Gives the person a text to go on with, in front of what they have typed.
  void put(String text);

  /// Whether the person has typed nothing that is not sent.
  boolean untouched();

  /// Shows what is sent for the person, as it would stand in the editor. Lines that were typed and
  /// read stand there already.
  default void echo(String sent) {}

  /// Shows a line that is of no use later.
  default void hint(String line) {
    page().line(line);
  }

  /// Waits for the answer to a question that has been printed. It is not remembered.
  default Entry answer() throws InterruptedException {
    return edit("");
  }

  /// Lets the person choose from a menu.
  Menu.Step show(Menu menu) throws InterruptedException;

  /// Lets the person decide about something; afterwards the dialog knows what was answered.
  void decide(ChoiceDialog dialog) throws InterruptedException;

  /// Lets the person fill in a field, of which nothing is shown or remembered afterwards. Nothing
  /// when they leave it.
  default Optional<String> fill(LineField field) throws InterruptedException {
    return show(field) == Menu.Step.CHOSEN ? Optional.of(field.text()) : Optional.empty();
  }

  /// Whether Ctrl-C, or the end of the terminal, closed the last menu or field: whoever asked
  /// should ask nothing more.
  boolean menuInterrupted();

  /// Something begins that takes a while.
  void begin(String activity, Work work);

  /// It is over. What was typed and not sent stays where it is.
  void end();

  /// A turn of the model is over, and the person may not have seen it.
  default void turnEnded() {}

  /// Leaves the terminal to a program until this is done.
  ///
  /// @throws IOException when there is no terminal that could be left to it
  <T> T lend(TerminalLoan<T> program) throws IOException, InterruptedException;

  /// Something has happened that wants attention: a line of a prompt that is being waited for is
  /// given up, unless the person has begun to type it. Returns at once.
  void wake();

  /// The model has seen this message of the person.
  void heard(String message);

  /// Whether what is shown cannot be written, so that nobody will see anything.
  default boolean lost() {
    return false;
  }

  /// Leaves the terminal as it was found. May be called several times, and from any thread.
  @Override
  void close();

  /// What came of reading a line.
  sealed interface Entry {
    record Line(String text) implements Entry {}

    /// Ctrl-C.
    record Interrupted(Discarded discarded) implements Entry {}

    /// Somebody called [#wake()] before anything was typed.
    record Woken() implements Entry {}

    /// Ctrl-D on an empty line, or the terminal is gone.
    record End() implements Entry {}
  }

  /// Whether Ctrl-C threw something away.
  enum Discarded {
    TEXT,
    NOTHING
  }

  /// Work that a person watches. Its methods return at once.
  interface Work {
    /// Stops it; Ctrl-C or Esc.
    void stop();

    /// Leaves the program whatever happens to the work; Ctrl-C again.
    void leave();

    /// Says something meanwhile. Answers whether it is heard before the work is done.
    boolean say(String text);

    /// Says something for when it is done.
    void sayAfterwards(String text);

    /// Takes back something that was said, the latest of what is the same. Answers false when it is
    /// heard already.
    boolean takeBack(String text);
  }
}
