package dev.tenon.core.workspace.regex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegexSyntaxTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '"',
      value = {
        "a{2} → a{2}",
        "a{2,} → a{2,}",
        "a{2,3}? → a{2,3}?",
        "${name} → $\\{name\\}",
        "if (x) { → if (x) \\{",
        "} → \\}",
        "{2} → \\{2\\}",
        "({2}) → (\\{2\\})",
        "a|{2} → a|\\{2\\}",
        "a{,3} → a\\{,3\\}",
        "a{b} → a\\{b\\}",
        "\\{a\\} → \\{a\\}",
        "\\p{L}+ → \\p{L}+",
        "\\x{41} → \\x{41}",
        "[{}] → [{}]",
        "[]{}] → [\\]{}]",
        "[^]}] → [^\\]}]",
        "a{99999} → a\\{99999\\}",
      })
  void straysBecomeOrdinary(String pattern, String expected) {
    assertThat(RegexSyntax.withoutStrayBraces(pattern)).isEqualTo(expected);
    Pattern unused = Pattern.compile(RegexSyntax.toJava(expected));
    assertThat(unused).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(?P<x>a) | a | true",
        "[[:digit:]_]+ | _1 | true",
        "[[:^digit:]] | 1 | false",
        "[[:^digit:]] | a | true",
        "\\<foo\\> | a foo b | true",
        "\\<foo\\> | afoo | false",
        "\\u{e9} | é | true",
      })
  void spellingsOfOtherEnginesWork(String pattern, String text, boolean found) {
    assertThat(Pattern.compile(RegexSyntax.toJava(pattern)).matcher(text).find()).isEqualTo(found);
  }
}
