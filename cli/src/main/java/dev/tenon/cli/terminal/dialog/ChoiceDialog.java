package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.TextField;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// What a command has the person decide: a text that can be scrolled, and below it a few answers,
/// the safest first and marked. An answer may want words; whoever writes at the question begins
/// that one.
public final class ChoiceDialog implements Dialog {
  /// What is said to a line that is no answer.
  public static final String AGAIN = "One of the numbers, and nothing else; Enter for none:";

  private final String question;
  private final IntFunction<List<String>> text;
  private final List<Option> options;
  private final DisplayOptions look;
  private final OtherText other;
  private final ScrolledText scrolled = new ScrolledText();
  private int marked;
  private boolean attended = true;
  private @Nullable TextField field;
  private String problem = "";
  private int chosen = -1;
  private String words = "";
  private boolean interrupted;

  /// For whom text is that is typed at it and is no answer.
  public enum OtherText {
    FOR_EDITOR,
    FOR_NOBODY
  }

  /// An answer.
  public record Option(String label, Kind kind) {
    /// What it takes to give it.
    public enum Kind {
      /// Nothing comes of it that could not be had later.
      SAFE,
      /// The end of the text has to be seen first.
      READ,
      /// Words belong to it.
      WORDS
    }

    public static Option safe(String label) {
      return new Option(label, Kind.SAFE);
    }

    public static Option read(String label) {
      return new Option(label, Kind.READ);
    }

    public static Option words(String label) {
      return new Option(label, Kind.WORDS);
    }
  }

  /// @param question a line or several, not yet harmless
  /// @param text painted rows for a width, above the question; none for no text
  /// @param options the safest first
  public ChoiceDialog(
      String question, IntFunction<List<String>> text, List<Option> options, DisplayOptions look) {
    this(question, text, options, look, OtherText.FOR_EDITOR);
  }

  ChoiceDialog(
      String question,
      IntFunction<List<String>> text,
      List<Option> options,
      DisplayOptions look,
      OtherText other) {
    this.other = other;
    this.question = question;
    this.text = text;
    this.options = List.copyOf(options);
    this.look = look;
  }

  /// The place of the answer, or -1 if there is none.
  public int chosen() {
    return chosen;
  }

  /// Gives the answer at this place.
  void pick(int place) {
    chosen = place;
  }

  /// Whether Ctrl-C, or the end of the terminal, was all that came.
  public boolean interrupted() {
    return interrupted;
  }

  /// What was written with the answer; may be empty.
  public String words() {
    return words;
  }

  @Override
  public boolean typing() {
    return field != null;
  }

  @Override
  public String unsent() {
    TextField writing = field;
    return writing == null ? words : writing.text();
  }

  @Override
  public boolean begin(String written) {
    int wordy = wordy();
    if (wordy < 0 || written.isBlank()) {
      return false;
    }
    marked = wordy;
    field = TextField.ofLines(written);
    return true;
  }

