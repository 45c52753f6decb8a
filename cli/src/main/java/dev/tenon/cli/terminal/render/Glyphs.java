package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.theme.SymbolKey;
import dev.tenon.cli.terminal.theme.Theme;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The few signs that carry meaning, for terminals that know Unicode and for those that do not, and
/// as themes want them. Immutable.
public final class Glyphs {
  public static final Glyphs UNICODE =
      new Glyphs(
          Lines.DRAWN,
          "●",
          "→",
          "✓",
          "✗",
          "!",
          "•",
          "│",
          "…",
          "↵",
          "·",
          "❯",
          "■",
          "─",
          "−",
          "☐",
          "☑");
  public static final Glyphs ASCII =
      new Glyphs(
          Lines.ASCII,
          "*",
          "->",
          "ok",
          "x",
          "!",
          "-",
          "|",
          "...",
          "\\n",
          "-",
          ">",
          "#",
          "-",
          "-",
          "[ ]",
          "[x]");

  /// Words where others have signs, for whoever has the screen read to them.
  public static final Glyphs WORDS =
      new Glyphs(
          Lines.ASCII,
          "Answer:",
          "Running",
          "Done:",
          "Failed:",
          "Warning:",
          "-",
          "|",
          "...",
          " / ",
          "-",
          "You:",
          "Note:",
          "-",
          "-",
          "[ ]",
          "[x]");

  /// For fonts that were patched with icons.
  private static final Glyphs NERD =
      new Glyphs(
          Lines.DRAWN,
          "\uf111",
          "\uf0da",
          "\uf00c",
          "\uf00d",
          "\uf071",
          "•",
          "│",
          "…",
          "\uf149",
          "·",
          "\uf054",
          "\uf04d",
          "─",
          "−",
          "\uf096",
          "\uf14a");

  /// What lines and spinners are drawn with.
  private enum Lines {
    DRAWN,
    ASCII
  }

  private static final List<String> DOTS =
      List.of("⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏");
  private static final List<String> BARS = List.of("|", "/", "-", "\\");

  /// Stands in front of what the model says.
  public final String assistant;

  /// Stands in front of a tool that starts.
  public final String call;

  public final String ok;
  public final String failed;
  public final String warning;
  public final String bullet;

  /// Left of quoted or foreign lines.
  public final String bar;

  public final String ellipsis;

  /// Stands for a line break where only one line is shown.
  public final String lineBreak;

  public final String dot;

  /// Stands in front of what the person says.
  public final String person;

  public final String stopped;
  public final String rule;
  private final String minus;
  private final String boxOpen;
  private final String boxChecked;
  private final Lines lines;

  private Glyphs(
      Lines lines,
      String assistant,
      String call,
      String ok,
      String failed,
      String warning,
      String bullet,
      String bar,
      String ellipsis,
      String lineBreak,
      String dot,
      String person,
      String stopped,
      String rule,
      String minus,
      String boxOpen,
      String boxChecked) {
    this.lines = lines;
    this.assistant = assistant;
    this.call = call;
    this.ok = ok;
    this.failed = failed;
    this.warning = warning;
    this.bullet = bullet;
    this.bar = bar;
    this.ellipsis = ellipsis;
    this.lineBreak = lineBreak;
    this.dot = dot;
    this.person = person;
    this.stopped = stopped;
    this.rule = rule;
    this.minus = minus;
    this.boxOpen = boxOpen;
    this.boxChecked = boxChecked;
  }

  /// The signs that a theme wants, as far as a terminal can show them.
  ///
  /// @param preset what the user wants, over the theme; null for what the theme says
  /// @param charset of the terminal
  public static Glyphs of(Theme theme, Theme.@Nullable Preset preset, Charset charset) {
    Theme.Symbols wanted = theme.symbols();
    Theme.Preset set = preset == null ? wanted.preset() : preset;
    Glyphs usual = of(charset);
    Glyphs base = usual;
    if (set != null && usual == UNICODE) {
      base =
          switch (set) {
            case UNICODE -> UNICODE;
            case NERD -> NERD;
            case ASCII -> ASCII;
          };
    }
    return wanted.overrides().isEmpty() ? base : base.with(wanted.overrides(), charset);
  }

  private Glyphs with(Map<SymbolKey, String> signs, Charset charset) {
    CharsetEncoder encoder = charset.newEncoder();
    Map<SymbolKey, String> shown = new EnumMap<>(SymbolKey.class);
    signs.forEach(
        (key, sign) -> {
          if (encoder.canEncode(sign)) {
            shown.put(key, sign);
          }
        });
    return new Glyphs(
        lines,
        shown.getOrDefault(SymbolKey.ASSISTANT, assistant),
        shown.getOrDefault(SymbolKey.CALL, call),
        shown.getOrDefault(SymbolKey.OK, ok),
        shown.getOrDefault(SymbolKey.FAILED, failed),
        shown.getOrDefault(SymbolKey.WARNING, warning),
        shown.getOrDefault(SymbolKey.BULLET, bullet),
        shown.getOrDefault(SymbolKey.BAR, bar),
        shown.getOrDefault(SymbolKey.ELLIPSIS, ellipsis),
        shown.getOrDefault(SymbolKey.LINE_BREAK, lineBreak),
        shown.getOrDefault(SymbolKey.DOT, dot),
        shown.getOrDefault(SymbolKey.PERSON, person),
        shown.getOrDefault(SymbolKey.STOPPED, stopped),
        shown.getOrDefault(SymbolKey.RULE, rule),
        shown.getOrDefault(SymbolKey.MINUS, minus),
        shown.getOrDefault(SymbolKey.BOX_OPEN, boxOpen),
        shown.getOrDefault(SymbolKey.BOX_CHECKED, boxChecked));
  }

  /// Corners, crossings and lines of a table: its upper row from left to right, its middle one, its
  /// lower one, then the line across and the line down.
  String boxes() {
    return lines == Lines.DRAWN ? "┌┬┐├┼┤└┴┘─│" : "+++++++++-|";
  }

  /// In front of an entry of a tree that has others below it at its level, and of one that has not;
  /// then in front of what is below them.
  public List<String> guides() {
    return lines == Lines.DRAWN
        ? List.of("├─ ", "└─ ", "│  ", "   ")
        : List.of("|- ", "`- ", "|  ", "   ");
  }

  /// The sign of something to do, or of something done.
  public String box(boolean checked) {
    return checked ? boxChecked : boxOpen;
  }

  /// The sign of what was taken away.
  public String minus() {
    return minus;
  }

  /// Says in one column that something goes on.
  public String narrowEllipsis() {
    boolean narrow = ellipsis.length() == 1 && !ellipsis.equals(".");
    return narrow ? ellipsis : lines == Lines.DRAWN ? "…" : "~";
  }

  /// In front of a row that goes on with the line above, in one column.
  public String continued() {
    return lines == Lines.DRAWN ? "↪" : "\\";
  }

  /// The pictures of a spinner, in order.
  public List<String> spinner() {
    return lines == Lines.DRAWN ? DOTS : BARS;
  }

  /// The signs that this character set can show.
  public static Glyphs of(Charset charset) {
    if (charset.name().startsWith("UTF-")) {
      return UNICODE;
    }
    return charset.newEncoder().canEncode("●→✓✗•│…↵↪·❯■─⠋┌┼☐☑−") ? UNICODE : ASCII;
  }
}
