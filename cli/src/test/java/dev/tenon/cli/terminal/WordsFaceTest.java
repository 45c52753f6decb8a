package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.device.HiddenInput;
import dev.tenon.cli.terminal.device.LineDevice;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.ListMenu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Prices;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.workspace.Workspace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The face of lines and words, for screen readers and terminals that can do nothing else.
@Timeout(60)
class WordsFaceTest {
  private static final List<String> FRUITS = List.of("apple", "apricot", "banana");

  @TempDir Path folder;
  private final StringBuilder echoes = new StringBuilder();

  /// One line for every kind of thing that a conversation can show or ask.
  private static final String EVERYTHING =
      """
      hello
      run echo hi; seq 1 30
      what
      yes
      write a.txt
      no I want another name
      markdown
      files
      ask both
      9
      1
      1, 3
      plan
      think
      evil
      fail
      /help
      /keys
      /tools
      /usage
      /show
      /show 99
      /nonsense
      /fruit
      77
      ap
      2
      /sure
      yes
      /secret
      bad\u0007key
      hidden-canary
      /text
      line one
      line two
      .
      exit
      """;

  private FaceSettings settings(DisplayOptions.Waiting waiting, List<SlashCommand> commands) {
    return new FaceSettings(
        new FaceSettings.Banner("1", TrialModel.NAME, ".", "ask"),
        FaceSettings.Output.TERMINAL,
        folder.resolve("history"),
        Map.of("TERM", "xterm-256color"),
        Palette.Wish.NEVER,
        DisplayOptions.Thinking.SHORT,
        waiting,
        UsageRenderer.Showing.SHOWN,
        Prices.unknown(),
        commands,
        FaceSettings.Hooks.NONE);
  }

  private static List<SlashCommand> asking(DisplayOptions look) {
    return List.of(
        SlashCommand.of(
            "fruit",
            "Choose from a list",
            (argument, context) -> {
              var menu =
                  new ListMenu<String>(
                      "Which fruit?",
                      look,
                      words -> FRUITS.stream().filter(f -> ListMenu.matches(f, words)).toList(),
                      fruit -> fruit);
              context.choose(menu);
              context.print("fruit: " + menu.chosen().orElse("none"));
            }),
        SlashCommand.of(
            "sure",
            "Choose an answer",
            (argument, context) -> {
              var menu =
                  new ChoiceMenu(
                      "Are you sure?", List.of("no, leave it", "yes, do it"), context.look());
              context.choose(menu);
              context.print("answer: " + menu.chosen());
            }),
        SlashCommand.of(
            "secret",
            "Fill in a field",
            (argument, context) ->
                context.print(
                    "length: "
                        + context
                            .fill(
                                new LineField(
                                    "A secret",
                                    List.of("A hint"),
                                    LineField.Showing.HIDDEN,
                                    text -> text.isEmpty() ? "nothing was given" : "",
                                    look))
                            .map(String::length)
                            .orElse(-1))),
        SlashCommand.of(
            "text",
            "Change a text",
            (argument, context) ->
                context.print("text: " + context.edit("A text", "old").orElse("left"))));
  }

  private String session(DisplayOptions look, String typed, HiddenInput.Echo echo)
      throws IOException {
    var bytes = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    var interrupts = new Interrupts(System::nanoTime);
    FaceSettings settings = settings(look.waiting(), asking(look));
    Files.writeString(folder.resolve("b.txt"), "x\n");
    var workspace = Workspace.open(folder);
    try (var console =
        new PlainConsole(
            in,
            out,
            StandardCharsets.UTF_8,
            look,
            interrupts,
            AskTiming.patient(),
            new LineDevice(echo, System::nanoTime, null))) {
      console.typedAhead(PlainConsole.TypedAhead.ANSWERS);
      new TerminalFace(settings.start())
          .serve(
              console,
              look,
              settings,
              new SlashCommands(),
              interrupts,
              (events, approver, asker, diagnostics) ->
                  TrialMain.open(workspace, Mode.ASK, events, approver, asker),
              "");
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private HiddenInput.Echo echo() {
    return new HiddenInput.Echo() {
      @Override
      public void hide() {
        echoes.append("hide ");
      }

      @Override
      public void show() {
        echoes.append("show ");
      }
    };
  }

  private static DisplayOptions words() {
    return new DisplayOptions(
        Palette.PLAIN, Glyphs.WORDS, DisplayOptions.Thinking.SHORT, DisplayOptions.Waiting.WORDS);
  }

  @ParameterizedTest
  @EnumSource(DisplayOptions.Waiting.class)
  void aWholeConversationHasNoEscapeCodesAndMovesNoCursor(DisplayOptions.Waiting waiting)
      throws IOException {
    for (Glyphs glyphs : List.of(Glyphs.WORDS, Glyphs.ASCII, Glyphs.UNICODE)) {
      var look = new DisplayOptions(Palette.PLAIN, glyphs, DisplayOptions.Thinking.SHORT, waiting);
      String shown = session(look, EVERYTHING, echo());
      for (int i = 0; i < shown.length(); i++) {
        char c = shown.charAt(i);
        assertThat(Character.isISOControl(c) && c != '\n')
            .as("control character %x after: %s", (int) c, shown.substring(Math.max(0, i - 80), i))
            .isFalse();
      }
      assertThat(shown).doesNotContain("hidden-canary");
      assertThat(shown).contains("fruit: apricot", "answer: 1", "length: 13", "line one\nline two");
    }
  }

  @Test
  void everyStateIsSaidInWords() throws IOException {
    String shown = session(words(), EVERYTHING, echo());
    assertThat(shown)
        .contains("Waiting for the model.\n")
        .contains("Answer: You said: hello\n")
        .contains("  Done: parse\n", "  Now: print\n", "  To do: try it\n")
        .contains("Running bash: echo hi; seq 1 30\n")
        .containsPattern("  Done in [0-9.]+ m?s: exit 0\n")
        .containsPattern("\nDone in [0-9.]+ m?s\\.\n")
        .contains("you said no: I want another name")
        .contains("Failed: trial: the key was rejected (401). /login takes another key;")
        .contains("You: ")
        .contains("There is no command /nonsense.")
        .contains("There is no 77; the numbers go from 1 to 3.")
        .contains("2 fit 'ap':\n  1) apple\n  2) apricot\n")
        .contains("it was not taken");
    assertThat(echoes).hasToString("hide show hide show ");
  }

  @Test
  void aTerminalThatCannotHideIsNotAskedForSecrets() throws IOException {
    var visible =
        new HiddenInput.Echo() {
          @Override
          public void hide() throws IOException {
            throw new IOException("no terminal");
          }

          @Override
          public void show() {}
        };
    assertThat(session(words(), "/secret\nexit\n", visible))
        .contains("This terminal cannot hide what is typed", "/secret was stopped.");
  }

  @Test
  void plainIsAChoiceOnEveryTerminal() {
    try (var face = new TerminalFace(settings(DisplayOptions.Waiting.WORDS, List.of()).start())) {
      assertThat(face.look().glyphs()).isEqualTo(Glyphs.WORDS);
      assertThat(face.look().palette()).isEqualTo(Palette.PLAIN);
      assertThat(face.open()).isFalse();
    }
  }
}
