package dev.tenon.cli.terminal;

import static org.awaitility.Awaitility.await;

import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.device.TerminalPort;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.cli.terminal.history.PromptHistory;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Prices;
import dev.tenon.cli.terminal.render.ScreenCells;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.command.OwnCommands.Sharing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.ScreenTerminal;

/// The whole face on an emulated terminal, with the real loop and tools and the [TrialModel]: keys
/// go in, and what a person would see comes out.
final class VirtualFace implements AutoCloseable {
  static final String CTRL_C = "\003";
  static final String CTRL_D = "\004";
  static final String ESCAPE = "\033";
  static final String ENTER = "\r";
  static final String UP = "\033OA";

  private volatile int columns = 100;
  private volatile int rows = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  final AtomicLong clock = new AtomicLong();
  final AtomicReference<Duration> patience = new AtomicReference<>(Duration.ZERO);
  final AtomicReference<Conversation> conversation = new AtomicReference<>();
  final Background background = new Background(Jobs.Limits.DEFAULT);

  /// What the model got to know of the person's commands.
  final List<String> told = Collections.synchronizedList(new ArrayList<>());

  volatile int unaskedTurns = 2;
  private final StringBuilder sent = new StringBuilder();
  private final ScreenTerminal screen;
  private final LineDisciplineTerminal terminal;
  private final LiveConsole console;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  VirtualFace(Path folder, Mode mode, SlashCommand... commands) throws IOException {
    this(folder, mode, DisplayOptions.Waiting.MOVING, commands);
  }

  VirtualFace(Path folder, Mode mode, DisplayOptions.Waiting waiting, SlashCommand... commands)
      throws IOException {
    this(folder, mode, waiting, StatusHooks.nothing(), commands);
  }

  /// One in which nothing moves by itself.
  static VirtualFace still(Path folder, Palette palette) throws IOException {
    return new VirtualFace(
        folder, Mode.ASK, palette, DisplayOptions.Waiting.STILL, StatusHooks.nothing());
  }

  /// @param status what stands around the editor
  VirtualFace(
      Path folder,
      Mode mode,
      DisplayOptions.Waiting waiting,
      StatusHooks status,
      SlashCommand... commands)
      throws IOException {
    this(folder, mode, Palette.COLOURED, waiting, status, commands);
  }

  private VirtualFace(
      Path folder,
      Mode mode,
      Palette palette,
      DisplayOptions.Waiting waiting,
      StatusHooks status,
      SlashCommand... commands)
      throws IOException {
    var virtual = ScreenTerminal.withTerminal("test", "xterm-256color", columns, rows);
    screen = virtual.screen();
    terminal = virtual.terminal();
    var settings =
        new FaceSettings(
            new FaceSettings.Banner("1", TrialModel.NAME, ".", mode.label()),
            FaceSettings.Output.TERMINAL,
            folder.resolve("state/history"),
            Map.of(),
            Palette.Wish.AUTO,
            DisplayOptions.Thinking.SHORT,
            waiting,
            UsageRenderer.Showing.SILENT,
            Prices.unknown(),
            List.of(commands),
            new FaceSettings.Hooks(
                () -> "",
                typed -> List.of(),
                new Sideline(folder),
                AskTiming.patient(),
                SessionHooks.nothing(),
                status));
    var face = new TerminalFace(settings.start());
    DisplayOptions look = face.look(palette, Glyphs.UNICODE);
    var registry = new SlashCommands();
    var interrupts = new Interrupts(clock::get);
    clock.addAndGet(Duration.ofSeconds(10).toNanos());
    console =
        new LiveConsole(
            terminal,
            TerminalPort.of(terminal),
            recording(terminal.writer()),
            look,
            interrupts,
            new LiveConsole.Surroundings(
                registry,
                new PromptHistory(settings.historyFile()),
                EditorSettings.usual(),
                Map.of("EDITOR", "sed -i s/draft/edited/"),
                timing(),
                clock::get));
    var workspace = Workspace.open(folder);
    ConversationOpener opener =
        (events, approver, asker, diagnostics) -> {
          conversation.set(TrialMain.open(workspace, mode, events, approver, asker));
          conversation.get().attend(background.notices());
          return conversation.get();
        };
    Thread.ofPlatform()
        .name("face")
        .start(
            () -> {
              try (console) {
                exit.complete(
                    face.serve(console, look, settings, registry, interrupts, opener, ""));
              } catch (RuntimeException broken) {
                exit.completeExceptionally(broken);
              }
            });
    sees("❯");
  }