  private int wordy() {
    for (int i = 0; i < options.size(); i++) {
      if (options.get(i).kind() == Option.Kind.WORDS) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void unmark() {
    marked = 0;
    problem = "";
  }

  @Override
  public void attended(boolean now) {
    attended = now;
  }

  @Override
  public boolean closesWith(Key key) {
    return key == Key.Named.INTERRUPT || key == Key.Named.GONE;
  }

  @Override
  public boolean swallowsText() {
    return other == OtherText.FOR_NOBODY;
  }

  @Override
  public Step press(Key key) {
    if (closesWith(key)) {
      interrupted = true;
      return Step.DONE;
    }
    TextField writing = field;
    if (writing != null) {
      return write(writing, key);
    }
    if (key instanceof Key.Typed typed) {
      int wanted = typed.text().length() == 1 ? typed.text().charAt(0) - '1' : -1;
      if (wanted < 0 || wanted >= options.size()) {
        return Step.UNKNOWN;
      }
      marked = wanted;
      return Step.STAY;
    }
    if (!(key instanceof Key.Named named)) {
      return Step.UNKNOWN;
    }
    problem = "";
    return switch (named) {
      case UP -> mark(-1);
      case DOWN -> mark(1);
      case HOME -> mark(-options.size());
      case END -> mark(options.size());
      case PAGE_UP -> {
        scrolled.back();
        yield Step.STAY;
      }
      case PAGE_DOWN -> {
        scrolled.on();
        yield Step.STAY;
      }
      case TAB -> begin() ? Step.STAY : Step.UNKNOWN;
      case ENTER -> choose();
      case ESCAPE -> Step.DONE;
      default -> Step.UNKNOWN;
    };
  }

  private Step mark(int by) {
    marked = Math.clamp(marked + (long) by, 0, options.size() - 1);
    return Step.STAY;
  }

  private boolean begin() {
    int wordy = wordy();
    if (wordy >= 0) {
      marked = wordy;
      field = TextField.ofLines(words);
    }
    return wordy >= 0;
  }

  private Step choose() {
    switch (options.get(marked).kind()) {
      case SAFE -> {}
      case READ -> {
        problem = scrolled.problem();
        if (!problem.isEmpty()) {
          return Step.STAY;
        }
      }
      case WORDS -> {
        field = TextField.ofLines(words);
        return Step.STAY;
      }
    }
    chosen = marked;
    words = "";
    return Step.DONE;
  }

  private Step write(TextField writing, Key key) {
    if (key == Key.Named.ESCAPE) {
      words = writing.text();
      field = null;
      return Step.STAY;
    }
    if (key != Key.Named.ENTER) {
      writing.press(key);
      return Step.STAY;
    }
    if (writing.text().isBlank()) {
      field = null;
      return Step.STAY;
    }
    words = writing.text().strip();
    chosen = marked;
    return Step.DONE;
  }

  @Override
  public Rows rows(int columns, int rows) {
    int width = Math.max(8, columns - 1);
    List<String> all = text.apply(width - 2);
    var below = new DialogRows();
    String mark = look.palette().paint(Style.WARNING, "?") + " ";
    for (String line : SafeText.visible(question).split("\n", -1)) {
      for (String row : DisplayWidth.wrap(line, width - 2)) {
        below.add((below.size() == 0 ? mark : "  ") + look.palette().paint(Style.BOLD, row));
      }
    }
    options(width, below);
    if (!problem.isEmpty()) {
      below.problem();
      for (String row : DisplayWidth.wrap(problem, width)) {
        below.add(look.palette().paint(Style.FAILURE, row));
      }
    }
    below.add(look.palette().paint(Style.DIM, hint()));
    var lines = new DialogRows();
    for (String row : scrolled.rows(all, rows - below.size(), width - 2, look)) {
      lines.add("  " + row);
    }
    lines.addAll(below);
    return lines.fitted(width, rows);
  }

  private void options(int width, DialogRows out) {
    for (int i = 0; i < options.size(); i++) {
      if (i == marked) {
        out.marked();
      }
      String lead = (i == marked ? look.glyphs().person + " " : "  ") + (i + 1) + ". ";
      int indent = DisplayWidth.of(lead);
      int room = Math.max(4, width - indent);
      String label = SafeText.visible(options.get(i).label());
      List<String> rows = DisplayWidth.wrap(label, room);
      TextField writing = field;
      if (i == marked && writing != null) {
        String start = label.replace(look.glyphs().ellipsis, "") + ": ";
        FieldRows shown = FieldRows.of(start, writing, room, look);
        rows = shown.rows();
        out.caret(shown.row(), indent + shown.column());
      }
      for (int r = 0; r < rows.size(); r++) {
        String row = (r == 0 ? lead : " ".repeat(indent)) + rows.get(r);
        out.add(i == marked && attended ? look.palette().paint(Style.ACCENT, row) : row);
      }
    }
  }

  private String hint() {
    if (!attended) {
      return "  Tab turns to this question; your text stays";
    }
    if (field != null) {
      return "  Enter answers so, Esc goes back";
    }
    return "  Enter gives the marked answer, Esc leaves" + (wordy() < 0 ? "" : "; or write");
  }

  /// What a person sees who reads and writes lines.
  public String numbered(int columns) {
    var out = new StringBuilder();
    text.apply(columns).forEach(row -> out.append(row).append('\n'));
    out.append(SafeText.visible(question));
    for (int i = 0; i < options.size(); i++) {
      out.append("\n  ").append(i + 1).append(") ").append(options.get(i).label());
      out.append(options.get(i).kind() == Option.Kind.WORDS ? " (" + (i + 1) + " WORDS)" : "");
    }
    return out.append("\n" + AGAIN).toString();
  }

  /// Takes a line as an answer: a number alone, or with words where they belong to it. Answers
  /// false for everything else; an empty line is no answer, and the end.
  public boolean answer(String line) {
    String said = line.strip();
    if (said.isEmpty()) {
      return true;
    }
    int blank = said.indexOf(' ');
    String number = blank < 0 ? said : said.substring(0, blank);
    int wanted = number.length() == 1 ? number.charAt(0) - '1' : -1;
    if (wanted < 0 || wanted >= options.size()) {
      return false;
    }
    boolean wordy = options.get(wanted).kind() == Option.Kind.WORDS;
    if (wordy != blank > 0) {
      return false;
    }
    chosen = wanted;
    words = wordy ? said.substring(blank).strip() : "";
    return true;
  }
}
