package dev.tenon.cli.terminal.device;

import dev.tenon.cli.terminal.screen.LiveScreen;

/// What the window around the terminal is told: its title, and that we want to know whether a
/// person looks at it. Both are taken back whenever something else gets the terminal, and at the
/// end. Safe for several threads.
public final class WindowSignals {
  private static final int LONGEST_TITLE = 120;

  /// Terminals in whose windows there is nothing to say it to, or that would show it as text.
  private static final String[] WITHOUT_A_WINDOW = {
    "linux", "vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "cons", "dumb", "emacs", "eterm"
  };

  private final LiveScreen screen;
  private final boolean window;
  private Wishes wishes = new Wishes(Title.KEPT, Focus.UNKNOWN, Notifications.bell());

  /// Whether the terminal is ours.
  private boolean ours = true;

  /// What was set the last time; empty for nothing.
  private String title = "";

  /// @param type the terminal's `TERM`
  public WindowSignals(LiveScreen screen, String type) {
    this.screen = screen;
    this.window = hasWindow(type);
  }

  private static boolean hasWindow(String type) {
    for (String family : WITHOUT_A_WINDOW) {
      if (type.startsWith(family)) {
        return false;
      }
    }
    return !type.isEmpty();
  }

  /// What the person wants of it.
  public record Wishes(Title title, Focus focus, Notifications notifications) {}

  /// Whether the title is ours.
  public enum Title {
    KEPT,
    SET
  }

  /// Whether we want to know who has the keyboard.
  public enum Focus {
    UNKNOWN,
    REPORTED
  }

  /// As the person wants it, from now on: what is not wanted any more is taken back. Before this
  /// nothing is told.
  public synchronized void enable(Wishes wanted) {
    if (window) {
      Wishes before = wishes;
      wishes = wanted;
      String focus = before.focus == wanted.focus ? "" : focus(wanted.focus);
      screen.send(ours ? focus + (before.title == wanted.title ? "" : title(wanted.title)) : "");
    } else {
      wishes = new Wishes(Title.KEPT, Focus.UNKNOWN, wanted.notifications());
    }
  }

  /// Whether the terminal has a window that can be asked and told.
  public boolean hasWindow() {
    return window;
  }

  /// The terminal is ours: what it has to be sent.
  synchronized String on() {
    ours = true;
    return (wishes.focus == Focus.REPORTED ? focus(Focus.REPORTED) : "")
        + (wishes.title == Title.SET ? title(Title.SET) : "");
  }

  private static String focus(Focus wanted) {
    return switch (wanted) {
      case REPORTED -> "\033[?1004h";
      case UNKNOWN -> "\033[?1004l";
    };
  }

  private String title(Title wanted) {
    return switch (wanted) {
      case SET -> "\033[22;2t" + (title.isEmpty() ? "" : titled(title));
      case KEPT -> titled("") + "\033[23;2t";
    };
  }

  /// Something else gets the terminal: what it has to be sent before. A window that keeps no titles
  /// gets an empty one, and shows its own.
  synchronized String off() {
    if (!ours) {
      return "";
    }
    ours = false;
    return (wishes.focus == Focus.REPORTED ? focus(Focus.UNKNOWN) : "")
        + (wishes.title == Title.SET ? title(Title.KEPT) : "");
  }

  private static String titled(String text) {
    return "\033]2;" + text + "\007";
  }

  /// Another title.
  ///
  /// @param text one line; control characters do not get any further
  public synchronized void title(String text) {
    String harmless = harmless(text);
    if (!harmless.equals(title)) {
      title = harmless;
      if (ours && wishes.title == Title.SET) {
        screen.send(titled(harmless));
      }
    }
  }

  private static String harmless(String text) {
    var out = new StringBuilder();
    for (int i = 0; i < text.length() && out.length() < LONGEST_TITLE; i++) {
      char c = text.charAt(i);
      if (!Character.isISOControl(c)) {
        out.append(c);
      }
    }
    int last = out.length() - 1;
    if (last >= 0 && Character.isHighSurrogate(out.charAt(last))) {
      out.setLength(last);
    }
    return out.toString();
  }

  /// Calls a person who looks elsewhere.
  public synchronized void call(String text, Notifications.Bell bell) {
    if (ours) {
      screen.send(wishes.notifications.sequence(text, bell));
    }
  }
}
