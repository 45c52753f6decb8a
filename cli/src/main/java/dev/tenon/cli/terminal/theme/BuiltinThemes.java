package dev.tenon.cli.terminal.theme;

import java.util.List;
import java.util.Optional;

/// The themes that need no file. They are tables and not JSON, since the first picture waits for
/// one of them; `tenon themes export` writes any of them as a file to start from.
public final class BuiltinThemes {
  public static final String DARK = "dark";
  public static final String LIGHT = "light";
  public static final String HIGH_CONTRAST = "high-contrast";
  public static final String COLOUR_BLIND = "colour-blind";

  public static final List<String> NAMES = List.of(COLOUR_BLIND, DARK, HIGH_CONTRAST, LIGHT);

  private BuiltinThemes() {}

  /// The theme of this name. Those that are no choice between dark and light have colours for both.
  public static Optional<Theme> find(String name, Background background) {
    boolean light = background == Background.LIGHT;
    if (name.equals(DARK)) {
      return Optional.of(dark());
    }
    if (name.equals(LIGHT)) {
      return Optional.of(light());
    }
    if (name.equals(HIGH_CONTRAST)) {
      return Optional.of(
          of(HIGH_CONTRAST, light ? Shades.HIGH_CONTRAST_LIGHT : Shades.HIGH_CONTRAST_DARK));
    }
    if (name.equals(COLOUR_BLIND) || name.equals("color-blind")) {
      return Optional.of(
          of(COLOUR_BLIND, light ? Shades.COLOUR_BLIND_LIGHT : Shades.COLOUR_BLIND_DARK));
    }
    return Optional.empty();
  }

  public static Theme dark() {
    return of(DARK, Shades.DARK);
  }

  public static Theme light() {
    return of(LIGHT, Shades.LIGHT);
  }

  private static Theme of(String name, Shades s) {
    int none = Colour.DEFAULT;
    int[] colours = {
      // accent, border, borderAccent, borderMuted, success, error, warning, muted, dim, text,
      // thinkingText
      s.violet,
      s.border,
      s.cyan,
      s.faint,
      s.good,
      s.bad,
      s.yellow,
      s.muted,
      s.dim,
      none,
      s.dim,
      // selectedBg, userMessageBg, customMessageBg, toolPendingBg, toolSuccessBg, toolErrorBg,
      // statusLineBg
      s.selected,
      s.ground,
      s.ground,
      none,
      none,
      none,
      none,
      // userMessageText, customMessageText, customMessageLabel, toolTitle, toolOutput
      s.cyan,
      none,
      s.violet,
      s.blue,
      s.muted,
      // mdHeading, mdLink, mdLinkUrl, mdCode, mdCodeBlock, mdCodeBlockBorder, mdQuote,
      // mdQuoteBorder, mdHr, mdListBullet
      s.violet,
      s.blue,
      s.dim,
      s.cyan,
      s.cyan,
      s.faint,
      s.muted,
      s.faint,
      s.faint,
      s.violet,
      // toolDiffAdded, toolDiffRemoved, toolDiffContext
      s.added,
      s.removed,
      s.muted,
      // syntaxComment, syntaxKeyword, syntaxFunction, syntaxVariable, syntaxString, syntaxNumber,
      // syntaxType, syntaxOperator, syntaxPunctuation
      s.dim,
      s.violet,
      s.blue,
      s.cyan,
      s.green,
      s.orange,
      s.yellow,
      s.muted,
      s.muted,
      // thinkingOff, thinkingMinimal, thinkingLow, thinkingMedium, thinkingHigh, thinkingXhigh,
      // bashMode, pythonMode
      s.faint,
      s.dim,
      s.blue,
      s.cyan,
      s.violet,
      s.orange,
      s.orange,
      s.yellow,
      // statusLineSep, statusLineModel, statusLinePath, statusLineGitClean, statusLineGitDirty,
      // statusLineContext, statusLineSpend
      s.faint,
      s.violet,
      s.blue,
      s.good,
      s.yellow,
      s.muted,
      s.cyan,
      // statusLineStaged, statusLineDirty, statusLineUntracked, statusLineOutput, statusLineCost,
      // statusLineSubagents
      s.good,
      s.yellow,
      s.orange,
      s.muted,
      s.orange,
      s.violet
    };
    return new Theme(name, colours, s.export, Theme.Symbols.NONE);
  }

