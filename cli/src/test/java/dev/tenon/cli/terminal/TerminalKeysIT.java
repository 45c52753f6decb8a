package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys of a real terminal under each name that terminals give themselves: what a key does, and
/// that nothing of it is ever typed. Each is pressed as tmux writes it, and as the terminals of
/// that name do.
@Timeout(180)
class TerminalKeysIT {
  @TempDir Path folder;

  @BeforeAll
  static void needsTmux() {
    TestPrograms.require("tmux");
  }

  /// @param keys tmux's name of the key, or its bytes
  /// @param shown what `one two` becomes by the key and a bar after it
  private record Row(String keys, String shown) {}

  private static List<Row> named() {
    return List.of(
        new Row("Home", "|one two"),
        new Row("End", "one two|"),
        new Row("C-a", "|one two"),
        new Row("C-e", "one two|"),
        new Row("Left", "one tw|o"),
        new Row("M-Left", "one |two"),
        new Row("C-Left", "one |two"),
        new Row("M-b", "one |two"),
        new Row("C-Up", "one two|"),
        new Row("C-Down", "one two|"),
        new Row("M-Up", "one two|"),
        // With Shift text is selected, and what is typed takes its place.
        new Row("S-Up", "|"),
        new Row("S-Left", "one tw|"),
        new Row("S-Right", "one two|"),
        new Row("C-S-Up", "one two|"),
        new Row("PageUp", "one two|"),
        new Row("PageDown", "one two|"),
        new Row("S-PageUp", "one two|"),
        new Row("IC", "one two|"),
        new Row("DC", "one two|"),
        new Row("BTab", "one two|"),
        new Row("BSpace", "one tw|"),
        new Row("M-BSpace", "one |"),
        new Row("C-w", "one |"),
        new Row("F1", "one two|"),
        new Row("F5", "one two|"),
        new Row("F12", "one two|"),
        new Row("S-F5", "one two|"));
  }

  /// Home, End, Delete at the end, PgUp, Shift-Tab, F1, Alt-Left, Ctrl-Left, Ctrl-Up.
  private static List<Row> own(String terminal) {
    var rows = new ArrayList<Row>();
    rows.add(new Row(terminal.startsWith("xterm") ? "\033OH" : "\033[1~", "|one two"));
    rows.add(new Row(terminal.startsWith("xterm") ? "\033OF" : "\033[4~", "one two|"));
    rows.add(new Row("\033[3~", "one two|"));
    rows.add(new Row("\033[5~", "one two|"));
    rows.add(new Row(terminal.equals("linux") ? "\033\t" : "\033[Z", "one two|"));
    rows.add(new Row(terminal.equals("linux") ? "\033[[A" : "\033OP", "one two|"));
    rows.add(new Row(terminal.equals("linux") ? "\033\033[D" : "\033[1;3D", "one |two"));
    rows.add(new Row(terminal.equals("screen") ? "\033Od" : "\033[1;5D", "one |two"));
    rows.add(new Row(terminal.equals("screen") ? "\033Oa" : "\033[1;5A", "one two|"));
    // The place of the cursor, the colour of the background, and what terminals say of themselves.
    rows.add(new Row("\033[12;40R", "one two|"));
    rows.add(new Row("\033]11;rgb:1e1e/1e1e/2e2e\033\\", "one two|"));
    rows.add(new Row("\033[?62;4;22c\033[?1u\033[>41;390;0c\033P>|name 1\033\\", "one two|"));
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"xterm-256color", "tmux-256color", "screen", "linux"})
  void keysDoWhatTheySayAndNothingLeaks(String terminal) throws Exception {
    Files.createDirectories(folder.resolve("root"));
    var tmux = new Tmux(folder, 60, 20, JavaCommand.trial(folder, "TERM=" + terminal));
    try {
      tmux.see("❯");
      for (Row row : named()) {
        begin(tmux);
        tmux.press(row.keys);
        shows(tmux, row);
      }
      for (Row row : own(terminal)) {
        begin(tmux);
        tmux.type(row.keys);
        shows(tmux, row);
      }
      tmux.press("C-e", "C-u");
      tmux.press("C-d");
      assertThat(tmux.code()).isZero();
      assertThat(tmux.restored()).isTrue();
      assertThat(tmux.text()).doesNotContain("^[").doesNotContain("[1~").doesNotContain(";5A");
    } finally {
      tmux.close();
    }
  }

  private static void begin(Tmux tmux) throws IOException, InterruptedException {
    tmux.run("send-keys", "C-e", "C-u", ";", "send-keys", "-l", "one two");
  }

  private static void shows(Tmux tmux, Row row) throws IOException, InterruptedException {
    tmux.type("|");
    try {
      tmux.seeLast("❯ " + row.shown);
    } catch (RuntimeException late) {
      throw new AssertionError(row.keys.replace("\033", "ESC ") + " gave\n" + tmux.text(), late);
    }
  }
}
