package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Look;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The face on a terminal that can do nothing but show lines.
@Timeout(60)
class PlainFaceTest {
  @TempDir Path folder;
  private int exit;

  private String sitting(String first, String typed) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var look = Look.plain(Glyphs.ASCII);
    var interrupts = new Interrupts(System::nanoTime);
    var in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    var settings =
        new FaceSettings(
            new FaceSettings.Banner("1", TrialModel.NAME, ".", "ask"),
            FaceSettings.Output.REDIRECTED,
            folder.resolve("history"),
            Map.of(),
            Palette.Wish.NEVER,
            Look.Thinking.SHORT,
            UsageRenderer.Showing.SILENT,
            Prices.unknown(),
            List.of());
    var workspace = Workspace.open(folder);
    try (var console = new PlainConsole(in, out, StandardCharsets.UTF_8, look, interrupts)) {
      exit =
          new TerminalFace(settings)
              .serve(
                  console,
                  look,
                  new SlashCommands(),
                  interrupts,
                  (events, approver, diagnostics) ->
                      TrialMain.open(workspace, Mode.ASK, events, approver),
                  first);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void linesInLinesOut() throws IOException {
    String shown = sitting("", "hello\n\n/usage\nexit\nnot read\n");
    assertThat(shown.replaceAll("[0-9]+ ms", "9 ms"))
        .isEqualTo(
            "> \n"
                + "* You said: hello\n\n"
                + "> > 2,250 tokens in (1,000 from the cache, 50 into it) - 345 out - 1 step - 9"
                + " ms\n\n"
                + "> ");
    assertThat(exit).isZero();
  }

  @Test
  void theEndOfTheInputLeaves() throws IOException {
    assertThat(sitting("", "")).isEqualTo("> \n");
    assertThat(exit).isZero();
  }

  @Test
  void theFirstPromptIsSentAtOnce() throws IOException {
    assertThat(sitting("hello", "")).startsWith("\n* You said: hello\n");
  }

  @Test
  void questionsAreAnsweredWithALine() throws IOException {
    String shown = sitting("", "run echo yes\nwhat\ny\nrun echo no\nno\n");
    assertThat(shown)
        .contains("? bash wants to run echo yes\n")
        .contains("Allow? [y] once  [s] for this session  [n] no: Allow?")
        .contains("  allowed once\n")
        .contains("-> bash echo yes\n  ok exit 0, 4 chars")
        .contains("  not allowed\n")
        .contains("  x permission_denied");
  }

  @Test
  void withoutAnAnswerTheAnswerIsNo() throws IOException {
    assertThat(sitting("", "run echo yes\n")).contains("  not allowed\n");
  }
}
