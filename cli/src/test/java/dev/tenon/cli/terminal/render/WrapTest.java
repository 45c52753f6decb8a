package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WrapTest {
  @Test
  void ownLinesGoOnBelowTheirLastColumn() {
    assertThat(Wrap.lines("  /tree [FOCUS]   Go to another point of the session\n  short", 40))
        .isEqualTo(
            "  /tree [FOCUS]   Go to another point of\n                  the session\n  short");
    assertThat(Wrap.lines("words that are too long for one row here", 20))
        .isEqualTo("words that are too\nlong for one row\nhere");
    for (int width = 8; width < 60; width++) {
      for (String row : Wrap.lines("a  b".repeat(30) + " wide 日本語", width).split("\n", -1)) {
        assertThat(DisplayWidth.of(row)).isLessThanOrEqualTo(width);
      }
    }
  }

  @Test
  void nothingIsLostAndEverythingFits() {
    List<String> atoms =
        List.of(
            "a",
            "word",
            " ",
            "  ",
            "世界",
            "👩‍👧",
            "é",
            "🇩🇪",
            "\033[1m",
            "\033[22m",
            "x".repeat(30));
    for (int seed = 0; seed < 3_000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int i = random.nextInt(30); i > 0; i--) {
        text.append(atoms.get(random.nextInt(atoms.size())));
      }
      int width = 8 + random.nextInt(40);
      List<String> rows = Wrap.rows(text.toString(), width, "> ", "  ");
      assertThat(rows).as("seed %d", seed).allMatch(row -> DisplayWidth.of(row) <= width);
      String joined = Cells.text(String.join("", rows)).replace(" ", "").replace(">", "");
      assertThat(joined)
          .as("seed %d", seed)
          .isEqualTo(Cells.text(text.toString()).replace(" ", ""));
      assertThat(Cells.text(rows.getFirst())).startsWith(">");
      // Every row closes what it opens.
      for (String row : rows) {
        assertThat(row.lastIndexOf("\033[1m")).isLessThanOrEqualTo(row.lastIndexOf("\033[22m"));
      }
    }
  }

  @Test
  void aWordMovesAsAWhole() {
    assertThat(Wrap.rows("one two-three, four", 12)).containsExactly("one", "two-three,", "four");
  }

  @Test
  void codeIsMarkedWhereItGoesOn() {
    var look = DisplayOptions.plain(Glyphs.UNICODE);
    assertThat(Wrap.code("abc def ghi jkl", 10, "  ", look))
        .containsExactly("  abc def", "  ↪ ghi", "  ↪ jkl");
    assertThat(Wrap.code("a bcdefghijkl m", 10, "  ", look))
        .containsExactly("  a", "  ↪ bcdefg", "  … hijkl", "  ↪ m");
    assertThat(Wrap.code("short", 10, "  ", look)).containsExactly("  short");
  }

  @Test
  void coloursOfCodeGoOnAcrossABreak() {
    DisplayOptions look = MarkdownStreamTest.COLOURED;
    String painted = CodeText.of("java", look).painted("int n = 0xFF; /* one two three */ int m;");
    List<String> rows = Wrap.code(painted, 20, "", look);
    assertThat(rows.stream().map(Cells::marked))
        .containsExactly(
            "{36}int{39} n = {33}0xFF{39}; {2}/* one{22}",
            "{2}↪{22} {2}two three */{22} {36}int{39}", "{2}↪{22} m;");
  }

  @Test
  void aCutIsMarkedAndClosesStyles() {
    String bold = Palette.COLOURED.paint(Style.BOLD, "abcdef");
    assertThat(DisplayWidth.cut(bold, 4, Glyphs.UNICODE)).isEqualTo("\033[1mabc\033[22m…");
    assertThat(DisplayWidth.cut("世界", 3, Glyphs.UNICODE)).isEqualTo("世…");
    assertThat(DisplayWidth.cut("👩‍👧x", 2, Glyphs.UNICODE)).isEqualTo("…");
    assertThat(DisplayWidth.cut("abc", 3, Glyphs.UNICODE)).isEqualTo("abc");
  }

  @Test
  void aScriptsLineGoesOnWithASignThatNoScriptCanWrite() {
    DisplayOptions look = DisplayOptions.plain(Glyphs.UNICODE);
    assertThat(Wrap.script("cp src/A.java /tmp/some/folder rm README.md", 30, "    ", look))
        .containsExactly("    cp src/A.java", "  ↪   /tmp/some/folder rm", "  ↪   README.md");
    assertThat(Wrap.script("echo /with/a/long/name/and-more/A.java.backup > x", 30, "    ", look))
        .containsExactly(
            "    echo", "  ↪   /with/a/long/name/and-m…", "  …   ore/A.java.backup > x");
    assertThat(Wrap.script("one two three", 12, "  ", DisplayOptions.plain(Glyphs.ASCII)))
        .containsExactly("  one two", "\\ three");
    assertThat(Wrap.script("  fits", 12, "    ", look)).containsExactly("      fits");
  }

  @Test
  void nothingOfAScriptIsLostAndEverythingFits() {
    DisplayOptions look = DisplayOptions.plain(Glyphs.UNICODE);
    List<String> atoms = List.of("a", "word", " ", "  ", "世界", "👩‍👧", "x".repeat(30));
    for (int seed = 0; seed < 3_000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int i = random.nextInt(30); i > 0; i--) {
        text.append(atoms.get(random.nextInt(atoms.size())));
      }
      int width = 12 + random.nextInt(40);
      List<String> rows = Wrap.script(text.toString(), width, "    ", look);
      assertThat(rows).as("seed %d", seed).allMatch(row -> DisplayWidth.of(row) <= width);
      String joined = String.join("", rows).replaceAll("[ ↪…]", "");
      assertThat(joined).as("seed %d", seed).isEqualTo(text.toString().replace(" ", ""));
      // A word that is cut says so on both rows.
      for (int i = 1; i < rows.size(); i++) {
        assertThat(rows.get(i)).startsWith(rows.get(i - 1).endsWith("…") ? "  …" : "  ↪");
      }
    }
  }
}
