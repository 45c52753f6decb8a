package dev.tenon.cli.terminal.review;

/// Who gets the keys of the review's screen.
enum ReviewMode {
  HUNK,
  LIST,
  HELP,
  /// It is asked whether to leave.
  LEAVING,
  /// It is asked whether to write although something is undecided.
  APPLYING,
  /// It is typed why a hunk is rejected.
  REASON,
  /// The same for the rest of a file.
  FILE_REASON,
  SEARCH,
  /// It is typed what to run as a check.
  CHECK,
  /// It is typed before which line a hunk is split.
  SPLIT
}
