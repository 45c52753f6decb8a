package dev.tenon.cli.terminal.render;

import java.util.EnumSet;

/// The styles that text has switched on and not yet off, so that something else can be drawn in
/// between.
final class OpenStyles {
  private final EnumSet<Style> open = EnumSet.noneOf(Style.class);

  /// Follows a sequence of [Style] in the text.
  void note(String sequence) {
    for (Style style : Style.values()) {
      if (style.off().equals(sequence)) {
        open.remove(style);
      } else if (style.on().equals(sequence)) {
        open.add(style);
      }
    }
  }

  /// Switches everything off for a moment.
  String suspend() {
    return open.isEmpty() ? "" : "\033[0m";
  }

  /// Switches on again what [#suspend] switched off.
  String resume() {
    var on = new StringBuilder();
    open.forEach(style -> on.append(style.on()));
    return on.toString();
  }
}
