package dev.tenon.cli.terminal.markdown;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.OpenStyles;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/// The lines of a paragraph that are not done yet: emphasis, code and links go on over the end of a
/// line, so that those wait from the first mark on that has no partner so far.
final class Paragraph {
  /// What is longer waits no more.
  private static final int LONGEST = 3_000;

  private static final int MOST_LINES = 40;

  private final DisplayOptions look;
  private final List<Line> lines = new ArrayList<>();
  private int length;

  /// @param front stands in front of the first row, painted
  /// @param further the same for the other rows
  /// @param standing how many characters of the text stand on rows that are done
  record Line(String text, String front, String further, Tone tone, int standing) {}

  enum Tone {
    USUAL,
    QUOTED
  }

  /// A line in its styles, those of the line before it that go on included.
  record Painted(Line line, String text) {}

  Paragraph(DisplayOptions look) {
    this.look = look;
  }

  Paragraph copy() {
    var other = new Paragraph(look);
    other.lines.addAll(lines);
    other.length = length;
    return other;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  void add(Line line) {
    lines.add(line);
    length += line.text.length() + 1;
  }

  /// Takes the lines that nothing can change any more.
  List<Painted> settled() {
    if (length > LONGEST || lines.size() > MOST_LINES) {
      return rest(InlineMarkdown.Extent.WHOLE);
    }
    int settled = InlineMarkdown.settledLines(text(lines) + "\n", look);
    int count = 0;
    for (int end = -1; count < lines.size(); count++) {
      end += 1 + lines.get(count).text.length();
      if (end > settled) {
        break;
      }
    }
    return take(count, InlineMarkdown.Extent.WHOLE);
  }

  /// Takes all lines.
  List<Painted> rest(InlineMarkdown.Extent extent) {
    return take(lines.size(), extent);
  }

  private List<Painted> take(int count, InlineMarkdown.Extent extent) {
    if (count == 0) {
      return List.of();
    }
    List<Line> taken = lines.subList(0, count);
    String text = new InlineMarkdown(look, extent).painted(text(taken));
    var painted = new ArrayList<Painted>();
    var styles = new OpenStyles();
    int at = 0;
    for (Line line : taken) {
      int end = text.indexOf('\n', at);
      String part = text.substring(Math.min(at, text.length()), end < 0 ? text.length() : end);
      String begun = styles.resume();
      note(part, styles);
      length -= line.text.length() + 1;
      painted.add(new Painted(line, begun + part + styles.close()));
      at = end < 0 ? text.length() : end + 1;
    }
    taken.clear();
    return painted;
  }

  private static void note(String text, OpenStyles styles) {
    for (int at = text.indexOf('\033'); at >= 0; ) {
      int end = DisplayWidth.afterEscape(text, at);
      styles.note(text.substring(at, end));
      at = text.indexOf('\033', end);
    }
  }

  private static String text(List<Line> lines) {
    var text = new StringJoiner("\n");
    lines.forEach(line -> text.add(line.text));
    return text.toString();
  }
}
