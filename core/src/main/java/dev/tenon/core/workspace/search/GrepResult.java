package dev.tenon.core.workspace.search;

import dev.tenon.core.workspace.walk.FileWalk;
import java.util.List;

/// What a search found, in the order of a walk.
///
/// @param notes what was left out and how to get it; whole sentences
public record GrepResult(
    List<Matches> files, FileWalk.More more, Engine engine, List<String> notes) {

  public GrepResult {
    files = List.copyOf(files);
    notes = List.copyOf(notes);
  }

  /// The matches of one file.
  ///
  /// @param path as the model sees it
  /// @param count how many lines (or spans of lines) match, as far as they were counted
  /// @param lines matches and the lines around them, by number; empty unless lines were asked for
  public record Matches(String path, int count, List<Line> lines) {
    public Matches {
      lines = List.copyOf(lines);
    }
  }

  /// A line that is shown.
  ///
  /// @param number counted from 1
  public record Line(long number, Role role, String text) {}

  /// Why a line is shown.
  public enum Role {
    MATCH,
    CONTEXT
  }

  /// Who searched.
  public enum Engine {
    IN_PROCESS,
    RIPGREP
  }

  /// How many matching lines are shown.
  public int shown() {
    int shown = 0;
    for (Matches file : files) {
      for (Line line : file.lines) {
        shown += line.role == Role.MATCH ? 1 : 0;
      }
    }
    return shown;
  }
}
