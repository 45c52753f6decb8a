package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagerTest {
  private static Pager pager(int... sizes) {
    var texts = new ArrayList<Pager.Text>();
    for (int size : sizes) {
      texts.add(
          new Pager.Text(
              "text " + size,
              width -> {
                var rows = new ArrayList<String>();
                for (int i = 1; i <= size; i++) {
                  rows.add("\033[1mrow\033[22m " + i);
                }
                return rows;
              }));
    }
    return new Pager(texts, DisplayOptions.plain(Glyphs.ASCII));
  }

  private static List<String> press(Pager pager, Key... keys) {
    for (Key key : keys) {
      assertThat(pager.press(key)).isEqualTo(Menu.Step.STAY);
    }
    return pager.lines(60, 10);
  }

  private static Key typed(String text) {
    return new Key.Typed(text);
  }

  @Test
  void scrollsAndTurns() {
    Pager pager = pager(3, 100);
    assertThat(press(pager).getFirst()).isEqualTo("(2/2) text 100");
    assertThat(press(pager, Key.Named.PAGE_DOWN).get(1)).endsWith(" 7");
    assertThat(press(pager, Key.Named.END).getLast()).startsWith("95-100 of 100");
    assertThat(press(pager, Key.Named.LEFT)).hasSize(5).last().asString().startsWith("1-3 of 3");
    assertThat(press(pager, Key.Named.LEFT, Key.Named.UP).getFirst()).isEqualTo("(1/2) text 3");
    assertThat(pager.press(typed("q"))).isEqualTo(Menu.Step.CLOSED);
  }

  @Test
  void findsWhatIsShownAndNotHowItIsPainted() {
    Pager pager = pager(100);
    press(pager, typed("/"), typed("W"), typed(" "), typed("4"), typed("2"));
    assertThat(press(pager).getLast()).contains("search: W 42_");
    assertThat(press(pager, Key.Named.ENTER).get(1)).endsWith(" 42");
    press(pager, typed("/"), typed("[1m"));
    assertThat(press(pager, Key.Named.ENTER).get(1)).endsWith(" 42");
  }

  private static Pager wrapped(DisplayOptions look, String... lines) {
    return new Pager(
        List.of(
            new Pager.Text(
                "text",
                width -> {
                  var rows = new ArrayList<String>();
                  for (String line : lines) {
                    rows.addAll(DisplayWidth.wrap(line, width));
                  }
                  return rows;
                })),
        look);
  }

  @Test
  void findsWhatARowBreakDivides() {
    String line = "word ".repeat(11) + "green apples and " + "x".repeat(100) + "needle" + "y";
    Pager pager = wrapped(DisplayOptions.plain(Glyphs.ASCII), "0", "1", line);
    press(pager, typed("/"), typed("green apples"));
    assertThat(press(pager, Key.Named.ENTER).getLast()).doesNotContain("nothing");
    press(pager, typed("/"), typed("xxneedle"));
    assertThat(press(pager, Key.Named.ENTER).getLast()).doesNotContain("nothing");
    // Lines that only stand below each other are no word.
    press(pager, typed("/"), typed("01"));
    assertThat(press(pager, Key.Named.ENTER).getLast()).contains("nothing has '01'");
  }

  @Test
  void matchesStandOutAndTheSearchGoesRound() {
    var look = new DisplayOptions(Palette.COLOURED, Glyphs.ASCII, DisplayOptions.Thinking.SHORT);
    var lines = new String[100];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = "line " + i + (i == 10 || i == 98 ? " with a hit" : "");
    }
    Pager pager = wrapped(look, lines);
    press(pager, typed("/"), typed("hit"));
    assertThat(press(pager, Key.Named.ENTER).get(1))
        .isEqualTo("line 10 with a " + look.paint(Style.SELECTED, "hit"));
    assertThat(press(pager, typed("n")))
        .anySatisfy(row -> assertThat(row).contains("line 98 with a \033["));
    List<String> again = press(pager, typed("n"));
    assertThat(again.get(1)).startsWith("line 10 ");
    assertThat(again.getLast()).contains("from the top again");
    assertThat(press(pager, typed("N")).getLast()).contains("from the end again");
    assertThat(press(pager, typed("N")).get(1)).startsWith("line 10 ");
  }

  @Test
  void whatIsPaintedAroundAMatchStaysPainted() {
    var look = new DisplayOptions(Palette.COLOURED, Glyphs.ASCII, DisplayOptions.Thinking.SHORT);
    Pager pager =
        wrapped(look, look.paint(Style.OK, "all " + look.paint(Style.BOLD, "is") + " ok"));
    press(pager, typed("/"), typed("l i"));
    assertThat(press(pager, Key.Named.ENTER).get(1))
        .isEqualTo(
            "\033[32mal"
                + look.paint(Style.SELECTED, "l i")
                + "\033[32m\033[1ms\033[22m ok\033[39m");
  }

  @ParameterizedTest
  @CsvSource({"200,50", "20,5", "5,3", "1,1", "0,0"})
  void fitsEveryWindow(int columns, int height) {
    List<String> lines = pager(100).lines(columns, height);
    assertThat(lines.size()).isBetween(1, Math.max(1, height - 1));
    assertThat(lines)
        .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThan(Math.max(2, columns)));
  }
}
