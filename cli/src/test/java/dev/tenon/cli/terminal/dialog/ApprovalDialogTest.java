package dev.tenon.cli.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
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
  void aRuleAboutSomethingElseIsNotTaken() throws RuleException {
    ApprovalDialog dialog = dialog("npm test", "bash(npm test)");
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
}
