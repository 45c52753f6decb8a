package dev.tenon.distribution;

import dev.tenon.cli.terminal.device.TerminalDevice;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.Signals;

/// Runs the face without a terminal, so that the training run of the AOT cache meets all that an
/// interactive start needs.
final class TerminalTraining {
  /// Something that is taken back, and Ctrl-D, which leaves the empty line and nothing else.
  private static final String KEYS = "/h\t\025\004";

  /// What is only used with a terminal of the process's own.
  private static final List<String> OWN_TERMINAL =
      List.of(
          "dev.tenon.cli.terminal.device.TtyInput",
          "dev.tenon.cli.terminal.device.TerminalDevice$OwnPort",
          "org.jline.terminal.impl.AbstractUnixSysTerminal",
          "org.jline.terminal.impl.jni.JniUnixSysTerminal",
          "org.jline.terminal.impl.SignalInterceptingInputStream",
          "org.jline.utils.FastBufferedOutputStream",
          "org.jline.utils.NonCloseableInputStream",
          "org.jline.utils.NonCloseableOutputStream",
          "org.jline.utils.PumpThread",
          "org.jline.utils.ShutdownHooks",
          "org.jline.utils.ShutdownHooks$Task");

  private static final Duration PAUSE = Duration.ofMillis(100);

  private TerminalTraining() {}

  /// Runs a program that opens the face of the terminal. It finds a terminal that exists only in
  /// memory, at which somebody types and leaves as soon as the face waits for a line.
  ///
  /// @return what the program answers
  static int perform(IntSupplier program) throws IOException {
    var environment = Map.of("TERM", "xterm-256color");
    TerminalDevice.prepare(environment);
    closeIfPresent(TerminalDevice.open(environment));
    meetTerminal();
    var terminal =
        new LineDisciplineTerminal(
            "rehearsal", "xterm", OutputStream.nullOutputStream(), StandardCharsets.UTF_8);
    terminal.setSize(Size.of(80, 24));
    Thread typist = Thread.ofVirtual().name("typist").start(() -> type(terminal));
    try {
      return ScopedValue.where(TerminalDevice.GIVEN, terminal).call(program::getAsInt);
    } finally {
      typist.interrupt();
    }
  }

  /// What opening the real terminal takes is met too, whether or not there is one.
  private static void closeIfPresent(Optional<Terminal> real) throws IOException {
    if (real.isPresent()) {
      real.get().close();
    }
  }

  /// The modes of a terminal of the operating system, of which there may be none in a build.
  private static void meetTerminal() {
    try (Terminal pseudo =
        TerminalBuilder.builder()
            .system(false)
            .type("xterm")
            .streams(InputStream.nullInputStream(), OutputStream.nullOutputStream())
            .provider(TerminalBuilder.PROP_PROVIDER_JNI)
            .build()) {
      pseudo.enterRawMode();
      pseudo.setAttributes(pseudo.getAttributes());
      pseudo.getSize();
      Signals.unregister("WINCH", Signals.register("WINCH", () -> {}));
      for (String name : OWN_TERMINAL) {
        Class.forName(name);
      }
    } catch (IOException | ClassNotFoundException | IllegalStateException none) {
      // The start is slower then, and nothing else.
      return;
    }
  }

  private static void type(LineDisciplineTerminal terminal) {
    try {
      while (true) {
        Thread.sleep(PAUSE);
        terminal.processInputBytes(KEYS.getBytes(StandardCharsets.UTF_8));
      }
    } catch (InterruptedException | IOException | IllegalStateException over) {
      // The program has ended, or closed its terminal.
    }
  }
}
