package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import java.util.Optional;

/// What a slash command may use.
public interface CommandContext {

  Conversation conversation();

  /// How things are displayed.
  default DisplayOptions look() {
    return DisplayOptions.plain(Glyphs.UNICODE);
  }

  /// Whether the person moves through menus with keys; elsewhere a command without an argument says
  /// what there is.
  default boolean picks() {
    return false;
  }

  /// Shows a line, or several; a unified diff gets its colours. What is not Tenon's own text is
  /// made harmless.
  void print(String text);

  /// Shows something of the conversation as the conversation itself would.
  default void show(AgentEvent event) {}

  /// Asks for a line. Nothing when the person leaves the question with Ctrl-C or Ctrl-D.
  Optional<String> ask(String question) throws InterruptedException;

  /// Lets the person change a text of several lines. Nothing when they leave it, or cannot.
  default Optional<String> edit(String question, String text) throws InterruptedException {
    return Optional.empty();
  }

  /// Lets the person choose from a menu, which knows afterwards what was chosen. Answers
  /// [Menu.Step#CHOSEN], or [Menu.Step#CLOSED] when the person left it.
  default Menu.Step choose(Menu menu) throws InterruptedException {
    return Menu.Step.CLOSED;
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
