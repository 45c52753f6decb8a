package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.markdown.MarkdownStream;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.tool.Asker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every dialog in its states at three widths, as they were looked at and found good, and in the
/// themes.
class DialogFramesTest {
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
    scenes.putAll(further(look, columns));
    var one =
        new Asker.Question("db", "Which store?", List.of("SQLite", "Files"), Asker.Choice.ONE, 1);
    var many =
        new Asker.Question(
            "os", "Which systems?", List.of("Linux", "macOS"), Asker.Choice.SEVERAL, -1);
    scenes.put("ask", shown(asking(look, one), columns, 24));
    scenes.put("ask-several", shown(asking(look, one, many), columns, 24, Key.Named.RIGHT));
    return scenes;
  }

  private static Map<String, String> further(DisplayOptions look, int columns)
      throws RuleException {
    var scenes = new LinkedHashMap<String, String>();
    Json.Obj arguments =
        Json.object()
            .put("project", "ABC")
            .put("text", "It fails since\nthe last release.")
            .object("fields", fields -> fields.put("draft", true).put("count", 3))
            .build();
    var outside = new Access.Outside("tracker", "create", Access.Outside.Effect.CHANGES);
    Approver.Question mcp =
        question(outside, "", List.of(), "mcp(tracker/create)")
            .about(Part.Call.of("1", "mcp__tracker__create", arguments));
    scenes.put("mcp", shown(new ApprovalDialog(mcp, look), columns, 24));
    Approver.Question elsewhere =
        question(new Access.Execute("make clean", "web/app"), "", List.of()).of("reviewer");
    scenes.put(
        "folder-helper",
        shown(
            new ApprovalDialog(elsewhere, look),
            columns,
            24,
            Key.Named.TAB,
            new Key.Typed("use npm there")));
    var script =
        new Access.Execute(
            "cp src/A.java /var/backups/some/folder/with/a/long/name/and-more/A.java.backup"
                + " rm README.md\necho done > "
                + "x".repeat(100));
    scenes.put(
        "long", shown(new ApprovalDialog(question(script, "", List.of()), look), columns, 24));
    Approver.Question helpers = question(new Access.Delegate(12), "", List.of());
    scenes.put("delegate", shown(new ApprovalDialog(helpers, look), columns, 24));
    var several =
        new Approver.Question(
            "patch",
            List.of(
                new Approver.Question.Item(
                    new Access.Write("src/A.java"), new Decision.Ask("write", "")),
                new Approver.Question.Item(
                    new Access.Connect("example.org", 443), new Decision.Ask("connect", ""))));
    scenes.put("several", shown(new ApprovalDialog(several, look), columns, 24));
    Approver.Question scrolled =
        question(new Access.Execute("echo line\n".repeat(40) + "rm -r build"), "", List.of());
    scenes.put(
        "scrolled",
        shown(
            new ApprovalDialog(scrolled, look),
            columns,
            16,
            Key.Named.DOWN,
            Key.Named.ENTER,
            Key.Named.PAGE_DOWN));
    Approver.Question wide =
        question(
            new Access.Write("a.js"),
            "--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-a\n+" + "let b = 1; ".repeat(20) + "end()\n",
            List.of());
    scenes.put("long-line", shown(new ApprovalDialog(wide, look), columns, 24));
    var plan =
        new ChoiceDialog(
            "What becomes of the plan?",
            width -> MarkdownStream.rows("# Plan: two\n\n1. write two\n", look, width),
            List.of(
                ChoiceDialog.Option.safe("Not now: it waits"),
                ChoiceDialog.Option.read("Carry it out in mode edit"),
                ChoiceDialog.Option.words("Have it changed")),
            look);
    scenes.put("plan", shown(plan, columns, 24));
    plan.begin("with fewer files");
    scenes.put("plan-words", shown(plan, columns, 24));
    scenes.putAll(states(look, columns));
    return scenes;
  }

  /// What commands ask, and questions that are answered in words or wait behind a draft.
  private static Map<String, String> states(DisplayOptions look, int columns) throws RuleException {
    var scenes = new LinkedHashMap<String, String>();
    var undo =
        new ChoiceMenu(
            "This takes back what another session did: 2 edits in src/A.java.",
            List.of("Leave it", "Take it back", "Show the diff"),
            look);
    scenes.put("choice", shown(undo.dialog(), columns, 24));
    scenes.put("choice-marked", shown(undo.dialog(), columns, 24, new Key.Typed("2")));
    var one =
        new Asker.Question("db", "Which store?", List.of("SQLite", "Files"), Asker.Choice.ONE, 1);
    Dialog words = asking(look, one);
    words.begin("PostgreSQL, 漢字 as well");
    scenes.put("ask-words", shown(words, columns, 24));
    var many =
        new Asker.Question(
            "os", "Which systems?", List.of("Linux", "macOS"), Asker.Choice.SEVERAL, -1);
    var lengthy =
        new Asker.Question(
            "way",
            "Three ways:\n\n" + "It is done so. ".repeat(60) + "\n\nWhich?",
            List.of("The first", "The second", "The last"),
            Asker.Choice.ONE,
            1);
    scenes.put("ask-long", shown(asking(look, lengthy), columns, 12));
    scenes.put("ask-low", shown(asking(look, lengthy), columns, 6, Key.Named.PAGE_DOWN));
    scenes.put("ask-chosen", shown(asking(look, many), columns, 24, new Key.Typed(" ")));
    Approver.Question asked =
        question(new Access.Execute("npm publish"), "", List.of(), "bash(npm publish)");
    var behind = new ApprovalDialog(asked, look);
    behind.attended(false);
    scenes.put("behind-draft", shown(behind, columns, 24));
    var refusing = new ApprovalDialog(asked, look);
    scenes.put(
        "reason",
        shown(refusing, columns, 24, Key.Named.TAB, new Key.Typed("publish it tomorrow")));
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
    GoldenFrames.check(DialogFramesTest.class, columns, look -> scenes(look, columns));
  }
}