  private Writer recording(Writer out) {
    return new Writer() {
      @Override
      public void write(char[] buffer, int offset, int length) throws IOException {
        synchronized (sent) {
          sent.append(buffer, offset, length);
        }
        out.write(buffer, offset, length);
      }

      @Override
      public void flush() throws IOException {
        out.flush();
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  /// Everything that the terminal was sent.
  String sent() {
    synchronized (sent) {
      return sent.toString();
    }
  }

  private AskTiming timing() {
    return new AskTiming() {
      @Override
      public Duration patience() {
        return patience.get();
      }

      @Override
      public boolean rings() {
        return true;
      }
    };
  }

  /// What the surroundings do for the face.
  private final class Sideline implements BackgroundHooks {
    private final Path folder;
    private final Shell shell = new Shell(Set.of());

    Sideline(Path folder) {
      this.folder = folder;
    }

    @Override
    public int unaskedTurns() {
      return unaskedTurns;
    }

    @Override
    public int run(String command, Sharing sharing, Consumer<String> output)
        throws IOException, InterruptedException {
      var finished = shell.run(new Shell.Command(command, folder, Duration.ofMinutes(1)), output);
      if (finished.ending() == Shell.Ending.CANCELLED) {
        throw new InterruptedException();
      }
      if (sharing == Sharing.TOLD) {
        told.add(finished.output());
      }
      return finished.exitCode();
    }

    @Override
    public void clear() {
      background.clear();
    }
  }

  /// Types as a person does, one key after the other.
  VirtualFace types(String keys) {
    try {
      for (byte key : keys.getBytes(StandardCharsets.UTF_8)) {
        terminal.processInputByte(key);
      }
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    return this;
  }

  /// Marks an answer of a dialog by its digit and gives it, with the time that a person takes.
  VirtualFace answers(int choice) {
    after(Duration.ofSeconds(1));
    types(String.valueOf(choice)).sees("❯ " + choice + ". ");
    return enters();
  }

  /// Presses Enter after a moment, as a person does who has read what it is for; a key that was
  /// held down since the last one would be repeated by then.
  VirtualFace enters() {
    after(Duration.ofSeconds(2));
    return types(ENTER);
  }

  /// Types a line and sends it.
  VirtualFace says(String line) {
    return types(line).types(ENTER);
  }

  /// Waits until this is on the screen.
  VirtualFace sees(String text) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .conditionEvaluationListener(null)
        .failFast("the face ended: " + exit, () -> exit.isDone() && !text().contains(text))
        .until(this::text, shown -> shown.contains(text));
    return this;
  }

  /// Waits until the program waits for the person, and the screen ends with this.
  VirtualFace seesLast(String text) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(this::text, shown -> console.waitsForKeys() && shown.endsWith(text));
    return this;
  }

  /// Whether nothing can happen but a key.
  boolean waitsForKeys() {
    return console.waitsForKeys();
  }

  /// Another size of the window.
  VirtualFace resizes(int width, int height) {
    screen.setSize(Size.of(width, height));
    columns = width;
    rows = height;
    terminal.setSize(Size.of(width, height));
    terminal.raise(Terminal.Signal.WINCH);
    return this;
  }

  int exits() {
    return await().atMost(PATIENCE).until(() -> exit.getNow(-1), code -> code >= 0);
  }

  boolean running() {
    return !exit.isDone();
  }

  VirtualFace after(Duration time) {
    clock.addAndGet(time.toNanos());
    return this;
  }

  String text() {
    return ScreenCells.text(screen, columns, rows);
  }

  /// The same with the look of its cells.
  String coloured() {
    return ScreenCells.coloured(screen, columns, rows);
  }

  /// Closes the terminal under the face, as the end of the program does.
  @Override
  public void close() {
    console.close();
    exits();
    background.close();
  }
}
