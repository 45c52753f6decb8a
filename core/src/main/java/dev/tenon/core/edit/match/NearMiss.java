package dev.tenon.core.edit.match;

import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.diff.LineChange;
import dev.tenon.core.edit.diff.LineRange;
import dev.tenon.core.edit.diff.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An old text that is not in the file as it stands: finds the lines that were meant, and replaces
/// them if that is safe.
final class NearMiss {
  private final List<String> lines;
  private final List<String> wanted;
  private final String oldText;
  private final String newText;
  private final LineSearch search;

  NearMiss(List<String> lines, String oldText, String newText) {
    this.lines = lines;
    this.wanted = TextLines.split(oldText);
    this.oldText = oldText;
    this.newText = newText;
    this.search = new LineSearch(lines);
  }

  /// All lines of the file after the edit.
  record Repair(List<String> lines, String warning) {}

  PlanFailure.@Nullable Nearest nearest() {
    return NearestPlace.find(lines, wanted);
  }

  /// The edit at the only place that is alike; nothing when there is none, when there are several
  /// at the strictest level that has any, or when it is not safe.
  Optional<Repair> repair() {
    if (wanted.stream().noneMatch(NearMiss::significant)) {
      return Optional.empty();
    }
    LineSearch.Closest closest = search.closest(wanted);
    return closest.places().size() == 1
        ? repair(closest.places().getFirst(), closest.likeness())
        : Optional.empty();
  }

  private Optional<Repair> repair(int start, Likeness level) {
    List<String> found = lines.subList(start, start + wanted.size());
    Optional<List<String>> replacement = newLines().flatMap(fresh -> carried(found, fresh));
    return replacement.map(
        fresh -> {
          var all = new ArrayList<String>(lines.size() + fresh.size());
          all.addAll(lines.subList(0, start));
          all.addAll(fresh);
          all.addAll(lines.subList(start + wanted.size(), lines.size()));
          return new Repair(all, warning(start, level));
        });
  }

  /// The new text as lines, seen as the old text is: with or without an end of its last line.
  private Optional<List<String>> newLines() {
    if (!oldText.endsWith("\n")) {
      return Optional.of(List.of(newText.split("\n", -1)));
    }
    return newText.isEmpty() || newText.endsWith("\n")
        ? Optional.of(TextLines.split(newText))
        : Optional.empty();
  }

  /// The lines that replace the found ones: those which the edit keeps stay as the file has them,
  /// and new ones follow the file's indentation.
  private Optional<List<String>> carried(List<String> found, List<String> fresh) {
    Optional<Indentation> indentation = Indentation.between(wanted, found);
    if (indentation.isEmpty()) {
      return Optional.empty();
    }
    var out = new ArrayList<String>();
    int at = 0;
    for (LineChange change : LineChange.between(wanted, fresh)) {
      out.addAll(found.subList(at, change.oldStart()));
      for (int i = change.oldStart(); i < change.oldEnd(); i++) {
        if (!Likeness.INDENTATION.same(wanted.get(i), found.get(i))) {
          return Optional.empty();
        }
      }
      for (String line : fresh.subList(change.newStart(), change.newEnd())) {
        Optional<String> indented = indentation.get().apply(line);
        if (indented.isEmpty()) {
          return Optional.empty();
        }
        out.add(indented.get());
      }
      at = change.oldEnd();
    }
    out.addAll(found.subList(at, found.size()));
    return Optional.of(out);
  }

  private String warning(int start, Likeness level) {
    var range = new LineRange(start + 1, start + wanted.size());
    if (level == Likeness.EXACT) {
      return "The last line of the file has no newline at its end and the old text has one;"
          + " applied to "
          + range
          + ".";
    }
    return "The old text is not in the file exactly: it differs in "
        + level.difference()
        + ". Applied to "
        + range
        + ", the only place that is alike; unchanged lines stayed as they were.";
  }

  private static boolean significant(String line) {
    return line.codePoints().anyMatch(Character::isLetterOrDigit);
  }
}
