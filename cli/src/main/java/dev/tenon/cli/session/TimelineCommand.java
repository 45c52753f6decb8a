package dev.tenon.cli.session;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Pager;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// `/timeline`: what happened in this session, in its order.
public final class TimelineCommand {
  private final Supplier<SessionLog> session;
  private final Supplier<Predicate<Change>> own;
  private final Journal journal;
  private final DisplayOptions look;

  /// @param own whether a change is one of the session, as that is now
  public TimelineCommand(
      Supplier<SessionLog> session,
      Supplier<Predicate<Change>> own,
      Journal journal,
      DisplayOptions look) {
    this.session = session;
    this.own = own;
    this.journal = journal;
    this.look = look;
  }

  public SlashCommand slash() {
    return SlashCommand.of(
        "timeline",
        "Prompts, commands and changes of this session in their order",
        (argument, context) -> show(context));
  }

  private void show(CommandContext context) throws CommandException, InterruptedException {
    List<Timeline.Event> events;
    try {
      events = Timeline.of(session.get(), journal, own.get());
    } catch (IOException | CommitException unreadable) {
      throw new CommandException(IoFailure.told(unreadable));
    }
    if (events.isEmpty()) {
      context.print("Nothing has happened in this session yet.");
      return;
    }
    var text = new TimelineText(look, new Undo(journal), ZoneId.systemDefault());
    if (!context.hasScreen()) {
      DisplayOptions plain = DisplayOptions.plain(look.glyphs());
      events.forEach(event -> context.print(text.line(event, plain)));
      return;
    }
    var menu = new TimelineMenu(events, text, look);
    while (context.choose(menu) == Menu.Step.CHOSEN && menu.chosen().isPresent()) {
      Timeline.Event event = menu.chosen().get();
      String title = text.line(event, DisplayOptions.plain(Glyphs.UNICODE));
      var full = new Pager.Text(title, columns -> text.rows(event, events, columns));
      context.choose(new Pager(List.of(full), look));
    }
  }
}
