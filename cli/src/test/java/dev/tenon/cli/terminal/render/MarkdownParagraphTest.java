package dev.tenon.cli.terminal.render;

import static dev.tenon.cli.terminal.render.MarkdownStreamTest.COLOURED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.markdown.MarkdownStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes on over the end of a line, and code that only its place says.
class MarkdownParagraphTest {
  private static String marked(String markdown) {
    return Cells.marked(String.join("\n", MarkdownStream.rows(markdown, COLOURED, 60)));
  }

  private static String text(String markdown) {
    return Cells.text(String.join("\n", MarkdownStream.rows(markdown, COLOURED, 60)));
  }

  @Test
  void marksFindTheirPartnerInALaterLine() {
    assertThat(marked("a **b\nc** d")).isEqualTo("a {1}b{22}\n{1}c{22} d");
    assertThat(marked("*a\n`b`\nc*")).isEqualTo("{3}a{23}\n{3}{36}b{39}{23}\n{3}c{23}");
    assertThat(marked("a `b\nc` d")).isEqualTo("a {36}b{39}\n{36}c{39} d");
    assertThat(marked("~~a\nb~~")).isEqualTo("{9}a{29}\n{9}b{29}");
    assertThat(text("see [the\ndocs](https://e.org/x) and"))
        .isEqualTo("see the\ndocs (https://e.org/x) and");
    assertThat(text("see [the docs](https://e.org/x\n\"title\") and\nmore"))
        .isEqualTo("see the docs (https://e.org/x)\n and\nmore");
  }

  @Test
  void oneMayEndWhereAnotherBegins() {
    assertThat(marked("**a\nb** c [d\ne](https://x.org) `f\ng` *h\ni*\n\nj"))
        .isEqualTo(
            "{1}a{22}\n{1}b{22} c {4;34}d{24;39}\n{4;34}e{24;39}{2} (https://x.org){22} {36}f{39}\n"
                + "{36}g{39} {3}h{23}\n{3}i{23}\n\nj");
  }

  @Test
  void soTheyDoInItemsAndQuotes() {
    assertThat(marked("- a **b\n  c** d\n- e"))
        .isEqualTo("{35}•{39} a {1}b{22}\n  {1}c{22} d\n{35}•{39} e");
    assertThat(marked("> **a\n> b** c")).isEqualTo("{2}│{22} {1}a{22}\n{2}│{22} {1}b{22} c");
    assertThat(marked("> **a\nb** c")).isEqualTo("{2}│{22} {1}a{22}\n{1}b{22} c");
  }

  /// A paragraph's end leaves them as they were written.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a **b\n\nc**",
        "a `b\n# Title\nc`",
        "a *b\n- c*",
        "a *b\n---\nc*",
        "a **b\n> c**",
        "a **b\n```\nc**\n```",
        "a **b\n| c** | d |\n|---|---|",
        "a **b\nc",
        "a [b\n\nc](https://x.org)"
      })
  void noMarkReachesIntoAnotherParagraph(String markdown) {
    String mark = markdown.substring(2, markdown.indexOf('b') + 1);
    assertThat(marked(markdown)).startsWith("a " + mark + "\n").doesNotContain("{1}b", "{3}b");
  }

  @Test
  void onlyWhatWaitsIsHeldBack() {
    var stream = new MarkdownStream(COLOURED, () -> 60);
    assertThat(stream.add("one\ntwo 2 * 3 snake_case\n")).hasSize(2);
    assertThat(stream.add("three\nfour **five\n")).containsExactly("three");
    assertThat(stream.add("six ")).isEmpty();
    assertThat(stream.unfinished().stream().map(Cells::marked))
        .containsExactly("four {1}five{22}", "{1}six{22}");
    assertThat(stream.add("seven** eight\n")).hasSize(2);
    assertThat(stream.add("nine **ten\n")).isEmpty();
    assertThat(stream.add("\n")).containsExactly("nine **ten", "");
  }

  @Test
  void aPartnerThatIsTooFarAwayIsNone() {
    var stream = new MarkdownStream(COLOURED, () -> 60);
    var rows = new ArrayList<>(stream.add("a **b\n"));
    for (int i = 0; i < 300; i++) {
      rows.addAll(stream.add("words\n"));
    }
    assertThat(rows).hasSize(301).startsWith("a **b");
  }

  @Test
  void codeThatIsIndentedStaysAsItIsWritten() {
    String code = "int **p = *q * *r;\n__init__(self); `x`\n# no heading\n- no item\n<b> | x | y |";
    String indented = code.indent(4).stripTrailing();
    String shown = code.indent(2).stripTrailing();
    assertThat(text("In C:\n\n" + indented + "\n\nAfter *it*."))
        .isEqualTo("In C:\n\n" + shown + "\n\nAfter it.");
    assertThat(text(indented)).isEqualTo(shown);
    assertThat(text("# Title\n" + indented)).isEqualTo("Title\n" + shown);
    assertThat(text("\t**a**\n\n\t  **b**\n")).isEqualTo("  **a**\n\n    **b**");
    assertThat(text(">     **a**\n> *b*")).isEqualTo("│   **a**\n│ b");
    assertThat(marked("    **a**")).isEqualTo("  {36}**a**{39}");
  }

  @Test
  void whatGoesOnWithATextOrAnItemIsNoCode() {
    assertThat(text("text\n    *more*")).isEqualTo("text\n    more");
    assertThat(text("- item\n\n    *more*")).isEqualTo("• item\n\n    more");
    assertThat(text("1. a\n\n    - *b*\n\n        - *c*"))
        .isEqualTo("1. a\n\n    • b\n\n        • c");
    assertThat(text("- item\n\n      **code**\n\n  *text*"))
        .isEqualTo("• item\n\n    **code**\n\n  text");
    assertThat(text("- item\n\nout\n\n    **code**")).isEqualTo("• item\n\nout\n\n  **code**");
    assertThat(text("- a\n\n      ```\n      **b**\n      ```")).isEqualTo("• a\n\n        **b**");
  }

  @Test
  void aQuoteInAnItemHasItsBarThere() {
    assertThat(text("- > quote\n  > **more\n  > of** it\n- next"))
        .isEqualTo("• │ quote\n  │ more\n  │ of it\n• next");
    assertThat(text("- a\n  > - b\n  >   c\n\nafter")).isEqualTo("• a\n  │ • b\n  │   c\n\nafter");
    assertThat(text("1. > ```\n   > a\n   > ```")).isEqualTo("1. │\n   │   a");
    assertThat(text("- > " + "word ".repeat(15)))
        .isEqualTo("• │ " + "word ".repeat(11).strip() + "\n  │ " + "word ".repeat(4).strip());
    assertThat(text("- > > a")).isEqualTo("• │ │ a");
  }

  @Test
  void alikeInAnyPieces() {
    String all =
        """
        a **b
        c** d
        - > q `x
          > y` z

            code **as** it is

        - i *j
          k*

              in it
        """;
    List<String> whole = MarkdownStream.rows(all, COLOURED, 30);
    for (int size = 1; size < 9; size++) {
      var stream = new MarkdownStream(COLOURED, () -> 30);
      var rows = new ArrayList<String>();
      for (int at = 0; at < all.length(); at += size) {
        rows.addAll(stream.add(all.substring(at, Math.min(all.length(), at + size))));
      }
      rows.addAll(stream.finish());
      assertThat(rows).isEqualTo(whole);
    }
  }
}
