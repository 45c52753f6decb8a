package dev.tenon.cli.terminal.device;

import dev.tenon.cli.terminal.screen.LiveScreen;
import java.io.IOException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;

/// How the terminal is set while it is ours, and how it was found. Nothing is set that is not
/// needed, and everything is set back whenever something else gets the terminal.
public final class TerminalState {
  /// Pasted text comes marked as such, and a change between dark and light is told.
  private static final String MODES_ON = "\033[?2004h\033[?2031h";

  private static final String MODES_OFF = "\033[?2031l\033[?2004l";

  private final Terminal terminal;
  private final LiveScreen screen;
  private final Attributes found;

  public TerminalState(Terminal terminal, LiveScreen screen) {
    this.terminal = terminal;
    this.screen = screen;
    this.found = terminal.getAttributes();
  }

  /// How large it is now.
  public Size size() {
    return terminal.getSize();
  }

  /// Single keys, without an echo.
  public void enter() {
    terminal.enterRawMode();
    screen.send(MODES_ON);
  }

  /// Gives the terminal away as it was found.
  public void lend() {
    screen.lend();
    screen.send(MODES_OFF);
    terminal.setAttributes(found);
  }

  /// The terminal is back, its cursor anywhere in a row.
  public void resume() {
    terminal.enterRawMode();
    // Fills a row that was begun and does nothing in an empty one; the cursor begins a row in both.
    screen.send(MODES_ON + "\033[0m" + " ".repeat(screen.columns() - 1) + "\r\033[K");
    screen.resume();
  }

  /// Hands the terminal back and stops the whole process group, as the terminal itself would have
  /// done; goes on when the shell says so.
  public void suspend() throws IOException {
    lend();
    try {
      new ProcessBuilder("kill", "-TSTP", "0").start().waitFor();
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
    } finally {
      resume();
    }
  }

  /// For the last time. At the end of the program JLine may have been quicker.
  ///
  /// @param last what still writes on the screen
  public void close(Runnable last) {
    screen.send(MODES_OFF);
    last.run();
    try {
      terminal.close();
    } catch (IOException gone) {
      // Nobody is left to be told.
      return;
    }
  }
}
