package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.diff.DiffFile;
import dev.tenon.cli.terminal.diff.DiffParser;
import dev.tenon.core.change.weave.Hunk;
import java.util.ArrayList;
import java.util.List;

/// A hunk in words and lines.
public final class HunkText {
  private HunkText() {}

  /// The lines of a hunk, or what it does to a file that has none.
  public static String body(Hunk hunk) {
    return hunk.description().isEmpty() ? hunk.patch() : hunk.description() + "\n";
  }

  /// What a hunk does to the file as such, to be said behind its name; empty if it only changes it.
  public static String doing(Hunk hunk) {
    return switch (hunk.kind()) {
      case EDIT -> "";
      case CREATE -> ", new file";
      case DELETE -> ", deletes the file";
      case MOVE -> ", moves the file";
    };
  }

  /// Its lines with their numbers; none if no line changes.
  static List<DiffFile.Line> lines(Hunk hunk) {
    return lines(hunk.patch());
  }

  static List<DiffFile.Line> lines(String patch) {
    var lines = new ArrayList<DiffFile.Line>();
    DiffParser.parse(
        patch, file -> file.hunks().forEach(each -> lines.addAll(each.lines())), outside -> {});
    return lines;
  }
}
