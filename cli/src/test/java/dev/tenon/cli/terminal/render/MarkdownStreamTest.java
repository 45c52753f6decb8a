package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MarkdownStreamTest {

  private static String render(String markdown, int columns) {
    var stream = new MarkdownStream(Glyphs.UNICODE, () -> columns);
    return stream.add(markdown) + stream.finish();
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
    assertThat(marked("\\*not\\*")).isEqualTo("*not*");
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
            "C:\\path\\to")) {
      assertThat(Cells.text(render(text, 200)))
          .as(text)
          .isEqualTo(text.startsWith("__init__") ? "init" + text.substring(8) : text);
    }
  }

  @Test
  void blocksAreStyled() {
    assertThat(marked("# One\n## Two\n###### Six"))
        .isEqualTo("{1;4}One{22;24}\n{1}Two{22}\n{1}Six{22}");
    assertThat(marked("- a\n* b\n  + c\n12) d"))
        .isEqualTo("{35}•{39} a\n{35}•{39} b\n  {35}•{39} c\n{35}12){39} d");
    assertThat(marked("> said")).isEqualTo("{2}│{22} said");
    assertThat(Cells.text(render("---\n***\n", 11))).isEqualTo("──────────\n──────────\n");
    assertThat(marked("| **a** | `b` |")).isEqualTo("| **a** | `b` |");
  }

  @Test
  void codeBlocksAreLeftAlone() {
    assertThat(marked("```java\n**x** `y`\n# z\n  ```\nafter **b**"))
        .isEqualTo("{2}```java{22}\n{36}**x** `y`{39}\n{36}# z{39}\n{2}  ```{22}\nafter {1}b{22}");
    assertThat(Cells.text(render("~~~\n```\n~~~\n*e*", 80))).isEqualTo("~~~\n```\n~~~\ne");
    assertThat(Cells.text(render("````\n```\n````\n*e*", 80))).isEqualTo("````\n```\n````\ne");
  }

  @Test
  void proseBreaksBetweenWordsAndItemsHang() {
    assertThat(render("one two three four five six seven", 20))
        .isEqualTo("one two three four\nfive six seven");
    assertThat(Cells.text(render("- one two three four five six seven eight", 20)))
        .isEqualTo("• one two three four\n  five six seven\n  eight");
    assertThat(render("x ".repeat(30).strip(), 20).lines()).allMatch(line -> line.length() <= 20);
    assertThat(render("世界".repeat(20), 20).lines()).allMatch(line -> DisplayWidth.of(line) <= 20);
  }

  @Test
  void codeIsNeverBroken() {
    String line = "x".repeat(10) + " " + "y".repeat(100);
    assertThat(Cells.text(render("```\n" + line + "\n```", 40))).contains(line);
  }

  @Test
  void textIsNotHeldBackBeyondItsLine() {
    var stream = new MarkdownStream(Glyphs.UNICODE, () -> 80);
    assertThat(stream.add("plain words are shown at once")).isEqualTo("plain words are shown at");
    assertThat(stream.add(" and **an open mark\n")).contains("**an open mark\n");
    assertThat(stream.add("```\ncode is shown at on")).contains("code is shown at on");
    stream.add("ce\n```\n");
    stream.add("`" + "never closed ".repeat(40));
    assertThat(stream.add("x ")).contains("x");
  }

  @Test
  void theSameTextInAnyPiecesLooksTheSame() {
    List<String> atoms =
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
            "\n",
            "\n\n",
            " ",
            "word",
            "longer words here ",
            "世",
            "\\",
            "~~~",
            "---");
    for (int seed = 0; seed < 1500; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int i = 0; i < 25; i++) {
        text.append(atoms.get(random.nextInt(atoms.size())));
      }
      var stream = new MarkdownStream(Glyphs.UNICODE, () -> 30);
      var pieces = new StringBuilder();
      int at = 0;
      while (at < text.length()) {
        int end = Math.min(text.length(), at + 1 + random.nextInt(5));
        pieces.append(stream.add(text.substring(at, end)));
        at = end;
      }
      pieces.append(stream.finish());
      String whole = render(text.toString(), 30);
      assertThat(Cells.text(pieces.toString()))
          .as("seed %d: %s", seed, text)
          .isEqualTo(Cells.text(whole));
      assertThat(Cells.of(pieces.toString()))
          .as("seed %d: %s", seed, text)
          .isEqualTo(Cells.of(whole));
    }
  }
}
