package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.core.tool.Asker;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The model's questions while a person answers them: what is chosen, where the cursor is, what is
/// typed. Knows no screen and no clock. Guarded by whoever owns it.
final class QuestionDialog {
  static final String OTHER = "Other (type your own)";
  static final String DONE = "Done selecting";

  private final List<Asker.Question> questions;
  private final List<Answer> answers = new ArrayList<>();
  private int current;
  private boolean typing;
  private Progress progress = Progress.OPEN;

  /// Whether there is something left to answer.
  enum Progress {
    OPEN,
    DONE
  }

  private static final class Answer {
    final Set<Integer> chosen = new LinkedHashSet<>();
    final StringBuilder own = new StringBuilder();
    int cursor;
    boolean given;
  }

  QuestionDialog(List<Asker.Question> questions) {
    this.questions = questions;
    for (Asker.Question question : questions) {
      var answer = new Answer();
      answer.cursor = Math.max(0, question.recommended());
      answers.add(answer);
    }
  }

  Progress progress() {
    return progress;
  }

  /// Whether the person writes an answer of their own, for which there is no limit of time.
  boolean typing() {
    return typing;
  }

  /// One key. Answers false for a key that means nothing here.
  boolean key(Key key) {
    if (typing) {
      return write(key);
    }
    if (key instanceof Key.Typed typed) {
      return choose(typed.text());
    }
    if (!(key instanceof Key.Named named)) {
      return false;
    }
    switch (named) {
      case UP -> move(-1);
      case DOWN -> move(1);
      case LEFT -> turn(-1);
      case RIGHT -> turn(1);
      case ENTER -> enter();
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean write(Key key) {
    StringBuilder own = answer().own;
    if (key instanceof Key.Typed typed) {
      own.append(typed.text());
      return true;
    }
    if (key instanceof Key.Pasted pasted) {
      own.append(pasted.text());
      return true;
    }
    if (key instanceof Key.Modified modified && modified.key() == Key.Named.ENTER) {
      own.append('\n');
      return true;
    }
    if (!(key instanceof Key.Named named)) {
      return false;
    }
    switch (named) {
      case ENTER -> {
        typing = false;
        if (own.toString().isBlank()) {
          own.setLength(0);
        } else if (question().choice() == Asker.Choice.ONE) {
          answer().chosen.clear();
          given();
        }
      }
      case BACKSPACE -> own.setLength(own.isEmpty() ? 0 : own.offsetByCodePoints(own.length(), -1));
      case ERASE_WORD, ERASE_ALL -> own.setLength(0);
      case ESCAPE -> {
        own.setLength(0);
        typing = false;
      }
      default -> {
        return false;
      }
    }
    return true;
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
        enter();
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
      typing = true;
    } else {
      answer().chosen.clear();
      answer().own.setLength(0);
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
      typing = true;
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
    progress = Progress.DONE;
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

  /// A row as it is shown.
  ///
  /// @param mark `[x]` or `[ ]` where several may be chosen, otherwise empty
  record Row(String mark, String text, boolean current) {}

  /// What stands above the rows.
  String title() {
    String number =
        questions.size() == 1 ? "" : "(" + (current + 1) + "/" + questions.size() + ") ";
    return number + question().text();
  }

  List<Row> shown() {
    var shown = new ArrayList<Row>();
    List<String> rows = rows();
    int options = question().options().size();
    for (int i = 0; i < rows.size(); i++) {
      boolean several = question().choice() == Asker.Choice.SEVERAL;
      boolean chosen =
          i < options ? answer().chosen.contains(i) : i == options && !answer().own.isEmpty();
      String mark = several && i <= options ? (chosen ? "[x] " : "[ ] ") : "";
      String text = rows.get(i);
      if (i == question().recommended()) {
        text += " (Recommended)";
      }
      if (i == options && (typing || !answer().own.isEmpty())) {
        text = "Other: " + answer().own + (typing ? "_" : "");
      }
      shown.add(new Row(mark, (i + 1) + ". " + text, i == answer().cursor));
    }
    return shown;
  }

  /// Which keys there are now.
  String keys() {
    if (typing) {
      return "Enter is done, Esc goes back";
    }
    String choose =
        question().choice() == Asker.Choice.SEVERAL
            ? "Up, Down, Space chooses"
            : "Up, Down, Enter chooses";
    return choose + (questions.size() > 1 ? ", Left, Right other questions" : "") + ", Esc stops";
  }

  /// Answers what is open with what the model would take, or the first option.
  List<Asker.Reply> timedOut() {
    var replies = new ArrayList<Asker.Reply>();
    for (int i = 0; i < questions.size(); i++) {
      Asker.Question question = questions.get(i);
      Answer answer = answers.get(i);
      boolean untouched = !answer.given && answer.chosen.isEmpty() && answer.own.isEmpty();
      if (untouched && !question.options().isEmpty()) {
        String taken = question.options().get(Math.max(0, question.recommended()));
        replies.add(new Asker.Reply(question.id(), List.of(taken), "", Asker.By.TIMEOUT));
      } else {
        replies.add(reply(question, answer, untouched ? Asker.By.TIMEOUT : Asker.By.PERSON));
      }
    }
    return replies;
  }

  List<Asker.Reply> replies() {
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
    return new Asker.Reply(question.id(), chosen, answer.own.toString().strip(), by);
  }
}
