package dev.tenon.cli.terminal.render;

import java.nio.charset.Charset;
import java.util.List;

/// The few signs that carry meaning, for terminals that know Unicode and for those that do not.
public enum Glyphs {
  UNICODE("●", "→", "✓", "✗", "!", "•", "│", "…", "↵", "·", "❯", "■", "─"),
  ASCII("*", "->", "ok", "x", "!", "-", "|", "...", "\\n", "-", ">", "#", "-");

  private static final List<String> DOTS =
      List.of("⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏");
  private static final List<String> BARS = List.of("|", "/", "-", "\\");

  /// Stands in front of what the model says.
  final String assistant;

  /// Stands in front of a tool that starts.
  final String call;

  final String ok;
  final String failed;
  final String warning;
  final String bullet;

  /// Left of quoted or foreign lines.
  final String bar;

  public final String ellipsis;

  /// Stands for a line break where only one line is shown.
  final String lineBreak;

  public final String dot;

  /// Stands in front of what the person says.
  public final String person;

  final String stopped;
  final String rule;

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

  /// The pictures of a spinner, in order.
  public List<String> spinner() {
    return this == UNICODE ? DOTS : BARS;
  }

  /// The signs that this character set can show.
  public static Glyphs of(Charset charset) {
    if (charset.name().startsWith("UTF-")) {
      return UNICODE;
    }
    return charset.newEncoder().canEncode("●→✓✗•│…↵·❯■─⠋") ? UNICODE : ASCII;
  }
}
