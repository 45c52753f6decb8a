package dev.tenon.cli.session;

import dev.tenon.cli.terminal.diff.DiffCounts;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DiffRows;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The events of a timeline in words: each in a line, and in full with its diff and the way back.
final class TimelineText {
  private static final int LONGEST = 200;

  private final DisplayOptions look;
  private final Undo undo;
  private final DateTimeFormatter clock;
  private final Map<String, String> diffs = new HashMap<>();

  TimelineText(DisplayOptions look, Undo undo, ZoneId zone) {
    this.look = look;
    this.undo = undo;
    this.clock = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(zone);
  }

  /// @param look how it is painted where it is shown
  String line(Timeline.Event event, DisplayOptions look) {
    return look.paint(Style.DIM, clock.format(event.time()))
        + "  "
        + switch (event) {
          case Timeline.Prompted prompt ->
              look.paint(Style.PERSON, look.glyphs().person)
                  + " "
                  + look.paint(Style.BOLD, SafeText.line(prompt.text(), LONGEST, look.glyphs()));
          case Timeline.Ran ran ->
              (ran.failed()
                      ? look.paint(Style.FAILURE, look.glyphs().failed)
                      : look.paint(Style.OK, look.glyphs().ok))
                  + look.paint(Style.DIM, ran.ending().isEmpty() ? "" : " " + ran.ending())
                  + " "
                  + SafeText.line(ran.command(), LONGEST, look.glyphs())
                  + look.paint(
                      Style.DIM,
                      ran.by().isEmpty()
                          ? ""
                          : "  (" + SafeText.cell(ran.by(), Page.Reach.LIVE) + ")");
          case Timeline.Changed changed -> changed(changed, look);
        };
  }

  private String changed(Timeline.Changed changed, DisplayOptions look) {
    String sign = changed.first().isUndo() ? look.glyphs().lineBreak : look.glyphs().bullet;
    DiffCounts counts = DiffCounts.NONE;
    for (Change change : changed.changes()) {
      counts = counts.plus(DiffCounts.of(diff(change)));
    }
    String files =
        changed.changes().size() == 1
            ? SafeText.cell(changed.first().pathAfter(), Page.Reach.LIVE)
            : Amounts.count(changed.changes().size(), "file");
    String what =
        changed.changes().size() > 1 || changed.first().kind() == Change.Kind.UPDATED
            ? ""
            : " " + changed.first().kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return look.paint(Style.TOOL, sign)
        + " "
        + by(changed.first())
        + ": "
        + files
        + what
        + "  "
        + DiffRows.counts(counts.added(), counts.removed(), look)
        + look.paint(Style.DIM, changed.undone() ? "  (taken back)" : "");
  }

  private static String by(Change change) {
    String tool = SafeText.cell(change.by().tool(), Page.Reach.LIVE);
    return switch (change.by().origin()) {
      case SHELL -> tool + " (command)";
      case HOOK -> tool + " (hook)";
      case AGENT, USER, FORMATTER -> tool;
    };
  }

  private String diff(Change change) {
    String known = diffs.get(change.id());
    if (known == null) {
      try {
        known = undo.diff(change);
      } catch (IOException | CommitException lost) {
        known = "(its content cannot be read: " + IoFailure.told(lost) + ")\n";
      }
      diffs.put(change.id(), known);
    }
    return known;
  }

  /// The event in full.
  ///
  /// @param all among which it stands
  List<String> rows(Timeline.Event event, List<Timeline.Event> all, int columns) {
    var rows = new ArrayList<String>();
    switch (event) {
      case Timeline.Prompted prompt -> {
        text(rows, prompt.text(), columns);
        List<Change> changes = of(prompt, all);
        hint(rows, wayBack(prompt, changes), columns);
        diffs(rows, changes, columns);
      }
      case Timeline.Ran ran -> {
        text(rows, ran.command(), columns);
        hint(rows, ran.ending(), columns);
        text(rows, ran.output(), columns);
      }
      case Timeline.Changed changed -> {
        hint(rows, wayBack(changed), columns);
        diffs(rows, changed.changes(), columns);
      }
    }
    return rows;
  }

  private static List<Change> of(Timeline.Prompted prompt, List<Timeline.Event> all) {
    var changes = new ArrayList<Change>();
    for (Timeline.Event event : all) {
      if (event instanceof Timeline.Changed changed
          && !prompt.checkpoint().isEmpty()
          && changed.first().prompt().equals(prompt.checkpoint())
          && !changed.first().isUndo()) {
        changes.addAll(changed.changes());
      }
    }
    return changes;
  }

  private static String wayBack(Timeline.Prompted prompt, List<Change> changes) {
    return changes.isEmpty()
        ? "It changed no file."
        : "/undo "
            + prompt.checkpoint()
            + " takes back what came of it; /rollback "
            + prompt.checkpoint()
            + " brings the files back to before it, later edits included.";
  }

  private static String wayBack(Timeline.Changed changed) {
    if (changed.undone()) {
      return changed.first().isUndo() ? "It was done again." : "It was taken back; see /redo.";
    }
    if (changed.first().isUndo()) {
      return "/redo brings back what it took away.";
    }
    return changed.changes().size() == 1
        ? "/undo " + changed.first().id() + " takes it back."
        : changed.first().prompt().isEmpty()
            ? "/undo takes it back, if nothing was done since."
            : "/undo " + changed.first().prompt() + " takes it back, with all of its prompt.";
  }

  private void hint(List<String> rows, String text, int columns) {
    if (!text.isEmpty()) {
      for (String row : DisplayWidth.wrap(text, columns)) {
        rows.add(look.paint(Style.DIM, row));
      }
      rows.add("");
    }
  }

  private static void text(List<String> rows, String text, int columns) {
    for (String line : text.stripTrailing().split("\n", -1)) {
      rows.addAll(DisplayWidth.wrap(SafeText.visible(line), columns));
    }
    rows.add("");
  }

  private void diffs(List<String> rows, List<Change> changes, int columns) {
    var all = new StringBuilder();
    changes.forEach(change -> all.append(diff(change)));
    if (!all.isEmpty()) {
      rows.addAll(DiffRows.whole(all.toString(), look, columns));
    }
  }
}
