package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.cli.terminal.render.Style;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The states of a picker at three widths, as they were looked at and found good.
class PickerFramesTest {
  private static final List<List<String>> ROWS =
      List.of(
          List.of("anthropic/claude-sonnet-4-5", "$3/$15", "200k", ""),
          List.of("openai/gpt-5.4", "$2.5/$15", "1050k", "in use"),
          List.of("家/日本語のモデル", "?", "32k", ""),
          List.of("mistral/devstral", "$0.4/$2", "128k", "no key"));

  private static Picker<List<String>> picker(DisplayOptions look) {
    return new PickerSpec<List<String>>("Model", look)
        .main(List::getFirst)
        .column(row -> row.get(1), 16)
        .column(row -> row.get(2), 8)
        .column(row -> row.get(3), 10)
        .scope(() -> "effort high")
        .painted(row -> row.get(3).equals("no key") ? Optional.of(Style.DIM) : Optional.empty())
        .refusing(row -> row.get(3).equals("no key") ? "no key for it: set MISTRAL_API_KEY" : "")
        .preview(
            row ->
                List.of(
                    PickerText.bold(row.getFirst()),
                    PickerText.of(
                        "sees "
                            + row.get(2)
                            + " tokens and answers at length, as long as it is asked kindly and has"
                            + " a key"),
                    PickerText.dim("price " + row.get(1))))
        .enter("for this session")
        .action(PickerAction.control('s', "save as default", new PickerAction.Effect.Leave<>()))
        .action(
            PickerAction.control(
                'd', "delete", new PickerAction.Effect.Confirm<>(row -> "Delete it?", row -> "")))
        .action(
            PickerAction.control(
                'r',
                "rename",
                new PickerAction.Effect.Ask<>(
                    row -> "Name",
                    List::getFirst,
                    (row, text) -> PickerAction.Answer.refused("That name is taken."))))
        .open(ROWS);
  }

  private static String after(DisplayOptions look, int columns, Key... keys) {
    Picker<List<String>> picker = picker(look);
    picker.lines(columns, 24);
    for (Key key : keys) {
      picker.press(key);
    }
    return String.join("\n", picker.lines(columns, 24)) + "\n";
  }

  private static Map<String, String> scenes(DisplayOptions look, int columns) {
    var scenes = new LinkedHashMap<String, String>();
    var delete = new Key.Chord(Key.Modifier.CONTROL, 'd');
    var rename = new Key.Chord(Key.Modifier.CONTROL, 'r');
    scenes.put("picker-open", after(look, columns));
    scenes.put("picker-searched", after(look, columns, new Key.Pasted("gpt 15")));
    scenes.put("picker-wide", after(look, columns, Key.Named.DOWN, Key.Named.DOWN));
    scenes.put("picker-nothing", after(look, columns, new Key.Pasted("zzz")));
    scenes.put("picker-refused", after(look, columns, Key.Named.END, Key.Named.ENTER));
    scenes.put("picker-confirm", after(look, columns, delete));
    scenes.put("picker-asked", after(look, columns, rename, Key.Named.ENTER));
    return scenes;
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void statesLookAsTheyDid(int columns) throws Exception {
    GoldenFrames.check(PickerFramesTest.class, columns, look -> scenes(look, columns));
  }
}
