package dev.tenon.cli.terminal.render;

import java.util.ArrayList;
import java.util.List;

/// What stands below the text while something is going on: the last lines of its output, a spinner,
/// and what is queued. Guarded by the page it belongs to.
final class Footer {
  private static final int TAIL_LINES = 5;
  private static final int QUEUED_LINES = 3;
  private static final int NARROWEST = 8;

  private final DisplayOptions look;
  private long began;
  private int frame;
  private boolean stopping;
  private String activity = "";
  private List<String> tail = List.of();
  List<String> queued = List.of();

  Footer(DisplayOptions look) {
    this.look = look;
  }

  void begin(String what) {
    began = System.nanoTime();
    frame = 0;
    stopping = false;
    activity = what;
    tail = List.of();
    queued = List.of();
  }

  boolean shows(String what, List<String> lines) {
    return what.equals(activity) && lines.equals(tail);
  }

  void doing(String what, List<String> lines) {
    if (!what.equals(activity)) {
      // The time shown is that of what goes on, not of the questions before it.
      began = System.nanoTime();
    }
    activity = what;
    tail = List.copyOf(lines);
  }

  void tick() {
    frame++;
  }

  void stopping() {
    stopping = true;
  }

  /// Whether nothing changes until somebody has something new to show.
  boolean standsStill() {
    return look.waiting() == DisplayOptions.Waiting.STILL && frame > 0;
  }

  /// Work that is over before the first tick needs no footer.
  boolean due() {
    return frame > 0;
  }

  /// The lines for a terminal of this size.
  List<String> lines(int columns, int rows) {
    var lines = new ArrayList<String>();
    int room = Math.max(1, rows);
    if (room > 3) {
      lines.add("");
    }
    List<String> waiting = last(queued, Math.min(QUEUED_LINES, room - 1));
    for (String line : last(tail, Math.min(TAIL_LINES, room - 3 - waiting.size()))) {
      String shown = "  " + look.glyphs().bar + " " + line.replace("\t", "    ");
      int width = Math.max(NARROWEST, columns - 1);
      lines.add(look.paint(Style.DIM, DisplayWidth.cut(shown, width, look.glyphs())));
    }
    lines.add(spinner(columns));
    waiting(waiting, "  (Up takes it back)", columns, lines);
    return last(lines, room);
  }

  /// The lines above a question: nothing goes on but that it waits.
  List<String> question(int columns, int rows) {
    var lines = new ArrayList<String>();
    if (rows > 3) {
      lines.add("");
    }
    // Up moves in the question.
    waiting(last(queued, QUEUED_LINES), "", columns, lines);
    return last(lines, rows);
  }

  private void waiting(List<String> messages, String hint, int columns, List<String> lines) {
    for (int i = 0; i < messages.size(); i++) {
      String behind = i + 1 < messages.size() ? "" : hint;
      String text = SafeText.line(messages.get(i), 200, look.glyphs());
      int room = Math.max(10, columns - 3 - behind.length());
      String shown = DisplayWidth.cut(text, room, look.glyphs());
      lines.add(look.paint(Style.DIM, "  " + shown + behind));
    }
  }

  private static List<String> last(List<String> lines, int count) {
    return lines.subList(Math.max(0, lines.size() - Math.max(0, count)), lines.size());
  }

  private String spinner(int columns) {
    String wayOut = stopping ? "Ctrl-C again leaves" : "esc to stop";
    String picture = look.glyphs().dot;
    String hint = wayOut;
    if (look.waiting() == DisplayOptions.Waiting.MOVING) {
      List<String> pictures = look.glyphs().spinner();
      long seconds = (System.nanoTime() - began) / 1_000_000_000L;
      picture = pictures.get(frame % pictures.size());
      hint = seconds + " s " + look.glyphs().dot + " " + wayOut;
    }
    int room = Math.max(10, columns - hint.length() - 8);
    String what = SafeText.line(stopping ? "Stopping" : activity, room, look.glyphs());
    String dots = look.glyphs().ellipsis;
    return look.paint(Style.ACCENT, picture)
        + " "
        + what
        + (what.endsWith(dots) ? " " : dots + " ")
        + look.paint(Style.DIM, hint);
  }
}
