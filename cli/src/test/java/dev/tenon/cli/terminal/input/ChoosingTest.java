package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What all lists have in common.
class ChoosingTest {
  private static final DisplayOptions LOOK = DisplayOptions.plain(Glyphs.UNICODE);

  @Test
  void homeAndEndGoToTheEnds() {
    List<String> all = List.of("one", "two", "three");
    var list = new ListMenu<>("Which?", LOOK, words -> all, item -> item);
    list.press(Key.Named.END);
    assertThat(list.lines(80, 24)).contains("❯ three");
    list.press(Key.Named.HOME);
    assertThat(list.lines(80, 24)).contains("❯ one");
    var choice = new ChoiceMenu("Which?", all, LOOK);
    choice.press(Key.Named.END);
    assertThat(choice.lines(80, 24)).contains("❯ 3. three");
    choice.press(Key.Named.HOME);
    choice.press(Key.Named.ENTER);
    assertThat(choice.chosen()).isZero();
  }

  @Test
  void aSearchFindsWithLettersLeftOutAndTheBestFirst() {
    List<String> themes = List.of("auto", "colour-blind", "dark", "high-contrast", "light");
    assertThat(ListMenu.fitting(themes, each -> each, "clrbl")).containsExactly("colour-blind");
    assertThat(ListMenu.fitting(themes, each -> each, "trast hc")).containsExactly("high-contrast");
    assertThat(ListMenu.fitting(themes, each -> each, "l").getFirst()).isEqualTo("light");
    assertThat(ListMenu.fitting(themes, each -> each, " ")).isEqualTo(themes);
    assertThat(ListMenu.fitting(themes, each -> each, "xyz")).isEmpty();
  }

  @Test
  void aQuestionIsBrokenBetweenWordsAndItsAnswersStay() {
    var choice =
        new ChoiceMenu(
            "the server does not accept this key ".repeat(8).strip(),
            List.of("Give another key, which has to be one of yours", "Keep it"),
            LOOK);
    for (int rows : new int[] {24, 8, 5}) {
      List<String> lines = choice.lines(40, rows);
      assertThat(lines).hasSizeLessThan(rows);
      assertThat(lines).allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThan(40));
      assertThat(String.join("\n", lines)).contains("❯ 1. Give another key");
    }
    assertThat(choice.lines(40, 24)).contains("  the server does not accept this key");
  }
}
