package dev.tenon.core.permission.program;

/// A word that a program is given, as far as it is known beforehand.
///
/// @param <W> the word's own type
public interface Argument<W extends Argument<W>> {
  /// The word; what only the shell will know stands in it as a mark.
  String text();

  /// Whether it may turn out to be several words, or none.
  boolean splitting();

  /// Whether it is known to the last character.
  boolean constant();

  /// Whether anything could come out of it, as opposed to names of files.
  boolean unknown();

  /// Whether its first character is known only at run time, so that it might begin with a dash.
  boolean open();

  /// Whether it is a pattern that the shell replaces by the names that match, if any do.
  boolean many();

  /// What of it stands from a place on.
  W from(int place);

  default boolean is(String other) {
    return text().equals(other) && !splitting();
  }
}
