package dev.tenon.cli.terminal.theme;

/// The colours of a page of HTML in a theme, each as CSS writes it. What the theme does not say of
/// pages is taken from its other colours.
///
/// @param page behind everything
/// @param card behind what is folded
/// @param info behind what the person said
public record PageColours(
    String page,
    String card,
    String info,
    String text,
    String muted,
    String accent,
    String person,
    String error) {
  private static final int DARK_PAGE = 0x161618;
  private static final int LIGHT_PAGE = 0xffffff;

  public static PageColours of(Theme theme) {
    Integer said = theme.export().pageBg();
    int page = said == null ? page(theme) : said;
    int ink = Colour.luminance(page) < 0.18 ? 0xdddddd : 0x222222;
    Integer card = theme.export().cardBg();
    Integer info = theme.export().infoBg();
    return new PageColours(
        Colour.spelled(page),
        Colour.spelled(card == null ? behind(theme, Token.TOOL_SUCCESS_BG, page, ink) : card),
        Colour.spelled(info == null ? behind(theme, Token.USER_MESSAGE_BG, page, ink) : info),
        Colour.spelled(front(theme, Token.TEXT, ink)),
        Colour.spelled(front(theme, Token.MUTED, Colour.mixed(page, ink, 0.75))),
        Colour.spelled(front(theme, Token.ACCENT, ink)),
        Colour.spelled(front(theme, Token.USER_MESSAGE_TEXT, ink)),
        Colour.spelled(front(theme, Token.ERROR, ink)));
  }

  /// A theme whose colours are light is made for something dark.
  private static int page(Theme theme) {
    int light = 0;
    for (Token token :
        new Token[] {Token.ACCENT, Token.MUTED, Token.DIM, Token.SUCCESS, Token.ERROR}) {
      int rgb = Colour.rgb(front(theme, token, 0x808080));
      light += Colour.contrast(rgb, DARK_PAGE) > Colour.contrast(rgb, LIGHT_PAGE) ? 1 : -1;
    }
    return light > 0 ? DARK_PAGE : LIGHT_PAGE;
  }

  private static int front(Theme theme, Token token, int otherwise) {
    int colour = theme.colour(token);
    return colour == Colour.DEFAULT ? otherwise : Colour.rgb(colour);
  }

  private static int behind(Theme theme, Token token, int page, int ink) {
    int colour = theme.colour(token);
    return colour == Colour.DEFAULT ? Colour.mixed(page, ink, 0.06) : Colour.rgb(colour);
  }
}
