package dev.tenon.core.workspace.search;

import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.regex.MatchSpan;
import dev.tenon.core.workspace.walk.WalkOptions;
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
    LetterCase letters,
    MatchSpan span,
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
        LetterCase.EXACT,
        MatchSpan.LINE,
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

  /// What the answer consists of.
  public enum Show {
    LINES,
    FILES,
    COUNTS
  }

  public GrepQuery with(Syntax other) {
    var draft = new Draft(this);
    draft.syntax = other;
    return draft.query();
  }

  public GrepQuery with(LetterCase other) {
    var draft = new Draft(this);
    draft.letters = other;
    return draft.query();
  }

  public GrepQuery with(MatchSpan other) {
    var draft = new Draft(this);
    draft.span = other;
    return draft.query();
  }

  public GrepQuery with(Show other) {
    var draft = new Draft(this);
    draft.show = other;
    return draft.query();
  }

  public GrepQuery with(WalkOptions other) {
    var draft = new Draft(this);
    draft.options = other;
    return draft.query();
  }

  /// In one file or folder only.
  public GrepQuery in(String other) {
    var draft = new Draft(this);
    draft.path = other;
    return draft.query();
  }

  public GrepQuery withGlob(@Nullable String other) {
    var draft = new Draft(this);
    draft.glob = other;
    return draft.query();
  }

  public GrepQuery withType(@Nullable String other) {
    var draft = new Draft(this);
    draft.type = other;
    return draft.query();
  }

  public GrepQuery withContext(int linesBefore, int linesAfter) {
    var draft = new Draft(this);
    draft.before = linesBefore;
    draft.after = linesAfter;
    return draft.query();
  }

  /// Another part of the answer.
  public GrepQuery page(int newSkip, int newLimit) {
    var draft = new Draft(this);
    draft.skip = newSkip;
    draft.limit = newLimit;
    return draft.query();
  }

  /// A query of which some parts are about to change.
  private static final class Draft {
    private final GrepQuery from;
    private Syntax syntax;
    private LetterCase letters;
    private MatchSpan span;
    private Show show;
    private String path;
    private @Nullable String glob;
    private @Nullable String type;
    private int before;
    private int after;
    private int skip;
    private int limit;
    private WalkOptions options;

    private Draft(GrepQuery query) {
      from = query;
      syntax = query.syntax;
      letters = query.letters;
      span = query.span;
      show = query.show;
      path = query.path;
      glob = query.glob;
      type = query.type;
      before = query.before;
      after = query.after;
      skip = query.skip;
      limit = query.limit;
      options = query.options;
    }

    private GrepQuery query() {
      return new GrepQuery(
          from.pattern,
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
          from.lineLength,
          options);
    }
  }
}
