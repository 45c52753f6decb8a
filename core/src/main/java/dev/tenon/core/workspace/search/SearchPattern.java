package dev.tenon.core.workspace.search;

import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.regex.MatchSpan;
import dev.tenon.core.workspace.regex.Prefilter;
import dev.tenon.core.workspace.regex.RegexParser;
import dev.tenon.core.workspace.regex.RegexSyntax;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// A query's pattern, ready to be tried on texts. Immutable; safe for several threads.
///
/// In a text of ASCII only, `\w` and its like need no tables of Unicode, so there are two forms.
///
/// @param common the expression with stray braces escaped, in the form that `rg` takes too
/// @param letters whether capitals matter, decided
/// @param plain the text itself if nothing else is needed, for a literal in exact case
/// @param prefilter where a match can be
record SearchPattern(
    String common,
    GrepQuery.Syntax syntax,
    LetterCase letters,
    MatchSpan span,
    Pattern ascii,
    Pattern unicode,
    @Nullable String plain,
    Prefilter.Kind prefilter) {

  static SearchPattern of(GrepQuery query) throws PathException {
    String source = query.pattern();
    if (source.isEmpty()) {
      throw invalid("the pattern is empty", "search for some text, or list the files instead");
    }
    LetterCase letters = decided(query);
    if (query.syntax() == GrepQuery.Syntax.LITERAL) {
      return literal(source, letters, query.span());
    }
    String common = RegexSyntax.withoutStrayBraces(source);
    try {
      String java = RegexSyntax.toJava(common);
      // A line is tried by itself: in Java a multi-line ^ does not match an empty one.
      int lines = query.span() == MatchSpan.LINES ? Pattern.MULTILINE : 0;
      int flags = Pattern.UNIX_LINES | lines;
      int any = letters == LetterCase.ANY_CASE ? Pattern.CASE_INSENSITIVE : 0;
      return new SearchPattern(
          common,
          query.syntax(),
          letters,
          query.span(),
          Pattern.compile(java, flags | any),
          Pattern.compile(java, flags | any | Pattern.UNICODE_CHARACTER_CLASS | unicodeCase(any)),
          null,
          Prefilter.of(RegexParser.parse(common, letters, query.span()), query.span()));
    } catch (PatternSyntaxException problem) {
      throw invalid(
          "the pattern is not a regular expression: "
              + problem.getDescription()
              + (problem.getIndex() < 0 ? "" : " near position " + problem.getIndex())
              + " in '"
              + source
              + "'",
          "escape special characters with a backslash, or search for a literal text");
    } catch (StackOverflowError deep) {
      throw invalid(
          "the pattern is nested too deeply to be a regular expression of use",
          "search for a shorter pattern, or for a literal text");
    }
  }

  private static SearchPattern literal(String text, LetterCase letters, MatchSpan span)
      throws PathException {
    boolean exact = letters == LetterCase.EXACT;
    boolean oneLine = span == MatchSpan.LINE;
    if (oneLine && text.indexOf('\n') >= 0) {
      throw invalid(
          "the text has a line end in it, but the search goes line by line",
          "search across lines, or for one of the lines");
    }
    String lf = text.replace("\r\n", "\n");
    int any = exact ? 0 : Pattern.CASE_INSENSITIVE;
    Pattern ascii = Pattern.compile(lf, Pattern.LITERAL | any);
    Pattern unicode = Pattern.compile(lf, Pattern.LITERAL | any | unicodeCase(any));
    return new SearchPattern(
        lf,
        GrepQuery.Syntax.LITERAL,
        letters,
        span,
        ascii,
        unicode,
        exact && oneLine ? lf : null,
        Prefilter.of(RegexParser.literal(lf, letters), span));
  }

  private static int unicodeCase(int any) {
    return any == 0 ? 0 : Pattern.UNICODE_CASE;
  }

  private static LetterCase decided(GrepQuery query) {
    if (query.letters() != LetterCase.SMART) {
      return query.letters();
    }
    String pattern = query.pattern();
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) == '\\' && query.syntax() == GrepQuery.Syntax.REGEX) {
        i++;
      } else if (Character.isUpperCase(pattern.charAt(i))) {
        return LetterCase.EXACT;
      }
    }
    return LetterCase.ANY_CASE;
  }

  /// A matcher for a text.
  Matcher on(CharSequence text, Charset charset) {
    return (charset == Charset.ASCII ? ascii : unicode).matcher(text);
  }

  /// Whether a text has characters beyond ASCII.
  enum Charset {
    ASCII,
    UNICODE
  }

  private static PathException invalid(String message, String way) {
    return new PathException(PathException.Kind.INVALID, message, List.of(way), "");
  }
}
