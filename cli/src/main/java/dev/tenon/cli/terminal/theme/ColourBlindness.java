package dev.tenon.cli.terminal.theme;

/// Moves what was added and what was removed away from green and red, whatever the theme
/// (`ui.colorBlind`): to blue and to orange, as light as they were.
public final class ColourBlindness {
  private static final int BLUE = 0x3b82f6;
  private static final int ORANGE = 0xe08020;
  private static final int STEPS = 40;

  private ColourBlindness() {}

  public static Theme adjusted(Theme theme) {
    int[] colours = theme.colours();
    move(colours, Token.TOOL_DIFF_ADDED, BLUE);
    move(colours, Token.SUCCESS, BLUE);
    move(colours, Token.TOOL_DIFF_REMOVED, ORANGE);
    move(colours, Token.ERROR, ORANGE);
    return theme.with(colours);
  }

  /// Only greens and reds are in the way; whoever chose another colour had a reason.
  @SuppressWarnings("EnumOrdinal") // the table of a theme is in the order of the tokens
  private static void move(int[] colours, Token token, int target) {
    int colour = colours[token.ordinal()];
    if (colour == Colour.DEFAULT) {
      return;
    }
    if (Colour.isIndexed(colour) && Colour.index(colour) < 16) {
      int index = Colour.index(colour) & 7;
      int bright = Colour.index(colour) & 8;
      if (index == 1 || index == 2) {
        colours[token.ordinal()] = Colour.indexed((target == BLUE ? 4 : 3) | bright);
      }
      return;
    }
    int rgb = Colour.rgb(colour);
    double hue = Colour.hue(rgb);
    boolean green = hue >= 60 && hue < 170;
    boolean red = hue < 20 || hue >= 330;
    if (green || red) {
      colours[token.ordinal()] = asLight(target, Colour.luminance(rgb));
    }
  }

  /// The colour, made lighter or darker until it is as light as this.
  private static int asLight(int rgb, double luminance) {
    int towards = Colour.luminance(rgb) < luminance ? 0xffffff : 0x000000;
    int nearest = rgb;
    for (int step = 1; step < STEPS; step++) {
      int mixed = Colour.mixed(rgb, towards, step / (double) STEPS);
      if (Math.abs(Colour.luminance(mixed) - luminance)
          < Math.abs(Colour.luminance(nearest) - luminance)) {
        nearest = mixed;
      }
    }
    return nearest;
  }
}
