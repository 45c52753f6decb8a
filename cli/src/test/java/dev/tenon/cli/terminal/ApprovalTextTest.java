package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.PlainPage;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApprovalTextTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ApprovalText text =
      new ApprovalText(
          new PlainPage(new PrintStream(printed, true, StandardCharsets.UTF_8), Page.Reach.DUMB),
          DisplayOptions.plain(Glyphs.ASCII));

  @Test
  void aLongCommandDoesNotLookLikeSeveral() throws Exception {
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    var narrow =
        new ApprovalText(
            new PlainPage(out, Page.Reach.DUMB, () -> 30), DisplayOptions.plain(Glyphs.ASCII));
    narrow.show(question(new Access.Execute("cp src/A.java /tmp/some/folder rm README.md\nls")));
    assertThat(shown())
        .contains("    cp src/A.java\n  \\   /tmp/some/folder rm\n  \\   README.md\n    ls\n");
  }

  @Test
  void severalThingsAreOneQuestion() throws Exception {
    Approver.Question question =
        question(
            new Access.Write("src/a.txt"),
            new Access.Connect("::1", 8080),
            new Access.Outside("github", "create_issue", Access.Outside.Effect.CHANGES),
            new Access.Write("src/b\u202e\033[2K\n    write c"));
    text.show(question);
    assertThat(shown())
        .contains(
            """
            ? patch wants to do all of this:
                write src/a.txt
                connect to [::1]:8080
                call the outside tool github/create_issue
                write src/b<U+202E>^[[2K^J    write c
            """)
        .contains("(2 characters above are control or invisible ones")
        .contains(
            "session and always allow: write(src/**), connect([::1]:8080),"
                + " mcp(github/create_issue)");
    assertThat(text.choices(question)).contains("[a] always");
    assertThat(ApprovalText.answer("a", question)).contains(Approver.Answer.ALWAYS);
  }

  @Test
  void whatACallIsMadeWithAndWhereACommandRunsIsTold() {
    var call =
        Part.Call.of(
            "1",
            "mcp__github__create_issue",
            Json.object()
                .put("title", "a\033[2J")
                .put("labels", Json.strings(List.of("x")))
                .build());
    text.show(
        question(new Access.Outside("github", "create_issue", Access.Outside.Effect.CHANGES))
            .about(call));
    assertThat(shown())
        .contains("      title: a^[[2J\n      labels:\n        - x\n", "1 character above");
    text.show(question(new Access.Execute("perl -p < notes.txt")));
    assertThat(shown()).contains("\n  reads: notes.txt\n");
    text.show(question(new Access.Execute("make clean", "sub")));
    assertThat(shown()).contains("wants to run in sub:\n    make clean\n");
  }

  @Test
  void alwaysIsOfferedOnlyWhenRulesCoverAllOfIt() throws Exception {
    Approver.Question question =
        question(
            new Access.Write("src/a.txt"),
            new Access.Outside("github", "*", Access.Outside.Effect.CHANGES));
    text.show(question);
    assertThat(shown())
        .contains("session allows: write(src/**), and exactly the rest of this (no always");
    assertThat(text.choices(question)).doesNotContain("always");
    assertThat(ApprovalText.answer("a", question)).isEmpty();
  }

  /// A dialog lets its rule be changed, and so does a line.
  @Test
  void theRuleOfALastingAnswerCanBeWrittenOut() throws Exception {
    Approver.Question question = question(new Access.Write("src/main/a.txt"));
    assertThat(ApprovalText.answer("always write(src/**)", question))
        .hasValueSatisfying(
            answer -> {
              assertThat(answer.kind()).isEqualTo(Approver.Answer.Kind.ALWAYS);
              assertThat(answer.rules().orElseThrow())
                  .extracting(Rule::text)
                  .containsExactly("write(src/**)");
            });
    assertThat(ApprovalText.answer("session write(src/main/a.txt)", question).orElseThrow().kind())
        .isEqualTo(Approver.Answer.Kind.SESSION);
    assertThatThrownBy(() -> ApprovalText.answer("always bash(make)", question))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining("is not about write");
    assertThat(ApprovalText.answer("always use tabs", question)).isEmpty();
    assertThat(ApprovalText.answer("always write", question)).isEmpty();
  }

  @Test
  void eachKindSaysWhatItWants() {
    text.show(question(new Access.Connect("Example.ORG", 443)));
    text.show(question(new Access.Outside("s", "look", Access.Outside.Effect.READS)));
    text.show(question(new Access.Outside("s", "put", Access.Outside.Effect.CHANGES)));
    assertThat(shown())
        .contains("? patch wants to connect to example.org:443\n")
        .contains("? patch wants to call a tool outside, which is said to read only, s/look\n")
        .contains("? patch wants to call a tool outside, s/put\n")
        .contains("asked because: mode ask asks before calls to tools outside");
  }

  /// What runs at the end of a long command is what somebody hides there.
  @Test
  void everyPartThatIsAskedAboutIsShown() {
    var parts = new ArrayList<CommandPart>();
    for (int i = 0; i < 90; i++) {
      parts.add(part("rm file" + i, Verdict.ASK));
      parts.add(part("echo file" + i, Verdict.ALLOW));
    }
    parts.add(part("mkfs disk", Verdict.DENY));
    var ask = new Decision.Ask("run", "", "because", List.of(), parts);
    text.show(
        new Approver.Question(
            "bash", List.of(new Approver.Question.Item(new Access.Execute("long command"), ask))));
    assertThat(shown().lines().filter(line -> line.startsWith("  ? rm file"))).hasSize(90);
    assertThat(shown()).contains("  x mkfs disk").contains("  + echo file0\n");
    assertThat(shown()).contains("  + 84 more that are allowed already\n");
  }

  private static CommandPart part(String command, Verdict verdict) {
    return new CommandPart(CommandPart.Kind.COMMAND, command, verdict, "a rule", Optional.empty());
  }

  private static Approver.Question question(Access... accesses) {
    var items = new ArrayList<Approver.Question.Item>();
    var policy = new ModePolicy(Mode.ASK);
    for (Access access : List.of(accesses)) {
      items.add(new Approver.Question.Item(access, (Decision.Ask) policy.decide("patch", access)));
    }
    return new Approver.Question("patch", items);
  }

  private String shown() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  /// Somebody types a prompt at the question, line by line.
  @Test
  void aLineThatIsNoAnswerIsKeptAndNoLetterAllowsAfterIt() throws Exception {
    for (String letter : List.of("y", "s", "a", "o")) {
      var lines = new ArrayDeque<>(List.of("do it so:", letter, "why", "n"));
      var kept = new ArrayList<String>();
      Approver approver =
          text.approver(
              new ApprovalText.Lines(
                  () -> {},
                  asks -> new Console.Entry.Line(lines.remove()),
                  line -> kept.add(line.text()),
                  () -> !kept.isEmpty()));
      var question = question(new Access.Write("src/a.txt"));
      assertThat(approver.ask(question)).isEqualTo(Approver.Answer.NO);
      assertThat(kept).containsExactly("do it so:", "why");
      assertThat(shown()).contains("now only a word allows, as yes");
      lines.addAll(List.of(letter, "session"));
      assertThat(approver.ask(question)).isEqualTo(Approver.Answer.SESSION);
      kept.clear();
      lines.add("y");
      assertThat(approver.ask(question)).isEqualTo(Approver.Answer.ONCE);
    }
  }
}
