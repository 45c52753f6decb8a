package dev.tenon.core.workspace.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// A regular expression as people write it (stray braces and all), with what is known of every
/// match of it, so that a caller who watches a stream can leave most of the text alone. `^` and `$`
/// are the ends of lines. Immutable.
///
/// @param required a few texts in lower case of which every match holds one, whatever its case;
///   empty if there are none
/// @param longest characters of the longest match, or [#ENDLESS]
public record LooseRegex(String source, Pattern pattern, List<String> required, int longest) {
  public static final int ENDLESS = Integer.MAX_VALUE;

  private static final int LONG = 4096;

  /// @throws PatternSyntaxException if it is no regular expression
  public static LooseRegex of(String source) {
    String common = RegexSyntax.withoutStrayBraces(source);
    Pattern pattern =
        Pattern.compile(RegexSyntax.toJava(common), Pattern.UNIX_LINES | Pattern.MULTILINE);
    RegexTree tree = RegexParser.parse(common, LetterCase.EXACT, MatchSpan.LINES);
    if (tree == null) {
      return new LooseRegex(source, pattern, List.of(), ENDLESS);
    }
    boolean looksAhead = common.contains("(?=") || common.contains("(?!");
    long longest = looksAhead ? ENDLESS : longest(tree);
    return new LooseRegex(
        source, pattern, required(tree), longest > LONG ? ENDLESS : (int) longest);
  }

  private static List<String> required(RegexTree tree) {
    RequiredText found = tree.optional() ? null : RequiredText.of(tree);
    if (found == null) {
      return List.of();
    }
    var texts = new ArrayList<String>();
    for (String bytes : found.texts()) {
      String ascii = longestAscii(bytes);
      if (ascii == null) {
        return List.of();
      }
      texts.add(ascii.toLowerCase(Locale.ROOT));
    }
    return List.copyOf(texts);
  }

  /// The longest part that looks the same in bytes and in characters.
  private static @Nullable String longestAscii(String bytes) {
    String best = null;
    int from = 0;
    for (int i = 0; i <= bytes.length(); i++) {
      if (i == bytes.length() || bytes.charAt(i) >= 0x80) {
        if (i > from && (best == null || i - from > best.length())) {
          best = bytes.substring(from, i);
        }
        from = i + 1;
      }
    }
    return best;
  }

  private static long longest(RegexTree tree) {
    return switch (tree) {
      case RegexTree.One ignored -> 1;
      case RegexTree.Sequence sequence -> {
        long sum = 0;
        for (RegexTree part : sequence.parts()) {
          sum = Math.min(ENDLESS, sum + longest(part));
        }
        yield sum;
      }
      case RegexTree.Choice choice -> {
        long most = 0;
        for (RegexTree part : choice.parts()) {
          most = Math.max(most, longest(part));
        }
        yield most;
      }
      // The tree stands for one character beyond ASCII with this.
      case RegexTree.Repeat repeat when repeat.equals(RegexTree.BEYOND_ASCII) -> 2;
      case RegexTree.Repeat repeat ->
          repeat.most() == RegexTree.Repeat.ENDLESS
              ? ENDLESS
              : Math.min(ENDLESS, repeat.most() * longest(repeat.part()));
    };
  }
}
