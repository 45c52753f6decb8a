package dev.tenon.cli.terminal.render;

import java.util.List;
import java.util.function.IntSupplier;

/// Markdown that becomes readable while it arrives. Rows are done when nothing that follows can
/// change them; what still grows is given as it would look if it ended here. The rows that are done
/// in the end do not depend on the pieces in which the text came.
public final class MarkdownStream {
  /// A line that goes on for longer is shown in parts, so that it does not cost more and more.
  private static final int LONGEST = 4_096;

  private final MarkdownLines lines;
  private final StringBuilder partial = new StringBuilder();

  /// @param columns how wide rows may be
  public MarkdownStream(DisplayOptions look, IntSupplier columns) {
    this.lines = new MarkdownLines(look, columns);
  }

  /// Whole text at once.
  public static List<String> rows(String text, DisplayOptions look, int columns) {
    var stream = new MarkdownStream(look, () -> columns);
    var rows = new java.util.ArrayList<>(stream.add(text));
    rows.addAll(stream.finish());
    return rows;
  }

  /// Puts something in front of the first row that is no Markdown.
  public void prefix(String painted) {
    lines.prefix(painted);
  }

  /// Takes more text, harmless already, and answers the rows that are done now.
  public List<String> add(String text) {
    for (int start = 0; start < text.length(); ) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      while (end - start > LONGEST - partial.length()) {
        int part = LONGEST - partial.length();
        partial.append(text, start, start + part);
        start += part;
        cutLong();
      }
      partial.append(text, start, end);
      if (newline >= 0) {
        lines.line(partial.toString());
        partial.setLength(0);
      }
      start = end + 1;
    }
    return lines.take();
  }

  /// Ends a very long line at a blank, or where it is.
  private void cutLong() {
    int space = partial.lastIndexOf(" ");
    int end = space > LONGEST / 2 ? space : partial.length();
    if (Character.isHighSurrogate(partial.charAt(end - 1))) {
      end--;
    }
    lines.line(partial.substring(0, end));
    partial.delete(0, space == end ? end + 1 : end);
  }

  /// What is not done yet, as it looks now.
  public List<String> unfinished() {
    MarkdownLines now = lines.copy();
    now.preview(partial.toString());
    return now.take();
  }

  /// The rest of the rows; the next text begins anew.
  public List<String> finish() {
    if (!partial.isEmpty()) {
      lines.line(partial.toString());
      partial.setLength(0);
    }
    lines.finish();
    return lines.take();
  }
}
