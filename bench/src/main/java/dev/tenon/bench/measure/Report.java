package dev.tenon.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A page of Markdown in the making.
public final class Report {
  private final StringBuilder text = new StringBuilder();

  public Report heading(String heading) {
    text.append(text.isEmpty() ? "# " : "\n## ").append(heading).append('\n');
    return this;
  }

  public Report paragraph(String paragraph) {
    text.append('\n').append(paragraph).append('\n');
    return this;
  }

  /// A table; all columns but the first are numbers.
  public Report table(List<String> header, List<List<String>> rows) {
    text.append('\n').append(row(header));
    var rule = new ArrayList<String>();
    for (int column = 0; column < header.size(); column++) {
      rule.add(column == 0 ? "---" : "--:");
    }
    text.append(row(rule));
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException("row " + row + " does not fit " + header);
      }
      text.append(row(row));
    }
    return this;
  }

  /// What another page in the making says, below what is here.
  public Report append(Report more) {
    String below = more.text.toString();
    text.append(below.startsWith("# ") ? "\n#" + below : below);
    return this;
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  /// Three significant digits at least, and no more decimals than that takes.
  public static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }

  /// Whether an aim was met, next to the aim.
  public static String verdict(double reached, double limit) {
    return reached < limit ? "met" : "**missed**";
  }

  public void write(Path file) throws IOException {
    if (file.getParent() != null) {
      Files.createDirectories(file.getParent());
    }
    Files.writeString(file, text);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
