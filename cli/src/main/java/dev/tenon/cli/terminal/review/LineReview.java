package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.editor.ExternalEditor;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.review.ApplyResult;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.engine.check.CheckRefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A review in lines, like `git add -p`, for terminals that show nothing else: goes through the
/// undecided hunks and applies what was accepted.
public final class LineReview {
  private static final String KEYS =
      """
      y  accept this hunk
      n  reject it; 'n WHY' says why
      a  accept it and all that follow
      d  reject it and all that follow; 'd WHY' says why
      s  split it into smaller ones; 's LINE' says before which line
      c  check what is accepted (all, if nothing is); 'c COMMAND' says with what
      e  edit its new lines in $EDITOR, then accept it
      u  take the latest decision back
      q  stop here; what is undecided waits
      """;

  private static final int MOST_OFFERS = 9;

  private final ReviewModel model;
  private final Person person;
  private final HunkEditor editor;
  private final @Nullable ReviewCheck check;

  /// Who decides.
  public interface Person {
    void show(String text);

    /// A line, or nothing when the person leaves.
    Optional<String> ask(String question) throws InterruptedException;
  }

  /// @param check null where nothing can be run
  public LineReview(
      ReviewModel model,
      Person person,
      Map<String, String> environment,
      @Nullable ReviewCheck check) {
    this.check = check;
    this.model = model;
    this.person = person;
    this.editor = new HunkEditor(model, environment);
  }

  /// Asks about every undecided hunk and applies what is accepted.
  public ReviewOutcome run() throws InterruptedException, IOException, CommitException {
    boolean going = model.count(Hunk.Status.PENDING) > 0;
    while (going) {
      person.show(shown());
      going = decide() && model.count(Hunk.Status.PENDING) > 0;
    }
    List<Rejection> rejections = model.rejections();
    boolean any = model.count(Hunk.Status.ACCEPTED) > 0 || !rejections.isEmpty();
    Optional<ApplyResult> applied = any ? Optional.of(model.apply()) : Optional.empty();
    return new ReviewOutcome(applied, rejections, 0, model.count(Hunk.Status.PENDING));
  }

  /// Asks until something is decided. Answers whether to go on.
  private boolean decide() throws InterruptedException {
    while (true) {
      String line = person.ask("Apply this hunk? [y,n,a,d,s,c,e,u,q,?]").orElse("q").strip();
      int blank = line.indexOf(' ');
      String word = (blank < 0 ? line : line.substring(0, blank)).toLowerCase(Locale.ROOT);
      String why = blank < 0 ? "" : line.substring(blank + 1).strip();
      boolean reasoned = List.of("n", "no", "d", "c", "check", "s", "split").contains(word);
      try {
        Answer answer = why.isEmpty() || reasoned ? answer(word, why) : Answer.AGAIN;
        if (answer != Answer.AGAIN) {
          return answer == Answer.ON;
        }
        person.show(KEYS);
      } catch (ReviewException refused) {
        person.show(RefusalText.of(refused, model));
      }
    }
  }

  private enum Answer {
    /// To the next hunk.
    ON,
    END,
    /// That was no answer.
    AGAIN
  }

  private Answer answer(String word, String why) throws ReviewException, InterruptedException {
    switch (word) {
      case "y", "yes" -> model.accept();
      case "n", "no" -> model.reject(why);
      case "s", "split" -> {
        return split(why);
      }
      case "c", "check" -> {
        check(why);
        return Answer.ON;
      }
      case "u", "undo" -> {
        model.undo();
        return Answer.ON;
      }
      case "e", "edit" -> {
        String kept = editor.edit(this::inProgram);
        person.show(kept.isEmpty() ? "Edited and accepted." : kept);
      }
      case "a", "all" -> {
        model.acceptAll();
        return Answer.END;
      }
      case "d", "none" -> {
        model.rejectPending(why);
        return Answer.END;
      }
      case "q", "quit" -> {
        return Answer.END;
      }
      default -> {
        return Answer.AGAIN;
      }
    }
    if (model.current().hunk().status() != Hunk.Status.PENDING) {
      model.next(1);
    }
    return Answer.ON;
  }

  /// @param line before which, by its number in the file; empty for its natural boundaries
  private Answer split(String line) throws ReviewException {
    Hunk hunk = model.current().hunk();
    List<Integer> numbers = ShownLines.numbers(hunk);
    int named = line.matches("[0-9]{1,9}") ? Integer.parseInt(line) : 0;
    if (!line.isEmpty() && numbers.size() > 1 && ShownLines.place(hunk, named) < 2) {
      person.show("It can be split before one of its lines " + ShownLines.range(hunk) + ".");
      return Answer.ON;
    }
    try {
      OptionalInt before = line.isEmpty() ? OptionalInt.empty() : OptionalInt.of(named);
      person.show("Split into " + model.split(before) + ".");
    } catch (ReviewException refused) {
      if (!line.isEmpty() || !ShownLines.canBeNamed(hunk)) {
        throw refused;
      }
      person.show(
          "It has no natural boundary. Say before which of its lines "
              + ShownLines.range(hunk)
              + ", as in: s "
              + numbers.get(1));
    }
    return Answer.ON;
  }

  /// Runs a check and says how it went.
  private void check(String typed) throws InterruptedException {
    ReviewCheck checks = check;
    if (checks == null) {
      person.show("No command can be run here.");
      return;
    }
    String command = typed;
    if (command.isEmpty()) {
      List<String> offers = checks.offers();
      String first = offers.isEmpty() ? "" : offers.getFirst();
      offers.stream().skip(1).limit(MOST_OFFERS).forEach(person::show);
      String question =
          "Check "
              + checks.selected().phrase()
              + " with"
              + (first.isEmpty() ? ":" : " [" + first + "]:");
      command = person.ask(question).orElse("").strip();
      command = command.isEmpty() ? first : command;
    }
    try {
      person.show(checks.run(command, person::show).words());
    } catch (CheckRefusedException refused) {
      person.show(String.valueOf(refused.getMessage()));
    }
  }

  private ExternalEditor.Outcome inProgram(String text) {
    return editor.hasProgram()
        ? editor.inProgram(text)
        : new ExternalEditor.Outcome.Kept("Set EDITOR (or VISUAL) to edit a hunk");
  }

  private String shown() {
    ReviewModel.Item item = model.current();
    var text = new StringBuilder();
    text.append(SafeText.cell(model.file().path(), Page.Reach.LIVE));
    String target = model.file().target();
    if (target != null) {
      text.append(" → ").append(SafeText.cell(target, Page.Reach.LIVE));
    }
    text.append("  hunk ").append(item.number()).append(" of ");
    text.append(model.file().hunks().size());
    text.append(HunkText.doing(item.hunk()));
    if (item.hunk().origin() == Origin.USER) {
      text.append(", yours");
    }
    if (item.hunk().size() == Hunk.Size.OVERSIZED) {
      text.append(", large and not to be split");
    }
    String said = model.rationale(item.hunk());
    if (!said.isEmpty()) {
      text.append("\nwhy: ").append(SafeText.line(said, 400, Glyphs.ASCII));
    }
    return text.append('\n').append(HunkText.body(item.hunk())).toString();
  }
}
