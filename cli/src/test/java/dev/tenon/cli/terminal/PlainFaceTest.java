package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.device.HiddenInput;
import dev.tenon.cli.terminal.device.LineDevice;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Prices;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.command.OwnCommands.Sharing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The face on a terminal that can do nothing but show lines.
@Timeout(60)
class PlainFaceTest {
  private PlainConsole.TypedAhead ahead = PlainConsole.TypedAhead.ANSWERS;

  /// Questions wait until the input has been read up to its end.
  private CountDownLatch allRead = new CountDownLatch(0);

  private InputStream typed(String text) {
    var end =
        new InputStream() {
          @Override
          public int read() {
            allRead.countDown();
            return -1;
          }

          @Override
          public int read(byte[] buffer, int offset, int length) {
            return read();
          }
        };
    return new SequenceInputStream(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), end);
  }

  @TempDir Path folder;
  private int exit;

  /// Whether nothing can be written.
  private boolean full;

  private static final class Full extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("No space left on device");
    }
  }

  @Test
  void whereNothingCanBeWrittenNothingIsAsked() throws IOException {
    full = true;
    session("", "run touch made\ny\n");
    assertThat(exit).isEqualTo(TerminalFace.UNWRITABLE);
    assertThat(folder.resolve("made")).doesNotExist();
  }

  private String session(String first, String typed) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var look = DisplayOptions.plain(Glyphs.ASCII);
    var interrupts = new Interrupts(System::nanoTime);
    InputStream in = typed(typed);
    var out = new PrintStream(full ? new Full() : bytes, true, StandardCharsets.UTF_8);
    var settings =
        new FaceSettings(
            new FaceSettings.Banner("1", TrialModel.NAME, ".", "ask"),
            FaceSettings.Output.REDIRECTED,
            folder.resolve("history"),
            Map.of(),
            Palette.Wish.NEVER,
            DisplayOptions.Thinking.SHORT,
            UsageRenderer.Showing.SILENT,
            Prices.unknown(),
            List.of());
    var workspace = Workspace.open(folder);
    try (var console =
        new PlainConsole(
            in,
            out,
            StandardCharsets.UTF_8,
            look,
            interrupts,
            AskTiming.patient(),
            LineDevice.ofProcess(null))) {
      console.typedAhead(ahead);
      exit =
          new TerminalFace(settings.start())
              .serve(
                  console,
                  look,
                  settings,
                  new SlashCommands(),
                  interrupts,
                  (events, approver, asker, diagnostics) ->
                      TrialMain.open(
                          workspace,
                          Mode.ASK,
                          events,
                          allRead.getCount() == 0
                              ? approver
                              : question -> {
                                allRead.await();
                                return approver.ask(question);
                              },
                          asker),
                  first);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void linesInLinesOut() throws IOException {
    String shown = session("", "hello\n\n/usage\nexit\nnot read\n");
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
    assertThat(session("", "")).isEqualTo("> \n");
    assertThat(exit).isZero();
  }

  @Test
  void theFirstPromptIsSentAtOnce() throws IOException {
    assertThat(session("hello", "")).startsWith("\n* You said: hello\n");
  }

  @Test
  void questionsAreAnsweredWithALine() throws IOException {
    String shown = session("", "run echo yes\nwhat\ny\nrun echo no\nno\n");
    assertThat(shown)
        .contains("? bash wants to run echo yes\n")
        .contains(
            "Allow? [y] once  [s] for this session  [a] always  [n] no, or no and why: Allow?")
        .contains("  allowed once\n")
        .contains("-> bash echo yes\n  ok exit 0")
        .contains("you said no\n")
        .contains("  x you said no");
  }

  @Test
  void whatWasTypedBeforeAQuestionIsNoAnswer() throws IOException {
    ahead = PlainConsole.TypedAhead.WAITS;
    allRead = new CountDownLatch(1);
    assertThat(session("run echo yes", "y\n"))
        .contains("(what you typed before this question is no answer; it is your next line)")
        .contains("you said no\n")
        .doesNotContain("allowed once");
  }

  /// A line right after the question was begun before it, and pasted lines were written for
  /// somebody else.
  @Test
  void nothingAnswersAQuestionInItsFirstMoment() throws Exception {
    var bytes = new ByteArrayOutputStream();
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    var look = DisplayOptions.plain(Glyphs.ASCII);
    var interrupts = new Interrupts(System::nanoTime);
    var clock = new AtomicLong();
    Supplier<String> shown = () -> bytes.toString(StandardCharsets.UTF_8);
    try (var keys = new PipedOutputStream();
        var console =
            new PlainConsole(
                new PipedInputStream(keys),
                out,
                StandardCharsets.UTF_8,
                look,
                interrupts,
                AskTiming.patient(),
                new LineDevice(HiddenInput.Echo.ofTerminal(), clock::get, null))) {
      var answer = new CompletableFuture<Approver.Answer>();
      var question =
          new Approver.Question(
              "bash",
              List.of(
                  new Approver.Question.Item(
                      new Access.Execute("make clean"), new Decision.Ask("run", ""))));
      Thread asking =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      answer.complete(console.approver().ask(question));
                    } catch (InterruptedException withdrawn) {
                      answer.completeExceptionally(withdrawn);
                    }
                  });
      for (String soon : List.of("y\n", "s\ny\n")) {
        int before = asked(shown.get());
        await().until(() -> asked(shown.get()) > 0);
        clock.addAndGet(soon.length() > 2 ? Duration.ofHours(1).toNanos() : 0);
        keys.write(soon.getBytes(StandardCharsets.UTF_8));
        keys.flush();
        await().until(() -> asked(shown.get()) > Math.max(1, before));
      }
      assertThat(shown.get()).contains("(that came too soon to be an answer to this question;");
      assertThat(answer).isNotDone();
      String kept = "(no answer to this question; it is your next line)";
      clock.addAndGet(Duration.ofHours(1).toNanos());
      keys.write("please do\n".getBytes(StandardCharsets.UTF_8));
      keys.flush();
      await().until(() -> shown.get().contains(kept));
      while (!answer.isDone()) {
        int before = asked(shown.get());
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        keys.write("n\n".getBytes(StandardCharsets.UTF_8));
        keys.flush();
        await().until(() -> answer.isDone() || asked(shown.get()) > before);
      }
      assertThat(answer.get().kind()).isEqualTo(Approver.Answer.Kind.NO);
      assertThat(console.read()).isEqualTo(new Console.Entry.Line("y"));
      assertThat(console.read()).isEqualTo(new Console.Entry.Line("s"));
      assertThat(console.read()).isEqualTo(new Console.Entry.Line("y"));
      assertThat(console.read()).isEqualTo(new Console.Entry.Line("please do"));
      asking.join();
    }
  }

  private static int asked(String shown) {
    return shown.split("no and why: ", -1).length - 1;
  }

  @Test
  void withoutAnAnswerTheAnswerIsNo() throws IOException {
    assertThat(session("", "run echo yes\n")).contains("you said no\n");
  }

  @Test
  void newsStartATurnHereToo() throws Exception {
    var bytes = new ByteArrayOutputStream();
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    var look = DisplayOptions.plain(Glyphs.ASCII);
    var interrupts = new Interrupts(System::nanoTime);
    var notices = new Notices();
    var workspace = Workspace.open(folder);
    var settings =
        new FaceSettings(
            new FaceSettings.Banner("1", TrialModel.NAME, ".", "ask"),
            FaceSettings.Output.REDIRECTED,
            folder.resolve("history"),
            Map.of(),
            Palette.Wish.NEVER,
            DisplayOptions.Thinking.SHORT,
            DisplayOptions.Waiting.MOVING,
            UsageRenderer.Showing.SILENT,
            Prices.unknown(),
            List.of(),
            new FaceSettings.Hooks(() -> "", typed -> List.of(), new Attentive()));
    try (var keys = new PipedOutputStream();
        var console =
            new PlainConsole(
                new PipedInputStream(keys),
                out,
                StandardCharsets.UTF_8,
                look,
                interrupts,
                AskTiming.patient(),
                LineDevice.ofProcess(null))) {
      Thread face =
          Thread.ofVirtual()
              .start(
                  () ->
                      exit =
                          new TerminalFace(settings.start())
                              .serve(
                                  console,
                                  look,
                                  settings,
                                  new SlashCommands(),
                                  interrupts,
                                  (events, approver, asker, diagnostics) -> {
                                    var conversation =
                                        TrialMain.open(
                                            workspace, Mode.ASK, events, approver, asker);
                                    conversation.attend(notices);
                                    return conversation;
                                  },
                                  ""));
      await().until(() -> bytes.toString(StandardCharsets.UTF_8).endsWith("> "));
      notices.post(new Notice(Notice.Kind.ENDED, "bash-1", "bash-1 completed: x", "the news"));
      await()
          .until(
              () -> {
                String shown = bytes.toString(StandardCharsets.UTF_8);
                return shown.contains("You said: the news\n") && shown.endsWith("> ");
              });
      keys.write("exit\n".getBytes(StandardCharsets.UTF_8));
      keys.flush();
      face.join();
    }
    assertThat(exit).isZero();
    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("bash-1 completed: x\n");
  }

  private static final class Attentive implements BackgroundHooks {
    @Override
    public int unaskedTurns() {
      return 5;
    }

    @Override
    public int run(String command, Sharing sharing, Consumer<String> output) {
      return 0;
    }

    @Override
    public void clear() {}
  }

  @Test
  void questionsAreAnsweredWithNumbersOrWords() throws IOException {
    String shown = session("ask both", "7\n1\n1, 3\nexit\n");
    assertThat(shown)
        .contains("? Which store?\n  1. SQLite\n  2. Files (Recommended)")
        .contains("There is no such option; they go from 1 to 2.")
        .contains("? Which systems?");
    assertThat(session("ask one", "something else\nexit\n")).contains("All results are in.");
  }
}
