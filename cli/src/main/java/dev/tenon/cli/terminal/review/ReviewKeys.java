package dev.tenon.cli.terminal.review;

import java.util.List;

/// The keys of the screen, in words.
final class ReviewKeys {
  /// For the row at the bottom, the most wanted first: as many as there is room for.
  private static final List<String> SHORT =
      List.of(
          "a accept",
          "r reject",
          "Enter apply",
          "q leave",
          "? keys",
          "c check",
          "w reject, say why",
          "u undo",
          "s split",
          "e edit",
          "n/p next, previous",
          "/ search",
          "Tab files");

  private static final List<String> LIST =
      List.of(
          "Up/Down file", "Enter shows it", "A accept it", "R reject it", "Tab back", "q leave");

  static final List<String> ALL =
      List.of(
          "a        accept this hunk",
          "r        reject it",
          "w        reject it and say why",
          "A R W    the same for all that is undecided in this file",
          "s        split it into smaller ones",
          "e        write its new lines in another way, and accept it",
          "c        run a check on the accepted hunks (on all, if none is), or cancel it",
          "u        take the latest decision back",
          "n p      next and previous undecided hunk (j k as well)",
          "Left Right  the hunks one by one",
          "Up Down, PgUp PgDn, Home End   scroll",
          "/        search in all hunks; N goes to the next match",
          "Tab      to the list of files and back",
          "Enter    write what is accepted",
          "q Esc    leave; what is not written stays staged",
          "",
          "Nothing is written before Enter. Afterwards /undo or 'tenon undo' takes it back.");

  private ReviewKeys() {}

  /// What can be pressed now, the most wanted first.
  static List<String> of(ReviewMode mode) {
    return switch (mode) {
      case HUNK -> SHORT;
      case LIST -> LIST;
      case HELP -> List.of("any key goes back", "Up/Down scroll");
      case LEAVING -> List.of("q leaves", "Enter writes the accepted", "Esc goes back");
      case APPLYING -> List.of("Enter writes them", "Esc goes back");
      case REASON, FILE_REASON -> List.of("Enter rejects", "Esc goes back");
      case CHECK -> List.of("Enter runs it", "Up/Down other commands", "Esc goes back");
      case SEARCH -> List.of("Enter searches", "Esc goes back");
      case SPLIT -> List.of("Enter splits", "Esc goes back");
    };
  }
}
