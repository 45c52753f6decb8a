package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.Prompter;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Wrap;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;

/// Asks on a console before there is a conversation.
final class ConsolePrompter implements Prompter {
  private final Console console;
  private final DisplayOptions look;

  ConsolePrompter(Console console, DisplayOptions look) {
    this.console = console;
    this.look = look;
  }

  @Override
  public void print(String text) {
    for (String line : SafeText.visible(text).split("\n", -1)) {
      console.page().line(String.join("\n", Wrap.rows(line, console.page().columns())));
    }
  }

  @Override
  public DisplayOptions look() {
    return look;
  }

  @Override
  public Menu.Step choose(Menu menu) throws InterruptedException {
    Menu.Step step = console.show(menu);
    left(step == Menu.Step.CLOSED);
    return step;
  }

  @Override
  public Optional<String> fill(LineField field) throws InterruptedException {
    Optional<String> filled = console.fill(field);
    left(filled.isEmpty());
    return filled;
  }

  /// Esc leaves one question, Ctrl-C leaves all.
  private void left(boolean unanswered) throws InterruptedException {
    if (unanswered && console.menuInterrupted()) {
      throw new InterruptedException();
    }
  }

  @Override
  public <T> T working(String activity, Task<T> task) throws InterruptedException {
    // What is said meanwhile stays for the editor.
    var said = new ConcurrentLinkedDeque<String>();
    console.begin(activity, new InterruptibleWork(said, () -> {}));
    try {
      return task.run();
    } finally {
      console.end();
      // A stop that came too late must not hit what comes next.
      Thread.interrupted();
      if (!said.isEmpty()) {
        console.put(String.join("\n", said));
      }
    }
  }
}
