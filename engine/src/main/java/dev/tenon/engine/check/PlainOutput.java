package dev.tenon.engine.check;

import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Output on its way to people, line by line: without control sequences, and of a line that is
/// written over and over, as by a progress bar, its last state. Used by one thread.
public final class PlainOutput {
  /// A longer line is given out in parts.
  private static final int LONGEST_LINE = 4096;

  private static final Pattern CONTROL =
      Pattern.compile(
          "\u001b\\[[0-?]*[ -/]*[@-~]|\u001b\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)?|\u001b.?"
              + "|[\\p{Cntrl}&&[^\\t\\n\\r]]");

  private final Consumer<String> lines;
  private final StringBuilder line = new StringBuilder();

  /// @param lines gets whole lines with their ends
  public PlainOutput(Consumer<String> lines) {
    this.lines = lines;
  }

  public void add(String text) {
    line.append(text);
    int end = line.lastIndexOf("\n") + 1;
    if (end == 0 && line.length() > LONGEST_LINE) {
      end = line.length();
    }
    if (end > 0) {
      lines.accept(plain(line.substring(0, end)));
      line.delete(0, end);
    }
  }

  /// The last line has no end.
  public void finish() {
    if (!line.isEmpty()) {
      lines.accept(plain(line.toString()));
      line.setLength(0);
    }
  }

  public static String plain(String text) {
    String clean = CONTROL.matcher(text).replaceAll("").replace("\r\n", "\n");
    return clean.indexOf('\r') < 0 ? clean : clean.replaceAll("[^\\n\\r]*\\r(?!\\n|$)", "");
  }
}
