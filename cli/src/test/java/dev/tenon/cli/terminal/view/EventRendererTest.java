package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.PlainPage;
import dev.tenon.cli.terminal.render.Recorded;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.tool.ToolResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventRendererTest {
  private static final DisplayOptions PLAIN = DisplayOptions.plain(Glyphs.UNICODE);
  private static final DisplayOptions COLOURED =
      new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);

  private static String rendered(Page.Reach reach, DisplayOptions look, AgentEvent... events) {
    var page = new Recorded(reach, 80);
    var renderer = new EventRenderer(page, look, ChangeSource.none());
    for (AgentEvent event : events) {
      renderer.accept(event);
    }
    return page.text();
  }

  private static String plain(AgentEvent... events) {
    return rendered(Page.Reach.DUMB, PLAIN, events);
  }

  private static String coloured(AgentEvent... events) {
    return Cells.marked(rendered(Page.Reach.LIVE, COLOURED, events));
  }

  private static AgentEvent prompt() {
    return new AgentEvent.PromptStarted(Message.User.of("do it"));
  }

  private static AgentEvent model(ModelEvent event) {
    return new AgentEvent.ModelReported(event);
  }

  private static AgentEvent text(String piece) {
    return model(new ModelEvent.TextDelta(0, piece));
  }

  private static AgentEvent textEnded() {
    return model(new ModelEvent.TextEnded(0, new Part.Text("")));
  }

  private static AgentEvent done() {
    return model(new ModelEvent.Done(StopReason.STOP, Usage.NONE));
  }

  private static Part.Call call(String id, String tool) {
    return Part.Call.of(id, tool, Json.object().put("path", "x").build());
  }

  private static AgentEvent started(String id, String tool, String title) {
    return new AgentEvent.ToolStarted(call(id, tool), title);
  }

  private static AgentEvent finished(String id, String tool, ToolResult result) {
    var envelope = Json.Obj.EMPTY;
    var part = new Part.Result(id, tool, Part.Outcome.OK, envelope, result.text(), result.images());
    return new AgentEvent.ToolFinished(
        call(id, tool), part, Optional.of(result), Duration.ofMillis(12));
  }

  private static AgentEvent failed(String id, String tool, String error) {
    var part = new Part.Result(id, tool, Part.Outcome.FAILED, Json.Obj.EMPTY, error, List.of());
    return new AgentEvent.ToolFinished(call(id, tool), part, Optional.empty(), Duration.ZERO);
  }

  private static AgentEvent ended(
      Outcome.Ending ending, @Nullable String problem, ModelException.@Nullable Kind kind) {
    return new AgentEvent.PromptEnded(
        new Outcome(ending, "", 1, Usage.NONE, Duration.ofSeconds(1), problem, kind));
  }

  private static final AgentEvent[] SESSION = {
    prompt(),
    new AgentEvent.StepStarted(1),
    model(new ModelEvent.Started("m/m")),
    model(new ModelEvent.ThinkingDelta(0, "**Plan**\nread ")),
    model(new ModelEvent.ThinkingDelta(0, "it first")),
    model(new ModelEvent.ThinkingEnded(0, new Part.Thinking("**Plan**\nread it first", null))),
    text("I look "),
    text("at **A**."),
    textEnded(),
    done(),
    started("1", "read_file", "src/A.java"),
    finished("1", "read_file", ToolResult.Text.of("x".repeat(1234))),
    new AgentEvent.StepStarted(2),
    model(new ModelEvent.Started("m/m")),
    text("Fixed."),
    textEnded(),
    done(),
    ended(Outcome.Ending.COMPLETED, null, null)
  };

  @Test
  void aWholePromptInPlainText() {
    assertThat(plain(SESSION))
        .isEqualTo(
            """

            · Plan
            ● I look at **A**.

            → read_file src/A.java
              ✓ 1 line, 12 ms

            ● Fixed.
            """);
  }

  @Test
  void aWholePromptInColour() {
    assertThat(coloured(SESSION))
        .isEqualTo(
            """

            {2}· Plan{22}
            {35}●{39} I look at {1}A{22}.

            {34}→{39} {1}read_file{22} src/A.java
              {32}✓{39} {2}1 line, 12 ms{22}

            {35}●{39} Fixed.
            """);
  }

  @Test
  void aTerminalOfUnknownWidthGetsStylesAndNoBreaks() {
    String line = "word ".repeat(100) + "**end**";
    assertThat(Cells.marked(rendered(Page.Reach.DUMB, COLOURED, text(line), textEnded())))
        .isEqualTo("{35}●{39} " + "word ".repeat(100) + "{1}end{22}\n");
  }

  @Test
  void aPipeGetsTheTextExactly() {
    var bytes = new ByteArrayOutputStream();
    var page =
        new PlainPage(new PrintStream(bytes, true, StandardCharsets.UTF_8), Page.Reach.STREAM);
    var renderer = new EventRenderer(page, PLAIN, ChangeSource.none());
    renderer.accept(prompt());
    renderer.accept(text("\n# T\n\033[31m**x**\r\n"));
    renderer.accept(textEnded());
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("● \n# T\n\033[31m**x**\r\n");
  }

  @Test
  void oneprefixForOneMessageHoweverManyBlocks() {
    String shown =
        plain(
            new AgentEvent.StepStarted(1),
            text("one"),
            textEnded(),
            model(new ModelEvent.ThinkingEnded(1, new Part.Thinking("hm", null))),
            text("two"),
            textEnded(),
            done());
    assertThat(shown).isEqualTo("● one\n· hm\ntwo\n");
  }

  @Test
  void hiddenReasoningShowsNothing() {
    var look = new DisplayOptions(Palette.PLAIN, Glyphs.UNICODE, DisplayOptions.Thinking.HIDDEN);
    var think = model(new ModelEvent.ThinkingDelta(0, "secret"));
    var over = model(new ModelEvent.ThinkingEnded(0, new Part.Thinking("secret", null)));
    assertThat(rendered(Page.Reach.DUMB, look, think, over, text("x"))).isEqualTo("● x");
    assertThat(plain(model(new ModelEvent.ThinkingEnded(0, new Part.Thinking("", "sig")))))
        .isEmpty();
  }

  @Test
  void fullReasoningStreams() {
    var look = new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.FULL);
    var think = model(new ModelEvent.ThinkingDelta(0, "one\ntwo"));
    var over = model(new ModelEvent.ThinkingEnded(0, new Part.Thinking("one\ntwo", null)));
    assertThat(Cells.marked(rendered(Page.Reach.LIVE, look, think, over)))
        .isEqualTo("{2}one{22}\n{2}two{22}\n");
  }

  @Test
  void callsSideBySideAreShownOneByOne() {
    assertThat(
            plain(
                started("1", "read_file", "a"),
                started("2", "read_file", "b"),
                started("3", "grep", "c"),
                finished("2", "read_file", ToolResult.Text.of("bb")),
                failed("3", "grep", "not_found: no such folder"),
                finished("1", "read_file", ToolResult.Text.of("a"))))
        .isEqualTo(
            """
            → read_file a
              ✓ a, 12 ms
            → read_file b
              ✓ bb, 12 ms
            → grep c
              ✗ no such folder
            """);
  }

  /// A session that goes on shows its cards as they were.
  @Test
  void whatIsReplayedHasItsShape() {
    var data =
        Json.object()
            .put("summary", "edited a.txt")
            .put("diff", "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n")
            .build();
    var ran = Json.object().put("exit_code", 3).put("output", "went wrong\n").build();
    var calls =
        List.<Part.Output>of(
            Part.Call.of("1", "edit_file", Json.object().put("path", "a.txt").build()),
            Part.Call.of("2", "bash", Json.object().put("command", "make").build()));
    var messages =
        List.<Message>of(
            new Message.Assistant(calls, StopReason.TOOL_USE, Usage.NONE, "m"),
            new Message.ToolResults(List.of(result("1", data), result("2", ran))));
    assertThat(plain(Replay.of(messages).toArray(AgentEvent[]::new)))
        .contains("edited a.txt +1 -1")
        .contains("-old")
        .contains("+new")
        .contains("exit 3\n")
        .contains("went wrong");
  }

  @Test
  void whatTheProgramHasSaidToTheModelIsNotReplayedAsThePersonsWord() {
    var messages =
        List.<Message>of(
            Message.User.of("<tenon-reminder>\nThe goal is not proved.\n</tenon-reminder>"),
            Message.User.of(
                "<task-notification>\n<task-id>j1</task-id>\n<status>done</status>\n"
                    + "</task-notification>"),
            Message.User.of("<b>go on</b>"));
    assertThat(plain(Replay.of(messages).toArray(AgentEvent[]::new)))
        .contains("• reminder: The goal is not proved.\n")
        .contains("• notice: j1 done\n")
        .contains("❯ <b>go on</b>\n")
        .doesNotContain("❯ <t");
  }

  private static Part.Result result(String call, Json.Obj data) {
    return new Part.Result(
        call,
        "tool",
        Part.Outcome.OK,
        Json.object().put("ok", true).put("data", data).build(),
        "text",
        List.of());
  }

  @Test
  void aCallThatWasRefusedIsNamed() {
    assertThat(plain(failed("9", "bash", "permission_denied: the user said no")))
        .isEqualTo("→ bash x\n  ✗ the user said no\n");
  }

  @Test
  void errorsAreShownInTwoHundredCharacters() {
    String shown =
        plain(started("1", "t", ""), failed("1", "t", "e".repeat(150) + "\n" + "f".repeat(150)));
    String error = shown.lines().toList().get(1).substring("  ✗ ".length());
    assertThat(error).hasSize(200).startsWith("eee").contains(" ↵ f").endsWith("…");
  }

  @Test
  void aDiffShowsItsCountsAndLines() {
    var diff =
        new ToolResult.Diff(
            "edited A.java",
            "--- a/A.java\n+++ b/A.java\n@@ -1,2 +1,3 @@\n same\n-old(1);\n+old(2);\n+more\n",
            Json.Obj.EMPTY);
    assertThat(coloured(started("1", "edit", "A.java"), finished("1", "edit", diff)))
        .isEqualTo(
            """
            {34}→{39} {1}edit{22} A.java
              {32}✓{39} edited A.java {32}+2{39} {31}−1{39}{2}, 12 ms{22}
                {2}1 1  {22} same
                {31}2   −{39} {31}old({39}{1;7;31}1{22;27;39}{31});{39}
                {32}  2 +{39} {34}old{39}({1;7;32}2{22;27;39});
                {32}  3 +{39} more
            """);
    var long_ = new ToolResult.Diff("edited", "+x\n".repeat(100), Json.Obj.EMPTY);
    assertThat(plain(finished("1", "edit", long_)))
        .contains("edited +100 -0")
        .endsWith("    +x\n    … 84 lines more\n");
  }

  @Test
  void aCommandShowsItsCodeAndItsLastLines() {
    var ok = new ToolResult.Command("1\n2\n3\n4\n5\n6\n7\n", 0, Json.Obj.EMPTY);
    assertThat(plain(started("1", "bash", "make"), finished("1", "bash", ok)))
        .isEqualTo(
            """
            → bash make
              ✓ exit 0, 12 ms
                … 2 lines above
                3
                4
                5
                6
                7
            """);
    var bad = new ToolResult.Command("\033[31mboom\033[0m\n", 2, Json.Obj.EMPTY);
    assertThat(coloured(started("1", "bash", "make"), finished("1", "bash", bad)))
        .isEqualTo(
            """
            {34}→{39} {1}bash{22} make
              {31}✗{39} exit 2, 12 ms
                {2}boom{22}
            """);
  }

  @Test
  void theNotesOfACommandAreShownWhole() {
    String mended = "sub/.git/config was set aside as sub/.git/config.aside, because ".repeat(2);
    Json.Obj facts = Json.object().put("note", "changed 1 file (a.txt); " + mended + "x").build();
    String shown =
        plain(
            started("1", "bash", "make"),
            finished("1", "bash", new ToolResult.Command("", 0, facts)));
    assertThat(shown).contains("    ! changed 1 file (a.txt)\n    ! sub/.git/config was set");
    assertThat(shown.replaceAll("\\s+", " ")).contains(mended + "x");
    assertThat(shown.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void otherShapesShowTheirSize() {
    var table = new ToolResult.Table(List.of("a"), List.of(List.of("1")), Json.Obj.EMPTY);
    var tree = new ToolResult.Tree(".", List.of("a", "b"), Json.Obj.EMPTY);
    var picture = new ToolResult.Picture("a chart", new Part.Image("image/png", ""));
    assertThat(
            plain(finished("1", "t", table), finished("2", "t", tree), finished("3", "t", picture)))
        .contains("✓ 1 row, 12 ms\n", "✓ 2 entries, 12 ms\n", "✓ a chart, image/png, 12 ms\n");
  }

  @Test
  void outputOfARunningCommandIsGoingOnAndBounded() {
    var page = new Recorded(Page.Reach.LIVE, 80);
    var renderer = new EventRenderer(page, PLAIN, ChangeSource.none());
    renderer.accept(started("1", "bash", "make"));
    for (int i = 0; i < 100; i++) {
      renderer.accept(new AgentEvent.ToolProgressed("1", "line " + i + "\n"));
    }
    assertThat(page.activities).containsExactly("Running bash make");
    assertThat(page.tail).containsExactly("line 95", "line 96", "line 97", "line 98", "line 99");
    assertThat(page.text()).isEqualTo("→ bash make\n");
  }

  @Test
  void whatIsGoingOnIsTold() {
    var page = new Recorded(Page.Reach.LIVE, 80);
    var renderer = new EventRenderer(page, PLAIN, ChangeSource.none());
    for (AgentEvent event : SESSION) {
      renderer.accept(event);
    }
    renderer.accept(model(new ModelEvent.CallStarted(1, "c", "write_file")));
    renderer.accept(model(new ModelEvent.CallDelta(1, "x".repeat(2048))));
    assertThat(page.activities)
        .containsExactly(
            "Waiting for the model",
            "Thinking",
            "Answering",
            "Running read_file src/A.java",
            "Working",
            "Waiting for the model",
            "Answering",
            "Preparing write_file",
            "Preparing write_file, 2.0 KB");
  }

  @Test
  void hostileTextReachesNoTerminal() {
    String evil = "\033[2J\033]52;c;eA==\007\u202e";
    var command = new ToolResult.Command(evil + "out", 1, Json.Obj.EMPTY);
    var diff = new ToolResult.Diff(evil, "+" + evil, Json.Obj.EMPTY);
    AgentEvent[] events = {
      prompt(),
      text("\033[2"),
      text("J" + evil + "hi"),
      textEnded(),
      model(new ModelEvent.ThinkingEnded(0, new Part.Thinking(evil + "hm", null))),
      started("1", "bash" + evil, evil + "title"),
      new AgentEvent.ToolProgressed("1", evil),
      finished("1", "bash" + evil, command),
      finished("2", "edit", diff),
      failed("3", "x", evil + "error"),
      new AgentEvent.Steered(Message.User.of(evil)),
      model(
          new ModelEvent.RetryScheduled(
              ModelEvent.RetryScope.TURN, 1, 3, Duration.ofSeconds(2), evil)),
      model(new ModelEvent.FallbackApplied(evil, evil, "r")),
      new AgentEvent.Broke(new IllegalStateException(evil)),
      ended(Outcome.Ending.FAILED, evil, ModelException.Kind.SERVER)
    };
    for (Page.Reach reach : List.of(Page.Reach.LIVE, Page.Reach.DUMB)) {
      String shown = Cells.text(rendered(reach, COLOURED, events));
      assertThat(shown.codePoints())
          .noneMatch(c -> (c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0) || c == 0x202e);
      assertThat(shown).contains("hi", "out", "title", "error");
    }
  }

  @Test
  void retriesAndFallbacksAreOneClearLine() {
    var retry =
        model(
            new ModelEvent.RetryScheduled(
                ModelEvent.RetryScope.TURN, 1, 3, Duration.ofMillis(1500), "m/m is overloaded"));
    assertThat(plain(prompt(), text("par"), retry, model(new ModelEvent.Started("m/m")), text("x")))
        .isEqualTo(
            "\n● par\n\n! m/m is overloaded. Retrying (1/3) in 2s… (Ctrl-C to cancel)\n\n● x");
    assertThat(plain(model(new ModelEvent.FallbackApplied("a/x", "b/y", "default"))))
        .isEqualTo("! a/x is not available; going on with b/y.\n");
  }

  @Test
  void everyEndSaysTheWayOut() {
    assertThat(plain(ended(Outcome.Ending.COMPLETED, null, null))).isEmpty();
    assertThat(plain(text("half"), ended(Outcome.Ending.ABORTED, null, null)))
        .isEqualTo("● half\n\n■ Stopped.\n");
    assertThat(plain(ended(Outcome.Ending.OUTPUT_LIMIT, null, null))).contains("--max-tokens");
    assertThat(plain(ended(Outcome.Ending.STEP_LIMIT, "stopped after 50 steps", null)))
        .isEqualTo("! stopped after 50 steps. --max-steps raises the limit.\n");
    assertThat(plain(ended(Outcome.Ending.FAILED, "no key", ModelException.Kind.AUTHENTICATION)))
        .isEqualTo("✗ no key. /login takes another key; 'tenon doctor' shows which are there.\n");
    for (ModelException.Kind kind : ModelException.Kind.values()) {
      assertThat(plain(ended(Outcome.Ending.FAILED, "it broke", kind)))
          .hasLineCount(1)
          .startsWith("✗ it broke. ");
    }
    assertThat(plain(new AgentEvent.HistoryTrimmed(12, 350_000)))
        .isEqualTo(
            "… 12 old messages (341.7 KB) left out: the conversation had outgrown its budget\n");
    assertThat(plain(new AgentEvent.Broke(new IllegalStateException("oops"))))
        .hasLineCount(1)
        .contains("oops", "--debug");
  }

  @Test
  void steeringIsShownWhereItIsHeard() {
    assertThat(
            plain(
                started("1", "t", ""),
                finished("1", "t", ToolResult.Text.of("")),
                new AgentEvent.Steered(Message.User.of("rather\nthis"))))
        .isEqualTo("→ t\n  ✓ done, 12 ms\n\n❯ rather\nthis\n");
  }

  @Test
  void whatGoesAlongIsTold() {
    var message =
        new Message.User(
            List.of(
                new Part.Text("look at @a.txt and @nothere"),
                new Part.Text("<file path=\"a.txt\">\none\ntwo\n</file>")));
    String along = "  with a.txt (2 lines)\n  no file nothere: sent as text\n";
    assertThat(plain(new AgentEvent.PromptStarted(message))).isEqualTo(along);
    assertThat(plain(new AgentEvent.Steered(message)))
        .isEqualTo("❯ look at @a.txt and @nothere\n" + along);
    assertThat(rendered(Page.Reach.STREAM, PLAIN, new AgentEvent.PromptStarted(message))).isEmpty();
  }

  @Test
  void asciiTerminalsGetAscii() {
    String shown = rendered(Page.Reach.DUMB, DisplayOptions.plain(Glyphs.ASCII), SESSION);
    assertThat(shown.chars()).allMatch(c -> c < 0x80);
    assertThat(shown).contains("* I look", "-> read_file", "ok 1 line");
  }
}
