package dev.tenon.cli.command;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.terminal.device.TerminalDevice;
import dev.tenon.cli.terminal.render.DiffRows;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.config.Configuration;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.jline.terminal.Terminal;

/// A diff on standard output: as the conversation shows it where a person sees it on a terminal
/// that has a width, and as it is everywhere else.
record TerminalDiff(Configuration configuration, LaunchContext context, Streams streams) {

  void print(String diff) {
    OptionalInt columns = streams.tty().out() ? columns() : OptionalInt.empty();
    if (columns.isEmpty()) {
      streams.out().print(diff);
      streams.out().hint();
      return;
    }
    var look =
        new DisplayOptions(
            Palette.choose(
                InteractiveCommand.colour(configuration.settings().ui()),
                context.environment(),
                Page.Reach.LIVE),
            Glyphs.of(streams.out().charset()),
            DisplayOptions.Thinking.HIDDEN);
    var page = streams.out().page();
    for (String row : DiffRows.whole(diff, look, columns.getAsInt())) {
      page.line(row);
    }
    int hidden = VisibleText.count(diff);
    if (hidden > 0) {
      page.line(SafeText.hint(hidden));
    }
  }

  /// The width of the terminal, which is asked for nothing else.
  private OptionalInt columns() {
    Optional<Terminal> terminal = TerminalDevice.open(context.environment());
    if (terminal.isEmpty()) {
      return OptionalInt.empty();
    }
    int columns = terminal.get().getSize().getColumns();
    if (!TerminalDevice.GIVEN.isBound()) {
      try {
        terminal.get().close();
      } catch (IOException gone) {
        return OptionalInt.empty();
      }
    }
    return columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
  }
}
