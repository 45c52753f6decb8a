package dev.tenon.cli.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApprovalDialogTest {
  private static final DisplayOptions LOOK = DisplayOptions.plain(Glyphs.UNICODE);

  private static Approver.Question command(String command, String... rules) throws RuleException {
    var offers = new java.util.ArrayList<Rule>();
    for (String rule : rules) {
      offers.add(Rule.of(Verdict.ALLOW, rule, Rule.Source.SESSION));
    }
    return new Approver.Question(
        "bash",
        List.of(
            new Approver.Question.Item(
                new Access.Execute(command),
                new Decision.Ask("run", "", "mode ask asks before commands", offers, List.of()))));
  }

  private static ApprovalDialog dialog(String command, String... rules) throws RuleException {
    return new ApprovalDialog(command(command, rules), LOOK);
  }

  private static String text(Rows rows) {
    return String.join("\n", rows.lines());
  }

  @Test
  void aCommand() throws RuleException {
    assertThat(text(dialog("npm test", "bash(npm test)").rows(80, 20)))
        .isEqualTo(
            """
            ? bash wants to run:
                npm test
              asked because: mode ask asks before commands
            ❯ 1. No
              2. Yes, this once
              3. Yes, for this session: bash(npm test)
              4. Always in this project: bash(npm test)
              5. No, and tell it why…
              Enter: no; Tab: say why; arrows and digits mark an answer\
            """);
  }

  @Test
  void aCommandAloneSaysWhatItWouldTouch() throws RuleException {
    assertThat(text(dialog("sed -i s/a/b/ f.txt < 'in put'", "bash(sed *)").rows(80, 20)))
        .contains("\n  writes: f.txt\n  reads: in put\n  asked because:");
    assertThat(text(dialog("rm -rf build").rows(80, 20))).contains("\n  writes: build\n");
    assertThat(text(dialog("npm test").rows(80, 20))).doesNotContain("writes");
  }

  @Test
  void aReasonThatStandsBesideAPartIsNotSaidAgain() {
    var ask =
        new Decision.Ask(
            "run",
            "",
            "mode ask asks before commands",
            List.of(),
            List.of(
                new CommandPart(
                    CommandPart.Kind.COMMAND,
                    "touch made.txt",
                    Verdict.ASK,
                    "mode ask asks before commands",
                    Optional.empty()),
                new CommandPart(
                    CommandPart.Kind.COMMAND,
                    "echo hi",
                    Verdict.ALLOW,
                    "it only reads",
                    Optional.empty())));
    var dialog =
        new ApprovalDialog(
            new Approver.Question(
                "bash",
                List.of(
                    new Approver.Question.Item(
                        new Access.Execute("touch made.txt && echo hi"), ask))),
            LOOK);
    assertThat(text(dialog.rows(80, 20))).containsOnlyOnce("mode ask asks before commands");
  }

  @Test
  void aRuleThatIsWrittenHasTheCaret() throws RuleException {
    ApprovalDialog dialog = dialog("npm test", "bash(npm test)");
    dialog.press(new Key.Typed("4"));
    dialog.press(Key.Named.TAB);
    Rows rows = dialog.rows(60, 20);
    assertThat(text(rows)).contains("❯ 4. Always: bash(npm test) \n");
    assertThat(rows.caret()).contains(new Rows.Caret(6, 27));
    dialog.press(Key.Named.HOME);
    assertThat(dialog.rows(60, 20).caret()).contains(new Rows.Caret(6, 13));
  }

  @Test
  void aReasonIsThereAgainAfterEsc() throws RuleException {
    ApprovalDialog dialog = dialog("npm test", "bash(npm test)");
    dialog.press(Key.Named.TAB);
    dialog.press(new Key.Typed("use make"));
    dialog.press(Key.Named.ESCAPE);
    assertThat(text(dialog.rows(80, 20))).doesNotContain("use make");
    dialog.press(Key.Named.UP);
    dialog.press(new Key.Typed("5"));
    dialog.press(Key.Named.ENTER);
    assertThat(text(dialog.rows(80, 20))).contains("5. No, because use make");
    dialog.press(Key.Named.ENTER);
    assertThat(dialog.answer()).isEqualTo(Approver.Answer.no("use make"));
  }

  @Test
  void aRuleAboutSomethingElseIsNotTaken() throws RuleException {
    ApprovalDialog dialog = dialog("npm test", "bash(npm test)");
    dialog.rows(80, 20);
    dialog.press(new Key.Typed("4"));
    dialog.press(Key.Named.TAB);
    dialog.press(Key.Named.ERASE_ALL);
    dialog.press(new Key.Pasted("write(**)"));
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.STAY);
    assertThat(text(dialog.rows(80, 20))).contains("'write(**)' is not about bash");
    dialog.press(Key.Named.ERASE_ALL);
    dialog.press(new Key.Pasted("bash(npm)"));
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.DONE);
    assertThat(dialog.answer().kind()).isEqualTo(Approver.Answer.Kind.ALWAYS);
    assertThat(dialog.answer().rules().orElseThrow().getFirst().text()).isEqualTo("bash(npm)");
  }

  /// Everything can be read in any window, by scrolling if need be, and the answers never leave it.
  @ParameterizedTest
  @CsvSource({"200,50", "80,24", "60,12", "40,9", "20,8", "12,6", "80,3", "8,1", "0,0"})
  void allOfItCanBeReadInAnyWindow(int columns, int rows) throws RuleException {
    var command = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      command.append("echo line").append(i).append(" && \\\n");
    }
    ApprovalDialog dialog = dialog(command + "rm -rf 日本語のフォルダ", "bash(echo)");
    var seen = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      Rows shown = dialog.rows(columns, rows);
      assertThat(shown.lines().size()).isLessThanOrEqualTo(Math.max(1, rows));
      for (String line : shown.lines()) {
        assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(Math.max(8, columns - 1));
      }
      seen.append(text(shown).replaceAll("\\s", ""));
      dialog.press(Key.Named.PAGE_DOWN);
    }
    if (rows >= 8) {
      assertThat(seen.toString().replaceAll("lines[0-9]+-[0-9]+of[0-9]+", ""))
          .contains("line0")
          .contains("line39")
          .contains("rm");
      assertThat(text(dialog.rows(columns, rows))).contains("1. No");
    }
  }

  @Test
  void theReasonScrollsWhereItHasNoRoom() throws RuleException {
    var ask =
        new Decision.Ask(
            "read", "", "the address is no root of it and http is not safe", List.of(), List.of());
    var question =
        new Approver.Question(
            "read_file",
            List.of(
                new Approver.Question.Item(
                    new Access.Outside("x", "get", Access.Outside.Effect.READS), ask)));
    var dialog = new ApprovalDialog(question, LOOK);
    var seen = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      seen.append(text(dialog.rows(20, 7)).replaceAll("(?m)^  [0-9].*of.*$|\\s", ""));
      dialog.press(Key.Named.PAGE_DOWN);
    }
    assertThat(seen.toString())
        .contains("?read_filewants")
        .contains("tocallatool")
        .contains("asked")
        .contains("httpisnot")
        .contains("safe");
  }

  @Test
  void theReasonHasNotToBeSeenBeforeAYes() throws RuleException {
    ApprovalDialog dialog = dialog("touch made", "bash(touch)");
    dialog.press(Key.Named.DOWN);
    assertThat(text(dialog.rows(20, 7))).contains("touch made").contains("PgDn");
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.DONE);
  }

  @Test
  void aRuleStandsApartFromItsLabelInANarrowWindow() throws RuleException {
    ApprovalDialog dialog = dialog("npm run build", "bash(npm run build)");
    dialog.rows(20, 7);
    dialog.press(new Key.Typed("3"));
    dialog.press(Key.Named.TAB);
    Rows shown = dialog.rows(20, 7);
    assertThat(text(shown)).contains("❯ 3. Session:\n     bash(npm run b\n     uild) \n");
    assertThat(shown.caret().orElseThrow().row()).isLessThan(7);
  }

  /// What is asked is worth more than the answers that are not marked, and nothing is allowed
  /// unseen.
  @ParameterizedTest
  @CsvSource({"8", "7", "6", "5", "4", "3", "2"})
  void aLowWindowShowsTheCommandAndTheMarkedAnswer(int rows) throws RuleException {
    ApprovalDialog dialog = dialog("touch made", "bash(touch)");
    assertThat(text(dialog.rows(80, rows))).contains("touch made").contains("❯ 1. No");
    dialog.press(Key.Named.DOWN);
    assertThat(text(dialog.rows(80, rows))).contains("touch made").contains("❯ 2. Yes, this once");
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.DONE);
  }

  @Test
  void whereNoRowIsLeftForTheCommandNothingIsAllowed() throws RuleException {
    ApprovalDialog dialog = dialog("touch made", "bash(touch)");
    dialog.press(Key.Named.DOWN);
    assertThat(dialog.rows(80, 1).lines()).hasSize(1);
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.STAY);
    assertThat(text(dialog.rows(80, 12))).contains("the window is too low");
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.DONE);
    assertThat(dialog.answer()).isEqualTo(Approver.Answer.ONCE);
  }

  /// Whatever does not fit beside it, the person sees what Enter would answer.
  @ParameterizedTest
  @CsvSource({"20,1", "20,2", "20,3", "24,2", "60,1"})
  void theMarkedAnswerBeginsInTheLowestWindow(int columns, int rows) throws RuleException {
    ApprovalDialog dialog = dialog("npm test", "bash(npm test)");
    for (String label :
        List.of("1. No", "2. Yes, this", "3. Yes, for", "4. Always", "5. No, and")) {
      Rows shown = dialog.rows(columns, rows);
      assertThat(shown.lines()).hasSizeLessThanOrEqualTo(rows);
      assertThat(text(shown)).contains("❯ " + label);
      dialog.press(Key.Named.DOWN);
    }
    dialog.press(Key.Named.TAB);
    dialog.press(new Key.Pasted("because it is far too slow for what it does here"));
    dialog.press(Key.Named.HOME);
    Rows writing = dialog.rows(columns, rows);
    assertThat(writing.caret().orElseThrow().row()).isLessThan(rows);
    assertThat(text(writing)).contains("beca");
  }

  /// The window was too low for a while.
  @Test
  void whatWasReadStaysReadWhenTheWindowGrowsAgain() throws RuleException {
    ApprovalDialog dialog = dialog("echo a\n".repeat(60) + "touch evil");
    for (int i = 0; i < 30; i++) {
      dialog.rows(80, 20);
      dialog.press(Key.Named.PAGE_DOWN);
    }
    dialog.rows(80, 20);
    for (int i = 0; i < 30; i++) {
      dialog.press(Key.Named.PAGE_UP);
    }
    dialog.press(Key.Named.DOWN);
    dialog.rows(80, 1);
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.STAY);
    dialog.rows(80, 20);
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.DONE);
  }

  /// The end of a path or an address decides as much as that of a command.
  @Test
  void aLongNameIsReadToItsEndBeforeItIsAllowed() {
    for (Access access :
        List.of(
            new Access.Read("src/../".repeat(200) + "../secret"),
            new Access.Write("src/../".repeat(200) + ".git/hooks/post-checkout"),
            new Access.Connect("a.".repeat(400) + "example.org", 443))) {
      var dialog =
          new ApprovalDialog(
              new Approver.Question(
                  "tool", List.of(new Approver.Question.Item(access, new Decision.Ask("it", "")))),
              LOOK);
      dialog.press(Key.Named.DOWN);
      dialog.rows(40, 12);
      assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.STAY);
      assertThat(text(dialog.rows(40, 12))).contains("PgDn first");
      for (int i = 0; i < 60; i++) {
        dialog.press(Key.Named.PAGE_DOWN);
        dialog.rows(40, 12);
      }
      assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.DONE);
    }
  }

  @Test
  void aLongCommandIsReadToItsEndBeforeItIsAllowed() throws RuleException {
    ApprovalDialog dialog = dialog("echo a\n".repeat(60) + "touch evil", "bash(echo)");
    dialog.press(Key.Named.DOWN);
    dialog.rows(80, 20);
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.STAY);
    assertThat(text(dialog.rows(80, 20))).contains("PgDn first");
    for (int i = 0; i < 12; i++) {
      dialog.press(Key.Named.PAGE_DOWN);
      dialog.rows(80, 20);
    }
    assertThat(text(dialog.rows(80, 20))).contains("touch evil");
    dialog.press(Key.Named.PAGE_UP);
    dialog.rows(80, 20);
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.DONE);
  }

  @Test
  void paddingHidesNothing() throws RuleException {
    String blanks = "echo a" + " ".repeat(3000) + ";touch evil";
    assertThat(text(dialog(blanks, "bash(echo)").rows(80, 20)))
        .contains("echo a …3000 blanks… ;touch evil");
    assertThat(text(dialog("echo a\n" + "\n".repeat(60) + "touch evil").rows(80, 20)))
        .contains("… 60 empty lines")
        .contains("touch evil");
    assertThat(text(dialog("touch a\u00a0b\u2800c\u3000d\u2003e").rows(80, 20)))
        .contains("touch a<U+00A0>b<U+2800>c<U+3000>d<U+2003>e")
        .contains("4 characters above");
  }

  /// A rule whose text looks like several is that one rule, whatever is pressed.
  @Test
  void aRuleIsNeverReadAsSeveral() throws RuleException {
    ApprovalDialog dialog = dialog("make 'a; b'", "bash(=make 'a; b')");
    dialog.press(new Key.Typed("4"));
    dialog.press(Key.Named.TAB);
    assertThat(dialog.typing()).isFalse();
    assertThat(text(dialog.rows(80, 20))).contains("cannot be changed here");
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.DONE);
    assertThat(dialog.answer()).isEqualTo(Approver.Answer.ALWAYS);
  }

  @Test
  void aLongRuleIsShownWhole() throws RuleException {
    String rule = "bash(" + "word ".repeat(30).strip() + " end)";
    assertThat(text(dialog("x", rule).rows(60, 30)).replaceAll("\\s+", " ")).contains(rule);
  }

  private static Approver.Question outside(Json.Obj arguments) {
    var access = new Access.Outside("tracker", "create", Access.Outside.Effect.CHANGES);
    return new Approver.Question(
            "mcp__tracker__create",
            List.of(new Approver.Question.Item(access, new Decision.Ask("call", ""))))
        .about(Part.Call.of("1", "mcp__tracker__create", arguments));
  }

  /// The name of a tool says nothing of what would be sent there.
  @Test
  void aToolOutsideIsAskedWithAllThatItGets() {
    Json.Obj arguments =
        Json.object()
            .put("project", "ABC")
            .put("text", "one\ntwo\033[2J")
            .object(
                "fields",
                fields -> fields.put("draft", true).put("labels", Json.strings(List.of("a"))))
            .build();
    assertThat(text(new ApprovalDialog(outside(arguments), LOOK).rows(80, 24)))
        .contains(
            """
                tracker/create
                  project: ABC
                  text:
                    one
                    two^[[2J
                  fields:
                    draft: true
                    labels:
                      - a
            """)
        .contains("1 character above");
  }

  @Test
  void aYesToAToolOutsideNeedsTheEndOfWhatItGets() {
    var dialog =
        new ApprovalDialog(
            outside(Json.object().put("text", "line\n".repeat(50) + "end").build()), LOOK);
    dialog.rows(80, 16);
    dialog.press(Key.Named.DOWN);
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.STAY);
    assertThat(text(dialog.rows(80, 16))).contains("PgDn first");
    for (int i = 0; i < 30; i++) {
      dialog.press(Key.Named.PAGE_DOWN);
      dialog.rows(80, 16);
    }
    assertThat(dialog.press(Key.Named.ENTER)).isEqualTo(Dialog.Step.DONE);
  }

  @Test
  void aFolderThatIsNotTheRootIsTold() {
    var question =
        new Approver.Question(
            "bash",
            List.of(
                new Approver.Question.Item(
                    new Access.Execute("make clean", "/p/a/sub"), new Decision.Ask("run", ""))));
    assertThat(text(new ApprovalDialog(question.seenFrom(Path.of("/p/a")), LOOK).rows(80, 24)))
        .contains("? bash wants to run:\n  in sub\n    make clean\n");
    assertThat(text(new ApprovalDialog(question.seenFrom(Path.of("/p/a/sub")), LOOK).rows(80, 24)))
        .contains("? bash wants to run:\n    make clean\n");
    assertThat(text(new ApprovalDialog(question.seenFrom(Path.of("/other")), LOOK).rows(80, 24)))
        .contains("  in /p/a/sub\n");
    assertThat(new ApprovalDialog(question.seenFrom(Path.of("/p/a")), LOOK).summary())
        .contains("? bash wants to run in sub: make clean ");
  }

  /// What stands at the end of a long line is written as well.
  @Test
  void noLineOfAChangeIsCut() {
    String end = "fetch('//evil')";
    String diff = "--- a/x.js\n+++ b/x.js\n@@ -1 +1 @@\n-a\n+" + "b;".repeat(60_000) + end + "\n";
    var dialog =
        new ApprovalDialog(
            new Approver.Question(
                "edit_file",
                List.of(
                    new Approver.Question.Item(
                        new Access.Write("x.js"), new Decision.Ask("write", ""))),
                diff),
            LOOK);
    for (int i = 0; i < 3000; i++) {
      dialog.press(Key.Named.PAGE_DOWN);
    }
    dialog.rows(80, 24);
    dialog.press(Key.Named.PAGE_DOWN);
    String shown = text(dialog.rows(80, 24)).replaceAll("\\s", "");
    assertThat(shown).contains(end);
  }
}
