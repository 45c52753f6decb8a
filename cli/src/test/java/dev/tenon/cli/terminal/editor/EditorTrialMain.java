package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.Fuzzy;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.KeyDecoder;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.screen.Rows;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The editor by itself in a terminal, to try keys by hand: `stty raw -echo` before, `stty sane`
/// after. Ctrl-D on an empty text ends it. Arguments: columns, rows, and `vi`.
final class EditorTrialMain {
  private EditorTrialMain() {}

  public static void main(String[] arguments) throws IOException {
    int columns = Integer.parseInt(arguments[0]);
    int height = Integer.parseInt(arguments[1]);
    boolean vi = arguments.length > 2;
    var history = new ArrayList<>(List.of("first prompt", "second prompt\nof two lines"));
    var editor =
        new Editor(
            new EditorSettings(
                vi ? EditorSettings.Mode.VI : EditorSettings.Mode.EMACS,
                Keymap.emacs(),
                path -> path.endsWith(".png")),
            EditorTrialMain::candidates,
            recall(history),
            new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT));
    var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    Reader in = new InputStreamReader(System.in, StandardCharsets.UTF_8);
    var decoder = new KeyDecoder(timeout -> read(in, timeout));
    out.print("\033[?2004h\033[?1004h");
    paint(out, editor.rows(columns, height), "ready");
    while (true) {
      Key key = decoder.next(60_000).orElse(Key.Named.OTHER);
      EditorResult result = editor.press(key, EditorState.IDLE);
      boolean leaves =
          result instanceof EditorResult.Ignored
              && key.equals(new Key.Chord(Key.Modifier.CONTROL, 'd'));
      if (key == Key.Named.GONE || leaves) {
        break;
      }
      if (result instanceof EditorResult.Ignored) {
        paint(out, editor.rows(columns, height), "ignored " + key);
      } else {
        paint(out, editor.rows(columns, height), KeyNames.name(key) + " " + result);
      }
    }
    out.print("\033[?2004l\033[?1004l\r\nbye\r\n");
    out.flush();
  }

  private static int read(Reader in, long timeout) throws IOException {
    long end = System.nanoTime() + timeout * 1_000_000;
    while (!in.ready() && System.in.available() == 0) {
      if (System.nanoTime() > end) {
        return KeyDecoder.Source.NOTHING_YET;
      }
      Thread.onSpinWait();
    }
    return in.read();
  }

  private static List<Candidate> candidates(String text, int cursor) {
    int at = text.lastIndexOf('@', Math.max(0, cursor - 1));
    var found = new ArrayList<Candidate>();
    if (at >= 0) {
      var files = new Fuzzy(List.of("src/Main.java", "src/Editor.java", "docs/keys.md"));
      for (Fuzzy.Match match : files.search(text.substring(at + 1, cursor), 8)) {
        found.add(new Candidate("@" + match.text(), match.text(), "", at, cursor));
      }
    } else if (text.indexOf(' ') < 0) {
      for (String command : List.of("/help", "/model", "/tree")) {
        if (command.startsWith(text.substring(0, cursor))) {
          found.add(new Candidate(command, command, "what it does", 0, cursor));
        }
      }
    }
    return found;
  }

  private static Recall recall(List<String> history) {
    return new Recall() {
      @Override
      public List<String> entries() {
        return history;
      }

      @Override
      public CompletableFuture<List<String>> search(String query) {
        return CompletableFuture.completedFuture(List.of());
      }

      @Override
      public void add(String prompt) {
        history.add(prompt);
      }
    };
  }

  private static void paint(PrintStream out, Rows rows, String state) {
    out.print("\033[2J\033[H");
    rows.lines().forEach(line -> out.print(line + "\r\n"));
    String shown = state.length() > 200 ? state.substring(0, 200) : state;
    out.print("--- " + shown.replace('\n', '|').replace('\033', '^'));
    rows.caret()
        .ifPresent(
            caret -> out.print("\033[" + (caret.row() + 1) + ";" + (caret.column() + 1) + "H"));
    out.flush();
  }
}
