package dev.tenon.core.edit.diff;

import java.util.ArrayList;
import java.util.List;

/// A text as lines without their ends. Only LF ends a line.
///
/// @param ended whether the last line is ended, too; a text without lines counts as ended, so that
///   lines added to it are
public record TextLines(List<String> lines, boolean ended) {

  public static TextLines of(String text) {
    if (text.isEmpty()) {
      return new TextLines(List.of(), true);
    }
    boolean ended = text.charAt(text.length() - 1) == '\n';
    return new TextLines(split(text), ended);
  }

  /// The lines of a text without their ends, whether or not the last one is ended.
  public static List<String> split(String text) {
    var lines = new ArrayList<String>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      lines.add(text.substring(start, end));
      start = end + 1;
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
    }
    return lines;
  }

  /// The lines of a text with their ends; only the last one may lack it.
  public static List<String> terminated(String text) {
    var lines = new ArrayList<String>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      lines.add(text.substring(start, end + 1));
      start = end + 1;
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
    }
    return lines;
  }

  /// What a model sent, with LF line ends.
  public static String lf(String text) {
    return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n");
  }

  public int size() {
    return lines.size();
  }

  /// These lines with others in the place of some, the last one ended or not as here.
  public TextLines with(List<String> others) {
    return new TextLines(others, ended || lines.isEmpty());
  }

  public String text() {
    return join(lines, ended);
  }

  private static String join(List<String> lines, boolean ended) {
    int length = 0;
    for (String line : lines) {
      length += line.length() + 1;
    }
    var out = new StringBuilder(length);
    for (String line : lines) {
      out.append(line).append('\n');
    }
    if (!ended && !lines.isEmpty()) {
      out.setLength(out.length() - 1);
    }
    return out.toString();
  }

  /// The number of the line that holds the character, from 1.
  public static int lineAt(String text, int offset) {
    int line = 1;
    for (int at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
      line++;
    }
    return line;
  }
}
