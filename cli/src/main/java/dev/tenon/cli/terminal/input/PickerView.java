package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of a [Picker]: what is searched for, the items around the marked one, its preview
/// beside or below them, and the keys. Its height does not change while somebody types.
final class PickerView<T> {
  private static final int LEAST_ROWS = 5;
  private static final int BESIDE = 100;
  private static final int LEAST_PREVIEW = 3;
  private static final int MOST_PREVIEW = 12;

  /// From this height on there is room for notices and keys in several rows.
  private static final int ROOMY = 12;

  private final PickerSpec<T> spec;
  private final PickerColumns<T> columns;
  private int page = LEAST_ROWS;
  private Rows.@Nullable Caret caret;

  /// The preview that was made last, and of what.
  private @Nullable T previewed;

  private int previewedWidth;

  /// How many rows of it stand above those that are shown.
  private int scrolled;

  private List<String> preview = List.of();

  /// How many rows of it were asked for.
  private int made;

  /// What is to be shown.
  ///
  /// @param total how many items there are without a search
  record State<T>(
      List<T> found,
      int total,
      int marked,
      String query,
      String notice,
      Picker.@Nullable Question<T> question) {}

  PickerView(PickerSpec<T> spec) {
    this.spec = spec;
    this.columns = new PickerColumns<>(spec);
  }

  /// Other items are shown from now on.
  void forget(List<T> items) {
    previewed = null;
    columns.forget();
    columns.measure(items);
  }

  /// Shows another part of the preview, so many rows further.
  void scroll(int by) {
    scrolled = Math.max(0, scrolled + by);
  }

  /// How many items were shown last.
  int page() {
    return page;
  }

  Optional<Rows.Caret> caret() {
    return Optional.ofNullable(caret);
  }

  List<String> lines(State<T> state, int windowColumns, int windowRows) {
    int width = Math.max(1, windowColumns - 1);
    int height = Math.max(1, windowRows - 1);
    caret = null;
    List<String> foot = height < 3 ? List.of() : foot(state, width, height);
    int head = height < 2 ? 0 : 1;
    int room = Math.max(1, height - head - foot.size());
    int list = Math.clamp(Math.max(1, state.total()), 1, Math.min(room, half(windowRows)));
    page = list;
    var out = new ArrayList<String>();
    if (head > 0) {
      out.add(head(state, width));
    }
    T item = state.found().isEmpty() ? null : state.found().get(state.marked());
    if (spec.preview != null && windowColumns >= BESIDE && room >= LEAST_PREVIEW) {
      beside(state, item, width, Math.clamp(MOST_PREVIEW, list, room), list, out);
    } else {
      rows(state, width, list, out);
      int left = Math.min(room - list - 1, Math.max(LEAST_ROWS, windowRows / 3));
      if (spec.preview != null && left >= LEAST_PREVIEW) {
        below(item, width, left, out);
      }
    }
    int footAt = out.size();
    out.addAll(foot);
    if (height < 3 && state.question() != null) {
      footAt = 0;
      out.clear();
      out.add(question(state.question(), width));
    }
    Rows.Caret at = caret;
    if (at != null && state.question() != null) {
      caret = new Rows.Caret(footAt + at.row(), at.column());
    }
    return out;
  }

  private static int half(int rows) {
    return Math.max(LEAST_ROWS, rows / 2);
  }

  private String head(State<T> state, int width) {
    var row = new RowText(spec.look.palette(), width);
    String query = VisibleText.line(state.query());
    String ellipsis = spec.look.glyphs().ellipsis;
    int wanted = Clusters.width(query) + 3;
    int forTitle = Math.max(width / 2, width - wanted);
    var title = new RowText(spec.look.palette(), Math.min(width, forTitle));
    title.addCut(Style.BOLD, VisibleText.line(spec.title), ellipsis);
    String scope = VisibleText.line(spec.scope.get());
    if (!scope.isEmpty() && title.left() > Clusters.width(scope) + 2) {
      title.add(Style.DIM, "  " + scope);
    }
    String painted = title.painted();
    int used = DisplayWidth.of(painted);
    if (width - used < 4) {
      return painted;
    }
    String shown = tail(query, width - used - 3);
    row.add(null, "  " + shown);
    if (state.question() == null) {
      caret = new Rows.Caret(0, used + row.width());
    }
    return painted + row.painted();
  }

  /// The end of a text, as much as fits.
  private static String tail(String text, int cells) {
    int from = 0;
    while (Clusters.width(text, from, text.length()) > Math.max(0, cells)) {
      from = Clusters.next(text, from);
    }
    return text.substring(from);
  }

  private void rows(State<T> state, int width, int count, List<String> out) {
    int before = out.size();
    if (state.found().isEmpty()) {
      String words =
          state.query().isBlank()
              ? spec.empty.get()
              : "Nothing fits '" + state.query().strip() + "'; Esc clears the search.";
      for (String row : wrapped(words, Math.max(1, width - 2))) {
        if (out.size() - before < count) {
          out.add("  " + spec.look.palette().paint(Style.DIM, row));
        }
      }
    }
    int first =
        Math.clamp(state.marked() - count / 2, 0, Math.max(0, state.found().size() - count));
    int last = Math.min(state.found().size(), first + count);
    out.addAll(columns.rows(state.found(), first, last, state.marked(), state.query(), width));
    while (out.size() - before < count) {
      out.add("");
    }
  }

  private void beside(
      State<T> state, @Nullable T item, int width, int height, int list, List<String> out) {
    int listWidth = width * 11 / 20;
    String bar = " " + spec.look.palette().paint(Style.BORDER_ACCENT, spec.look.glyphs().bar) + " ";
    int room = width - listWidth - 3;
    var rows = new ArrayList<String>();
    rows(state, listWidth, list, rows);
    List<String> about = item == null ? List.of() : preview(item, room, height);
    for (int i = 0; i < height; i++) {
      String left = i < rows.size() ? rows.get(i) : "";
      String right = i < about.size() ? about.get(i) : "";
      out.add(left + " ".repeat(Math.max(0, listWidth - DisplayWidth.of(left))) + bar + right);
    }
  }

