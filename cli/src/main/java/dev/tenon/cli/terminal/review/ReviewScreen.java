package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.TextField;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.engine.check.CheckRefusedException;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The screen of a review. Single keys decide, about what can be taken back; only Enter asks for
/// something to be written, which whoever shows the screen does. It is shown again after that, or
/// after an edit: [#wish] says what it was left for.
public final class ReviewScreen implements Menu {
  private final ReviewModel model;
  private final ReviewWords words;
  private final ReviewFrame frame;
  private final KeyGuard guard;
  private final SentenceGuard sentences;

  /// What was typed before anybody can have seen the screen.
  private final StringBuilder early = new StringBuilder();

  private ReviewMode mode = ReviewMode.HUNK;
  private TextField field = new TextField("");
  private String wanted = "";
  private String message = "";
  private Wish wish = Wish.LEAVE;
  private int top;
  private final @Nullable ReviewCheck check;
  private List<String> offers = List.of();
  private int offered;

  /// What the screen was left for.
  public enum Wish {
    LEAVE,
    APPLY,
    EDIT
  }

  /// @param nanos a clock
  public ReviewScreen(ReviewModel model, DisplayOptions look, LongSupplier nanos) {
    this(model, look, nanos, null);
  }

  /// @param check null where nothing can be run
  public ReviewScreen(
      ReviewModel model, DisplayOptions look, LongSupplier nanos, @Nullable ReviewCheck check) {
    this.model = model;
    this.check = check;
    this.words = new ReviewWords(model, look);
    this.frame = new ReviewFrame(model, look);
    this.guard = new KeyGuard(nanos);
    this.sentences = new SentenceGuard(model, guard);
    model.compareWithDisk();
  }

  /// It is about to be shown, for the first time or again.
  ///
  /// @param said what there is to say about what happened meanwhile; may be empty
  public void appear(String said) {
    guard.appeared();
    frame.forget();
    mode = ReviewMode.HUNK;
    wish = Wish.LEAVE;
    message = said;
  }

  public Wish wish() {
    return wish;
  }

  /// What was typed for somebody else when the screen appeared.
  public String early() {
    return early.toString();
  }

  @Override
  public List<String> lines(int columns, int rows) {
    List<String> lines =
        frame.lines(
            new ReviewFrame.View(
                top,
                mode == ReviewMode.LIST,
                mode == ReviewMode.HELP,
                check == null ? List.of() : words.check(check),
                words.said(mode, field, message),
                ReviewKeys.of(mode)),
            columns,
            rows);
    top = Math.min(top, frame.lastTop());
    return lines;
  }

  @Override
  public Step press(Key key) {
    KeyGuard.Meaning meaning = guard.next();
    if (key instanceof Key.Special) {
      return Step.STAY;
    }
    if (meaning == KeyGuard.Meaning.NONE) {
      if (key instanceof Key.Typed typed) {
        early.append(typed.text());
      } else if (key instanceof Key.Pasted pasted) {
        early.append(pasted.text());
      }
      return Step.STAY;
    }
    boolean decides = meaning == KeyGuard.Meaning.ANY;
    if (mode == ReviewMode.HUNK && sentences.isText(key)) {
      message = sentences.said();
      return Step.STAY;
    }
    return switch (mode) {
      case HUNK -> hunk(key, decides);
      case LIST -> list(key, decides);
      case HELP -> help(key);
      case LEAVING -> leaving(key, decides);
      case APPLYING -> decides ? applying(key) : Step.STAY;
      case REASON, FILE_REASON, SEARCH, SPLIT, CHECK -> type(key, decides);
    };
  }

  @Override
  public void watch(Runnable changed) {
    if (check != null) {
      check.watch(changed);
    }
  }

  private Step hunk(Key key, boolean decides) {
    if (key instanceof Key.Typed typed) {
      message = "";
      return letter(typed.text(), decides);
    }
    if (!(key instanceof Key.Named named)) {
      return Step.STAY;
    }
    switch (named) {
      case UP -> scroll(-1);
      case DOWN -> scroll(1);
      case PAGE_UP -> scroll(-frame.page());
      case PAGE_DOWN -> scroll(frame.page());
      case HOME -> top = 0;
      case END -> scroll(frame.lastTop());
      case LEFT -> look(model.place() - 1);
      case RIGHT -> look(model.place() + 1);
      case TAB -> mode = ReviewMode.LIST;
      case ENTER -> {
        return decides ? enter() : Step.STAY;
      }
      case ESCAPE, INTERRUPT -> {
        return decides ? leave() : Step.STAY;
      }
      default -> {}
    }
    return Step.STAY;
  }

