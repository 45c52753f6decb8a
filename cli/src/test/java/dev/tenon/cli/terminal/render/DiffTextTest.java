package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiffTextTest {
  private static final String TEXT =
      """
      - a list, not a removal
      --- a/A.java
      +++ b/A.java
      @@ -1,3 +1,3 @@ class A
       same
      -old
      +new
       same
      \\ No newline at end of file
      + after the hunk
      @@ -5 +6,0 @@
      -gone
      - after that\
      """;

  @Test
  void onlyTheLinesOfHunksAreColoured() {
    var look = new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
    assertThat(Cells.marked(DiffText.painted(TEXT, look)))
        .isEqualTo(
            """
            - a list, not a removal
            --- a/A.java
            +++ b/A.java
            {2}@@ -1,3 +1,3 @@ class A{22}
             same
            {31}-old{39}
            {32}+new{39}
             same
            \\ No newline at end of file
            + after the hunk
            {2}@@ -5 +6,0 @@{22}
            {31}-gone{39}
            - after that\
            """);
  }

  @Test
  void plainTextStaysPlain() {
    assertThat(DiffText.painted(TEXT, DisplayOptions.plain(Glyphs.UNICODE))).isEqualTo(TEXT);
    var look = new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
    assertThat(DiffText.painted("@@ -1,x +1,y @@\n+z", look)).doesNotContain("\033[32m");
  }

  private static String rows(String diff, int columns) {
    return String.join("\n", DiffRows.of(diff, DisplayOptions.plain(Glyphs.UNICODE), columns));
  }

  @Test
  void aTerminalOfKnownWidthGetsNumberedRows() {
    var look = DisplayOptions.plain(Glyphs.UNICODE);
    assertThat(DiffText.painted(TEXT, look, new Recorded(Page.Reach.LIVE, 60)))
        .isEqualTo(
            """
            - a list, not a removal

            A.java  +1 −1
            1   same
            2 − old
            2 + new
            3   same
              \\ No newline at end of file
            + after the hunk
            5 − gone
            - after that\
            """);
    assertThat(DiffText.painted(TEXT, look, new Recorded(Page.Reach.DUMB, 60))).isEqualTo(TEXT);
    assertThat(DiffText.painted(TEXT, look, new Recorded(Page.Reach.STREAM, 60))).isEqualTo(TEXT);
  }

  @Test
  void aDiffThatIsAskedForIsShownWhole() {
    String diff = "--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n-x\n+" + "word ".repeat(60) + "end\n";
    assertThat(
            DiffText.painted(
                diff, DisplayOptions.plain(Glyphs.UNICODE), new Recorded(Page.Reach.LIVE, 60)))
        .endsWith("end")
        .doesNotContain("…");
  }

  @Test
  void lineEndsAreShownWhereTheyChange() {
    assertThat(rows("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n", 80)).doesNotContain("^M");
    assertThat(rows("@@ -1 +1 @@\n-b\r\n+b\n", 80)).isEqualTo("1   − b^M\n  1 + b");
  }

  @Test
  void hostileLinesStayOnTheirRow() {
    String evil = "\033[2J\033]8;;http://x\033\\\u202e\t" + "世".repeat(500_000);
    String diff =
        "--- a/" + evil.substring(0, 20) + "\n+++ b/x.java\n@@ -1 +1 @@\n-" + evil + "\n+" + evil;
    for (int columns : new int[] {20, 60, 200}) {
      for (String row : DiffRows.of(diff, MarkdownStreamTest.COLOURED, columns)) {
        assertThat(DisplayWidth.of(row)).isLessThanOrEqualTo(columns);
        assertThat(Cells.text(row).codePoints()).noneMatch(Character::isISOControl);
      }
    }
  }
}
