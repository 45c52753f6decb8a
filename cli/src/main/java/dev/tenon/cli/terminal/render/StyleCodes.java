package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.theme.Colour;
import dev.tenon.cli.terminal.theme.ColourDepth;
import dev.tenon.cli.terminal.theme.Theme;
import java.util.ArrayList;
import java.util.List;

/// What switches a style on and off on a terminal of so many colours. It is made of parts, one for
/// each thing that can end by itself: a colour inside a bold line with a colour of its own ends,
/// and the line goes on in its colour. Immutable.
final class StyleCodes {
  static final StyleCodes NONE = new StyleCodes(List.of());

  private final List<Part> parts;
  private final String on;
  private final String off;

  private record Part(String on, String off) {
    /// The part goes on after what ends inside it.
    String kept(String text) {
      return text.contains(off) ? text.replace(off, off + on) : text;
    }
  }

  private StyleCodes(List<Part> parts) {
    this.parts = parts;
    var begin = new StringBuilder();
    var end = new StringBuilder();
    for (Part part : parts) {
      begin.append(part.on);
      end.insert(0, part.off);
    }
    this.on = begin.toString();
    this.off = end.toString();
  }

  /// From now on the page lets this style pass.
  void add() {
    for (Part part : parts) {
      KnownSequences.add(part.on, part.off);
    }
  }

  String painted(String text) {
    if (parts.isEmpty() || text.isEmpty()) {
      return text;
    }
    String body = text;
    for (Part part : parts) {
      body = part.kept(body);
    }
    return on + body + off;
  }

  /// In the terminal's own colours.
  static StyleCodes plainColours(Style style) {
    if (style.colour().isEmpty()) {
      return monochrome(style);
    }
    String join = style.weight().isEmpty() ? "" : ";";
    return new StyleCodes(
        List.of(
            new Part(
                sequence(style.weight() + join + style.colour()),
                sequence(style.weightOff() + join + "39"))));
  }

  /// Weight and lines alone.
  static StyleCodes monochrome(Style style) {
    return style.weight().isEmpty()
        ? NONE
        : new StyleCodes(List.of(new Part(sequence(style.weight()), sequence(style.weightOff()))));
  }

  static StyleCodes themed(Style style, Theme theme, ColourDepth depth) {
    int front = style.foreground() == null ? Colour.DEFAULT : theme.colour(style.foreground());
    int behind = style.background() == null ? Colour.DEFAULT : theme.colour(style.background());
    boolean coloured = front != Colour.DEFAULT || behind != Colour.DEFAULT;
    var parts = new ArrayList<Part>(4);
    weights(style, coloured, behind != Colour.DEFAULT, parts);
    if (front != Colour.DEFAULT) {
      parts.add(new Part(sequence(depth.foreground(front)), "\033[39m"));
    }
    if (behind != Colour.DEFAULT) {
      parts.add(new Part(sequence(depth.background(behind)), "\033[49m"));
    }
    return parts.isEmpty() ? NONE : new StyleCodes(parts);
  }

  /// What a colour says already is left out: faint text, and a line below what has a ground.
  private static void weights(Style style, boolean coloured, boolean grounded, List<Part> parts) {
    String weight = style.weight();
    if (weight.indexOf('7') >= 0) {
      // Whole: nobody else's text is reversed.
      parts.add(new Part(sequence(weight), sequence(style.weightOff())));
      return;
    }
    for (int at = 0; at < weight.length(); at += 2) {
      char code = weight.charAt(at);
      if (!(code == '2' && coloured) && !(code == '4' && grounded)) {
        parts.add(new Part(sequence(String.valueOf(code)), off(code)));
      }
    }
  }

  private static String off(char code) {
    return code == '1' ? "\033[22m" : "\033[2" + code + "m";
  }

  private static String sequence(String codes) {
    return "\033[" + codes + "m";
  }
}
