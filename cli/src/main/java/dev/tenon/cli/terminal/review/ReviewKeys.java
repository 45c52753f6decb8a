package dev.tenon.cli.terminal.review;

import java.util.List;

/// The keys of the screen, in words.
final class ReviewKeys {
  /// For the row at the bottom, the most wanted first: as many as there is room for.
  static final List<String> SHORT =
      List.of(
          "a accept",
          "r reject",
          "Enter apply",
          "q leave",
          "? keys",
          "w reject, say why",
          "u undo",
          "s split",
          "e edit",
          "n/p next, previous",
          "/ search",
          "Tab files");

  static final List<String> LIST =
      List.of("Up/Down file", "Enter shows it", "A accept it", "R reject it", "Tab back", "q leave");

  static final List<String> ALL =
      List.of(
          "a        accept this hunk",
          "r        reject it",
          "w        reject it and say why",
          "A R W    the same for all that is undecided in this file",
          "s        split it into smaller ones",
          "e        write its new lines in another way, and accept it",
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
}
