package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.Document;
import dev.tenon.cli.terminal.editor.text.EditLog;
import dev.tenon.cli.terminal.editor.text.PastedText;
import dev.tenon.cli.terminal.editor.text.Pastes;
import dev.tenon.cli.terminal.input.Fuzzy;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Marked;
import dev.tenon.cli.terminal.input.RowText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.core.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What can be written at the cursor, as a menu that is there while a command or a mention is
/// typed. Escape closes it until another one is begun.
final class CandidateMenu {
  private static final int LONGEST_WORD = 512;

  private final Completer completer;
  private final Choices choices = new Choices();
  private List<Candidate> candidates = List.of();
  private int dismissed = -1;
  private String seen = "";

  CandidateMenu(Completer completer) {
    this.completer = completer;
  }

  boolean isOpen() {
    return !candidates.isEmpty();
  }

  void close() {
    candidates = List.of();
  }

  /// Closes it until another word is begun.
  void dismiss(Document document) {
    dismissed = begin(document);
    close();
  }

  /// Asks again what fits, now that something has changed.
  void update(Document document) {
    int begin = begin(document);
    if (begin != dismissed) {
      dismissed = -1;
    }
    if (begin < 0 || dismissed >= 0) {
      close();
      return;
    }
    String text = Pastes.flat(document.text().toString());
    var fitting = new ArrayList<Candidate>();
    for (Candidate candidate : completer.candidates(text, document.cursor())) {
      if (candidate.to() <= text.length()) {
        fitting.add(candidate);
      }
    }
    String word = begin + ":" + text.substring(begin, document.cursor());
    if (!word.equals(seen) || fitting.size() != candidates.size()) {
      seen = word;
      choices.restart(fitting.size());
    }
    candidates = fitting;
  }

  /// Asks again what fits, although nothing has changed; whoever is choosing keeps the choice.
  void offerAgain(Document document) {
    if (!isOpen() || !choices.moved()) {
      update(document);
    }
  }

  /// Opens it again if it was closed.
  boolean reopen(Document document) {
    dismissed = -1;
    update(document);
    return isOpen();
  }

  /// Where the command or the mention begins in which the cursor stands; negative if there is none.
  private static int begin(Document document) {
    CharSequence text = document.text();
    int cursor = document.cursor();
    if (document.selection().isPresent() || text.isEmpty()) {
      return -1;
    }
    int at = cursor;
    while (at > 0 && cursor - at < LONGEST_WORD) {
      char before = text.charAt(at - 1);
      if (before == '@' && (at == 1 || begins(text.charAt(at - 2)))) {
        return at - 1;
      }
      if (Character.isWhitespace(before)) {
        break;
      }
      at--;
    }
    if (text.charAt(0) != '/' || cursor == 0 || document.lineStart(cursor) != 0) {
      return -1;
    }
    return 0;
  }

  private static boolean begins(char before) {
    return Character.isWhitespace(before) || before == '(' || before == '"' || before == '\ufffc';
  }

  boolean press(Key key) {
    return choices.press(key);
  }

  /// Whether Enter is for the text and not for the menu: what is chosen stands there already, or
  /// nobody has begun to write it.
  boolean isSettled(Document document) {
    if (choices.moved()) {
      Candidate chosen = candidates.get(choices.selected());
      return chosen.value().equals(document.between(chosen.from(), chosen.to()));
    }
    for (Candidate candidate : candidates) {
      String written = document.between(candidate.from(), candidate.to());
      if (written.isEmpty() || written.equals(candidate.value())) {
        return true;
      }
    }
    return false;
  }

  /// Writes what is chosen.
  void take(Document document) {
    Candidate chosen = candidates.get(choices.selected());
    String value = PastedText.clean(chosen.value());
    boolean more = (value.endsWith("/") || value.endsWith("=")) && value.length() > 1;
    boolean blank =
        chosen.to() < document.length()
            && Character.isWhitespace(document.text().charAt(chosen.to()));
    document.closeEdit();
    document.replace(
        chosen.from(), chosen.to(), more || blank ? value : value + " ", EditLog.Kind.OTHER);
    if (blank && !more) {
      document.moveTo(document.cursor() + 1);
    }
    update(document);
  }

  /// Its rows, at most so many.
  List<String> rows(Document document, DisplayOptions look, int columns, int rows) {
    var lines = new ArrayList<String>();
    int room = Math.min(rows, Choices.MOST_ROWS);
    if (room <= 0) {
      return lines;
    }
    if (candidates.size() > room && room > 2) {
      // The last row says how many there are.
      room = Math.min(room, rows - 1);
    }
    int first = choices.first(room);
    int last = Math.min(candidates.size(), first + room);
    int widest = 0;
    for (int i = first; i < last; i++) {
      widest = Math.max(widest, Clusters.width(VisibleText.line(candidates.get(i).shown())));
    }
    for (int i = first; i < last; i++) {
      lines.add(row(document, candidates.get(i), i == choices.selected(), widest, look, columns));
    }
    if (last - first < candidates.size() && lines.size() < rows) {
      var more = new RowText(look.palette(), columns);
      more.add(Style.DIM, "  " + (choices.selected() + 1) + " of " + candidates.size());
      lines.add(more.painted());
    }
    return lines;
  }

  private static String row(
      Document document,
      Candidate candidate,
      boolean chosen,
      int widest,
      DisplayOptions look,
      int columns) {
    var row = new RowText(look.palette(), columns);
    String ellipsis = RowText.ellipsis(look.glyphs());
    Style style = chosen ? Style.ACCENT : null;
    row.add(style, chosen ? look.glyphs().person + " " : "  ");
    String shown = VisibleText.line(candidate.shown());
    String written = document.between(candidate.from(), candidate.to());
    String query =
        written.startsWith("@") || written.startsWith("/") ? written.substring(1) : written;
    if (Clusters.width(shown) > row.left()) {
      row.addCut(style, shown, ellipsis);
    } else {
      var marked =
          Set.copyOf(Fuzzy.match(query, shown).map(Fuzzy.Match::positions).orElse(List.of()));
      Marked.add(row, shown, marked, style);
    }
    String description = VisibleText.line(candidate.description());
    int gap = Math.min(widest, 40) + 4 - row.width();
    if (!description.isEmpty() && row.left() > gap + 8) {
      row.add(null, " ".repeat(Math.max(2, gap)));
      row.addCut(Style.MUTED, description, ellipsis);
    }
    return row.painted();
  }
}
