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
}
