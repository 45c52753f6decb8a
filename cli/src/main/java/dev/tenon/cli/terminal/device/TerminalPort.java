package dev.tenon.cli.terminal.device;

import dev.tenon.cli.terminal.input.KeyDecoder;
import java.util.function.BooleanSupplier;
import org.jline.terminal.Terminal;

/// What comes from a terminal: keys and signals.
public interface TerminalPort {

  /// The keys.
  ///
  /// @param onlyKeys whether nothing can happen but a key
  KeyDecoder.Source keys(BooleanSupplier onlyKeys);

  /// Says what to do when somebody interrupts the program, and when the window has another size.
  void signals(Runnable interrupted, Runnable resized);

  /// Of a terminal that is not the process's own.
  static TerminalPort of(Terminal terminal) {
    return new TerminalPort() {
      @Override
      public KeyDecoder.Source keys(BooleanSupplier onlyKeys) {
        return terminal.reader()::read;
      }

      @Override
      public void signals(Runnable interrupted, Runnable resized) {
        terminal.handle(Terminal.Signal.INT, signal -> interrupted.run());
        terminal.handle(Terminal.Signal.WINCH, signal -> resized.run());
      }
    };
  }
}
