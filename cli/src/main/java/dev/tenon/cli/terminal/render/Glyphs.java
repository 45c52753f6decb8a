package dev.tenon.cli.terminal.render;

import java.nio.charset.Charset;
import java.util.List;

/// The few signs that carry meaning, for terminals that know Unicode and for those that do not.
public enum Glyphs {
  UNICODE("●", "→", "✓", "✗", "!", "•", "│", "…", "↵", "·", "❯", "■", "─"),
  ASCII("*", "->", "ok", "x", "!", "-", "|", "...", "\\n", "-", ">", "#", "-"),

  /// Words where others have signs, for whoever has the screen read to them.
  WORDS(
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
      "-");

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

  Glyphs(
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
      String rule) {
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
  }

  /// Corners, crossings and lines of a table: its upper row from left to right, its middle one, its
  /// lower one, then the line across and the line down.
  String boxes() {
    return this == UNICODE ? "┌┬┐├┼┤└┴┘─│" : "+++++++++-|";
  }

  /// In front of an entry of a tree that has others below it at its level, and of one that has not;
  /// then in front of what is below them.
  public List<String> guides() {
    return this == UNICODE
        ? List.of("├─ ", "└─ ", "│  ", "   ")
        : List.of("|- ", "`- ", "|  ", "   ");
  }

  String box(boolean checked) {
    String open = this == UNICODE ? "☐" : "[ ]";
    String done = this == UNICODE ? "☑" : "[x]";
    return checked ? done : open;
  }

  /// The sign of what was taken away.
  public String minus() {
    return this == UNICODE ? "−" : "-";
  }

  /// The pictures of a spinner, in order.
  public List<String> spinner() {
    return this == UNICODE ? DOTS : BARS;
  }

  /// The signs that this character set can show.
  public static Glyphs of(Charset charset) {
    if (charset.name().startsWith("UTF-")) {
      return UNICODE;
    }
    return charset.newEncoder().canEncode("●→✓✗•│…↵·❯■─⠋┌┼☐☑−") ? UNICODE : ASCII;
  }
}
