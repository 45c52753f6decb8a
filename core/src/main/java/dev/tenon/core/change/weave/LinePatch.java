package dev.tenon.core.change.weave;

import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.UnifiedDiff;
import dev.tenon.core.text.LineMatch;
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

  public static LinePatch between(List<String> old, List<String> now) {
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
  public List<String> apply(List<String> old) {
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
      out.append(UnifiedDiff.numbered(part.start, part.start + shift, body).text());
      shift += part.added.size() - part.removed.size();
    }
    return out.toString();
  }

  static String lf(String line) {
    WholeFile whole = WholeFile.of(line);
    if (whole != null) {
      return "[" + whole.described() + "]\n";
    }
    return line.endsWith("\r\n") ? line.substring(0, line.length() - 2) + "\n" : line;
  }
}
