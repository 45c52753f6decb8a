package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.TextField;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.tool.Asker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The model's questions while a person answers them: what is chosen, where the cursor is, what is
/// typed.
public final class QuestionDialog implements Dialog {
  private static final String OWN = "Other: ";
  static final String OTHER = "Other (type your own)";
  static final String DONE = "Done selecting";

  private final List<Asker.Question> questions;
  private final DisplayOptions look;
  private final Supplier<Optional<Duration>> left;
  private final List<Answer> answers = new ArrayList<>();
  private int current;
  private boolean typing;
  private boolean done;
  private boolean attended = true;

  private static final class Answer {
    final Set<Integer> chosen = new LinkedHashSet<>();
    TextField own = TextField.ofLines("");

    /// What was written and left with Esc; it is there again when the person goes on writing.
    String left = "";

    int cursor;
    boolean given;
  }

  /// @param left how long the questions wait, for the person to know
  public QuestionDialog(
      List<Asker.Question> questions, DisplayOptions look, Supplier<Optional<Duration>> left) {
    this.questions = questions;
    this.look = look;
    this.left = left;
    for (Asker.Question question : questions) {
      var answer = new Answer();
      answer.cursor = first(question);
      answers.add(answer);
    }
  }

  private static int first(Asker.Question question) {
    return Math.max(0, question.recommended());
  }

  @Override
  public void unmark() {
    answer().cursor = first(question());
  }

  @Override
  public void attended(boolean now) {
    attended = now;
  }

  @Override
  public boolean typing() {
    return typing;
  }

  @Override
  public String unsent() {
    var all = new ArrayList<String>();
    for (Answer answer : answers) {
      String written = answer.own.text().isBlank() ? answer.left : answer.own.text();
      if (!written.isBlank()) {
        all.add(written);
      }
    }
    return String.join("\n", all);
  }

  /// Whoever writes at a question answers it in their own words.
  @Override
  public boolean begin(String words) {
    if (words.isBlank()) {
      return false;
    }
    answer().cursor = question().options().size();
    answer().own = TextField.ofLines(words);
    typing = true;
    return true;
  }

  @Override
  public Step press(Key key) {
    long before = open();
    Step step = taken(key);
    return step == Step.STAY && open() < before ? Step.NEXT : step;
  }

  /// How many questions have no answer yet.
  private long open() {
    return answers.stream().filter(it -> !it.given).count();
  }

  private Step taken(Key key) {
    if (typing) {
      write(key);
    } else if (key instanceof Key.Typed typed) {
      if (!choose(typed.text())) {
        return Step.UNKNOWN;
      }
    } else if (!(key instanceof Key.Named named) || !walk(named)) {
      return Step.UNKNOWN;
    }
    return done ? Step.DONE : Step.STAY;
  }

