package dev.tenon.cli.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.ThemedFrames;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.tool.Asker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every dialog in its states at three widths, as they were looked at and found good, and in the
/// themes. `main` writes them anew into the folder that it is given.
class DialogFramesTest {
  private static final int[] WIDTHS = {60, 80, 200};
  private static final DisplayOptions COLOURED =
      new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
  private static final String BECAUSE = "mode ask asks before commands";

  private static Approver.Question question(
      Access access, String changes, List<CommandPart> parts, String... rules)
      throws RuleException {
    var offers = new java.util.ArrayList<Rule>();
    for (String rule : rules) {
      offers.add(Rule.of(Verdict.ALLOW, rule, Rule.Source.SESSION));
    }
    return new Approver.Question(
        access instanceof Access.Write ? "edit_file" : "bash",
        List.of(
            new Approver.Question.Item(access, new Decision.Ask("it", "", BECAUSE, offers, parts))),
        changes);
  }

  private static String shown(Dialog dialog, int columns, int rows, Key... keys) {
    dialog.rows(columns, rows);
    for (Key key : keys) {
      dialog.press(key);
    }
    return String.join("\n", dialog.rows(columns, rows).lines()) + "\n";
  }

  private static Map<String, String> scenes(DisplayOptions look, int columns) throws RuleException {
    var scenes = new LinkedHashMap<String, String>();
    var command = new Access.Execute("mkdir -p release && cp a.txt release/ && git status");
    var parts =
        List.of(
            part(Verdict.ASK, "mkdir -p release", BECAUSE),
            part(Verdict.ASK, "cp a.txt release/", BECAUSE),
            part(Verdict.ALLOW, "git status", "it only reads"));
    String[] rules = {"bash(mkdir)", "bash(cp a.txt)"};
    Approver.Question lasting = question(command, "", parts, rules);
    scenes.put("command", shown(new ApprovalDialog(lasting, look), columns, 24));
    scenes.put(
        "rule",
        shown(new ApprovalDialog(lasting, look), columns, 24, new Key.Typed("4"), Key.Named.TAB));
    scenes.put("low", shown(new ApprovalDialog(lasting, look), columns, 6, Key.Named.DOWN));
    Approver.Question once = question(new Access.Execute("rm -r build"), "", List.of());
    scenes.put(
        "fleeting",
        shown(new ApprovalDialog(once, look), columns, 24, new Key.Typed("3"), Key.Named.TAB));
    Approver.Question edit =
        question(
            new Access.Write("src/A.java"),
            """
            --- a/src/A.java
            +++ b/src/A.java
            @@ -1,2 +1,2 @@
             class A {
            -  int x;
            +  int y;
            """,
            List.of(),
            "write(src/**)");
    scenes.put("edit", shown(new ApprovalDialog(edit, look), columns, 24));
    var one =
        new Asker.Question("db", "Which store?", List.of("SQLite", "Files"), Asker.Choice.ONE, 1);
    var many =
        new Asker.Question(
            "os", "Which systems?", List.of("Linux", "macOS"), Asker.Choice.SEVERAL, -1);
    scenes.put("ask", shown(asking(look, one), columns, 24));
    scenes.put("ask-several", shown(asking(look, one, many), columns, 24, Key.Named.RIGHT));
    return scenes;
  }

  private static CommandPart part(Verdict verdict, String text, String because) {
    return new CommandPart(CommandPart.Kind.COMMAND, text, verdict, because, Optional.empty());
  }

  private static Dialog asking(DisplayOptions look, Asker.Question... questions) {
    return new QuestionDialog(List.of(questions), look, () -> Optional.of(Duration.ofSeconds(29)));
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void dialogsLookAsTheyDid(int columns) throws Exception {
    for (Map.Entry<String, String> scene : scenes(COLOURED, columns).entrySet()) {
      String name = scene.getKey() + "-" + columns + ".txt";
      try (InputStream in = DialogFramesTest.class.getResourceAsStream("frames/" + name)) {
        String golden =
            new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        assertThat(Cells.marked(scene.getValue())).as(name).isEqualTo(golden);
      }
      for (String row : scene.getValue().split("\n", -1)) {
        assertThat(DisplayWidth.of(row)).as(name).isLessThanOrEqualTo(columns);
      }
    }
  }

  /// A theme changes colours and nothing else, and all colours are its own.
  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void themesShowTheSame(int columns) throws Exception {
    ThemedFrames.check(scenes(COLOURED, columns), look -> scenes(look, columns));
  }

  public static void main(String[] arguments) throws IOException, RuleException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    for (int columns : WIDTHS) {
      for (Map.Entry<String, String> scene : scenes(COLOURED, columns).entrySet()) {
        Files.writeString(
            folder.resolve(scene.getKey() + "-" + columns + ".txt"),
            Cells.marked(scene.getValue()));
      }
    }
  }
}