  /// The colours that a theme is made of.
  ///
  /// @param good what went well; in the themes for everybody's eyes no green
  /// @param bad what failed
  /// @param faint of lines and borders, not of text
  private record Shades(
      int violet,
      int blue,
      int cyan,
      int green,
      int yellow,
      int orange,
      int good,
      int bad,
      int added,
      int removed,
      int muted,
      int dim,
      int faint,
      int border,
      int selected,
      int ground,
      Theme.Export export) {

    private static final Theme.Export DARK_PAGE = new Theme.Export(0x161618, 0x222226, 0x1c2330);
    private static final Theme.Export LIGHT_PAGE = new Theme.Export(0xffffff, 0xf5f5f5, 0xf1f6fd);

    static final Shades DARK =
        new Shades(
            0xc5a5f5, 0x86b0f9, 0x6fcfd6, 0xa3cf83, 0xe3c37b, 0xf0a674, 0x8fcf7f, 0xf48a8f,
            0x8fcf7f, 0xf48a8f, 0xabb2bf, 0x8b93a1, 0x5c6370, 0x6b7383, 0x31405c, 0x2b2d34,
            DARK_PAGE);
    static final Shades LIGHT =
        new Shades(
            0x7a35b8,
            0x1b57c0,
            0x0a6a7a,
            0x3d6f10,
            0x845400,
            0xa84400,
            0x1f7433,
            0xbd2430,
            0x1f7433,
            0xbd2430,
            0x505862,
            0x636b76,
            0xa0a7b0,
            0x8b929c,
            0xd3e3fb,
            0xeef0f3,
            LIGHT_PAGE);
    static final Shades HIGH_CONTRAST_DARK =
        new Shades(
            0xdcc2ff, 0xa0ccff, 0x70eeee, 0xb8f090, 0xffe45c, 0xffc080, 0x7cf08a, 0xffaaaa,
            0x7cf08a, 0xffaaaa, 0xe0e0e0, 0xd0d0d0, 0xb0b0b0, 0xffffff, 0x1d4f91, 0x2c2c2c,
            DARK_PAGE);
    static final Shades HIGH_CONTRAST_LIGHT =
        new Shades(
            0x561a96,
            0x0a3a9c,
            0x00495a,
            0x2b4e00,
            0x5a3900,
            0x742d00,
            0x0a521b,
            0x930b15,
            0x0a521b,
            0x930b15,
            0x30353b,
            0x3c4249,
            0x5a6068,
            0x000000,
            0xb9d4ff,
            0xececec,
            LIGHT_PAGE);

    /// Blue and orange differ for everybody; what they mean is said by signs as well.
    static final Shades COLOUR_BLIND_DARK =
        new Shades(
            0xd0b0e8, 0x86b0f9, 0x7fd0e8, 0xb8c8e0, 0xf0e05a, 0xf5ab5c, 0x7cb9ff, 0xf5a04c,
            0x7cb9ff, 0xf5a04c, 0xabb2bf, 0x8b93a1, 0x5c6370, 0x6b7383, 0x31405c, 0x2b2d34,
            DARK_PAGE);

    static final Shades COLOUR_BLIND_LIGHT =
        new Shades(
            0x6b3fa0,
            0x1b57c0,
            0x0a6a7a,
            0x405a80,
            0x6e5c00,
            0x9a4a00,
            0x0a56b0,
            0xa34500,
            0x0a56b0,
            0xa34500,
            0x505862,
            0x636b76,
            0xa0a7b0,
            0x8b929c,
            0xd3e3fb,
            0xeef0f3,
            LIGHT_PAGE);
  }
}
