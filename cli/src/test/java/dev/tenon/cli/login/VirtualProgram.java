package dev.tenon.cli.login;

import static org.awaitility.Awaitility.await;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.terminal.device.TerminalDevice;
import dev.tenon.cli.terminal.dialog.Dialogs;
import dev.tenon.cli.terminal.render.ScreenCells;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.ScreenTerminal;

/// The whole program on an emulated terminal, from the command line on, with a state folder of its
/// own.
final class VirtualProgram implements AutoCloseable {
  static final String ENTER = "\r";
  static final String ESCAPE = "\033";
  static final String CTRL_C = "\003";

  private static final int USUAL_COLUMNS = 100;
  private static final int ROWS = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration REST = Dialogs.SETTLE.plusMillis(50);

  final Path home;
  private final int columns;
  private final ScreenTerminal screen;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream streamed = new ByteArrayOutputStream();
  private final LineDisciplineTerminal terminal;
  private int shown;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  VirtualProgram(Path folder, Map<String, String> more, String... words) throws IOException {
    this(USUAL_COLUMNS, folder, more, words);
  }

  VirtualProgram(int columns, Path folder, Map<String, String> more, String... words)
      throws IOException {
    this.columns = columns;
    this.screen = new ScreenTerminal(columns, ROWS);
    this.home = folder.resolve("home");
    Path project = Files.createDirectories(folder.resolve("project"));
    var environment = new HashMap<>(more);
    environment.put("TENON_HOME", home.toString());
    environment.put("HOME", folder.toString());
    environment.putIfAbsent("PATH", System.getenv("PATH"));
    environment.putIfAbsent("TERM", "xterm-256color");
    terminal =
        new LineDisciplineTerminal("test", "xterm-256color", new Tee(), StandardCharsets.UTF_8);
    terminal.setSize(Size.of(columns, ROWS));
    var out = new PrintStream(streamed, true, StandardCharsets.UTF_8);
    var streams =
        new Streams(InputStream.nullInputStream(), out, out, new Streams.Tty(true, true, true));
    var line = new String[words.length + 2];
    line[0] = "--root";
    line[1] = project.toString();
    System.arraycopy(words, 0, line, 2, words.length);
    Thread.ofPlatform()
        .name("program")
        .start(
            () -> {
              try {
                exit.complete(
                    ScopedValue.where(TerminalDevice.GIVEN, (Terminal) terminal)
                        .call(() -> Main.run(streams, environment, line)));
              } catch (RuntimeException broken) {
                exit.completeExceptionally(broken);
              }
            });
  }

  /// Shows what is written, a synchronized update at once as a terminal does, and keeps every byte
  /// of it.
  private final class Tee extends OutputStream {
    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] piece, int offset, int length) {
      bytes.write(piece, offset, length);
      String all = bytes.toString(StandardCharsets.UTF_8);
      boolean whole = all.lastIndexOf("\033[?2026h") <= all.lastIndexOf("\033[?2026l");
      if (whole && !all.endsWith("\ufffd")) {
        screen.write(all.substring(shown));
        shown = all.length();
      }
    }
  }

  VirtualProgram types(String keys) {
    try {
      terminal.processInputBytes(keys.getBytes(StandardCharsets.UTF_8));
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    return this;
  }

  /// Takes the moment that a person takes to look: until then a question answers nothing.
  VirtualProgram rests() {
    long since = System.nanoTime();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> System.nanoTime() - since > REST.toNanos());
    return this;
  }

  VirtualProgram pastes(String text) {
    return types("\033[200~" + text + "\033[201~");
  }

  VirtualProgram sees(String text) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .conditionEvaluationListener(null)
        .failFast("it ended: " + exit, () -> exit.isDone() && !text().contains(text))
        .until(this::text, shows -> shows.contains(text));
    return this;
  }

  int exits() {
    return await().atMost(PATIENCE).until(() -> exit.getNow(-1), code -> code >= 0);
  }

  String text() {
    return ScreenCells.text(screen, columns, ROWS);
  }

  /// The same with the look of its cells.
  String coloured() {
    return ScreenCells.coloured(screen, columns, ROWS);
  }

  /// Everything that was ever written to the terminal.
  String bytes() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /// What commands have printed that are no conversation.
  String streamed() {
    return streamed.toString(StandardCharsets.UTF_8);
  }

  /// The files below the state folder that hold a text.
  List<String> filesWith(String text) throws IOException {
    if (!Files.exists(home)) {
      return List.of();
    }
    byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> contains(file, wanted))
          .map(file -> home.relativize(file).toString())
          .toList();
    }
  }

  private static boolean contains(Path file, byte[] wanted) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
          .contains(new String(wanted, StandardCharsets.ISO_8859_1));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Override
  public void close() throws IOException {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              try {
                if (!exit.isDone()) {
                  types(CTRL_C);
                }
              } catch (UncheckedIOException closed) {
                // It has left the terminal and is about to end.
              }
              return exit.isDone();
            });
    terminal.close();
  }
}