  private Step letter(String letter, boolean decides) {
    switch (letter) {
      case "n", "j" -> undecided(1);
      case "p", "k" -> undecided(-1);
      case " " -> scroll(frame.page());
      case "b" -> scroll(-frame.page());
      case "/" -> ask(ReviewMode.SEARCH);
      case "N" -> find();
      case "?" -> {
        top = 0;
        mode = ReviewMode.HELP;
      }
      default -> {
        return decides ? decision(letter) : Step.STAY;
      }
    }
    return Step.STAY;
  }

  private Step decision(String letter) {
    switch (letter) {
      case "a" -> decide(() -> told(model.accept(), "accepted"));
      case "r" -> decide(() -> told(model.reject(""), "rejected"));
      case "A" -> decide(() -> told(model.acceptFile(), "accepted"));
      case "R" -> decide(() -> told(model.rejectFile(""), "rejected"));
      case "w" -> ask(ReviewMode.REASON);
      case "W" -> ask(ReviewMode.FILE_REASON);
      case "c" -> check();
      case "u" -> undo();
      case "s" -> split();
      case "e" -> {
        wish = Wish.EDIT;
        return Step.CHOSEN;
      }
      case "q" -> {
        return leave();
      }
      default -> {}
    }
    return Step.STAY;
  }

  private Step list(Key key, boolean decides) {
    message = "";
    if (key instanceof Key.Typed typed) {
      switch (typed.text()) {
        case "j", "n" -> file(1);
        case "k", "p" -> file(-1);
        case "A", "R", "W", "u", "c", "q" -> {
          mode = ReviewMode.HUNK;
          Step step = decides ? decision(typed.text()) : Step.STAY;
          mode = mode == ReviewMode.HUNK ? ReviewMode.LIST : mode;
          return step;
        }
        default -> {}
      }
      return Step.STAY;
    }
    if (key instanceof Key.Named named) {
      switch (named) {
        case UP -> file(-1);
        case DOWN -> file(1);
        case PAGE_UP -> file(-frame.page());
        case PAGE_DOWN -> file(frame.page());
        case HOME -> file(-model.files().size());
        case END -> file(model.files().size());
        case TAB, ENTER, ESCAPE, RIGHT -> mode = ReviewMode.HUNK;
        case INTERRUPT -> {
          return leave();
        }
        default -> {}
      }
    }
    return Step.STAY;
  }

  private void file(int by) {
    model.goToFile(Math.clamp((long) model.current().file() + by, 0, model.files().size() - 1));
    top = 0;
  }

  private Step help(Key key) {
    switch (key) {
      case Key.Named.UP -> scroll(-1);
      case Key.Named.DOWN -> scroll(1);
      case Key.Named.PAGE_UP -> scroll(-frame.page());
      case Key.Named.PAGE_DOWN -> scroll(frame.page());
      default -> {
        mode = ReviewMode.HUNK;
        top = 0;
      }
    }
    return Step.STAY;
  }

  private Step leave() {
    if (model.count(Hunk.Status.PENDING) + model.count(Hunk.Status.ACCEPTED) == 0) {
      wish = Wish.APPLY;
      return Step.CHOSEN;
    }
    mode = ReviewMode.LEAVING;
    return Step.STAY;
  }

  private Step leaving(Key key, boolean decides) {
    if (key.equals(new Key.Typed("q")) || key == Key.Named.INTERRUPT) {
      if (decides) {
        wish = Wish.LEAVE;
        return Step.CLOSED;
      }
    } else if (key == Key.Named.ENTER) {
      return decides ? apply() : Step.STAY;
    } else {
      mode = ReviewMode.HUNK;
    }
    return Step.STAY;
  }

  private Step enter() {
    message = "";
    int accepted = model.count(Hunk.Status.ACCEPTED);
    int rejected = model.count(Hunk.Status.REJECTED);
    if (accepted + rejected == 0) {
      message = "Nothing is decided yet: a accepts, r rejects.";
      return Step.STAY;
    }
    if (model.count(Hunk.Status.PENDING) > 0) {
      mode = ReviewMode.APPLYING;
      return Step.STAY;
    }
    return apply();
  }

  private Step applying(Key key) {
    if (key == Key.Named.ENTER) {
      return apply();
    }
    mode = ReviewMode.HUNK;
    return Step.STAY;
  }

  private Step apply() {
    mode = ReviewMode.HUNK;
    if (model.count(Hunk.Status.ACCEPTED) + model.count(Hunk.Status.REJECTED) == 0) {
      message = "Nothing is decided yet: a accepts, r rejects.";
      return Step.STAY;
    }
    wish = Wish.APPLY;
    return Step.CHOSEN;
  }

  // What the keys do.

  private interface Decision {
    void take() throws ReviewException;
  }

