package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The states of the editor at three widths.
class EditorFramesTest {
  private static final List<String> HISTORY =
      List.of(
          "fix the parser bug in src/main/java/dev/example/parser/LineParser.java",
          "write tests for the parser\nand for the lexer",
          "漢字 and 👨‍👩‍👧 in the title of the page",
          "/undo");

  private static final class Prompts implements Recall {
    @Override
    public List<String> entries() {
      return HISTORY;
    }

    @Override
    public CompletableFuture<List<String>> search(String query) {
      return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public void add(String prompt) {}
  }

  private static List<Candidate> candidates(String text, int cursor) {
    if (text.startsWith("/")) {
      return List.of(
          new Candidate("/model ", "/model", "Shows models, or goes on with one", 0, cursor),
          new Candidate("/mode ", "/mode", "plan, ask, edit, auto or full", 0, cursor),
          new Candidate("/goal ", "/goal", "What has to be reached, with its proof", 0, cursor));
    }
    return text.startsWith("@")
        ? List.of(
            new Candidate("@src/Parser.java ", "src/Parser.java", "", 0, cursor),
            new Candidate("@docs/漢字.md ", "docs/漢字.md", "", 0, cursor),
            new Candidate("@reviewer ", "reviewer", "agent: reads what changed", 0, cursor))
        : List.of();
  }

  private static Editor editor(DisplayOptions look, EditorSettings.Mode mode) {
    return new Editor(
        new EditorSettings(mode, Keymap.emacs(), path -> false),
        EditorFramesTest::candidates,
        new Prompts(),
        look);
  }

  private static String frame(Editor editor, int columns) {
    Rows rows = editor.rows(columns, 24);
    String caret =
        rows.caret().map(at -> "caret " + at.row() + "," + at.column()).orElse("no caret");
    return String.join("\n", rows.lines()) + "\n" + caret + "\n";
  }

  private static Editor keys(Editor editor, String... names) {
    for (String name : names) {
      editor.press(KeyNames.parse(name).orElseThrow(), EditorState.IDLE);
    }
    return editor;
  }

  private static Editor type(Editor editor, String text) {
    text.codePoints()
        .forEach(c -> editor.press(new Key.Typed(Character.toString(c)), EditorState.IDLE));
    return editor;
  }

  private static Map<String, String> scenes(DisplayOptions look, int columns) {
    var scenes = new LinkedHashMap<String, String>();
    EditorSettings.Mode emacs = EditorSettings.Mode.EMACS;
    scenes.put("editor-empty", frame(editor(look, emacs), columns));
    Editor lines = editor(look, emacs);
    lines.insert(
        "Rename the class LineParser to RowParser everywhere, also in the documentation, in the"
            + " tests and in comments that speak of it.\n\tKeep the old name as deprecated.\n漢字,"
            + " 👨‍👩‍👧 and e\u0301 stay as they are");
    scenes.put("editor-lines", frame(lines, columns));
    scenes.put("editor-selection", frame(keys(lines, "shift-left", "shift-up"), columns));
    Editor paste = type(editor(look, emacs), "Look at ");
    paste.press(new Key.Pasted("a line of a log\n".repeat(312)), EditorState.IDLE);
    scenes.put("editor-paste", frame(type(paste, " and say why"), columns));
    scenes.put("editor-command", frame(type(editor(look, emacs), "!git status"), columns));
    scenes.put("editor-slash", frame(type(editor(look, emacs), "/mo"), columns));
    Editor files = keys(type(editor(look, emacs), "@pa"), "down");
    scenes.put("editor-files", frame(files, columns));
    Editor search = keys(editor(look, emacs), "ctrl-r");
    scenes.put("editor-search", frame(type(search, "parser"), columns));
    scenes.put("editor-search-nothing", frame(type(search, "zzz"), columns));
    Editor vi = type(editor(look, EditorSettings.Mode.VI), "some words");
    scenes.put("editor-vi", frame(vi, columns));
    scenes.put("editor-vi-commands", frame(keys(vi, "escape"), columns));
    return scenes;
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void statesLookAsTheyDid(int columns) throws Exception {
    GoldenFrames.check(EditorFramesTest.class, columns, look -> scenes(look, columns));
  }
}
