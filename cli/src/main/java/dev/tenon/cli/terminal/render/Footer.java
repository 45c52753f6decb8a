package dev.tenon.cli.terminal.render;

import java.util.ArrayList;
import java.util.List;

/// What stands below the text while something is going on: the last lines of its output, a spinner
/// or a question, what is queued, what is being typed. Guarded by the page it belongs to.
final class Footer {
  private static final int TAIL_LINES = 5;
  private static final int QUEUED_LINES = 3;

  private final DisplayOptions look;
  private long began;
  private int frame;
  private boolean stopping;
  private String activity = "";
  private List<String> tail = List.of();
  List<String> unfinished = List.of();
  List<String> queued = List.of();
  String draft = "";
  String question = "";

  Footer(DisplayOptions look) {
    this.look = look;
  }

  void begin(String what) {
    began = System.nanoTime();
    frame = 0;
    stopping = false;
    activity = what;
    tail = List.of();
    unfinished = List.of();
    queued = List.of();
    draft = "";
    question = "";
  }

  boolean shows(String what, List<String> lines) {
    return what.equals(activity) && lines.equals(tail);
  }

  void doing(String what, List<String> lines) {
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
    return frame > 0 || !unfinished.isEmpty() || !draft.isEmpty() || !question.isEmpty();
  }

  /// The lines for a terminal of this size; each may still be too wide.
  List<String> lines(int columns, int rows) {
    var lines = new ArrayList<String>();
    int room = Math.max(1, rows - 2);
    if (room > 3) {
      lines.add("");
    }
    List<String> waiting = last(queued, QUEUED_LINES);
    for (String line : last(tail, Math.min(TAIL_LINES, room - 3 - waiting.size()))) {
      String shown = look.glyphs().bar + " " + line.replace("\t", "    ");
      lines.add(look.paint(Style.DIM, "  " + shown));
    }
    if (question.isEmpty()) {
      lines.add(spinner(columns));
    } else {
      lines.addAll(List.of(question.split("\n", -1)));
    }
    for (String message : waiting) {
      lines.add(look.paint(Style.DIM, "  queued: " + SafeText.line(message, 200, look.glyphs())));
    }
    if (!draft.isEmpty()) {
      String prompt = look.glyphs().person + " ";
      lines.add(look.paint(Style.PERSON, prompt) + end(draft, columns - prompt.length() - 2));
    }
    var all = new ArrayList<>(last(unfinished, room - lines.size()));
    all.addAll(lines);
    return last(all, room);
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

  /// The end of what is typed, on one line.
  private String end(String typed, int room) {
    String near = typed.substring(Math.max(0, typed.length() - 4 * Math.max(room, 1)));
    String line = SafeText.line(near + "_", Integer.MAX_VALUE, look.glyphs());
    int from = line.length();
    int width = 0;
    while (from > 0) {
      int c = line.codePointBefore(from);
      width += DisplayWidth.of(c);
      if (width > room) {
        break;
      }
      from -= Character.charCount(c);
    }
    return line.substring(from);
  }
}
