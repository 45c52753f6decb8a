package dev.tenon.cli.terminal.device;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.screen.LiveScreen;
import java.io.IOException;
import java.time.Duration;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp;

/// How the terminal is set while it is ours, and how it was found. Nothing is set that is not
/// needed, and everything is set back whenever something else gets the terminal.
public final class TerminalState {
  /// Pasted text comes marked as such, and a change between dark and light is told.
  private static final String MODES_ON = "\033[?2004h\033[?2031h";

  private static final String MODES_OFF = "\033[?2031l\033[?2004l";

  /// Whether it knows the keyboard protocol of kitty, and what it can do otherwise: every terminal
  /// answers the second question. Answers come among the keys.
  private static final String WHO_ARE_YOU = "\033[?u\033[c";

  /// Keys that would look alike are told apart (Shift-Enter from Enter), and what Shift makes of a
  /// key is told with it (Ctrl-_), until that is taken back.
  private static final String KEYS_ON = "\033[>5u";

  private static final String KEYS_OFF = "\033[<u";

  private static final long SETTLE_NANOS = 100_000_000;

  /// After so long no answer comes any more.
  private static final long ON_ITS_WAY_NANOS = 1_000_000_000;

  private final Terminal terminal;
  private final LiveScreen screen;
  private final WindowSignals window;
  private final Attributes found;

  /// Guards what follows: answers come on another thread.
  private final Object gate = new Object();

  private boolean ours;

  /// Nothing is switched on any more.
  private boolean over;

  private boolean tellsKeysApart;
  private volatile boolean drawsSixel;
  private boolean asked;
  private boolean answered;
  private long askedAt;

  public TerminalState(Terminal terminal, LiveScreen screen, WindowSignals window) {
    this.terminal = terminal;
    this.screen = screen;
    this.window = window;
    this.found = terminal.getAttributes();
  }

  /// How large it is now.
  public Size size() {
    return terminal.getSize();
  }

  /// Whether it has a screen besides the one with the scrollback; the Linux console has none.
  public boolean hasOtherScreen() {
    return terminal.getStringCapability(InfoCmp.Capability.enter_ca_mode) != null;
  }

  /// Single keys, without an echo.
  public void enter() {
    synchronized (gate) {
      if (!over) {
        terminal.enterRawMode();
        take("");
      }
    }
  }

  private void take(String then) {
    synchronized (gate) {
      ours = true;
      screen.send(MODES_ON + window.on() + (tellsKeysApart ? KEYS_ON : "") + then);
    }
  }

  private void giveBack() {
    synchronized (gate) {
      if (ours) {
        screen.send((tellsKeysApart ? KEYS_OFF : "") + MODES_OFF + window.off());
      }
      ours = false;
    }
  }

  /// Asks the terminal what it can do. Nobody waits for an answer: there may be none.
  public void ask() {
    if (terminal.getType().startsWith("linux")) {
      return;
    }
    synchronized (gate) {
      if (over) {
        return;
      }
      asked = true;
      askedAt = System.nanoTime();
    }
    screen.send(WHO_ARE_YOU);
  }

  /// Waits a moment for an answer that may be on its way: it must not be typed into whatever gets
  /// the terminal next.
  public void settle() {
    try {
      screen.settle(Duration.ofNanos(SETTLE_NANOS));
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
      return;
    }
    synchronized (gate) {
      long until = System.nanoTime() + SETTLE_NANOS;
      while (asked && !answered && System.nanoTime() - askedAt < ON_ITS_WAY_NANOS) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return;
        }
        try {
          gate.wait(left);
        } catch (InterruptedException leaving) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /// What the terminal says of itself.
  public void heard(Key.Report report) {
    String text = report.text();
    synchronized (gate) {
      if (isFlags(text) && !tellsKeysApart) {
        tellsKeysApart = true;
        if (ours) {
          screen.send(KEYS_ON);
        }
      } else if (text.startsWith("[?") && text.endsWith("c")) {
        answered = true;
        gate.notifyAll();
        drawsSixel = (";" + text.substring(2, text.length() - 1) + ";").contains(";4;");
      }
    }
  }

  /// `[?1u`: the keyboard protocol of kitty is known.
  private static boolean isFlags(String text) {
    int end = text.length() - 1;
    if (end < 3 || !text.startsWith("[?") || text.charAt(end) != 'u') {
      return false;
    }
    for (int i = 2; i < end; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /// Whether it draws pictures in the form of DEC's terminals, as far as it has said by now.
  public boolean drawsSixel() {
    return drawsSixel;
  }

  /// Gives the terminal away as it was found.
  public void lend() {
    screen.lend();
    giveBack();
    terminal.setAttributes(found);
  }

  /// What a program may have left on that did not end by itself: the other screen, reports of the
  /// mouse, a scrolling region, keys of an application. The cursor stays where it is: leaving the
  /// other screen goes back to where it was entered, also in a terminal that is not there (tmux),
  /// so it is entered first, which does nothing if a program has left it on.
  private static final String MENDED =
      "\033[?2026h\033[?1049h\033[?1049l\033[?2026l\0337\033[r\0338"
          + "\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1l\033>";

  /// The terminal is back from another program, its cursor anywhere in a row.
  public void resumeMended() {
    terminal.enterRawMode();
    screen.send(hasOtherScreen() ? MENDED : "");
    resume();
  }

  /// The terminal is back, its cursor anywhere in a row.
  public void resume() {
    terminal.enterRawMode();
    // Fills a row that was begun and does nothing in an empty one; the cursor begins a row in both.
    take("\033[0m" + " ".repeat(screen.columns() - 1) + "\r\033[K");
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

  /// The program ends, perhaps while it still begins: the terminal is not taken or asked any more.
  public void leave() {
    synchronized (gate) {
      over = true;
    }
  }

  /// For the last time. At the end of the program JLine may have been quicker.
  ///
  /// @param last what still writes on the screen
  public void close(Runnable last) {
    leave();
    giveBack();
    last.run();
    try {
      terminal.close();
    } catch (IOException gone) {
      // Nobody is left to be told.
      return;
    }
  }
}
