package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.TextField;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.tool.Asker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The model's questions while a person answers them: what is chosen, where the cursor is, what is
/// typed.
public final class QuestionDialog implements Dialog {
  private final List<Asker.Question> questions;
  private final DisplayOptions look;
  private final Supplier<Optional<Duration>> left;
  private final List<AskedQuestion> answers = new ArrayList<>();
  private int current;
  private boolean typing;
  private boolean done;
  private boolean attended = true;

  /// Whether a part of a question was not on the screen yet.
  private volatile boolean unread = true;

  /// @param left how long the questions wait, for the person to know
  public QuestionDialog(
      List<Asker.Question> questions, DisplayOptions look, Supplier<Optional<Duration>> left) {
    this.questions = questions;
    this.look = look;
    this.left = left;
    for (int i = 0; i < questions.size(); i++) {
      String number = questions.size() == 1 ? "" : "(" + (i + 1) + "/" + questions.size() + ") ";
      answers.add(new AskedQuestion(questions.get(i), number, look));
    }
  }

  /// Whether there is a question of which nobody can have seen all: no clock may answer it.
  public boolean unread() {
    return unread;
  }

  @Override
  public void unmark() {
    answer().unmark();
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
    for (AskedQuestion answer : answers) {
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
      case PAGE_UP -> answer().text.back();
      case PAGE_DOWN -> answer().text.on();
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
    AskedQuestion answer = answer();
    if (answer.own.text().isEmpty()) {
      answer.own = TextField.ofLines(answer.left);
    }
    typing = true;
  }

  private void write(Key key) {
    AskedQuestion answer = answer();
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
    } else if (key == Key.Named.PAGE_UP || key == Key.Named.PAGE_DOWN) {
      walk((Key.Named) key);
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
      if (wanted < answer().answers().size()) {
        answer().cursor = wanted;
        return true;
      }
    }
    return false;
  }

  private void move(int by) {
    int count = answer().answers().size();
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

  private AskedQuestion answer() {
    return answers.get(current);
  }

  @Override
  public Rows rows(int columns, int rows) {
    int width = Math.max(8, columns - 1);
    int height = Math.max(1, rows);
    AskedQuestion.Marking marking =
        typing
            ? AskedQuestion.Marking.WRITTEN
            : attended ? AskedQuestion.Marking.MARKED : AskedQuestion.Marking.UNATTENDED;
    // What can be answered is more than how.
    boolean hinted = height > 2;
    DialogRows lines = answer().rows(width, hinted ? height - 1 : height, marking);
    unread = answers.stream().anyMatch(it -> it.isUnread(width, height));
    if (hinted) {
      hints(width, height - lines.size()).forEach(lines::add);
    }
    return lines.fitted(width, height);
  }

  private List<String> hints(int width, int most) {
    String time =
        left.get().map(it -> "(in " + (it.toSeconds() + 1) + " s the marked answer) ").orElse("");
    var hints = new ArrayList<String>();
    for (String row : Wrap.rows(time + keys(), Math.max(8, width - 2))) {
      hints.add(look.palette().paint(Style.DIM, "  " + row));
    }
    return hints.subList(0, Math.min(hints.size(), most));
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
      AskedQuestion answer = answers.get(i);
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

  private static Asker.Reply reply(Asker.Question question, AskedQuestion answer, Asker.By by) {
    var chosen = new ArrayList<String>();
    for (int option : answer.chosen) {
      chosen.add(question.options().get(option));
    }
    return new Asker.Reply(question.id(), chosen, answer.own.text().strip(), by);
  }
}
