package dev.tenon.cli.terminal.theme;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A colour for every token, and the symbols that go with them. Immutable.
public final class Theme {
  private final String name;
  private final int[] colours;
  private final Export export;
  private final Symbols symbols;

  /// @param colours by the order of the tokens, as [Colour] has them
  Theme(String name, int[] colours, Export export, Symbols symbols) {
    if (colours.length != Token.values().length) {
      throw new IllegalArgumentException(name + " has " + colours.length + " colours");
    }
    this.name = name;
    this.colours = colours.clone();
    this.export = export;
    this.symbols = symbols;
  }

  public String name() {
    return name;
  }

  /// As [Colour] has them.
  @SuppressWarnings("EnumOrdinal") // the table of a theme is in the order of the tokens
  public int colour(Token token) {
    return colours[token.ordinal()];
  }

  public Export export() {
    return export;
  }

  public Symbols symbols() {
    return symbols;
  }

  /// The same with other colours.
  Theme with(int[] others) {
    return new Theme(name, others, export, symbols);
  }

  int[] colours() {
    return colours.clone();
  }

  /// What is behind a page that a session is exported to; null for what the theme does not say.
  public record Export(
      @Nullable Integer pageBg, @Nullable Integer cardBg, @Nullable Integer infoBg) {
    public static final Export NONE = new Export(null, null, null);
  }

  /// The signs that carry meaning.
  ///
  /// @param preset null where the theme does not say
  /// @param overrides by the names of [SymbolKey]
  public record Symbols(@Nullable Preset preset, Map<SymbolKey, String> overrides) {
    public static final Symbols NONE = new Symbols(null, Map.of());

    public Symbols {
      overrides = Map.copyOf(overrides);
    }
  }

  /// The sets of symbols.
  public enum Preset {
    UNICODE,
    /// For fonts that were patched with icons (Nerd Fonts).
    NERD,
    ASCII
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Theme theme
        && name.equals(theme.name)
        && Arrays.equals(colours, theme.colours)
        && export.equals(theme.export)
        && symbols.equals(theme.symbols);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, Arrays.hashCode(colours));
  }

  @Override
  public String toString() {
    return "theme " + name;
  }
}
