package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.theme.ColourDepth;
import dev.tenon.cli.terminal.theme.Theme;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Whether and how styles show. The constants never change; a palette of [#replaceable] shows the
/// theme that it was given last, so whoever paints asks it each time. Safe for several threads.
public final class Palette {
  /// Nothing shows.
  public static final Palette PLAIN = new Palette(Kind.PLAIN, ColourDepth.SIXTEEN);

  /// What is left without colours: bold, italics and lines.
  public static final Palette MONOCHROME = new Palette(Kind.MONOCHROME, ColourDepth.SIXTEEN);

  /// The terminal's own colours, which can be read on any background.
  public static final Palette COLOURED = new Palette(Kind.COLOURED, ColourDepth.SIXTEEN);

  private enum Kind {
    PLAIN,
    MONOCHROME,
    COLOURED
  }

  /// What is in force together.
  private static final class Look {
    /// Null for the terminal's own colours.
    final @Nullable Theme theme;

    /// Null for the usual ones.
    final @Nullable Glyphs glyphs;

    /// Of each style, once it was needed.
    final @Nullable StyleCodes[] codes = new StyleCodes[Style.values().length];

    Look(@Nullable Theme theme, @Nullable Glyphs glyphs) {
      this.theme = theme;
      this.glyphs = glyphs;
    }
  }

  private final Kind kind;
  private final ColourDepth depth;
  private volatile Look look = new Look(null, null);

  private Palette(Kind kind, ColourDepth depth) {
    this.kind = kind;
    this.depth = depth;
  }

  /// A palette like this one whose theme can be replaced.
  public Palette replaceable(ColourDepth colours) {
    return new Palette(kind, colours);
  }

  /// From now on everything is painted in this theme.
  ///
  /// @param glyphs the signs that go with it
  public void use(Theme theme, Glyphs glyphs) {
    if (this == PLAIN || this == MONOCHROME || this == COLOURED) {
      throw new IllegalStateException("this palette is everybody's");
    }
    look = new Look(theme, glyphs);
  }

  /// Whether nothing shows.
  public boolean isPlain() {
    return kind == Kind.PLAIN;
  }

  /// Whether there are colours.
  public boolean isColoured() {
    return kind == Kind.COLOURED;
  }

  /// The text in this style, or as it is.
  @SuppressWarnings("EnumOrdinal") // an index into what is asked for with every piece of text
  public String paint(Style style, String text) {
    if (kind == Kind.PLAIN) {
      return text;
    }
    Look now = look;
    StyleCodes codes = now.codes[style.ordinal()];
    if (codes == null) {
      codes = codes(style, now.theme);
      codes.add();
      now.codes[style.ordinal()] = codes;
    }
    return codes.painted(text);
  }

  private StyleCodes codes(Style style, @Nullable Theme theme) {
    if (kind == Kind.MONOCHROME) {
      return StyleCodes.monochrome(style);
    }
    return theme == null ? StyleCodes.plainColours(style) : StyleCodes.themed(style, theme, depth);
  }

  /// The signs that came with the theme, or the usual ones.
  Glyphs glyphs(Glyphs usual) {
    Glyphs now = look.glyphs;
    return now == null ? usual : now;
  }

  /// What the user wants (`ui.color`, `--no-color`).
  public enum Wish {
    /// As the surroundings suggest.
    AUTO,
    ALWAYS,
    NEVER
  }

  /// Decides by the wish, then by the customary variables, then by what the output is. `NO_COLOR`
  /// wins over `FORCE_COLOR` and `CLICOLOR_FORCE`, and leaves bold and lines to a terminal.
  ///
  /// @param environment the process's variables
  /// @param reach where the text goes
  public static Palette choose(Wish wish, Map<String, String> environment, Page.Reach reach) {
    return switch (wish) {
      case ALWAYS -> COLOURED;
      // The variable is one of the ways to wish for none, and no wish for less than its own.
      case NEVER -> noColour(environment) ? automatic(environment, reach) : PLAIN;
      case AUTO -> automatic(environment, reach);
    };
  }

  private static Palette automatic(Map<String, String> environment, Page.Reach reach) {
    boolean lines = reach == Page.Reach.STREAM || "dumb".equals(environment.get("TERM"));
    if (noColour(environment) || "0".equals(environment.get("FORCE_COLOR"))) {
      return lines ? PLAIN : MONOCHROME;
    }
    if (forced(environment, "FORCE_COLOR") || forced(environment, "CLICOLOR_FORCE")) {
      return COLOURED;
    }
    if (lines) {
      return PLAIN;
    }
    return "0".equals(environment.get("CLICOLOR")) ? MONOCHROME : COLOURED;
  }

  private static boolean noColour(Map<String, String> environment) {
    return !environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  private static boolean forced(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    return !value.isEmpty() && !value.equals("0");
  }
}
