package dev.tenon.cli.login;

import dev.tenon.cli.base.Output;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.slash.Prompter;
import dev.tenon.cli.terminal.device.HiddenInput;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.NumberedMenu;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.util.Optional;

/// Asks in lines at the standard streams of a command.
final class StreamPrompter implements Prompter {
  private final Streams streams;

  StreamPrompter(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void print(String text) {
    streams.out().println(text);
  }

  @Override
  public Menu.Step choose(Menu menu) {
    var numbered = new NumberedMenu(menu);
    Menu.Step step = Menu.Step.STAY;
    while (step == Menu.Step.STAY) {
      numbered.lines().forEach(this::print);
      if (numbered.isEmpty()) {
        return Menu.Step.CLOSED;
      }
      prompt();
      // The end of the input is an empty line.
      step = numbered.answer(line());
    }
    return step;
  }

  private void prompt() {
    Output out = streams.out();
    out.print("> ");
    out.flush();
  }

  private String line() {
    try {
      return HiddenInput.read(streams.in());
    } catch (IOException broken) {
      print("standard input cannot be read: " + IoFailure.named(broken));
      return "";
    }
  }

  @Override
  public Optional<String> fill(LineField field) throws InterruptedException {
    print(field.title());
    field.hints().forEach(this::print);
    while (true) {
      prompt();
      String line;
      try {
        line =
            field.showing() == LineField.Showing.HIDDEN
                ? HiddenInput.line(streams.in())
                : HiddenInput.read(streams.in());
      } catch (IOException unhidden) {
        print("it cannot be read: " + IoFailure.named(unhidden));
        return Optional.empty();
      }
      streams.out().println();
      String problem = field.enter(line);
      if (problem.isEmpty()) {
        return Optional.of(field.text());
      }
      print(problem);
      if (line.isBlank()) {
        return Optional.empty();
      }
    }
  }
}