  private boolean walk(Key.Named key) {
    switch (key) {
      case UP -> move(-1);
      case DOWN -> move(1);
      case LEFT -> turn(-1);
      case RIGHT -> turn(1);
      case ENTER -> enter();
      case TAB -> {
        answer().cursor = question().options().size();
        write();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void write() {
    Answer answer = answer();
    if (answer.own.text().isEmpty()) {
      answer.own = TextField.ofLines(answer.left);
    }
    typing = true;
  }

  private void write(Key key) {
    Answer answer = answer();
    if (key == Key.Named.ENTER) {
      typing = false;
      if (answer.own.text().isBlank()) {
        answer.own = TextField.ofLines("");
      } else if (question().choice() == Asker.Choice.ONE) {
        answer.chosen.clear();
        given();
      }
    } else if (key == Key.Named.ESCAPE) {
      answer.left = answer.own.text();
      answer.own = TextField.ofLines("");
      typing = false;
    } else {
      answer.own.press(key);
    }
  }

  private boolean choose(String text) {
    if (text.equals(" ")) {
      if (question().choice() == Asker.Choice.SEVERAL) {
        toggle();
        return true;
      }
      return false;
    }
    if (text.length() == 1 && text.charAt(0) >= '1' && text.charAt(0) <= '9') {
      int wanted = text.charAt(0) - '1';
      if (wanted < rows().size()) {
        answer().cursor = wanted;
        return true;
      }
    }
    return false;
  }

  private void move(int by) {
    int count = rows().size();
    answer().cursor = Math.floorMod(answer().cursor + by, count);
  }

  private void turn(int by) {
    if (questions.size() > 1) {
      current = Math.clamp(current + by, 0, questions.size() - 1);
    }
  }

  private void enter() {
    int cursor = answer().cursor;
    int options = question().options().size();
    if (question().choice() == Asker.Choice.SEVERAL) {
      if (cursor == options + 1) {
        given();
      } else {
        toggle();
      }
    } else if (cursor == options) {
      write();
    } else {
      answer().chosen.clear();
      answer().own = TextField.ofLines("");
      answer().chosen.add(cursor);
      given();
    }
  }

  private void toggle() {
    int cursor = answer().cursor;
    int options = question().options().size();
    if (cursor < options) {
      if (!answer().chosen.remove(cursor)) {
        answer().chosen.add(cursor);
      }
    } else if (cursor == options) {
      write();
    } else {
      given();
    }
  }

  private void given() {
    answer().given = true;
    for (int i = 1; i <= questions.size(); i++) {
      int next = (current + i) % questions.size();
      if (!answers.get(next).given) {
        current = next;
        return;
      }
    }
    done = true;
  }

  private Asker.Question question() {
    return questions.get(current);
  }

  private Answer answer() {
    return answers.get(current);
  }

  /// The rows of the current question as they are numbered.
  private List<String> rows() {
    var rows = new ArrayList<>(question().options());
    rows.add(OTHER);
    if (question().choice() == Asker.Choice.SEVERAL) {
      rows.add(DONE);
    }
    return rows;
  }

  @Override
  public Rows rows(int columns, int rows) {
    int width = Math.max(8, columns - 1);
    var lines = new ArrayList<String>();
    String number =
        questions.size() == 1 ? "" : "(" + (current + 1) + "/" + questions.size() + ") ";
    for (String line : SafeText.visible(number + question().text()).split("\n", -1)) {
      for (String row : DisplayWidth.wrap(line, width - 2)) {
        String mark = lines.isEmpty() ? look.palette().paint(Style.WARNING, "?") + " " : "  ";
        lines.add(mark + look.palette().paint(Style.BOLD, row));
      }
    }
    int options = lines.size();
    int marked = options;
    Rows.Caret caret = null;
    List<String> texts = rows();
    for (int i = 0; i < texts.size(); i++) {
      boolean here = i == answer().cursor;
      String lead = (here ? look.glyphs().person + " " : "  ") + mark(i) + (i + 1) + ". ";
      int indent = DisplayWidth.of(lead);
      List<String> parts = DisplayWidth.wrap(text(i), Math.max(8, width - indent));
      marked = here ? lines.size() : marked;
      if (here && typing) {
        FieldRows shown = FieldRows.of(OWN, answer().own, Math.max(8, width - indent), look);
        parts = shown.rows();
        caret = new Rows.Caret(lines.size() + shown.row(), indent + shown.column());
        marked = caret.row();
      }
      for (int part = 0; part < parts.size(); part++) {
        String row = (part == 0 ? lead : " ".repeat(indent)) + parts.get(part);
        lines.add(here ? look.palette().paint(Style.ACCENT, row) : row);
      }
    }
    String time =
        left.get().map(it -> "(in " + (it.toSeconds() + 1) + " s the marked answer) ").orElse("");
    var hints = new ArrayList<String>();
    for (String row : Wrap.rows(time + keys(), Math.max(8, width - 2))) {
      hints.add(look.palette().paint(Style.DIM, "  " + row));
    }
    // What can be answered is more than how.
    int most = rows - lines.size() > 1 ? rows - lines.size() : 1;
    return window(
        lines, options, marked, hints.subList(0, Math.min(hints.size(), most)), caret, width, rows);
  }

  /// The question and the part of its options around the marked one, if not all fit.
  private static Rows window(
      List<String> lines,
      int head,
      int marked,
      List<String> hints,
      Rows.@Nullable Caret caret,
      int width,
      int rows) {
    int room = Math.max(1, rows > 2 ? rows - hints.size() : rows);
    int top = Math.min(head, Math.max(0, room - (lines.size() > room ? 1 : lines.size() - head)));
    int left = Math.min(room - top, lines.size() - head);
    int from = Math.clamp(marked - (long) left / 2, head, lines.size() - left);
    var shown = new ArrayList<String>();
    for (String line : lines.subList(0, top)) {
      shown.add(DisplayWidth.fit(line, width));
    }
    for (String line : lines.subList(from, from + left)) {
      shown.add(DisplayWidth.fit(line, width));
    }
    if (rows > 2) {
      hints.forEach(hint -> shown.add(DisplayWidth.fit(hint, width)));
    }
    int moved = from - top;
    return new Rows(
        shown,
        Optional.ofNullable(caret)
            .map(it -> new Rows.Caret(Math.max(0, it.row() - moved), it.column())));
  }

  /// `[x]` or `[ ]` where several may be chosen.
  private String mark(int option) {
    int options = question().options().size();
    if (question().choice() == Asker.Choice.ONE || option > options) {
      return "";
    }
    boolean chosen =
        option < options ? answer().chosen.contains(option) : !answer().own.text().isEmpty();
    return chosen ? "[x] " : "[ ] ";
  }

  private String text(int option) {
    int options = question().options().size();
    if (option == options && !answer().own.text().isEmpty()) {
      return OWN + SafeText.line(answer().own.text(), Integer.MAX_VALUE, look.glyphs());
    }
    return SafeText.line(rows().get(option), 2000, look.glyphs())
        + (option == question().recommended() ? " (Recommended)" : "");
  }

  /// Which keys there are now.
  private String keys() {
    if (!attended) {
      return "Tab turns to this question; your text stays";
    }
    if (typing) {
      return "Enter is done, Esc goes back";
    }
    String choose =
        question().choice() == Asker.Choice.SEVERAL
            ? "Up, Down, digits; Space chooses"
            : "Up, Down, digits; Enter chooses";
    return choose
        + (questions.size() > 1 ? ", Left, Right other questions" : "")
        + ", or type your own words, Esc stops";
  }

  /// Answers what is open with what the model would take, or the first option.
  public List<Asker.Reply> timedOut() {
    var replies = new ArrayList<Asker.Reply>();
    for (int i = 0; i < questions.size(); i++) {
      Asker.Question question = questions.get(i);
      Answer answer = answers.get(i);
      boolean untouched = !answer.given && answer.chosen.isEmpty() && answer.own.text().isEmpty();
      if (untouched && !question.options().isEmpty()) {
        String taken = question.options().get(Math.max(0, question.recommended()));
        replies.add(new Asker.Reply(question.id(), List.of(taken), "", Asker.By.TIMEOUT));
      } else {
        replies.add(reply(question, answer, untouched ? Asker.By.TIMEOUT : Asker.By.PERSON));
      }
    }
    return replies;
  }

  public List<Asker.Reply> replies() {
    var replies = new ArrayList<Asker.Reply>();
    for (int i = 0; i < questions.size(); i++) {
      replies.add(reply(questions.get(i), answers.get(i), Asker.By.PERSON));
    }
    return replies;
  }

  private static Asker.Reply reply(Asker.Question question, Answer answer, Asker.By by) {
    var chosen = new ArrayList<String>();
    for (int option : answer.chosen) {
      chosen.add(question.options().get(option));
    }
    return new Asker.Reply(question.id(), chosen, answer.own.text().strip(), by);
  }
}
