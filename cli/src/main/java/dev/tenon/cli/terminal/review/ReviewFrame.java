package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DiffRows;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.weave.Hunk;
import java.util.ArrayList;
import java.util.List;

/// Paints the screen of a review: a counter, the files, one hunk, what was said last, and the keys.
/// The list stands beside the hunk where there is room, and above it otherwise.
final class ReviewFrame {
  private static final int BESIDE = 110;

  /// Below this there is no room for words about a hunk.
  private static final int NARROW = 50;

  private static final int LIST_COLUMNS = 38;
  private static final int MOST_FILES = 6;

  private final ReviewModel model;
  private final DisplayOptions look;
  private final PatchFacts facts = new PatchFacts();
  private final HunkRows hunks;

  /// How many rows of the hunk were to be seen last.
  private int page = 1;

  /// How many there are.
  private int painted;

  /// How wide they were.
  private int hunkWidth = 80;

  ReviewFrame(ReviewModel model, DisplayOptions look) {
    this.model = model;
    this.look = look;
    this.hunks = new HunkRows(look, facts);
  }

  /// What is to be seen.
  ///
  /// @param top the first row of the hunk, or of the help
  /// @param check rows about the last check, painted
  /// @param message a row above the keys, painted; empty for none
  /// @param keys the last row
  record View(
      int top, boolean list, boolean help, List<String> check, String message, List<String> keys) {}

  int page() {
    return page;
  }

  void forget() {
    hunks.forget();
  }

  List<String> lines(View view, int columns, int rows) {
    int width = Math.max(1, columns - 1);
    int height = Math.max(1, rows - 1);
    var lines = new ArrayList<String>();
    lines.add(title(width));
    var below = new ArrayList<String>();
    int checked = view.check.size();
    // The last row says how it went; the others are what it printed.
    below.addAll(view.check.subList(checked - Math.min(checked, Math.max(1, height / 3)), checked));
    if (!view.message.isEmpty()) {
      below.addAll(DisplayWidth.wrap(view.message, width));
    }
    below.add(keys(view.keys, width));
    int room = Math.max(1, height - lines.size() - below.size());
    if (!model.isEmpty()) {
      lines.addAll(middle(view, width, room));
    }
    lines.addAll(below);
    lines.replaceAll(line -> DisplayWidth.fit(line, width));
    // In a window of a few rows the keys go first, then the title.
    while (lines.size() > height) {
      lines.remove(lines.size() > 1 && height > 2 ? 0 : lines.size() - 1);
    }
    return lines;
  }

