package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.PastedText;
import dev.tenon.cli.terminal.input.Fuzzy;
import dev.tenon.cli.terminal.input.Marked;
import dev.tenon.cli.terminal.input.RowText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Clusters;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The search in the prompts of before. First come those that have the query as it is, then those
/// with all its words, then those with its characters in order; in each group the latest first.
final class HistorySearch {
  private static final int MOST = 200;
  private static final int SHOWN = 400;

  /// Of a longer prompt only the beginning is searched: each key does it.
  private static final int SEARCHED = 16 * 1024;

  private final Recall recall;
  private final Choices choices = new Choices();
  private final StringBuilder query = new StringBuilder();
  private final List<String> entries;
  private List<String> found = List.of();

  /// What is still looked for beyond the entries, and was not taken yet.
  private @Nullable CompletableFuture<List<String>> pending;

  HistorySearch(Recall recall) {
    this.recall = recall;
    this.entries = recall.entries();
    search();
  }

  Choices choices() {
    return choices;
  }

  /// What is chosen; empty if nothing was found.
  String chosen() {
    arrived();
    return found.isEmpty() ? "" : found.get(choices.selected());
  }

  boolean isEmpty() {
    arrived();
    return found.isEmpty();
  }

  void type(String text) {
    query.append(PastedText.clean(text).replace('\n', ' ').replace('\t', ' '));
    search();
  }

  void backspace() {
    if (!query.isEmpty()) {
      query.setLength(Clusters.previous(query, query.length()));
      search();
    }
  }

  void clear() {
    query.setLength(0);
    search();
  }

  private void search() {
    String wanted = wanted();
    CompletableFuture<List<String>> further = wanted.isEmpty() ? null : recall.search(wanted);
    boolean there = further != null && further.isDone();
    pending = there ? null : further;
    find(wanted, there && further != null ? further.join() : List.of());
    choices.restart(found.size());
  }

  private String wanted() {
    return Fuzzy.lowered(query.toString().strip());
  }

  /// Takes what was found meanwhile; the mark stays where it is.
  private void arrived() {
    CompletableFuture<List<String>> further = pending;
    if (further == null || !further.isDone()) {
      return;
    }
    pending = null;
    String marked = found.isEmpty() ? "" : found.get(choices.selected());
    find(wanted(), further.join());
    choices.restart(found.size());
    choices.select(Math.max(0, found.indexOf(marked)));
  }

  private void find(String wanted, List<String> further) {
    List<String> words = List.of(wanted.split(" +", -1));
    var whole = new LinkedHashSet<String>();
    var parts = new LinkedHashSet<String>();
    var scattered = new LinkedHashSet<String>();
    for (String entry : entries.reversed()) {
      String lower = Fuzzy.lowered(beginning(entry));
      if (lower.contains(wanted)) {
        whole.add(entry);
      } else if (words.stream().allMatch(lower::contains)) {
        parts.add(entry);
      } else if (entry.length() <= SHOWN && Fuzzy.match(wanted, entry).isPresent()) {
        scattered.add(entry);
      }
    }
    whole.addAll(parts);
    whole.addAll(further);
    whole.addAll(scattered);
    found = new ArrayList<>(whole).subList(0, Math.min(MOST, whole.size()));
  }

  private static String beginning(String entry) {
    return entry.length() <= SEARCHED ? entry : entry.substring(0, SEARCHED);
  }

  /// The query and what was found, in at most so many rows.
  List<String> rows(DisplayOptions look, int columns, int rows) {
    arrived();
    var lines = new ArrayList<String>();
    String ellipsis = RowText.ellipsis(look.glyphs());
    var head = new RowText(look.palette(), columns);
    head.addCut(Style.DIM, (found.isEmpty() ? "nothing found: " : "history: "), ellipsis);
    head.addCut(Style.BOLD, query.toString(), ellipsis);
    lines.add(head.painted());
    int room = Math.min(rows - 1, Choices.MOST_ROWS);
    if (room <= 0) {
      return lines;
    }
    int first = choices.first(room);
    for (int i = first; i < Math.min(found.size(), first + room); i++) {
      lines.add(row(found.get(i), i == choices.selected(), look, columns));
    }
    return lines;
  }

  private String row(String entry, boolean chosen, DisplayOptions look, int columns) {
    var row = new RowText(look.palette(), 5 * columns + 64);
    String ellipsis = RowText.ellipsis(look.glyphs());
    Style style = chosen ? Style.ACCENT : null;
    row.add(style, chosen ? look.glyphs().person + " " : "  ");
    String line = PastedText.clean(beginning(entry)).replace('\n', ' ').replace('\t', ' ');
    SortedSet<Integer> marks = marks(line);
    int from = marks.isEmpty() || marks.first() < columns / 2 ? 0 : marks.first() - columns / 4;
    if (from > 0) {
      while (from > 0 && !Clusters.isBoundary(line, from)) {
        from--;
      }
      row.add(Style.DIM, ellipsis);
    }
    String rest = line.substring(from, Math.min(line.length(), from + 4 * columns + 64));
    int shift = from;
    var shifted = new TreeSet<Integer>();
    marks.forEach(mark -> shifted.add(mark - shift));
    Marked.add(row, rest, Set.copyOf(shifted), style);
    return DisplayWidth.cut(row.painted(), columns, look.glyphs());
  }

  private SortedSet<Integer> marks(String line) {
    var marks = new TreeSet<Integer>();
    String wanted = wanted();
    if (wanted.isEmpty()) {
      return marks;
    }
    String lower = Fuzzy.lowered(line);
    List<String> words = lower.contains(wanted) ? List.of(wanted) : List.of(wanted.split(" +", -1));
    for (String word : words) {
      int at = lower.indexOf(word);
      if (at < 0) {
        return Fuzzy.match(wanted, line)
            .map(match -> new TreeSet<>(match.positions()))
            .orElseGet(TreeSet::new);
      }
      for (int i = 0; i < word.length(); i++) {
        marks.add(at + i);
      }
    }
    return marks;
  }

  /// The cell behind the query in its row.
  int caret(int columns) {
    int width =
        Clusters.width(query) + (found.isEmpty() ? "nothing found: " : "history: ").length();
    return Math.min(width, columns - 1);
  }
}
