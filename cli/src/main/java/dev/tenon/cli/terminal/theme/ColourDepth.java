package dev.tenon.cli.terminal.theme;

import java.util.Map;

/// How many colours a terminal has, and how it is told about them.
public enum ColourDepth {
  SIXTEEN,
  INDEXED,
  TRUECOLOR;

  /// Decides by the customary variables. A terminal that nothing is known of has all colours:
  /// nearly every one does by now.
  ///
  /// @param environment the process's variables
  public static ColourDepth of(Map<String, String> environment) {
    String forced = environment.getOrDefault("FORCE_COLOR", "");
    if (forced.equals("3") || forced.equals("2")) {
      return forced.equals("3") ? TRUECOLOR : INDEXED;
    }
    String terminal = environment.getOrDefault("TERM", "");
    boolean tmux = environment.containsKey("TMUX") || terminal.startsWith("tmux");
    if (environment.containsKey("STY") && !tmux) {
      // GNU screen hands on the variables of the terminal around it, but not its colours.
      return INDEXED;
    }
    String says = environment.getOrDefault("COLORTERM", "");
    if (says.equalsIgnoreCase("truecolor")
        || says.equalsIgnoreCase("24bit")
        || environment.containsKey("WT_SESSION")) {
      return TRUECOLOR;
    }
    if (terminal.equals("linux")
        || terminal.startsWith("vt")
        || terminal.equals("ansi")
        || terminal.equals("cygwin")
        || terminal.endsWith("-16color")
        || terminal.endsWith("-color")) {
      return SIXTEEN;
    }
    boolean indexed =
        terminal.isEmpty()
            || terminal.equals("dumb")
            || terminal.equals("xterm")
            || terminal.startsWith("rxvt")
            || (terminal.startsWith("screen") && !tmux)
            || environment.getOrDefault("TERM_PROGRAM", "").equals("Apple_Terminal");
    return indexed ? INDEXED : TRUECOLOR;
  }

  /// The parameters that switch a colour of text on.
  ///
  /// @param colour as [Colour] has them, not the terminal's own
  public String foreground(int colour) {
    return parameters(colour, 30, "38");
  }

  /// The parameters that switch a colour behind text on.
  public String background(int colour) {
    return parameters(colour, 40, "48");
  }

  private String parameters(int colour, int first, String extended) {
    if (this == SIXTEEN) {
      boolean own = Colour.isIndexed(colour) && Colour.index(colour) < 16;
      int index = own ? Colour.index(colour) : Colour.nearest16(Colour.rgb(colour));
      return Integer.toString(index < 8 ? first + index : first + 60 + index - 8);
    }
    if (Colour.isIndexed(colour)) {
      return extended + ";5;" + Colour.index(colour);
    }
    if (this == INDEXED) {
      return extended + ";5;" + Colour.nearest256(colour);
    }
    return extended
        + ";2;"
        + Colour.red(colour)
        + ";"
        + Colour.green(colour)
        + ";"
        + Colour.blue(colour);
  }
}
