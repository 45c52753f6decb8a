package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.markdown.MarkdownStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownStreamTest {
  static final DisplayOptions COLOURED =
      new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);

  private static String render(String markdown, int columns) {
    return String.join("\n", MarkdownStream.rows(markdown, COLOURED, columns));
  }

  private static String text(String markdown, int columns) {
    return Cells.text(render(markdown, columns));
  }

  private static String marked(String markdown) {
    return Cells.marked(render(markdown, 200));
  }

  @Test
  void emphasisAndCodeLoseTheirMarksAndGainAStyle() {
    assertThat(marked("a **b** c")).isEqualTo("a {1}b{22} c");
    assertThat(marked("a *b* c _d_ e")).isEqualTo("a {3}b{23} c {3}d{23} e");
    assertThat(marked("***x***")).isEqualTo("{1}{3}x{23}{22}");
    assertThat(marked("use `a*b*c` and ``x ` y``"))
        .isEqualTo("use {36}a*b*c{39} and {36}x ` y{39}");
    assertThat(marked("**bold with `code`**")).isEqualTo("{1}bold with {36}code{39}{22}");
    assertThat(marked("a ~~b~~ c ~d~")).isEqualTo("a {9}b{29} c ~d~");
    assertThat(marked("\\*not\\*")).isEqualTo("*not*");
  }

  @Test
  void aStyleWithinAnotherDoesNotEndIt() {
    assertThat(marked("## a **b** c")).isEqualTo("{1}a {1}b{22}{1} c{22}");
  }

  @Test
  void whatOnlyLooksLikeMarksStays() {
    for (String text :
        List.of(
            "2 * 3 * 4",
            "2 ** 3",
            "snake_case_name",
            "__init__.py stays when it is__not__closed",
            "an open **bold",
            "an open `code",
            "*",
            "#hashtag",
            "1.5 is a number",
            "-1 is negative",
            "a <b>tag</b> & more",
            "[not](closed",
            "[x] alone",
            "C:\\path\\to")) {
      assertThat(text(text, 200))
          .as(text)
          .isEqualTo(text.startsWith("__init__") ? "init" + text.substring(8) : text);
    }
  }

  @Test
  void blocksAreStyled() {
    assertThat(marked("# One #\n## Two\n###### Six"))
        .isEqualTo("{1;4}One{22;24}\n{1}Two{22}\n{1}Six{22}");
    assertThat(marked("- a\n* b\n  + c\n12) d"))
        .isEqualTo("{35}•{39} a\n{35}•{39} b\n  {35}•{39} c\n{35}12){39} d");
    assertThat(text("- [ ] open\n- [x] done\n1. [X] both", 80))
        .isEqualTo("☐ open\n☑ done\n1. ☑ both");
    assertThat(marked("> said")).isEqualTo("{2}│{22} said");
    assertThat(text("---\n***\n", 11)).isEqualTo("──────────\n──────────");
  }

  @Test
  void theFencesOfCodeAreHidden() {
    assertThat(marked("```java\nint x; // y\n**z**\n  ```\nafter **b**"))
        .isEqualTo("  {36}int{39} x; {2}// y{22}\n  **z**\nafter {1}b{22}");
    assertThat(marked("```\n**x**\n```")).isEqualTo("  {36}**x**{39}");
    assertThat(text("~~~\n```\n~~~\n*e*", 80)).isEqualTo("  ```\ne");
    assertThat(text("````\n```\n````\n*e*", 80)).isEqualTo("  ```\ne");
    assertThat(text("- item\n  ```sh\n  a\n    b\n  ```\n- next", 80))
        .isEqualTo("• item\n    a\n      b\n• next");
    assertThat(text("- ```bash\n  ls\n  ```\n- next **item**", 80))
        .isEqualTo("•\n    ls\n• next item");
    assertThat(
            text("1. ~~~\n   a\n     b\n   ~~~\n   more\n  - [ ] ```sh\n    c\n    ```\n*e*", 80))
        .isEqualTo("1.\n     a\n       b\n   more\n  ☐\n          c\ne");
    assertThat(text("> - ```\n>   a\n>   ```\n> b", 80)).isEqualTo("│ •\n│     a\n│ b");
    assertThat(text("- ```one``` word\n- b", 80)).isEqualTo("• one word\n• b");
    assertThat(text("> ```\n> a\n> ```\n> b", 80)).isEqualTo("│   a\n│ b");
  }

  @Test
  void proseBreaksBetweenWordsAndItemsHang() {
    assertThat(render("one two three four five six seven", 20))
        .isEqualTo("one two three four\nfive six seven");
    assertThat(text("- one two three four five six seven eight", 20))
        .isEqualTo("• one two three four\n  five six seven\n  eight");
    assertThat(text("  10. one two three four five six", 20))
        .isEqualTo("  10. one two three\n      four five six");
    assertThat(text("> one two three four five six", 20))
        .isEqualTo("│ one two three four\n│ five six");
    assertThat(text("> - one two three four five six", 20))
        .isEqualTo("│ • one two three\n│   four five six");
    assertThat(render("世界".repeat(20), 20).lines()).allMatch(line -> DisplayWidth.of(line) <= 20);
  }

  @Test
  void aWordThatIsTooLongIsCutBetweenCharacters() {
    assertThat(text("a " + "x".repeat(25) + "👩‍👧é", 20).lines())
        .containsExactly("a", "x".repeat(20), "x".repeat(5) + "👩‍👧é");
  }

  @Test
  void styleGoesOnBelow() {
    assertThat(Cells.marked(render("**one two three four five**", 20)))
        .isEqualTo("{1}one two three four{22}\n{1}five{22}");
  }

  @Test
  void longLinesOfCodeAreMarkedAndWhole() {
    assertThat(text("```\n" + "x".repeat(30) + "\n```", 20))
        .isEqualTo("  " + "x".repeat(18) + "\n  … " + "x".repeat(12));
  }

  @Test
  void linksCanBeClickedWhereTheTerminalCan() {
    assertThat(text("see [the *docs*](https://x.org/a_b \"t\").", 80))
        .isEqualTo("see the docs (https://x.org/a_b).");
    assertThat(text("see <https://x.org> and https://y.org/a(b).", 80))
        .isEqualTo("see https://x.org and https://y.org/a(b).");
    var look = COLOURED.with(new Abilities(Abilities.Linking.CLICKABLE, Abilities.Pictures.NONE));
    String shown = MarkdownStream.rows("a [b](https://x.org) c", look, 80).getFirst();
    assertThat(shown.replaceAll("id=[^;]*", "id"))
        .isEqualTo("a \033]8;id;https://x.org\033\\\033[4;34mb\033[24;39m\033]8;;\033\\ c");
    assertThat(new PaintedText().next(shown)).isEqualTo(shown);
    assertThat(DisplayWidth.of(shown)).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[x](javascript:alert)",
        "[x](data:text/html,a)",
        "[x](vbscript:a)",
        "[x](/etc/passwd)",
        "[x](https://é.org)",
        "[x](ssh://host)",
        "[x](HTTPS:x)"
      })
  void otherAddressesAreOnlySaid(String markdown) {
    var look = COLOURED.with(new Abilities(Abilities.Linking.CLICKABLE, Abilities.Pictures.NONE));
    String shown = MarkdownStream.rows(markdown, look, 80).getFirst();
    assertThat(shown).doesNotContain("\033]8");
    assertThat(Cells.text(shown)).isEqualTo("x (" + markdown.substring(4));
  }

  private static final String TABLE =
      "| Name | Use | n |\n|:---|:-:|--:|\n| `a\\|b` | one **two** three four | 1 |\n| c |";

  @Test
  void tablesHaveBordersAndFit() {
    assertThat(text(TABLE, 80))
        .isEqualTo(
            """
            ┌──────┬────────────────────┬───┐
            │ Name │        Use         │ n │
            ├──────┼────────────────────┼───┤
            │ a|b  │ one two three four │ 1 │
            │ c    │                    │   │
            └──────┴────────────────────┴───┘\
            """);
    assertThat(text(TABLE, 25))
        .isEqualTo(
            """
            ┌──────┬────────────┬───┐
            │ Name │    Use     │ n │
            ├──────┼────────────┼───┤
            │ a|b  │  one two   │ 1 │
            │      │ three four │   │
            ├──────┼────────────┼───┤
            │ c    │            │   │
            └──────┴────────────┴───┘\
            """);
    assertThat(text(TABLE, 20)).contains("Name: a|b\n").doesNotContain("┌");
    var ascii = new DisplayOptions(Palette.PLAIN, Glyphs.ASCII, DisplayOptions.Thinking.SHORT);
    assertThat(MarkdownStream.rows(TABLE, ascii, 80))
        .startsWith("+-------+--------------------+---+", "| Name  |        Use         | n |")
        .allMatch(row -> row.chars().allMatch(c -> c < 0x80));
  }

  @Test
  void aTableInAQuoteOrAListStandsWhereItBelongs() {
    assertThat(text("> | a | b |\n> |---|---|\n> | 1 | 2 |\n> after\nlast", 80))
        .isEqualTo(
            """
            │ ┌───┬───┐
            │ │ a │ b │
            │ ├───┼───┤
            │ │ 1 │ 2 │
            │ └───┴───┘
            │ after
            last\
            """);
    assertThat(text("- item\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n- next", 80))
        .isEqualTo(
            """
            • item

              ┌───┬───┐
              │ a │ b │
              ├───┼───┤
              │ 1 │ 2 │
              └───┴───┘
            • next\
            """);
    // A line outside of the quote is none of its rows.
    assertThat(text("> | a | b |\n> |---|---|\nc | d", 80)).endsWith("┘\nc | d");
    assertThat(text("> | a | b |\n| c | d |\n|---|---|", 80)).startsWith("│ | a | b |\n┌");
  }

  @Test
  void aTableOfAnyLengthStaysATable() {
    String table = "| n | word |\n|---|---|\n" + "| 1 | x |\n".repeat(1200);
    assertThat(text(table, 80).lines())
        .filteredOn(row -> row.contains("1"))
        .hasSize(1200)
        .allMatch(row -> row.startsWith("│ 1 │ x"));
    assertThat(text("| n | w |\n|---|---|\n" + "| 1 | x |\n".repeat(500) + "after", 80))
        .endsWith("┘\nafter");
  }

  @Test
  void linesWithBarsThatAreNoTableStay() {
    assertThat(text("a | b\nc | d", 80)).isEqualTo("a | b\nc | d");
    assertThat(text("use `x | y`\n\n| lonely", 80)).isEqualTo("use x | y\n\n| lonely");
  }

  @Test
  void whatGrowsIsShownAsItWouldEnd() {
    var stream = new MarkdownStream(COLOURED, () -> 80);
    assertThat(stream.add("plain wor")).isEmpty();
    assertThat(stream.unfinished()).containsExactly("plain wor");
    stream.add("ds and **bo");
    assertThat(Cells.marked(stream.unfinished().getFirst())).isEqualTo("plain words and {1}bo{22}");
    assertThat(stream.add("ld**\n")).hasSize(1);
    assertThat(stream.unfinished()).isEmpty();
    assertThat(stream.add("| a | b |\n|---|-")).isEmpty();
    assertThat(stream.unfinished()).hasSize(3);
    assertThat(stream.add("--|\n| 1 | 2")).isEmpty();
    assertThat(Cells.text(String.join("\n", stream.unfinished()))).contains("│ 1 │ 2 │");
    assertThat(stream.add("\n\n```sh\necho ")).hasSize(6);
    assertThat(Cells.text(stream.unfinished().getFirst())).isEqualTo("  echo ");
  }

  /// Only the last row of prose may still change; marks that wait for their partner keep more.
  @ParameterizedTest
  @ValueSource(strings = {"", "- ", "> ", "  12. ", "> - [x] "})
  void rowsThatNothingCanChangeAreDoneBeforeTheLineIs(String mark) {
    var text = new StringBuilder(mark);
    for (int i = 0; i < 120; i++) {
      text.append(i % 11 == 0 ? "**bold " + i + "** " : i % 13 == 0 ? "世界`c" + i + "` " : "w" + i)
          .append(' ');
    }
    var stream = new MarkdownStream(COLOURED, () -> 40);
    var rows = new ArrayList<String>();
    for (int at = 0; at < text.length(); at++) {
      rows.addAll(stream.add(text.substring(at, at + 1)));
      if (at > 60) {
        assertThat(stream.unfinished()).hasSizeLessThanOrEqualTo(2);
      }
    }
    assertThat(rows).hasSizeGreaterThan(10);
    rows.addAll(stream.finish());
    assertThat(rows).isEqualTo(MarkdownStream.rows(text.toString(), COLOURED, 40));
  }

  @Test
  void aLineGoesOnInAnotherWidthWhereItWas() {
    var text = new StringBuilder("● ".strip() + " ");
    for (int i = 0; i < 200; i++) {
      text.append(i % 10 == 0 ? "**w" + i + "** " : "w" + i + " ");
    }
    int[] columns = {100};
    var stream = new MarkdownStream(COLOURED, () -> columns[0]);
    var rows = new ArrayList<String>();
    for (int at = 0; at < text.length(); at += 3) {
      columns[0] = at < 300 ? 100 : at < 600 ? 37 : 61;
      List<String> done = stream.add(text.substring(at, Math.min(text.length(), at + 3)));
      assertThat(done).allMatch(row -> DisplayWidth.of(row) <= columns[0]);
      rows.addAll(done);
    }
    rows.addAll(stream.finish());
    assertThat(Cells.text(String.join(" ", rows)))
        .isEqualTo(text.toString().replace("**", "").strip());
  }

  @Test
  void longLinesInAnyPiecesLookTheSame() {
    for (int seed = 0; seed < 400; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int i = 0; i < 60; i++) {
        String atom = ATOMS.get(random.nextInt(ATOMS.size()));
        text.append(atom.contains("\n") && random.nextInt(8) > 0 ? "words and " : atom);
        text.append(random.nextInt(3) == 0 ? " " : "");
      }
      for (int columns : new int[] {30, 60}) {
        List<String> whole = MarkdownStream.rows(text.toString(), COLOURED, columns);
        var stream = new MarkdownStream(COLOURED, () -> columns);
        var pieces = new ArrayList<String>();
        for (int at = 0; at < text.length(); ) {
          int end = Math.min(text.length(), at + 1 + random.nextInt(5));
          pieces.addAll(stream.add(text.substring(at, end)));
          at = end;
        }
        pieces.addAll(stream.finish());
        assertThat(pieces).as("seed %d, %d: %s", seed, columns, text).isEqualTo(whole);
      }
    }
  }

  private static final List<String> ATOMS =
      List.of(
          "**",
          "*",
          "`",
          "``",
          "```",
          "_",
          "# ",
          "- ",
          "1. ",
          "> ",
          "| ",
          "|---|---|\n",
          "a | b |",
          "\n",
          "\n\n",
          " ",
          "word",
          "longer words here ",
          "世",
          "👩‍👧",
          "é",
          "\\",
          "~~~",
          "~~",
          "---",
          "[a](https://x.org/",
          ")",
          "https://y.org",
          "```java\nint x = \"a\";\n",
          "\t",
          "&lt;",
          "<br>",
          "\n    ",
          "\n\n      ",
          "\n  > ",
          "- > ",
          "a **b\n",
          "c** `d\n",
          "[e\nf](https://x.org)");

  @Test
  void theSameTextInAnyPiecesLooksTheSame() {
    for (int seed = 0; seed < 1500; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int i = 0; i < 25; i++) {
        text.append(ATOMS.get(random.nextInt(ATOMS.size())));
      }
      for (int columns : new int[] {30, 60, 200}) {
        List<String> whole = MarkdownStream.rows(text.toString(), COLOURED, columns);
        var stream = new MarkdownStream(COLOURED, () -> columns);
        var pieces = new ArrayList<String>();
        for (int at = 0; at < text.length(); ) {
          int end = Math.min(text.length(), at + 1 + random.nextInt(5));
          pieces.addAll(stream.add(text.substring(at, end)));
          assertThat(stream.unfinished()).allMatch(row -> DisplayWidth.of(row) <= columns);
          at = end;
        }
        pieces.addAll(stream.finish());
        assertThat(pieces).as("seed %d, %d: %s", seed, columns, text).isEqualTo(whole);
        assertThat(whole).allMatch(row -> DisplayWidth.of(row) <= columns, "fits: " + text);
      }
    }
  }

  @Test
  void whatStreamsEndsAsWhatIsWhole() {
    String corpus = MarkdownCorpus.TEXT;
    for (int columns : new int[] {60, 80, 200}) {
      List<String> whole = MarkdownStream.rows(corpus, COLOURED, columns);
      for (int cut = 0; cut <= corpus.length(); cut++) {
        var stream = new MarkdownStream(COLOURED, () -> columns);
        var rows = new ArrayList<>(stream.add(corpus.substring(0, cut)));
        stream.unfinished();
        rows.addAll(stream.add(corpus.substring(cut)));
        rows.addAll(stream.finish());
        assertThat(rows).as("cut at %d", cut).isEqualTo(whole);
      }
      assertThat(whole).allMatch(row -> DisplayWidth.of(row) <= columns);
    }
  }

  @Test
  void wordsFlowAsRowsAreDone() {
    for (int seed = 0; seed < 600; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder("first ");
      for (int i = 0; i < 25; i++) {
        text.append(ATOMS.get(random.nextInt(ATOMS.size())));
      }
      String whole = String.join("\n", MarkdownStream.rows(text.toString(), COLOURED, 60));
      var stream = new MarkdownStream(COLOURED, () -> 60);
      var flown = new StringBuilder();
      for (int at = 0; at < text.length(); ) {
        int end = Math.min(text.length(), at + 1 + random.nextInt(5));
        flown.append(stream.flowing(text.substring(at, end)));
        at = end;
      }
      flown.append(stream.flown());
      assertThat(flown.toString().stripTrailing())
          .as("seed %d: %s", seed, text)
          .isEqualTo(whole.stripTrailing());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a ",
        "*",
        "`a",
        "[",
        "[a](",
        "|",
        "| a ",
        "<",
        "https://",
        "~~",
        "```",
        "世",
        "- ",
        "> ",
        "\\",
        "**a",
        "_a_",
        "e\u0301",
        "![",
        "*a\n",
        "`a\n",
        "[a\n",
        "**a `b\n",
        "> - **a\n",
        "- > ",
        "    a\n\n",
        "\t",
        "&"
      })
  void hostileLengthIsTakenInItsStride(String atom) {
    String huge = atom.repeat(1_000_000 / atom.length());
    long start = System.nanoTime();
    List<String> rows = MarkdownStream.rows(huge, COLOURED, 80);
    assertThat(rows).allMatch(row -> DisplayWidth.of(row) <= 80);
    assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(20_000);
  }
}
