package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.VirtualFace.ENTER;
import static dev.tenon.cli.terminal.VirtualFace.ESCAPE;
import static dev.tenon.cli.terminal.VirtualFace.UP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.core.permission.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The one editor of the face, idle and while something works.
@Timeout(90)
class EditorFaceTest {
  private static final String ALT_ENTER = "\033\r";
  private static final String CTRL_U = "\025";
  private static final String UNTIL_GO = "run until [ -e go ]; do sleep 0.05; done";

  @TempDir Path folder;
  private VirtualFace face;

  @BeforeEach
  void open() throws IOException {
    face =
        new VirtualFace(
            folder,
            Mode.FULL,
            SlashCommand.of("tree", "Tree", (argument, context) -> context.print("the tree")));
  }

  @AfterEach
  void close() {
    face.close();
  }

  @Test
  void answersOfTheTerminalAreNeverTypedAndTellKeysApart() {
    face.types("one\033[?0u\033[?62;4;22c\033]11;rgb:1e1e/1e1e/2e2e\007");
    // Shift-Enter, and what comes as the number of a character.
    face.types("\033[13;2utwo\033[104;5u\033[98;3u").sees("❯ one\n  tw");
    face.types("\033[101;5u\033[27u!" + ENTER).sees("● You said: one\ntw!");
  }

  private void go() throws IOException {
    Files.createFile(folder.resolve("go"));
  }

  @Test
  void altEnterQueuesWhatComesAfterTheTurn() throws IOException {
    face.says(UNTIL_GO).sees("Running bash");
    face.types("and then" + ALT_ENTER).sees("afterwards: and then");
    go();
    face.sees("● All results are in.").sees("● You said: and then").seesLast("\n\n❯");
    assertThat(face.text()).doesNotContain("follow-up:").contains("❯ and then\n");
  }

  @Test
  void whatWaitedForTheEndIsShownWhenItsTimeHasCome() throws IOException {
    face.says(UNTIL_GO).sees("Running bash");
    face.says("!echo now").sees("afterwards: !echo now");
    go();
    face.sees("● All results are in.").sees("❯ !echo now\nnow").seesLast("\n\n❯");
  }

  @Test
  void upTakesTheQueueBackForEditingTheLatestFirst() throws IOException {
    face.says(UNTIL_GO).sees("Running bash");
    face.says("one").sees("steers: one");
    face.types("two" + ALT_ENTER).sees("afterwards: two");
    face.says("!echo three").sees("afterwards: !echo three");
    face.types(UP).sees("❯ !echo three");
    assertThat(face.text()).contains("steers: one", "afterwards: two").doesNotContain("s: !echo");
    // It is what it was, and when it was.
    face.types("3" + ENTER).sees("afterwards: !echo three3");
    face.types(UP).sees("❯ !echo three3").types(CTRL_U);
    face.types(UP).sees("❯ two").types("!" + ENTER).sees("afterwards: two!");
    face.types(UP).sees("❯ two!").types(CTRL_U).types(UP).sees("❯ one");
    assertThat(face.text()).doesNotContain("steers: ", "afterwards: ");
    face.types("!" + ENTER).sees("steers: one!");
    face.types(UP).sees("❯ one!");
    go();
    face.sees("● All results are in.").seesLast("❯ one!");
    assertThat(face.text()).doesNotContain("You said");
  }

  /// A command is none in the middle of a prompt, and a stop must not make prose of it.
  @Test
  void whatIsGivenBackKeepsCommandsApartFromProse() {
    face.says(UNTIL_GO).sees("Running bash");
    face.says("one").sees("steers: one");
    face.says("!echo two").sees("afterwards: !echo two");
    face.types("three" + ALT_ENTER).sees("afterwards: three");
    face.says("/tree").sees("afterwards: /tree");
    face.types(ESCAPE).seesLast("❯ one\n  three");
    face.sees("(not done: !echo two · /tree; Up brings them back)");
  }

  @Test
  void aCommandAloneIsGivenBackAsItself() {
    face.says(UNTIL_GO).sees("Running bash");
    face.says("!echo two").sees("afterwards: !echo two");
    face.types(ESCAPE).seesLast("❯ !echo two");
  }

  @Test
  void escapeTwiceOnAnEmptyEditorOpensTheTree() {
    face.types(ESCAPE + ESCAPE).sees("the tree").seesLast("\n\n❯");
  }

  @Test
  void nothingTypedIsLostBetweenTurns() throws IOException {
    var typed = new StringBuilder();
    face.types("hello" + ENTER);
    for (int i = 0; i < 200; i++) {
      String letter = String.valueOf((char) ('a' + i % 26));
      typed.append(letter);
      face.types(letter);
    }
    face.sees("You said: hello");
    await().until(() -> face.text().replaceAll("\\s", "").endsWith("❯" + typed));
  }

  @Test
  void keysEchoWhileTextStreams() {
    face.says("stream");
    face.types("meanwhile").sees("❯ meanwhile");
    face.types(ESCAPE).seesLast("❯ meanwhile");
  }

  @ParameterizedTest
  @CsvSource({"60,20", "20,10", "200,50"})
  void anotherSizeWhileItWorksLeavesNoRubbish(int columns, int rows) throws IOException {
    face.says("run echo begun; until [ -e go ]; do sleep 0.05; done").sees("│ begun");
    face.types("my draft").sees("❯ my draft");
    face.resizes(columns, rows).types("s").sees("❯ my drafts");
    face.resizes(100, 40).types("!").sees("❯ my drafts!");
    go();
    face.sees("● All results are in.").seesLast("❯ my drafts!");
    // The last frame of the work may still be on its way.
    await()
        .untilAsserted(
            () ->
                assertThat(face.text())
                    .doesNotContain("esc to stop")
                    .doesNotContain("│ begun")
                    .containsOnlyOnce("my drafts!"));
  }

  @ParameterizedTest
  @CsvSource({"20,2", "40,3", "100,4"})
  void aWindowOfAFewRowsShowsTheEditor(int columns, int rows) throws IOException {
    face.says("run echo begun; until [ -e go ]; do sleep 0.05; done").sees("│ begun");
    face.resizes(columns, rows).types("draft").sees("❯ draft");
    face.resizes(100, 40).types("s").sees("❯ drafts");
    go();
    face.sees("● All results are in.").seesLast("❯ drafts");
  }

  @Test
  void aDraftGoesToAnotherEditorAndComesBack() {
    face.types("my draft").sees("❯ my draft");
    face.types("\007").seesLast("❯ my edited");
    face.types(ENTER).sees("● You said: my edited");
  }

  @Test
  void theScreenCanBeBegunAnew() {
    face.says("hello").sees("You said: hello").seesLast("\n\n❯");
    face.types("\f");
    face.types("x").seesLast("❯ x");
    assertThat(face.text()).startsWith("❯ x");
  }

  @Test
  void aMenuOfCommandsOpensWhileTyping() {
    face.types("/he").sees("❯ /he\n❯ /help  Show this");
    face.types(ENTER).types(ENTER).sees("Begin a new conversation");
  }

  @Test
  void whatIsSentStandsInTheText() {
    face.types("one\\" + ENTER + "two" + ENTER).sees("❯ one\n  two\n\n● You said: one\ntwo");
  }
}
