package dev.tenon.core.edit.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A three-way merge by lines: what happened between a base and the current text, and between the
/// same base and a proposed one, put together. A line end is part of its line, so the end of a file
/// merges like any other line.
///
/// @param pieces the merged text from its beginning to its end
public record Merge3(List<Piece> pieces) {

  public Merge3 {
    pieces = List.copyOf(pieces);
  }

  /// What changes that only touch, with no equal line between them, are.
  public enum Touching {
    /// A conflict, as for git: the two were probably made without knowing of each other.
    CONFLICT,
    /// Both kept, in the order of the lines they replace.
    MERGE
  }

  /// Where a piece comes from.
  public enum Origin {
    BASE,
    CURRENT,
    PROPOSED,
    /// The current and the proposed text changed the base in the same way.
    BOTH
  }

  /// A part of the merged text.
  public sealed interface Piece {}

  /// Lines without any doubt.
  public record Clean(Origin origin, String text) implements Piece {}

  /// Lines that both changed, each in its own way.
  ///
  /// @param baseLine the line of the base where it begins, from 1
  /// @param currentLine the line of the current text where it begins, from 1
  public record Conflict(
      int baseLine, int currentLine, String base, String current, String proposed)
      implements Piece {}

  public static Merge3 of(String base, String current, String proposed, Touching touching) {
    return new LineMerger(base, current, proposed, touching).merge();
  }

  /// The merged text, unless there is a conflict.
  public Optional<String> text() {
    var out = new StringBuilder();
    for (Piece piece : pieces) {
      switch (piece) {
        case Clean clean -> out.append(clean.text);
        case Conflict conflict -> {
          return Optional.empty();
        }
      }
    }
    return Optional.of(out.toString());
  }

  public List<Conflict> conflicts() {
    var conflicts = new ArrayList<Conflict>();
    for (Piece piece : pieces) {
      if (piece instanceof Conflict conflict) {
        conflicts.add(conflict);
      }
    }
    return conflicts;
  }

  /// The merged text with each conflict between markers, current first, then base, then proposed.
  public String marked(String currentName, String baseName, String proposedName) {
    var out = new StringBuilder();
    for (Piece piece : pieces) {
      switch (piece) {
        case Clean clean -> out.append(clean.text);
        case Conflict conflict -> {
          marker(out, "<<<<<<< " + currentName, conflict.current);
          marker(out, "||||||| " + baseName, conflict.base);
          marker(out, "=======", conflict.proposed);
          marker(out, ">>>>>>> " + proposedName, "");
        }
      }
    }
    return out.toString();
  }

  private static void marker(StringBuilder out, String marker, String lines) {
    if (!out.isEmpty() && out.charAt(out.length() - 1) != '\n') {
      out.append('\n');
    }
    out.append(marker).append('\n').append(lines);
  }
}
