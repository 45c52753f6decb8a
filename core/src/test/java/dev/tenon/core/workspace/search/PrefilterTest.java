package dev.tenon.core.workspace.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.workspace.Seeds;
import dev.tenon.core.workspace.regex.Automaton;
import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.regex.MatchSpan;
import dev.tenon.core.workspace.regex.Prefilter;
import dev.tenon.core.workspace.regex.RegexParser;
import dev.tenon.core.workspace.regex.RegexTree;
import dev.tenon.core.workspace.regex.RequiredText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefilterTest {
  private static final String[] ATOMS = {
    "ſ",
    "K",
    "[ſ-ƀ]",
    "a",
    "b",
    "K",
    "s",
    "é",
    "ß",
    "😀",
    ".",
    "\\w",
    "\\d",
    "\\s",
    "\\W",
    "[ab]",
    "[^a]",
    "[a-c]",
    "[é-ü]",
    "[^é]",
    "\\b",
    "^",
    "$",
    "foo",
    "bar",
    "\\.",
    "(?:ab|c)",
    "(a)",
    "(?=a)",
    "[\\w.]",
    "\\x61",
    "(?:x{2,3})",
    "\\S",
    "(?i:B)",
    "\\p{L}",
    "[[:alpha:]]",
    "\\\\",
    "-",
    "(?!b)"
  };

  private static String regex(Random random, int depth) {
    var out = new StringBuilder();
    int parts = 1 + random.nextInt(3);
    for (int i = 0; i < parts; i++) {
      String atom =
          depth > 0 && random.nextInt(4) == 0
              ? "(?:" + regex(random, depth - 1) + ")"
              : Seeds.oneOf(random, ATOMS);
      boolean zero = "^$".contains(atom) || atom.equals("\\b") || atom.startsWith("(?=");
      out.append(atom).append(zero ? "" : Seeds.oneOf(random, "", "", "", "*", "+", "?", "{2}"));
    }
    return random.nextInt(5) == 0 && depth > 0
        ? out + "|" + regex(random, depth - 1)
        : out.toString();
  }

  private static String line(Random random) {
    var out = new StringBuilder();
    int length = random.nextInt(10);
    for (int i = 0; i < length; i++) {
      out.append(
          Seeds.oneOf(
              random, "a", "b", "c", "k", "S", "K", "ſ", "é", "É", "ß", "😀", "x", "1", " ", ".",
              "foo", "bar", "Bar", "-", "\\", "_"));
    }
    return out.toString();
  }

  /// Every line that the real engine finds has to be named as a candidate.
  @Test
  void noMatchIsLeftOut() {
    var counts = new int[3];
    Seeds.check(
        6000,
        random -> {
          LetterCase letters = Seeds.oneOf(random, LetterCase.EXACT, LetterCase.ANY_CASE);
          GrepQuery query = GrepQuery.of(regex(random, 2)).with(letters);
          if (random.nextInt(6) == 0) {
            query = GrepQuery.of(line(random) + "a").with(letters).with(GrepQuery.Syntax.LITERAL);
          }
          SearchPattern pattern = SearchPattern.of(query);
          for (int i = 0; i < 6; i++) {
            String line = line(random);
            byte[] bytes = ("zz\n" + line + "\nzz").getBytes(StandardCharsets.UTF_8);
            var charset = SearchPattern.Charset.UNICODE;
            boolean found = pattern.on(line, charset).find();
            int candidate =
                nextIn(pattern.prefilter().on(bytes, bytes.length), 3, bytes.length - 2);
            if (found) {
              assertThat(candidate).as(query.pattern() + " on '" + line + "'").isNotNegative();
            }
            counts[found ? 0 : candidate >= 0 ? 1 : 2]++;
          }
        });
    assertThat(counts[0]).as("matches").isGreaterThan(1000);
    assertThat(counts[2]).as("lines ruled out").isGreaterThan(1000);
  }

  private static int nextIn(Prefilter filter, int from, int to) {
    int at = filter.next(from);
    return at < to ? at : -1;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      value = {
        "foo.*bar → foo",
        "\\bclass\\s+(\\w+)Test\\b → class",
        "(?:abc)+x → abc",
        "TODO|FIXME → TODO,FIXME",
        "(get|set)Name → Name",
        "a?bcd* → bc",
        "import java\\.util\\.(List|Map); → import java.util.",
        "x{2}yz → yz",
      })
  void theBestTextIsRequired(String regex, String texts) {
    RegexTree tree = RegexParser.parse(regex, LetterCase.EXACT, MatchSpan.LINE);
    assertThat(RequiredText.of(tree))
        .isEqualTo(new RequiredText(List.of(texts.split(",")), LetterCase.EXACT));
  }

  @Test
  void aLargeAutomatonStartsOverInsteadOfGrowing() {
    RegexTree tree = RegexParser.parse("[ab].{8}[cd].{8}[ef]", LetterCase.EXACT, MatchSpan.LINE);
    Automaton automaton = Automaton.of(tree);
    var random = new Random(1);
    byte[] bytes = new byte[200_000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) "abcdgh".charAt(random.nextInt(6));
    }
    assertThat(automaton.find(bytes, 0, bytes.length)).isEqualTo(-1);
    bytes[150_000] = 'a';
    bytes[150_009] = 'c';
    bytes[150_018] = 'e';
    assertThat(automaton.find(bytes, 0, bytes.length)).isEqualTo(150_018);
  }
}
