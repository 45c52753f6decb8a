package dev.tenon.cli.terminal.status;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What runs beside the conversation, as a small tree: a row for each, with its time and its last
/// words.
final class TaskTree {
  private static final int LONGEST = 200;
  private static final int LONGEST_NAME = 24;

  private final DisplayOptions look;

  TaskTree(DisplayOptions look) {
    this.look = look;
  }

  /// At most so many rows; the last one counts what is left out.
  List<String> rows(List<RunningTask> tasks, int columns, int most) {
    var rows = new ArrayList<String>();
    add(tasks, "  ", columns, rows);
    if (rows.size() <= most) {
      return rows;
    }
    int shown = Math.max(0, most - 1);
    String rest = "  " + look.glyphs().ellipsis + " " + (rows.size() - shown) + " more";
    var cut = new ArrayList<>(rows.subList(0, shown));
    if (most > 0) {
      String count = DisplayWidth.cut(rest, columns, look.glyphs());
      cut.add(look.paint(Style.DIM, DisplayWidth.fit(count, columns)));
    }
    return cut;
  }

  private void add(List<RunningTask> tasks, String before, int columns, List<String> rows) {
    List<String> guides = look.glyphs().guides();
    for (int i = 0; i < tasks.size(); i++) {
      boolean last = i == tasks.size() - 1;
      RunningTask task = tasks.get(i);
      rows.add(row(before + guides.get(last ? 1 : 0), task, columns));
      add(task.below(), before + guides.get(last ? 3 : 2), columns, rows);
    }
  }

  private String row(String guide, RunningTask task, int columns) {
    String name = SafeText.line(task.name(), LONGEST_NAME, look.glyphs());
    boolean moving = look.waiting() == DisplayOptions.Waiting.MOVING;
    String time =
        switch (task.state()) {
          case RUNNING -> moving ? " " + time(task.took()) : "";
          case WAITING -> " waits";
        };
    int room = columns - DisplayWidth.of(guide) - DisplayWidth.of(name) - DisplayWidth.of(time) - 1;
    String what = SafeText.line(task.what(), LONGEST, look.glyphs());
    String said = SafeText.line(task.last(), LONGEST, look.glyphs());
    // The last words get what the description leaves, and at least a little.
    int half = said.isEmpty() ? room : Math.max(room / 2, room - DisplayWidth.of(said) - 3);
    String shown = room < 4 ? "" : DisplayWidth.cut(what, half, look.glyphs());
    int left = room - DisplayWidth.of(shown) - 3;
    String tail =
        said.isEmpty() || left < 4
            ? ""
            : " " + look.glyphs().dot + " " + DisplayWidth.cut(said, left, look.glyphs());
    String row =
        look.paint(Style.DIM, guide)
            + look.paint(Style.TOOL, name)
            + look.paint(Style.DIM, time)
            + (shown.isEmpty() ? "" : " " + shown)
            + look.paint(Style.DIM, tail);
    return DisplayWidth.fit(DisplayWidth.cut(row, columns, look.glyphs()), columns);
  }

  /// `7 s`, `3 min`, `2 h 5 min`: no more than changes.
  static String time(Duration took) {
    long seconds = Math.max(0, took.toSeconds());
    if (seconds < 60) {
      return seconds + " s";
    }
    long minutes = seconds / 60;
    return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
