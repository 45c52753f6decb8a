package dev.tenon.cli.terminal.render;

import java.util.Map;

/// What a terminal can do beyond text and colours, as far as its surroundings tell.
public record Abilities(Linking linking, Pictures pictures) {
  public static final Abilities NONE = new Abilities(Linking.SPELLED, Pictures.NONE);

  /// How an address is shown.
  public enum Linking {
    /// Behind its text, which can be clicked.
    CLICKABLE,
    /// In parentheses.
    SPELLED
  }

  /// How a picture can be shown.
  public enum Pictures {
    NONE,
    KITTY,
    ITERM,
    /// In the form of DEC's terminals; only the terminal itself can say that it knows it.
    SIXEL
  }

  /// @param environment the process's variables
  public static Abilities of(Map<String, String> environment) {
    String terminal = environment.getOrDefault("TERM", "dumb");
    if (terminal.equals("dumb") || terminal.equals("linux")) {
      return NONE;
    }
    // What stands between the program and the terminal may let nothing of this through.
    if (environment.containsKey("TMUX") || terminal.startsWith("screen")) {
      return NONE;
    }
    String program = environment.getOrDefault("TERM_PROGRAM", "");
    boolean kitty = environment.containsKey("KITTY_WINDOW_ID") || terminal.contains("kitty");
    boolean ghostty = program.equalsIgnoreCase("ghostty");
    boolean iterm = program.equals("iTerm.app") || program.equals("WezTerm");
    boolean links =
        kitty
            || ghostty
            || iterm
            || program.equals("vscode")
            || environment.containsKey("WT_SESSION")
            || environment.containsKey("KONSOLE_VERSION")
            || environment.getOrDefault("VTE_VERSION", "").length() >= 4
            || terminal.startsWith("alacritty")
            || terminal.startsWith("foot");
    return new Abilities(
        links ? Linking.CLICKABLE : Linking.SPELLED,
        kitty || ghostty ? Pictures.KITTY : iterm ? Pictures.ITERM : Pictures.NONE);
  }
}