  /// Decides, and goes on to the next hunk about which nothing is decided.
  private void decide(Decision decision) {
    try {
      decision.take();
      if (model.current().hunk().status() != Hunk.Status.PENDING) {
        model.next(1);
      }
      top = 0;
      if (model.count(Hunk.Status.PENDING) == 0) {
        message = (message.isEmpty() ? "" : message + " ") + "All is decided: Enter writes it.";
      }
    } catch (ReviewException refused) {
      message = RefusalText.of(refused, model);
    }
  }

  private void told(int changed, String how) {
    message = changed > 1 ? Amounts.count(changed, "hunk") + " " + how + "." : "";
  }

  private void undo() {
    try {
      message = "Took back what was decided about " + Amounts.count(model.undo(), "hunk") + ".";
      top = 0;
    } catch (ReviewException nothing) {
      message = "There is no decision to take back.";
    }
  }

  private void split() {
    try {
      message = "Split into " + model.split(OptionalInt.empty()) + ".";
      top = 0;
    } catch (ReviewException refused) {
      if (ShownLines.canBeNamed(model.current().hunk())) {
        ask(ReviewMode.SPLIT);
      } else {
        message = RefusalText.of(refused, model);
      }
    }
  }

  /// Asks what to run, or cancels what runs.
  private void check() {
    ReviewCheck checks = check;
    if (checks == null) {
      message = "No command can be run here.";
    } else if (checks.isRunning()) {
      checks.cancel();
    } else {
      offers = checks.offers();
      offered = 0;
      message = checks.selected().phrase();
      field = new TextField(offers.isEmpty() ? "" : offers.getFirst());
      mode = ReviewMode.CHECK;
    }
  }

  private void offer(int by) {
    if (!offers.isEmpty()) {
      offered = Math.floorMod(offered + by, offers.size());
      field = new TextField(offers.get(offered));
    }
  }

  private void runCheck(String command) {
    ReviewCheck checks = check;
    if (checks == null) {
      return;
    }
    try {
      checks.start(command);
    } catch (CheckRefusedException refused) {
      message = String.valueOf(refused.getMessage());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      message = "The check was not started.";
    }
  }

  private void splitBefore(String typed) {
    String digits = typed.strip();
    try {
      int line = digits.matches("[0-9]{1,9}") ? Integer.parseInt(digits) : 0;
      if (ShownLines.place(model.current().hunk(), line) < 2) {
        message = "It can be split before one of the lines " + words.splits() + " of it.";
        return;
      }
      message = "Split into " + model.split(OptionalInt.of(line)) + ".";
      top = 0;
    } catch (ReviewException refused) {
      message = RefusalText.of(refused, model);
    }
  }

  private void undecided(int by) {
    message = model.next(by) ? "" : "No other hunk is undecided.";
    top = message.isEmpty() ? 0 : top;
  }

  private void look(int place) {
    model.go(place);
    message = "";
    top = 0;
  }

  private void scroll(int by) {
    top = Math.clamp((long) top + by, 0, frame.lastTop());
  }

  private void ask(ReviewMode asking) {
    field = new TextField(asking == ReviewMode.REASON ? model.reason(model.current().hunk()) : "");
    mode = asking;
  }

  private Step type(Key key, boolean decides) {
    if (key == Key.Named.ESCAPE || key == Key.Named.INTERRUPT) {
      message = mode == ReviewMode.CHECK ? "" : message;
      mode = ReviewMode.HUNK;
    } else if (mode == ReviewMode.CHECK && (key == Key.Named.UP || key == Key.Named.DOWN)) {
      offer(key == Key.Named.UP ? -1 : 1);
    } else if (key == Key.Named.ENTER) {
      if (decides) {
        typed();
      } else {
        // A line end in what a program types is text like the rest.
        var _ = field.press(new Key.Typed(" "));
      }
    } else {
      var _ = field.press(key);
    }
    return Step.STAY;
  }

  private void typed() {
    ReviewMode asked = mode;
    String text = field.text();
    mode = ReviewMode.HUNK;
    message = "";
    switch (asked) {
      case REASON -> decide(() -> told(model.reject(text), "rejected"));
      case FILE_REASON -> decide(() -> told(model.rejectFile(text), "rejected"));
      case SPLIT -> splitBefore(text);
      case CHECK -> runCheck(text);
      case SEARCH -> {
        wanted = text.isEmpty() ? wanted : text;
        find();
      }
      case HUNK, LIST, HELP, LEAVING, APPLYING -> {}
    }
  }

  private void find() {
    if (wanted.isEmpty()) {
      return;
    }
    if (model.search(wanted)) {
      top = Math.max(0, frame.rowWith(wanted) - 2);
      message = "";
    } else {
      message = "Nothing has \"" + wanted + "\" in it.";
    }
  }

  @Override
  public List<String> options() {
    return List.of();
  }

  @Override
  public void pick(int place) {
    throw new IllegalStateException("a terminal that shows lines only is asked in lines");
  }
}
