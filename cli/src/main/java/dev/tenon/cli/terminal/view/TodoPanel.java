package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.screen.Panel;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;

/// The list of things to do as it stands. Safe for several threads.
public final class TodoPanel implements Panel {
  private final DisplayOptions look;
  private volatile List<ToolResult.Checklist.Line> list = List.of();

  public TodoPanel(DisplayOptions look) {
    this.look = look;
  }

  /// This is the list from now on.
  public void show(List<ToolResult.Checklist.Line> lines) {
    list = List.copyOf(lines);
  }

  List<ToolResult.Checklist.Line> lines() {
    return list;
  }

  /// Whether anything is left to do.
  public boolean open() {
    for (ToolResult.Checklist.Line line : list) {
      if (line.state() == ToolResult.Checklist.State.OPEN
          || line.state() == ToolResult.Checklist.State.ACTIVE) {
        return true;
      }
    }
    return false;
  }

  /// A long list is shown from a little above what is being done.
  @Override
  public Rows rows(int columns, int rows) {
    List<ToolResult.Checklist.Line> all = list;
    int room = Math.max(1, rows);
    int active = 0;
    for (int i = 0; i < all.size(); i++) {
      active = all.get(i).state() == ToolResult.Checklist.State.ACTIVE ? i : active;
    }
    int shown = all.size() <= room ? all.size() : Math.max(1, room - 2);
    int from = Math.clamp(active - 2L, 0, Math.max(0, all.size() - shown));
    int to = Math.min(all.size(), from + shown);
    var out = new ArrayList<String>();
    if (from > 0) {
      out.add(left(from, "above", columns));
    }
    for (ToolResult.Checklist.Line line : all.subList(from, to)) {
      out.add(line(line, columns));
    }
    if (to < all.size()) {
      out.add(left(all.size() - to, "more", columns));
    }
    return Rows.of(out.subList(0, Math.min(out.size(), room)));
  }

  /// All of it, each thing to its end.
  List<String> all(int columns) {
    var out = new ArrayList<String>();
    for (ToolResult.Checklist.Line line : list) {
      out.addAll(Wrap.rows(line(line, Integer.MAX_VALUE), columns, "", "    "));
    }
    return out;
  }

  private String left(int count, String where, int columns) {
    String what = "  " + look.glyphs().ellipsis + " " + count + " " + where;
    return look.paint(Style.DIM, DisplayWidth.cut(what, columns, look.glyphs()));
  }

  private String line(ToolResult.Checklist.Line line, int columns) {
    String text = SafeText.line(line.text(), 1000, look.glyphs());
    if (look.waiting() == DisplayOptions.Waiting.WORDS) {
      return DisplayWidth.cut(words(line.state()) + text, columns, look.glyphs());
    }
    String shown =
        switch (line.state()) {
          case HEADING -> look.paint(Style.BOLD, text);
          case OPEN -> "  " + sign(look.glyphs().box(false)) + text;
          case ACTIVE -> "  " + look.paint(Style.ACCENT, sign(look.glyphs().call) + text);
          case DONE -> "  " + over(look.glyphs().box(true), text);
          case DROPPED -> "  " + over(look.glyphs().minus(), text);
        };
    return DisplayWidth.cut(shown, columns, look.glyphs());
  }

  /// For who hears it.
  private static String words(ToolResult.Checklist.State state) {
    return switch (state) {
      case HEADING -> "";
      case OPEN -> "  To do: ";
      case ACTIVE -> "  Now: ";
      case DONE -> "  Done: ";
      case DROPPED -> "  Dropped: ";
    };
  }

  private String over(String sign, String text) {
    return look.paint(Style.DIM, sign(sign) + look.paint(Style.STRIKE, text));
  }

  /// All signs are as wide as the widest.
  private String sign(String sign) {
    int width =
        Math.max(
            DisplayWidth.of(look.glyphs().box(false)),
            Math.max(
                DisplayWidth.of(look.glyphs().call), DisplayWidth.of(look.glyphs().box(true))));
    return sign + " ".repeat(Math.max(0, width - DisplayWidth.of(sign)) + 1);
  }
}
