package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key.Named;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a person takes for one character is one, wherever something is written.
class TextFieldTest {
  private static final String FAMILY = "👩‍👩‍👧";

  @ParameterizedTest
  @ValueSource(strings = {FAMILY, "👍🏽", "e\u0301", "🇫🇷", "각", "x"})
  void keysGoByCharacters(String one) {
    var field = new TextField("a" + one + "b");
    field.press(Named.LEFT);
    field.press(Named.LEFT);
    assertThat(field.before()).isEqualTo("a");
    field.press(Named.RIGHT);
    assertThat(field.after()).isEqualTo("b");
    field.press(Named.BACKSPACE);
    assertThat(field.text()).isEqualTo("ab");
    field.press(new Key.Pasted(one));
    field.press(Named.LEFT);
    field.press(Named.DELETE);
    assertThat(field.text()).isEqualTo("ab");
  }

  @Test
  void searchesTakeWholeCharactersBack() {
    DisplayOptions look = DisplayOptions.plain(Glyphs.UNICODE);
    var pager = new Pager(List.of(new Pager.Text("t", width -> List.of("row"))), look);
    pager.lines(80, 10);
    pager.press(new Key.Typed("/"));
    pager.press(new Key.Pasted("a" + FAMILY));
    pager.press(Named.BACKSPACE);
    assertThat(pager.lines(80, 10).getLast()).isEqualTo("1-1 of 1  search: a_");
    var field = new LineField("Name", List.of(), LineField.Showing.CLEAR, text -> "", look);
    field.press(new Key.Typed("ae"));
    field.press(new Key.Typed("\u0301"));
    field.press(Named.BACKSPACE);
    assertThat(field.text()).isEqualTo("a");
  }

  @Test
  void linesAreKeptWhereWordsAreWanted() {
    var words = TextField.ofLines("one");
    words.press(new Key.Pasted("\ntwo"));
    words.press(new Key.Modified(Key.Modifier.ALT, Named.ENTER));
    assertThat(words.text()).isEqualTo("one\ntwo\n");
    var line = new TextField("one");
    line.press(new Key.Pasted("\ntwo"));
    line.press(new Key.Modified(Key.Modifier.ALT, Named.ENTER));
    assertThat(line.text()).isEqualTo("one two");
  }
}
