package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.TextField;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.tool.Asker;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// One of the model's questions with what the person has said to it so far, and its rows for a
/// window: where not all fit, its text scrolls, and of the answers those around the marked one are
/// shown.
final class AskedQuestion {
  private static final String OWN = "Other: ";
  private static final String OTHER = "Other (type your own)";
  private static final String DONE = "Done selecting";

  /// Of the text in a window that is too low, with the row that says which part it is.
  private static final int LEAST_TEXT = 3;

  /// From here on there are two rows for answers beside that.
  private static final int ROOM_FOR_TWO = 5;

  final Asker.Question question;
  final Set<Integer> chosen = new LinkedHashSet<>();
  final ScrolledText text = new ScrolledText();
  TextField own = TextField.ofLines("");

  /// What was written and left with Esc; it is there again when the person goes on writing.
  String left = "";

  int cursor;
  boolean given;

  private final String number;
  private final DisplayOptions look;

  /// How an answer is shown.
  enum Marking {
    /// Keys are for something else.
    UNATTENDED,
    MARKED,
    /// The person writes at it.
    WRITTEN
  }

  /// An answer in its rows.
  ///
  /// @param caret where the cursor stands in it; of no meaning unless it is written at
  private record Block(List<String> rows, int caret, int column) {}

  /// @param number which of the questions it is; empty if there is only one
  AskedQuestion(Asker.Question question, String number, DisplayOptions look) {
    this.question = question;
    this.number = number;
    this.look = look;
    unmark();
  }

  void unmark() {
    cursor = Math.max(0, question.recommended());
  }

  /// What can be marked, as it is numbered.
  List<String> answers() {
    var rows = new ArrayList<>(question.options());
    rows.add(OTHER);
    if (question.choice() == Asker.Choice.SEVERAL) {
      rows.add(DONE);
    }
    return rows;
  }

  /// Whether a part of it was not before anybody's eyes yet, in a window of this size.
  boolean isUnread(int width, int height) {
    int rows = head(width).size();
    for (Block block : blocks(width, Marking.MARKED, "")) {
      rows += block.rows.size();
    }
    return rows >= height && !text.isSeen();
  }

  /// The question and its answers.
  ///
  /// @param room how many rows there are for them, at least one
  DialogRows rows(int width, int room, Marking marking) {
    List<String> body = head(width);
    List<Block> blocks = blocks(width, marking, "");
    int all = blocks.stream().mapToInt(block -> block.rows.size()).sum();
    int least = least(body, room);
    if (body.size() + all > room && cutsAnAnswer(blocks, room - least)) {
      // What is cut below can be read here.
      body = new ArrayList<>(body);
      for (Block block : blocks(width, Marking.UNATTENDED, "")) {
        body.addAll(block.rows);
      }
      least = least(body, room);
    }
    int shown = Math.min(body.size(), Math.max(room - all, least));
    var lines = new DialogRows();
    lines.addAll(text.rows(body, shown, width, look));
    answers(blocks, width, room - shown, marking, lines);
    return lines;
  }

  private static int least(List<String> body, int room) {
    int rows = room >= ROOM_FOR_TWO ? LEAST_TEXT : room > 2 ? 2 : room - 1;
    return Math.min(body.size(), rows);
  }

  /// Whether one of the model's answers has more rows than there are for all.
  private boolean cutsAnAnswer(List<Block> blocks, int room) {
    return blocks.subList(0, question.options().size()).stream()
        .anyMatch(block -> block.rows.size() > room);
  }

  private List<String> head(int width) {
    var lines = new ArrayList<String>();
    for (String line : SafeText.visible(number + question.text()).split("\n", -1)) {
      for (String row : DisplayWidth.wrap(line, width - 2)) {
        String mark = lines.isEmpty() ? look.palette().paint(Style.WARNING, "?") + " " : "  ";
        lines.add(mark + look.palette().paint(Style.BOLD, row));
      }
    }
    return lines;
  }

  /// All answers, or those around the marked one, which says then how many there are.
  private void answers(List<Block> all, int width, int room, Marking marking, DialogRows out) {
    int count = all.stream().mapToInt(block -> block.rows.size()).sum();
    String place = " (" + (cursor + 1) + "/" + all.size() + ")";
    List<Block> blocks = count > room ? blocks(width, marking, place) : all;
    var rows = new ArrayList<String>();
    var ends = new ArrayList<Integer>();
    int marked = 0;
    for (int i = 0; i < blocks.size(); i++) {
      marked = i == cursor ? rows.size() : marked;
      rows.addAll(blocks.get(i).rows);
      ends.add(rows.size());
    }
    Block here = blocks.get(cursor);
    boolean writing = marking == Marking.WRITTEN;
    int first = writing ? marked + here.caret : marked;
    int before = Math.max(0, (room - (writing ? 1 : here.rows.size())) / 2);
    int shown = Math.min(room, rows.size());
    int from = Math.clamp(first - (long) before, 0, rows.size() - shown);
    int to = from + shown;
    if (writing) {
      out.caret(first - from, here.column);
    }
    for (int i = from; i < to; i++) {
      if (i == marked) {
        out.marked();
      }
      boolean cut = i == to - 1 && !writing && !ends.contains(to);
      String end = cut ? look.glyphs().ellipsis + (ends.get(cursor) > to ? place : "") : "";
      out.add(cut ? cut(rows.get(i), width, end) : rows.get(i));
    }
  }

  private static String cut(String row, int width, String end) {
    return DisplayWidth.fit(row, Math.max(1, width - DisplayWidth.of(end))) + end;
  }

  /// @param place stands behind the marked one
  private List<Block> blocks(int width, Marking marking, String place) {
    var blocks = new ArrayList<Block>();
    int count = answers().size();
    for (int i = 0; i < count; i++) {
      boolean here = i == cursor;
      String lead = (here ? look.glyphs().person + " " : "  ") + mark(i) + (i + 1) + ". ";
      int indent = DisplayWidth.of(lead);
      int room = Math.max(8, width - indent);
      List<String> parts = DisplayWidth.wrap(answer(i) + (here ? place : ""), room);
      int caret = 0;
      int column = 0;
      if (here && marking == Marking.WRITTEN) {
        FieldRows shown = FieldRows.of(OWN, own, room, look);
        parts = shown.rows();
        caret = shown.row();
        column = indent + shown.column();
      }
      var rows = new ArrayList<String>();
      for (int part = 0; part < parts.size(); part++) {
        String row = (part == 0 ? lead : " ".repeat(indent)) + parts.get(part);
        boolean painted = here && marking != Marking.UNATTENDED;
        rows.add(painted ? look.palette().paint(Style.ACCENT, row) : row);
      }
      blocks.add(new Block(rows, caret, column));
    }
    return blocks;
  }

  /// `[x]` or `[ ]` where several may be chosen.
  private String mark(int answer) {
    int options = question.options().size();
    if (question.choice() == Asker.Choice.ONE || answer > options) {
      return "";
    }
    boolean isChosen = answer < options ? chosen.contains(answer) : !own.text().isEmpty();
    return isChosen ? "[x] " : "[ ] ";
  }

  private String answer(int answer) {
    int options = question.options().size();
    if (answer == options && !own.text().isEmpty()) {
      return OWN + SafeText.line(own.text(), Integer.MAX_VALUE, look.glyphs());
    }
    return SafeText.line(answers().get(answer), 2000, look.glyphs())
        + (answer == question.recommended() ? " (Recommended)" : "");
  }
}