  private List<String> middle(View view, int width, int room) {
    int files = model.files().size();
    if (width + 1 >= BESIDE && files > 1) {
      List<String> left = files(room, LIST_COLUMNS, view.list);
      List<String> right = hunk(view, width - LIST_COLUMNS - 3, room);
      var lines = new ArrayList<String>();
      String bar = " " + look.paint(Style.BORDER, look.glyphs().bar) + " ";
      for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
        String one = i < left.size() ? left.get(i) : "";
        int gap = Math.max(0, LIST_COLUMNS - DisplayWidth.of(one));
        lines.add(one + " ".repeat(gap) + bar + (i < right.size() ? right.get(i) : ""));
      }
      return lines;
    }
    int listed = view.list ? room / 2 : room < 10 ? 0 : Math.min(MOST_FILES, room / 4);
    var lines = new ArrayList<String>();
    if (files > 1) {
      lines.addAll(files(Math.min(files, listed), width, view.list));
    }
    if (room >= 14) {
      lines.add(look.paint(Style.BORDER, look.glyphs().rule.repeat(width)));
    }
    lines.addAll(hunk(view, width, Math.max(1, room - lines.size())));
    return lines;
  }

  private String title(int width) {
    int all = model.items().size();
    int pending = model.count(Hunk.Status.PENDING);
    String title = look.paint(Style.BOLD, "Review") + "  " + (all - pending) + " of " + all;
    String more =
        " decided"
            + look.paint(
                Style.DIM,
                "  "
                    + look.glyphs().dot
                    + "  "
                    + model.count(Hunk.Status.ACCEPTED)
                    + " accepted, "
                    + model.count(Hunk.Status.REJECTED)
                    + " rejected");
    String where = look.paint(Style.DIM, " in " + Amounts.count(model.files().size(), "file"));
    boolean fits = DisplayWidth.of(title + more + where) <= width;
    return DisplayWidth.cut(title + more + (fits ? where : ""), width, look.glyphs());
  }

  private List<String> files(int rows, int width, boolean focused) {
    var lines = new ArrayList<String>();
    if (rows <= 0) {
      return lines;
    }
    int current = model.current().file();
    int count = model.files().size();
    int first = Math.clamp(current - rows / 2L, 0, Math.max(0, count - rows));
    for (int i = first; i < Math.min(count, first + rows); i++) {
      lines.add(file(i, width, i == current, focused));
    }
    return lines;
  }

  private String file(int number, int width, boolean current, boolean focused) {
    DiffBundle.FileDiff file = model.files().get(number);
    int added = 0;
    int removed = 0;
    for (Hunk hunk : file.hunks()) {
      added += facts.of(hunk).added();
      removed += facts.of(hunk).removed();
    }
    String counts =
        " "
            + DiffRows.counts(added, removed, look)
            + "  "
            + model.decided(number)
            + "/"
            + file.hunks().size();
    String mark = current ? look.glyphs().person + " " : "  ";
    String sign = sign(number) + " ";
    int room = width - DisplayWidth.of(mark + sign + counts);
    if (room < 8) {
      counts = "";
      room = Math.max(1, width - DisplayWidth.of(mark + sign));
    }
    String target = file.target();
    String name = HunkRows.name(target == null ? file.path() : target);
    String shown = ending(name, room);
    String gap = " ".repeat(Math.max(0, room - DisplayWidth.of(shown)));
    Style style = current && focused ? Style.SELECTED : current ? Style.ACCENT : Style.TOOL_OUTPUT;
    return look.paint(style, mark) + sign + look.paint(style, shown) + gap + counts;
  }

  private String sign(int number) {
    DiffBundle.FileDiff file = model.files().get(number);
    if (model.conflict(file).isPresent()) {
      return look.paint(Style.WARNING, look.glyphs().warning);
    }
    int accepted = 0;
    int rejected = 0;
    for (Hunk hunk : file.hunks()) {
      accepted += hunk.status() == Hunk.Status.ACCEPTED ? 1 : 0;
      rejected += hunk.status() == Hunk.Status.REJECTED ? 1 : 0;
    }
    if (accepted + rejected < file.hunks().size()) {
      return look.paint(Style.DIM, look.glyphs().dot);
    }
    if (accepted == 0) {
      return look.paint(Style.FAILURE, look.glyphs().failed);
    }
    // Some of both.
    return rejected == 0 ? look.paint(Style.OK, look.glyphs().ok) : look.paint(Style.WARNING, "~");
  }

  /// As much of the end of a name as there is room for: there its own name stands.
  private String ending(String name, int room) {
    if (DisplayWidth.of(name) <= room) {
      return name;
    }
    int from = name.length() > 4 * room ? name.offsetByCodePoints(name.length(), -2 * room) : 0;
    String mark = look.glyphs().ellipsis;
    while (from < name.length()
        && DisplayWidth.of(name.substring(from)) + DisplayWidth.of(mark) > room) {
      from = Clusters.next(name, from);
    }
    return mark + name.substring(from);
  }

  private List<String> hunk(View view, int width, int room) {
    hunkWidth = width;
    var lines = new ArrayList<String>();
    lines.add(head(width));
    List<String> notes = hunks.notes(model, width);
    // What is decided about has to be seen, whatever there is to say of it.
    lines.addAll(notes.subList(0, Math.min(notes.size(), Math.max(0, (room - 1) / 2))));
    page = Math.max(1, room - lines.size());
    List<String> body =
        view.help ? ReviewKeys.ALL : hunks.body(model.file(), model.current().hunk(), width);
    painted = body.size();
    boolean scrolls = body.size() > page && page > 2;
    page -= scrolls ? 1 : 0;
    int top = Math.clamp(view.top, 0, lastTop());
    int last = Math.min(body.size(), top + page);
    lines.addAll(body.subList(top, last));
    if (scrolls) {
      int left = body.size() - last;
      String more =
          left == 0
              ? "end of " + Amounts.count(body.size(), "row")
              : look.glyphs().ellipsis + " " + Amounts.count(left, "more row");
      lines.add(look.paint(Style.DIM, more));
    }
    while (lines.size() < room) {
      lines.add("");
    }
    return lines.subList(0, Math.min(lines.size(), room));
  }

  /// The row of the hunk with this text, in a window as wide as the last one; or 0.
  int rowWith(String wanted) {
    return hunks.rowWith(model.file(), model.current().hunk(), wanted, hunkWidth);
  }

  /// How far what was painted last can be scrolled.
  int lastTop() {
    return Math.max(0, painted - page);
  }

  private String head(int width) {
    ReviewModel.Item item = model.current();
    DiffBundle.FileDiff file = model.file();
    Hunk hunk = item.hunk();
    String target = file.target();
    String name =
        HunkRows.name(file.path())
            + (target == null ? "" : " " + look.glyphs().call + " " + HunkRows.name(target));
    if (width < NARROW) {
      String sign =
          switch (hunk.status()) {
            case PENDING -> look.paint(Style.DIM, look.glyphs().dot);
            case ACCEPTED, APPLIED -> look.paint(Style.OK, look.glyphs().ok);
            case REJECTED -> look.paint(Style.FAILURE, look.glyphs().failed);
          };
      String front = sign + " " + item.number() + "/" + file.hunks().size() + " ";
      int left = Math.max(1, width - DisplayWidth.of(front));
      return front + look.paint(Style.BOLD, ending(name, left));
    }
    String status =
        switch (hunk.status()) {
          case PENDING -> look.paint(Style.DIM, "undecided");
          case ACCEPTED, APPLIED -> look.paint(Style.OK, look.glyphs().ok + " accepted");
          case REJECTED -> look.paint(Style.FAILURE, look.glyphs().failed + " rejected");
        };
    String place = "hunk " + item.number() + " of " + file.hunks().size() + HunkText.doing(hunk);
    int added = facts.of(hunk).added();
    int removed = facts.of(hunk).removed();
    String counts = added + removed == 0 ? "" : DiffRows.counts(added, removed, look) + "  ";
    String behind = "  " + place + "  " + counts + status;
    int room = Math.max(8, width - DisplayWidth.of(behind));
    return look.paint(Style.BOLD, ending(name, room)) + behind;
  }

  private String keys(List<String> all, int width) {
    var row = new StringBuilder();
    for (String each : all) {
      int more = (row.isEmpty() ? 0 : 2) + each.length();
      if (row.length() + more > width && !row.isEmpty()) {
        break;
      }
      row.append(row.isEmpty() ? "" : "  ").append(each);
    }
    return look.paint(Style.DIM, row.toString());
  }
}
