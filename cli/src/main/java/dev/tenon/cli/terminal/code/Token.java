package dev.tenon.cli.terminal.code;

/// A piece of a line that has a colour of its own.
///
/// @param start the index of its first character
/// @param end the index after its last one
public record Token(int start, int end, Kind kind) {

  /// What a piece is; the names are those of the colours that themes have.
  public enum Kind {
    COMMENT,
    KEYWORD,
    FUNCTION,
    VARIABLE,
    STRING,
    NUMBER,
    TYPE,
    OPERATOR,
    PUNCTUATION,
    ADDED,
    REMOVED
  }
}
