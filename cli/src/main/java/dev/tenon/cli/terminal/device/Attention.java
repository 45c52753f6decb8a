package dev.tenon.cli.terminal.device;

import dev.tenon.cli.terminal.device.Notifications.Bell;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.engine.config.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Whether the person looks, and what calls them when they do not: a turn of some length is over,
/// or a question waits. It also keeps the title of the window. Safe for several threads.
public final class Attention {
  /// Who has waited for less is still there.
  static final Duration LONG = Duration.ofSeconds(5);

  /// Where the terminal does not tell who has the keyboard, a person who presses no key for so long
  /// looks elsewhere.
  static final Duration AWAY = Duration.ofSeconds(30);

  private static final int LONGEST = 80;

  private final WindowSignals window;
  private final Glyphs glyphs;
  private final LongSupplier nanos;
  private Settings.Notify wish = Settings.Notify.OFF;
  private Key.@Nullable Focus focus;
  private long lastKey;
  private long began;
  private String name = "";

  public Attention(WindowSignals window, Glyphs glyphs, LongSupplier nanos) {
    this.window = window;
    this.glyphs = glyphs;
    this.nanos = nanos;
    this.lastKey = nanos.getAsLong();
    this.began = lastKey;
  }

  /// As the person wants it.
  ///
  /// @param type the terminal's `TERM`
  public synchronized void enable(
      Settings.Window wishes, String type, Map<String, String> environment) {
    wish = wishes.notification();
    if (wish == Settings.Notify.OFF) {
      // Nobody tells any more where the person looks.
      focus = null;
    }
    window.enable(
        new WindowSignals.Wishes(
            wishes.title() ? WindowSignals.Title.SET : WindowSignals.Title.KEPT,
            wish == Settings.Notify.OFF
                ? WindowSignals.Focus.UNKNOWN
                : WindowSignals.Focus.REPORTED,
            wish == Settings.Notify.AUTO
                ? Notifications.of(type, environment)
                : Notifications.bell()));
  }

  /// What the terminal tells of the window. Any other key shows that somebody is there.
  ///
  /// @return whether the key was such a message, and thereby no key
  public synchronized boolean press(Key key) {
    if (key instanceof Key.Focus told) {
      focus = told;
      return true;
    }
    if (!(key instanceof Key.Special)) {
      lastKey = nanos.getAsLong();
    }
    return false;
  }

  public synchronized void begins() {
    began = nanos.getAsLong();
  }

  /// How things stand, for the title.
  public enum State {
    IDLE,
    WORKING,
    ASKING
  }

  /// @param about what the session is about
  public synchronized void title(String about, State state) {
    name = SafeText.line(about, LONGEST, glyphs);
    String sign =
        switch (state) {
          case IDLE -> "";
          case WORKING -> glyphs.assistant + " ";
          case ASKING -> "? ";
        };
    window.title(sign + (name.isEmpty() ? "tenon" : name + " - tenon"));
  }

  /// A turn is over.
  public synchronized void turnEnded() {
    if (nanos.getAsLong() - began >= LONG.toNanos()) {
      call("Tenon is done", Bell.SILENT);
    }
  }

  /// A question waits. What it is about stays between the terminal and the person: a notification
  /// is seen by anybody who passes.
  public synchronized void asks(Bell bell) {
    call("Tenon waits for an answer", bell);
  }

  private void call(String what, Bell bell) {
    if (wish != Settings.Notify.OFF && away()) {
      window.call(name.isEmpty() ? what : what + ": " + name, bell);
    }
  }

  private boolean away() {
    Key.Focus told = focus;
    return told == null ? nanos.getAsLong() - lastKey >= AWAY.toNanos() : told == Key.Focus.LOST;
  }
}
