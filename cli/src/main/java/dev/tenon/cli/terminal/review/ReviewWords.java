package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.input.TextField;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.engine.check.CheckResult;
import java.util.ArrayList;
import java.util.List;

/// What the screen of a review says and asks, painted.
record ReviewWords(ReviewModel model, DisplayOptions look) {
  /// So many lines of a check's output are shown while it runs, and when it failed.
  private static final int RUNNING = 4;

  private static final int FAILED = 6;

  /// @param field what is being typed
  /// @param message what there is to say otherwise
  String said(ReviewMode mode, TextField field, String message) {
    return switch (mode) {
      case REASON -> typing("Why is it rejected?", field);
      case FILE_REASON -> typing("Why is the rest of the file rejected?", field);
      case CHECK -> typing("Check " + SafeText.visible(message) + " with:", field);
      case SEARCH -> typing("Search:", field);
      case SPLIT ->
          typing("It has no natural boundary. Split before line (" + splits() + "):", field);
      case LEAVING -> look.paint(Style.WARNING, leaving());
      case APPLYING -> look.paint(Style.WARNING, applying());
      case HUNK, LIST, HELP ->
          message.isEmpty() ? "" : look.paint(Style.WARNING, SafeText.visible(message));
    };
  }

  /// The last check, if there was one: while it runs, with what it prints; when it has ended, what
  /// came of it, in grey if other hunks are selected by now.
  List<String> check(ReviewCheck check) {
    ReviewCheck.State state = check.state();
    if (state == null) {
      return List.of();
    }
    CheckResult result = state.result();
    var rows = new ArrayList<String>();
    String words = SafeText.visible(state.words());
    boolean stale = check.isStale(state);
    if (result == null) {
      check.tail(RUNNING).forEach(line -> rows.add(look.paint(Style.DIM, SafeText.visible(line))));
      rows.add(look.paint(Style.ACCENT, words + "; c cancels it"));
    } else if (stale) {
      rows.add(look.paint(Style.DIM, words + "; other hunks are selected now, c checks again"));
    } else if (result.passed()) {
      rows.add(look.paint(Style.OK, look.glyphs().ok + " " + words));
    } else {
      check.tail(FAILED).forEach(line -> rows.add(look.paint(Style.DIM, SafeText.visible(line))));
      rows.add(look.paint(Style.FAILURE, look.glyphs().failed + " " + words));
    }
    return rows;
  }

  private String typing(String question, TextField field) {
    return look.paint(Style.ACCENT, question)
        + " "
        + SafeText.visible(field.before())
        + "_"
        + SafeText.visible(field.after());
  }

  /// The lines before which the hunk can be split.
  String splits() {
    return ShownLines.range(model.current().hunk());
  }

  private String leaving() {
    int accepted = model.count(Hunk.Status.ACCEPTED);
    int pending = model.count(Hunk.Status.PENDING);
    return "Leave? "
        + (pending == 0 ? "" : Amounts.count(pending, "hunk") + " undecided")
        + (pending > 0 && accepted > 0 ? ", " : "")
        + (accepted == 0 ? "" : accepted + " accepted and not written")
        + "; all of it stays staged.";
  }

  private String applying() {
    int accepted = model.count(Hunk.Status.ACCEPTED);
    int rejected = model.count(Hunk.Status.REJECTED);
    return (accepted == 0
            ? "Drop the " + rejected + " rejected?"
            : "Write the " + accepted + " accepted?")
        + " "
        + Amounts.count(model.count(Hunk.Status.PENDING), "hunk")
        + " undecided: they stay staged.";
  }
}
