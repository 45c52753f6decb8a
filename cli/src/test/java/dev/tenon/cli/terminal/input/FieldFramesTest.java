package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.GoldenFrames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lines to be filled in, simple lists and the pager in their states, at three widths.
class FieldFramesTest {
  private static final List<String> PROVIDERS =
      List.of("anthropic    Claude", "openai       GPT", "自家製        モデル");

  private static LineField field(DisplayOptions look, LineField.Showing showing) {
    return new LineField(
        "The address of the server",
        List.of("For example http://127.0.0.1:8080/v1 or https://llm.example.org/v1"),
        showing,
        text -> text.contains(" ") ? "An address has no blanks." : "",
        look);
  }

  private static String after(Menu menu, int columns, Key... keys) {
    menu.lines(columns, 24);
    for (Key key : keys) {
      menu.press(key);
    }
    return String.join("\n", menu.lines(columns, 24)) + "\n";
  }

  private static ListMenu<String> list(DisplayOptions look) {
    return new ListMenu<>(
        "Whose models?",
        look,
        words -> ListMenu.fitting(PROVIDERS, each -> each, words),
        each -> each);
  }

  private static Pager pager(DisplayOptions look) {
    var rows = new ArrayList<String>();
    for (int i = 1; i <= 60; i++) {
      rows.add("row " + i + " of what was folded");
    }
    return new Pager(
        List.of(
            new Pager.Text("one", wide -> List.of("only a row")),
            new Pager.Text("bash npm test", wide -> rows)),
        look);
  }

  private static Map<String, String> scenes(DisplayOptions look, int columns) {
    var scenes = new LinkedHashMap<String, String>();
    LineField.Showing clear = LineField.Showing.CLEAR;
    scenes.put("field", after(field(look, clear), columns));
    scenes.put("field-typed", after(field(look, clear), columns, new Key.Pasted("https://a/v1")));
    scenes.put(
        "field-wrong",
        after(field(look, clear), columns, new Key.Pasted("not an address"), Key.Named.ENTER));
    scenes.put(
        "field-hidden",
        after(field(look, LineField.Showing.HIDDEN), columns, new Key.Pasted("k".repeat(40))));
    scenes.put("field-not-taken", after(field(look, clear), columns, new Key.Pasted("two\nlines")));
    scenes.put("list", after(list(look), columns));
    scenes.put("list-searched", after(list(look), columns, new Key.Pasted("gpt")));
    scenes.put("list-nothing", after(list(look), columns, new Key.Pasted("zzz")));
    scenes.put("pager-top", after(pager(look), columns, Key.Named.HOME));
    scenes.put("pager-end", after(pager(look), columns, Key.Named.END));
    scenes.put("pager-other", after(pager(look), columns, Key.Named.LEFT));
    scenes.put(
        "pager-nothing",
        after(pager(look), columns, new Key.Typed("/"), new Key.Pasted("zzz"), Key.Named.ENTER));
    return scenes;
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void statesLookAsTheyDid(int columns) throws Exception {
    GoldenFrames.check(FieldFramesTest.class, columns, look -> scenes(look, columns));
  }
}
