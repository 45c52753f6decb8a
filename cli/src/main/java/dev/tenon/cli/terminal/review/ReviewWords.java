package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.input.TextField;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.change.weave.Hunk;
import java.util.List;

/// What the screen of a review says and asks, painted.
record ReviewWords(ReviewModel model, DisplayOptions look) {

  /// @param field what is being typed
  /// @param message what there is to say otherwise
  String said(ReviewMode mode, TextField field, String message) {
    return switch (mode) {
      case REASON -> typing("Why is it rejected?", field);
      case FILE_REASON -> typing("Why is the rest of the file rejected?", field);
      case SEARCH -> typing("Search:", field);
      case SPLIT ->
          typing("It has no natural boundary. Split before line (" + splits() + "):", field);
      case LEAVING -> look.paint(Style.WARNING, leaving());
      case APPLYING -> look.paint(Style.WARNING, applying());
      case HUNK, LIST, HELP ->
          message.isEmpty() ? "" : look.paint(Style.WARNING, SafeText.visible(message));
    };
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
    List<Integer> numbers = ShownLines.numbers(model.current().hunk());
    return numbers.size() < 2 ? "none" : numbers.get(1) + ".." + numbers.getLast();
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
