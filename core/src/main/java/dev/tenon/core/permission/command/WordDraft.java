package dev.tenon.core.permission.command;

/// A word in the making.
final class WordDraft {
  final StringBuilder text = new StringBuilder();
  boolean splitting;
  boolean quoted;

  /// Whether it begins with `$HOME`.
  boolean home;

  /// Whether nothing can be said of it any more.
  boolean fog;

  Word done() {
    return new Word(
        fog ? String.valueOf(Word.ANYTHING) : text.toString(), splitting, quoted, home && !fog, "");
  }
}
