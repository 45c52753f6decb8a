package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FuzzyTest {
  private static final Fuzzy PATHS =
      new Fuzzy(
          List.of(
              "docs/main.md",
              "src/main/java/Main.java",
              "src/main/java/MainTest.java",
              "src/main/java/LineEditor.java",
              "src/main/java/EditLine.java",
              "src/main/resources/",
              "README.md",
              "src/Ölmühle.java",
              "remain/x.txt"));

  @ParameterizedTest
  @CsvSource({
    "main, docs/main.md",
    "Main.java, src/main/java/Main.java",
    "MAINT, src/main/java/MainTest.java",
    "le, src/main/java/LineEditor.java",
    "lined, src/main/java/LineEditor.java",
    "edli, src/main/java/EditLine.java",
    "readme, README.md",
    "resou, src/main/resources/",
    "öl, src/Ölmühle.java",
    "srcjavamaint, src/main/java/MainTest.java",
    "x.t, remain/x.txt",
  })
  void theBestComesFirst(String query, String expected) {
    assertThat(PATHS.search(query, 10).getFirst().text()).isEqualTo(expected);
  }

  @Test
  void whatDoesNotFitIsNotThere() {
    assertThat(PATHS.search("zzz", 10)).isEmpty();
    assertThat(PATHS.search("mainmainmainmain", 10)).isEmpty();
    assertThat(PATHS.search("", 3)).hasSize(3);
    assertThat(PATHS.search("a", 2)).hasSize(2);
    assertThat(new Fuzzy(List.of()).search("a", 2)).isEmpty();
    assertThat(new Fuzzy(List.of("", "/")).search("a", 2)).isEmpty();
  }

  @Test
  void theCharactersThatFitAreMarked() {
    assertThat(Fuzzy.match("mt", "src/MainTest.java").orElseThrow().positions())
        .containsExactly(4, 8);
    assertThat(Fuzzy.match("test", "src/MainTest.java").orElseThrow().positions())
        .containsExactly(8, 9, 10, 11);
    assertThat(Fuzzy.match("x", "abc")).isEmpty();
  }

  @Test
  void amongEqualsTheFirstGivenIsTheBest() {
    var fuzzy = new Fuzzy(List.of("b/same.txt", "a/same.txt", "c/same.txt"));
    assertThat(fuzzy.search("same", 3))
        .extracting(Fuzzy.Match::text)
        .containsExactly("b/same.txt", "a/same.txt", "c/same.txt");
  }
}
