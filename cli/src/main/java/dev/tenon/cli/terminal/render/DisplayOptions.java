package dev.tenon.cli.terminal.render;

/// How a conversation is displayed: colours, signs, whether thinking is shown, and how waiting
/// looks.
public record DisplayOptions(
    Palette palette, Glyphs glyphs, Thinking thinking, Waiting waiting, Abilities abilities) {
  public DisplayOptions(Palette palette, Glyphs glyphs, Thinking thinking, Waiting waiting) {
    this(palette, glyphs, thinking, waiting, Abilities.NONE);
  }

  public DisplayOptions(Palette palette, Glyphs glyphs, Thinking thinking) {
    this(palette, glyphs, thinking, Waiting.MOVING);
  }

  public DisplayOptions with(Abilities known) {
    return new DisplayOptions(palette, glyphs, thinking, waiting, known);
  }

  /// The signs of now: those of the theme, where it has some.
  @Override
  public Glyphs glyphs() {
    return palette.glyphs(glyphs);
  }

  /// How much of the model's reasoning is shown.
  public enum Thinking {
    HIDDEN,
    /// Its last lines while it goes on, one line afterwards.
    SHORT,
    FULL
  }

  /// What is shown while the program waits (`ui.spinner`).
  public enum Waiting {
    /// A moving sign and a clock.
    MOVING,
    /// Nothing that moves by itself: for slow lines and calm.
    STILL,
    /// What begins and what ends is said in a line (`ui.plain`), for screen readers.
    WORDS
  }

  /// Plain text with one line for each thought.
  public static DisplayOptions plain(Glyphs glyphs) {
    return new DisplayOptions(Palette.PLAIN, glyphs, Thinking.SHORT);
  }

  public String paint(Style style, String text) {
    return palette.paint(style, text);
  }
}
