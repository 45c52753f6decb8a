package dev.tenon.cli.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeymapTest {
  private static Keymap.Entry entry(String action, String... keys) {
    return new Keymap.Entry(action, List.of(keys), "config.yml:3");
  }

  @Test
  void everyActionHasAKeyAndADescription() {
    assertThat(Actions.list(Keymap.emacs()))
        .hasSameSizeAs(Action.values())
        .allSatisfy(
            listed -> {
              assertThat(listed.keys()).isNotEmpty();
              assertThat(listed.description()).isNotEmpty().doesNotEndWith(".");
            })
        .contains(new Actions.Listed("kill-line-end", "ctrl-k", "cut to the end of the line"));
  }

  @Test
  void chosenKeysReplaceTheUsualOnes() {
    Keymap.Configured configured =
        Keymap.of(List.of(entry("undo", "ctrl-x", "f5"), entry("kill-line-end")));
    assertThat(configured.problems()).isEmpty();
    Keymap keymap = configured.keymap();
    assertThat(keymap.action(new Key.Chord(Key.Modifier.CONTROL, 'x'))).contains(Action.UNDO);
    assertThat(keymap.action(new Key.Function(5))).contains(Action.UNDO);
    assertThat(keymap.action(new Key.Chord(Key.Modifier.CONTROL, '_'))).isEmpty();
    assertThat(keymap.keys(Action.KILL_LINE_END)).isEmpty();
    assertThat(Keymap.of(List.of(entry("undo", "ctrl-a"))).keymap().keys(Action.LINE_START))
        .containsExactly(Key.Named.HOME);
  }

  @Test
  void whoTakesTheLastKeyOfAnActionIsTold() {
    assertThat(Keymap.of(List.of(entry("undo", "Ctrl-O"))).problems())
        .containsExactly(
            "config.yml:3: keys.undo: Ctrl-O was the key of open-folded, which has none now; give"
                + " it one with keys.open-folded");
    assertThat(Keymap.of(List.of(entry("undo", "ctrl-o"), entry("open-folded", "f6"))).problems())
        .isEmpty();
    assertThat(Keymap.of(List.of(entry("undo", "ctrl-o"), entry("open-folded"))).problems())
        .as("nobody wants it")
        .isEmpty();
  }

  @Test
  void helpNamesTheKeysThatThereAre() {
    Keymap other =
        Keymap.of(List.of(entry("open-folded", "f6"), entry("follow-up"), entry("send", "enter")))
            .keymap();
    String help = Actions.help(new EditorSettings(EditorSettings.Mode.VI, other, path -> false));
    assertThat(help)
        .contains("keys of vi", "F6 opens what was folded", "(no key: follow-up)", "Enter sends")
        .doesNotContain("Ctrl-O");
    assertThat(Actions.help(EditorSettings.usual()))
        .contains("Enter sends; Alt-Enter, Ctrl-J or a \\ at the end", "Shift-Tab changes the mode")
        .doesNotContain("vi:");
  }

  @Test
  void faultsAreNamedAndTheRestWorks() {
    Keymap.Configured configured =
        Keymap.of(
            List.of(
                entry("fly", "ctrl-x"),
                entry("undo", "hyper-x", "ctrl-x"),
                entry("redo", "ctrl-x", "alt-r"),
                entry("yank", "escape"),
                entry("copy", "enter")));
    assertThat(configured.problems())
        .containsExactly(
            "config.yml:3: keys.fly is no action; /keys lists them",
            "config.yml:3: keys.undo: 'hyper-x' is no key; keys are called like ctrl-x, alt-enter"
                + " or f5",
            "config.yml:3: keys.redo: ctrl-x is the key of undo already",
            "config.yml:3: keys.yank: escape cannot be given away",
            "config.yml:3: keys.copy: enter cannot be given away");
    assertThat(configured.keymap().action(new Key.Chord(Key.Modifier.CONTROL, 'x')))
        .contains(Action.UNDO);
    assertThat(configured.keymap().action(new Key.Chord(Key.Modifier.ALT, 'r')))
        .contains(Action.REDO);
  }

  @Test
  void namesAndKeysAreTheSame() {
    for (Action action : Action.values()) {
      for (Key key : Keymap.emacs().keys(action)) {
        assertThat(KeyNames.parse(KeyNames.name(key))).contains(key);
      }
    }
    assertThat(KeyNames.parse("Ctrl+Shift+Left"))
        .contains(new Key.Modified(Key.Modifier.CONTROL_SHIFT, Key.Named.LEFT));
    assertThat(KeyNames.parse("ctrl-/")).isEqualTo(KeyNames.parse("ctrl-_"));
    assertThat(KeyNames.parse("alt--")).contains(new Key.Chord(Key.Modifier.ALT, '-'));
    assertThat(KeyNames.parse("meta-x")).contains(new Key.Chord(Key.Modifier.ALT, 'x'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "shift-x",
        "ctrl",
        "ctrl-",
        "ctrl-xx",
        "f0",
        "f21",
        "ctrl-f5",
        "ctrl-alt-shift-x",
        "ctrl-ctrl-x",
        "-",
        "+",
        "ctrl-x ctrl-e",
        "\u0000",
        "space"
      })
  void whatIsNoKeyIsNone(String name) {
    assertThat(KeyNames.parse(name)).isEmpty();
  }
}