  private void below(@Nullable T item, int width, int height, List<String> out) {
    out.add(spec.look.palette().paint(Style.BORDER_ACCENT, spec.look.glyphs().rule.repeat(width)));
    List<String> about = item == null ? List.of() : preview(item, width, height);
    for (int i = 0; i < height; i++) {
      out.add(i < about.size() ? about.get(i) : "");
    }
  }

  /// As much of the preview as there is room for.
  private List<String> preview(T item, int width, int height) {
    if (spec.preview == null) {
      return new ArrayList<>();
    }
    if (!item.equals(previewed)) {
      scrolled = 0;
    }
    int wanted = scrolled + height;
    if (!item.equals(previewed) || previewedWidth != width || made <= wanted) {
      preview = new ArrayList<>();
      made = wanted + height;
      for (PickerText line : spec.preview.apply(item)) {
        for (String part : line.text().split("\n", -1)) {
          if (preview.size() <= made) {
            String some = part.substring(0, Math.min(part.length(), width * (made + 1) * 2));
            for (String row : wrapped(some, width)) {
              preview.add(
                  line.style() == null ? row : spec.look.palette().paint(line.style(), row));
            }
          }
        }
      }
      previewed = item;
      previewedWidth = width;
    }
    if (preview.size() <= height) {
      scrolled = 0;
      return preview;
    }
    int room = height - 1;
    scrolled = Math.min(scrolled, preview.size() - room);
    var cut = new ArrayList<>(preview.subList(scrolled, scrolled + room));
    boolean more = preview.size() > scrolled + room;
    String hint = spec.look.glyphs().ellipsis + (more ? " Alt-Down" : " Alt-Up");
    cut.add(spec.look.palette().paint(Style.DIM, DisplayWidth.fit(hint, width)));
    return cut;
  }

  /// Harmless rows that are no wider than this.
  private static List<String> wrapped(String text, int width) {
    var rows = new ArrayList<String>();
    for (String row : Wrap.rows(VisibleText.line(text.replace('\t', ' ')), width)) {
      rows.add(DisplayWidth.fit(row, width));
    }
    return rows;
  }

  private List<String> foot(State<T> state, int width, int height) {
    Picker.Question<T> question = state.question();
    var out = new ArrayList<String>();
    int most = height >= ROOMY ? 3 : 1;
    if (!state.notice().isEmpty()) {
      List<String> rows = wrapped(state.notice(), width);
      for (String row : rows.subList(0, Math.min(rows.size(), most))) {
        out.add(spec.look.palette().paint(Style.WARNING, row));
      }
    }
    if (question != null) {
      String asked = question(question, width);
      Rows.Caret at = caret;
      caret = at == null ? null : new Rows.Caret(out.size(), at.column());
      out.add(asked);
    } else if (out.isEmpty() || height >= LEAST_ROWS) {
      out.addAll(keys(state, width, height >= ROOMY ? 2 : 1));
    }
    return out;
  }

  private String question(Picker.Question<T> question, int width) {
    String ellipsis = spec.look.glyphs().ellipsis;
    TextField field = question.field();
    String label = VisibleText.line(question.text());
    if (field == null) {
      String keys = " y: yes, any other key: no";
      var text = new RowText(spec.look.palette(), Math.max(width / 2, width - keys.length()));
      text.addCut(Style.WARNING, label, ellipsis);
      var rest = new RowText(spec.look.palette(), Math.max(0, width - text.width()));
      rest.add(Style.DIM, keys);
      return text.painted() + rest.painted();
    }
    var front = new RowText(spec.look.palette(), Math.max(1, width / 2));
    front.addCut(Style.BOLD, label + ":", ellipsis);
    String asked = front.painted();
    var row = new RowText(spec.look.palette(), Math.max(0, width - front.width()));
    row.add(null, " " + tail(VisibleText.line(field.before()), row.left() - 2));
    caret = new Rows.Caret(0, front.width() + row.width());
    String after = VisibleText.line(field.after());
    var rest = new RowText(spec.look.palette(), Math.max(0, width - front.width() - row.width()));
    rest.add(null, after);
    return asked + row.painted() + rest.painted();
  }

  /// The place and as many keys as fit.
  private List<String> keys(State<T> state, int width, int most) {
    var hints = new ArrayList<String>();
    if (!spec.enter.isEmpty()) {
      hints.add("Enter " + spec.enter);
    }
    for (PickerAction<T> action : spec.actions) {
      if (!action.label().isEmpty()) {
        hints.add(action.name() + " " + action.label());
      }
    }
    hints.add(state.query().isEmpty() ? "Esc leaves" : "Esc clears");
    hints.add("type to search");
    String dot = " " + spec.look.glyphs().dot + " ";
    int at = state.found().isEmpty() ? 0 : state.marked() + 1;
    String line = at + "/" + state.found().size() + "  ";
    String between = "";
    var out = new ArrayList<String>();
    for (String hint : hints) {
      if (Clusters.width(line) + between.length() + hint.length() > width && !between.isEmpty()) {
        out.add(line);
        line = "";
        between = "";
        if (out.size() == most) {
          break;
        }
      }
      line = line + between + hint;
      between = dot;
    }
    if (out.size() < most && !line.isEmpty()) {
      out.add(line);
    }
    out.replaceAll(row -> spec.look.palette().paint(Style.DIM, DisplayWidth.fit(row, width)));
    return out;
  }
}
