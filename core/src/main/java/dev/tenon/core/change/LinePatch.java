package dev.tenon.core.change;

import dev.tenon.core.edit.DiffHunk;
import dev.tenon.core.workspace.LineMatch;
import java.util.ArrayList;
import java.util.List;

/// The way from the lines of one text to those of another. Lines carry their ends as they are in
/// the file, so that nothing is lost on the way back.
public record LinePatch(List<Part> parts) {
  public LinePatch {
    parts = List.copyOf(parts);
  }

  /// Lines in the place of others.
  ///
  /// @param start the first line that goes, from zero, in the old lines; where nothing goes, the
  ///   line before which the new ones come
  public record Part(int start, List<String> removed, List<String> added) {
    public Part {
      removed = List.copyOf(removed);
      added = List.copyOf(added);
    }
  }

  static LinePatch between(List<String> old, List<String> now) {
    int[] match = LineMatch.of(old, now);
    var parts = new ArrayList<Part>();
    int oldAt = 0;
    int newAt = 0;
    while (oldAt < old.size() || newAt < now.size()) {
      if (newAt < now.size() && match[newAt] == oldAt) {
        oldAt++;
        newAt++;
        continue;
      }
      int newEnd = newAt;
      while (newEnd < now.size() && match[newEnd] < 0) {
        newEnd++;
      }
      int oldEnd = newEnd < now.size() ? match[newEnd] : old.size();
      parts.add(new Part(oldAt, old.subList(oldAt, oldEnd), now.subList(newAt, newEnd)));
      oldAt = oldEnd;
      newAt = newEnd;
    }
    return new LinePatch(parts);
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /// The new lines; an [IllegalArgumentException] if the old ones are not those it was made for.
  List<String> apply(List<String> old) {
    var out = new ArrayList<String>(old.size() + 16);
    int at = 0;
    for (Part part : parts) {
      int end = part.start + part.removed.size();
      if (part.start < at
          || end > old.size()
          || !old.subList(part.start, end).equals(part.removed)) {
        throw new IllegalArgumentException("the patch does not fit at line " + (part.start + 1));
      }
      out.addAll(old.subList(at, part.start));
      out.addAll(part.added);
      at = end;
    }
    out.addAll(old.subList(at, old.size()));
    return out;
  }

  /// The way back.
  public LinePatch reversed() {
    var reversed = new ArrayList<Part>();
    int shift = 0;
    for (Part part : parts) {
      reversed.add(new Part(part.start + shift, part.added, part.removed));
      shift += part.added.size() - part.removed.size();
    }
    return new LinePatch(reversed);
  }

  /// As hunks of a unified diff without context, with LF line ends.
  public String text() {
    var out = new StringBuilder();
    int shift = 0;
    for (Part part : parts) {
      var body = new ArrayList<DiffHunk.Line>();
      part.removed.forEach(line -> body.add(new DiffHunk.Line(DiffHunk.Side.OLD, lf(line))));
      part.added.forEach(line -> body.add(new DiffHunk.Line(DiffHunk.Side.NEW, lf(line))));
      out.append(numbered(part.start, part.start + shift, body).text());
      shift += part.added.size() - part.removed.size();
    }
    return out.toString();
  }

  /// A hunk whose lines begin at these indices from zero.
  static DiffHunk numbered(int oldStart, int newStart, List<DiffHunk.Line> body) {
    var hunk = new DiffHunk(oldStart + 1, newStart + 1, body);
    return new DiffHunk(
        hunk.oldCount() == 0 ? oldStart : oldStart + 1,
        hunk.newCount() == 0 ? newStart : newStart + 1,
        body);
  }

  static String lf(String line) {
    return line.endsWith("\r\n") ? line.substring(0, line.length() - 2) + "\n" : line;
  }

  /// The lines of a text with their ends; only the last one may lack it.
  static List<String> lines(String text) {
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
}
