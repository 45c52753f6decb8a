package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.editor.ExternalEditor;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.ApplyResult;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A review on the screen, from its first picture to what came of it: shows the screen, gives a
/// hunk to an editor, and writes when the person says so. What cannot be written is said on the
/// screen, where the person can decide otherwise.
public final class ReviewRun {
  private final ReviewModel model;
  private final Place place;
  private final ReviewScreen screen;
  private final HunkEditor editor;
  private final @Nullable ReviewCheck check;

  /// A terminal with a screen.
  public interface Place {
    Menu.Step choose(Menu menu) throws InterruptedException;

    /// Lets the person change a text in the editor of the terminal; nothing when they leave it.
    Optional<String> edit(String question, String text) throws InterruptedException;

    <T> T lend(TerminalLoan<T> program) throws IOException, InterruptedException;
  }

  /// @param model of something to decide about
  /// @param check null where nothing can be run
  public ReviewRun(
      ReviewModel model,
      Place place,
      DisplayOptions look,
      Map<String, String> environment,
      LongSupplier nanos,
      @Nullable ReviewCheck check) {
    this.model = model;
    this.place = place;
    this.check = check;
    this.screen = new ReviewScreen(model, look, nanos, check);
    this.editor = new HunkEditor(model, environment);
  }

  /// What was typed for somebody else when the screen appeared.
  public String early() {
    return screen.early();
  }

  public ReviewOutcome run() throws InterruptedException {
    try {
      return decide();
    } finally {
      endCheck();
    }
  }

  private void endCheck() throws InterruptedException {
    if (check != null) {
      check.end();
    }
  }

  private ReviewOutcome decide() throws InterruptedException {
    String said = "";
    while (true) {
      screen.appear(said);
      if (place.choose(screen) == Menu.Step.CLOSED) {
        return left();
      }
      switch (screen.wish()) {
        case LEAVE -> {
          return left();
        }
        case EDIT -> said = edit();
        case APPLY -> {
          List<Rejection> rejections = model.rejections();
          // What it runs on must not change under it.
          endCheck();
          try {
            ApplyResult applied = model.apply();
            return new ReviewOutcome(
                Optional.of(applied), rejections, 0, model.count(Hunk.Status.PENDING));
          } catch (CommitException | IOException refused) {
            model.compareWithDisk();
            model.goToConflict();
            said = IoFailure.told(refused) + "; nothing was written.";
          }
        }
      }
    }
  }

  private ReviewOutcome left() {
    return new ReviewOutcome(
        Optional.empty(),
        model.rejections(),
        model.count(Hunk.Status.ACCEPTED),
        model.count(Hunk.Status.PENDING));
  }

  private String edit() throws InterruptedException {
    String why =
        editor.edit(
            text -> {
              if (editor.hasProgram()) {
                return place.lend(() -> editor.inProgram(text));
              }
              String name = SafeText.visible(HunkRows.name(model.file().path()));
              Optional<String> edited =
                  place.edit(
                      "The new lines of a hunk of "
                          + name
                          + ". Alt-Enter breaks the line, Enter takes them, Ctrl-C leaves them.",
                      text);
              return edited.isPresent()
                  ? new ExternalEditor.Outcome.Edited(edited.get())
                  : new ExternalEditor.Outcome.Kept("The hunk is as it was");
            });
    return why.isEmpty() ? "Edited and accepted; u takes it back." : why;
  }
}
