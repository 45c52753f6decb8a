package dev.tenon.core.change.review;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Applies hunks of unified diffs to a text, strictly by their line numbers. Written for tests
/// alone, from the text of the patches, so that it shares nothing with what it judges.
final class PatchOracle {
  private static final Pattern HEAD =
      Pattern.compile("@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@");

  private PatchOracle() {}

  record Line(char sign, String text) {}

  record Parsed(int start, List<Line> lines) {
    List<String> with(char sign) {
      return lines.stream().filter(line -> line.sign == sign).map(Line::text).toList();
    }
  }

  static Parsed parse(String patch) {
    String[] rows = patch.split("\n", -1);
    Matcher head = HEAD.matcher(rows[0]);
    if (!head.matches()) {
      throw new AssertionError("not a hunk: " + rows[0]);
    }
    int count = head.group(2) == null ? 1 : Integer.parseInt(head.group(2));
    int newCount = head.group(4) == null ? 1 : Integer.parseInt(head.group(4));
    int start = Integer.parseInt(head.group(1)) - (count == 0 ? 0 : 1);
    var lines = new ArrayList<Line>();
    for (int i = 1; i < rows.length - 1; i++) {
      if (rows[i].startsWith("\\ ")) {
        Line last = lines.removeLast();
        lines.add(new Line(last.sign, last.text.substring(0, last.text.length() - 1)));
      } else {
        lines.add(new Line(rows[i].charAt(0), rows[i].substring(1) + "\n"));
      }
    }
    var parsed = new Parsed(start, lines);
    if (parsed.lines.size() - parsed.with('+').size() != count
        || parsed.lines.size() - parsed.with('-').size() != newCount) {
      throw new AssertionError("wrong counts: " + patch);
    }
    return parsed;
  }

  static String apply(String text, List<String> patches) {
    List<Parsed> sorted =
        patches.stream()
            .map(PatchOracle::parse)
            .sorted(Comparator.comparingInt(Parsed::start))
            .toList();
    List<String> old = lines(text);
    var out = new ArrayList<String>();
    int at = 0;
    for (Parsed patch : sorted) {
      if (patch.start < at) {
        throw new AssertionError("patches overlap at line " + patch.start + ": " + patches);
      }
      out.addAll(old.subList(at, patch.start));
      at = patch.start;
      for (Line line : patch.lines) {
        if (line.sign != '+') {
          if (at >= old.size() || !old.get(at).equals(line.text)) {
            throw new AssertionError("line " + (at + 1) + " is not " + line.text + patch);
          }
          at++;
        }
        if (line.sign != '-') {
          out.add(line.text);
        }
      }
    }
    out.addAll(old.subList(at, old.size()));
    return String.join("", out);
  }

  static List<String> lines(String text) {
    var lines = new ArrayList<String>();
    for (String line : text.split("(?<=\n)", -1)) {
      if (!line.isEmpty()) {
        lines.add(line);
      }
    }
    return lines;
  }
}
