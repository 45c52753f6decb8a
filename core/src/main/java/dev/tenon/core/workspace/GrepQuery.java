package dev.tenon.core.workspace;

import org.jspecify.annotations.Nullable;

/// What to search for, and where.
///
/// @param pattern a literal text or a regular expression
/// @param path a file or folder, as the model gives it
/// @param glob only paths that match, null for all
/// @param type only files of a kind, see [FileTypes], null for all
/// @param before lines shown in front of each match
/// @param after lines shown after each match
/// @param skip how many matches are passed over first
/// @param limit how many matches (or files) are shown
/// @param lineLength where longer lines are cut
public record GrepQuery(
    String pattern,
    Syntax syntax,
    Letters letters,
    Span span,
    Show show,
    String path,
    @Nullable String glob,
    @Nullable String type,
    int before,
    int after,
    int skip,
    int limit,
    int lineLength,
    WalkOptions options) {

  public GrepQuery {
    if (before < 0 || after < 0 || skip < 0 || limit < 1 || lineLength < 1) {
      throw new IllegalArgumentException("counts must not be negative and limits at least 1");
    }
  }

  /// A regular expression in all files, with the usual limits.
  public static GrepQuery of(String pattern) {
    return new GrepQuery(
        pattern,
        Syntax.REGEX,
        Letters.EXACT,
        Span.LINE,
        Show.LINES,
        ".",
        null,
        null,
        0,
        0,
        0,
        50,
        500,
        WalkOptions.DEFAULT);
  }

  /// How the pattern is meant.
  public enum Syntax {
    REGEX,
    LITERAL
  }

  /// Whether capitals matter.
  public enum Letters {
    EXACT,
    ANY_CASE,
    /// They matter if the pattern has any.
    SMART
  }

  /// How far a match may reach.
  public enum Span {
    LINE,
    /// Over line ends, which are LF to the pattern whatever they are in the file.
    LINES
  }

  /// What the answer consists of.
  public enum Show {
    LINES,
    FILES,
    COUNTS
  }

  public GrepQuery with(Syntax other) {
    return new GrepQuery(
        pattern,
        other,
        letters,
        span,
        show,
        path,
        glob,
        type,
        before,
        after,
        skip,
        limit,
        lineLength,
        options);
  }

  public GrepQuery with(Letters other) {
    return new GrepQuery(
        pattern,
        syntax,
        other,
        span,
        show,
        path,
        glob,
        type,
        before,
        after,
        skip,
        limit,
        lineLength,
        options);
  }

  public GrepQuery with(Span other) {
    return new GrepQuery(
        pattern,
        syntax,
        letters,
        other,
        show,
        path,
        glob,
        type,
        before,
        after,
        skip,
        limit,
        lineLength,
        options);
  }

  public GrepQuery with(Show other) {
    return new GrepQuery(
        pattern,
        syntax,
        letters,
        span,
        other,
        path,
        glob,
        type,
        before,
        after,
        skip,
        limit,
        lineLength,
        options);
  }

  public GrepQuery with(WalkOptions other) {
    return new GrepQuery(
        pattern,
        syntax,
        letters,
        span,
        show,
        path,
        glob,
        type,
        before,
        after,
        skip,
        limit,
        lineLength,
        other);
  }

  /// In one file or folder only.
  public GrepQuery in(String other) {
    return new GrepQuery(
        pattern,
        syntax,
        letters,
        span,
        show,
        other,
        glob,
        type,
        before,
        after,
        skip,
        limit,
        lineLength,
        options);
  }

  public GrepQuery withGlob(@Nullable String other) {
    return new GrepQuery(
        pattern,
        syntax,
        letters,
        span,
        show,
        path,
        other,
        type,
        before,
        after,
        skip,
        limit,
        lineLength,
        options);
  }

  public GrepQuery withType(@Nullable String other) {
    return new GrepQuery(
        pattern,
        syntax,
        letters,
        span,
        show,
        path,
        glob,
        other,
        before,
        after,
        skip,
        limit,
        lineLength,
        options);
  }

  public GrepQuery withContext(int linesBefore, int linesAfter) {
    return new GrepQuery(
        pattern,
        syntax,
        letters,
        span,
        show,
        path,
        glob,
        type,
        linesBefore,
        linesAfter,
        skip,
        limit,
        lineLength,
        options);
  }

  /// Another part of the answer.
  public GrepQuery page(int newSkip, int newLimit) {
    return new GrepQuery(
        pattern,
        syntax,
        letters,
        span,
        show,
        path,
        glob,
        type,
        before,
        after,
        newSkip,
        newLimit,
        lineLength,
        options);
  }
}
