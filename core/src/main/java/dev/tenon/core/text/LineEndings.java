package dev.tenon.core.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gives an edited LF text the line endings of the text it came from.
final class LineEndings {
  private LineEndings() {}

  /// @param disk the old text with its own endings
  /// @param lf the old text with LF only
  /// @param kind which endings `disk` has
  /// @param edited the new text with LF only
  /// @param origins for each new line the old one whose end it has, or -1; null if that is not
  ///   known
  static String restore(
      String disk, String lf, LineEnding kind, String edited, int @Nullable [] origins) {
    return switch (kind) {
      case NONE, LF -> clean(edited);
      // A carriage return in front of a CRLF belongs to its line, so lines have to be told apart.
      case CRLF ->
          lf.contains("\r\n") ? byLine(disk, edited, origins) : clean(edited).replace("\n", "\r\n");
      case MIXED -> byLine(disk, edited, origins);
    };
  }

  /// Without carriage returns in front of a line feed: on disk they would be part of the ending.
  private static String clean(String text) {
    String clean = text;
    while (clean.contains("\r\n")) {
      clean = clean.replace("\r\n", "\n");
    }
    return clean;
  }

  private static String byLine(String disk, String edited, int @Nullable [] origins) {
    var old = new ArrayList<String>();
    var endings = new ArrayList<String>();
    split(disk, old, endings);
    var lines = new ArrayList<String>();
    var ended = new ArrayList<String>();
    split(edited.replace("\n", "\r\n"), lines, ended);
    int[] match = origins != null && fits(origins, old, lines) ? origins : LineMatch.of(old, lines);

    String dominant = dominant(endings);
    var out = new StringBuilder(edited.length() + lines.size());
    int before = -1;
    int run = 0;
    for (int i = 0; i < lines.size(); i++) {
      int same = match[i];
      if (same >= 0) {
        before = same;
        run = 0;
      } else {
        run++;
      }
      String line = lines.get(i);
      if (ended.get(i).isEmpty()) {
        out.append(line);
      } else if (same >= 0 && !endings.get(same).isEmpty()) {
        out.append(line).append(endings.get(same));
      } else {
        int after = nextMatch(match, i, old.size());
        String ending = neighbour(endings, before, run, after, dominant);
        out.append(stripReturns(line)).append(ending);
      }
    }
    return out.toString();
  }

  /// Whether they are origins of these lines, and not of a text that is another by now.
  private static boolean fits(int[] origins, List<String> old, List<String> lines) {
    int before = -1;
    for (int origin : origins) {
      if (origin >= old.size() || (origin >= 0 && origin < before)) {
        return false;
      }
      before = Math.max(before, origin);
    }
    return origins.length == lines.size();
  }

  /// The ending for the `run`-th new line after old line `before` and in front of old line `after`:
  /// that of the line it replaces, of the one above, of the one below, or the most frequent one.
  private static String neighbour(
      List<String> endings, int before, int run, int after, String dominant) {
    int replaced = Math.min(before + Math.max(run, 1), after - 1);
    for (int at : new int[] {replaced, before, after}) {
      if (at >= 0 && at < endings.size() && !endings.get(at).isEmpty()) {
        return endings.get(at);
      }
    }
    return dominant;
  }

  private static int nextMatch(int[] match, int from, int none) {
    for (int i = from + 1; i < match.length; i++) {
      if (match[i] >= 0) {
        return match[i];
      }
    }
    return none;
  }

  private static String dominant(List<String> endings) {
    int balance = 0;
    for (String ending : endings) {
      balance += ending.equals("\r\n") ? 1 : ending.equals("\n") ? -1 : 0;
    }
    return balance > 0 ? "\r\n" : "\n";
  }

  private static String stripReturns(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == '\r') {
      end--;
    }
    return line.substring(0, end);
  }

  private static void split(String text, List<String> lines, List<String> endings) {
    int start = 0;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
      boolean crlf = at > start && text.charAt(at - 1) == '\r';
      lines.add(text.substring(start, crlf ? at - 1 : at));
      endings.add(crlf ? "\r\n" : "\n");
      start = at + 1;
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
      endings.add("");
    }
  }
}
