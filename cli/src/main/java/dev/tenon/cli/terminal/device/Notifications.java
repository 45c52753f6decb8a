package dev.tenon.cli.terminal.device;

import java.util.Map;

/// How a terminal is made to call a person who looks elsewhere. Terminals do not say what they can
/// do, so that is known by their names; one that is not known rings its bell.
///
/// Inside of tmux the sequence is handed through to the terminal around it, which tmux does only
/// where it is allowed to (`allow-passthrough`); so the bell rings as well, which tmux shows by
/// itself.
public final class Notifications {
  private static final String BELL = "\007";

  private final Way way;
  private final Around around;

  /// Which sequence the terminal takes.
  enum Way {
    /// `OSC 9`, of iTerm2.
    NINE,
    /// `OSC 777`, of rxvt.
    SEVENS,
    BELL
  }

  /// What stands between this program and the terminal.
  enum Around {
    NOTHING,
    TMUX,
    /// Of whom nothing can be said: it may swallow a sequence or show it.
    OTHER
  }

  private Notifications(Way way, Around around) {
    this.way = way;
    this.around = around;
  }

  /// @param type the terminal's `TERM`
  public static Notifications of(String type, Map<String, String> environment) {
    boolean tmux = environment.containsKey("TMUX");
    boolean other = !tmux && (environment.containsKey("STY") || type.startsWith("screen"));
    return new Notifications(
        other ? Way.BELL : way(type, environment),
        tmux ? Around.TMUX : other ? Around.OTHER : Around.NOTHING);
  }

  /// Only the bell.
  public static Notifications bell() {
    return new Notifications(Way.BELL, Around.NOTHING);
  }

  /// Inside of tmux the variables of the terminal around it are often still there.
  private static Way way(String type, Map<String, String> environment) {
    String program = environment.getOrDefault("TERM_PROGRAM", "");
    boolean nine =
        program.equals("iTerm.app")
            || program.equals("WezTerm")
            || program.equals("ghostty")
            || program.equals("WarpTerminal")
            || environment.getOrDefault("LC_TERMINAL", "").equals("iTerm2")
            || environment.containsKey("KITTY_WINDOW_ID")
            || environment.containsKey("WEZTERM_PANE")
            || environment.containsKey("GHOSTTY_RESOURCES_DIR")
            || environment.containsKey("ConEmuPID")
            || type.startsWith("xterm-kitty")
            || type.startsWith("xterm-ghostty")
            || type.startsWith("wezterm");
    if (nine) {
      return Way.NINE;
    }
    boolean sevens =
        type.startsWith("foot")
            || type.startsWith("rxvt")
            || environment.containsKey("VTE_VERSION");
    return sevens ? Way.SEVENS : Way.BELL;
  }

  /// What the terminal is sent.
  ///
  /// @param text one line without control characters
  public String sequence(String text, Bell bell) {
    String ring = bell == Bell.RANG ? "" : BELL;
    return switch (way) {
      case NINE -> through("\033]9;" + harmless(text) + BELL) + (sure() ? "" : ring);
      // Many who know the sequence by name do nothing with it.
      case SEVENS -> through("\033]777;notify;Tenon;" + harmless(text) + BELL) + ring;
      case BELL -> ring;
    };
  }

  /// Whether the bell has called the person already.
  public enum Bell {
    RANG,
    SILENT
  }

  private boolean sure() {
    return around == Around.NOTHING;
  }

  private String through(String sequence) {
    return around == Around.TMUX
        ? "\033Ptmux;" + sequence.replace("\033", "\033\033") + "\033\\"
        : sequence;
  }

  /// No control character ends the sequence early, and no `;` begins another part of it.
  private static String harmless(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(Character.isISOControl(c) ? ' ' : c == ';' ? ',' : c);
    }
    return out.toString();
  }
}
