package dev.tenon.cli.terminal.markdown;

import dev.tenon.cli.terminal.render.DisplayOptions;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// Markdown that becomes readable while it arrives. Rows are done when nothing that follows can
/// change them; what still grows is given as it would look if it ended here. The rows that are done
/// in the end do not depend on the pieces in which the text came.
public final class MarkdownStream {
  /// A line that goes on for longer is shown in parts, so that it does not cost more and more.
  private static final int LONGEST = 4_096;

  private final MarkdownLines lines;
  private final StringBuilder partial = new StringBuilder();

  /// What of the row that is still written is printed already.
  private String flown = "";

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

  /// Takes more text, harmless already, and answers the rows that are done now, also those of a
  /// line that goes on.
  public List<String> add(String text) {
    take(text);
    lines.growing(partial.toString());
    return lines.take();
  }

  private void take(String text) {
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

  /// Takes more text for a page that has neither width nor motion, and answers what can be printed
  /// now: whole rows, and of a row that is still written its words.
  public String flowing(String text) {
    var out = new StringBuilder();
    for (int start = 0; start < text.length(); ) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline + 1;
      take(text.substring(start, end));
      out.append(flown(lines.take()));
      start = end;
    }
    String early = lines.early(partial.toString());
    if (early.length() > flown.length() && early.startsWith(flown)) {
      out.append(early, flown.length(), early.length());
      flown = early;
    }
    return out.toString();
  }

  /// The rest of it.
  public String flown() {
    return flown(finish());
  }

  /// What of these rows is not printed yet.
  private String flown(List<String> rows) {
    if (rows.isEmpty()) {
      return "";
    }
    String all = String.join("\n", rows) + "\n";
    String done = flown;
    flown = "";
    return all.startsWith(done) ? all.substring(done.length()) : "\n" + all;
  }

  /// What is not done yet, as it looks now.
  public List<String> unfinished() {
    return later().get();
  }

  /// The same, laid out when somebody asks for it, once.
  public Supplier<List<String>> later() {
    MarkdownLines now = lines.copy();
    String begun = partial.toString();
    return () -> {
      now.preview(begun);
      return now.take();
    };
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
