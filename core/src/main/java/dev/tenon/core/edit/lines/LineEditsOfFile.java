package dev.tenon.core.edit.lines;

import dev.tenon.core.edit.EditPlacement;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.LineRange;
import dev.tenon.core.edit.diff.Splice;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.match.NearestPlace;
import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The line edits of one call that are about one file.
final class LineEditsOfFile {
  private static final String PREFIX = "sha256:";

  /// How many characters to hash at most when looking for lines that have moved.
  private static final int MOST_HASHED = 8_000_000;

  private final FileState state;
  private final TextLines text;
  private final List<ProposedEdit> edits = new ArrayList<>();

  LineEditsOfFile(FileState state) {
    this.state = state;
    this.text = TextLines.of(state instanceof FileState.Existing file ? file.text() : "");
  }

  void add(ProposedEdit edit) {
    edits.add(edit);
  }

  FileChange plan(List<EditPlacement> placements) throws PlanException {
    var checked = new ArrayList<Checked>();
    for (ProposedEdit edit : edits) {
      checked.add(new Checked(edit, splice(edit)));
    }
    for (Checked edit : checked) {
      verify(edit);
    }
    // At one place inserts come first, in the order of the request; sorting keeps it.
    checked.sort(
        Comparator.<Checked>comparingInt(edit -> edit.splice.start())
            .thenComparingInt(edit -> edit.splice.end()));
    requireApart(checked);
    place(checked, placements);
    List<String> lines = Splice.apply(text.lines(), checked.stream().map(Checked::splice).toList());
    return FileChange.of(state, text.with(lines).text());
  }

  private record Checked(ProposedEdit edit, Splice splice) {}

  private Splice splice(ProposedEdit edit) throws PlanException {
    List<String> lines = TextLines.split(edit.newText());
    int start = edit.startLine() - 1;
    return switch (edit.operation()) {
      case INSERT -> {
        if (edit.startLine() < 1 || edit.startLine() > text.size() + 1) {
          throw noLine(edit, edit.startLine());
        }
        if (lines.isEmpty()) {
          throw invalid(edit, "inserts nothing: new_text is empty");
        }
        yield new Splice(start, start, lines);
      }
      case REPLACE -> {
        requireRange(edit);
        yield new Splice(start, edit.lastLine(), lines);
      }
      case DELETE -> {
        requireRange(edit);
        if (!lines.isEmpty()) {
          throw invalid(edit, "deletes lines, so its new_text has to be empty");
        }
        yield new Splice(start, edit.lastLine(), lines);
      }
    };
  }

  private void requireRange(ProposedEdit edit) throws PlanException {
    if (edit.startLine() < 1 || edit.lastLine() < edit.startLine()) {
      throw invalid(
          edit,
          "has the range %d-%d; lines count from 1 and a range ends where it starts or later"
              .formatted(edit.startLine(), edit.lastLine()));
    }
    if (edit.lastLine() > text.size()) {
      throw noLine(edit, edit.lastLine());
    }
  }

  private PlanException noLine(ProposedEdit edit, int line) {
    String lines =
        switch (state) {
          case FileState.Missing missing -> "does not exist";
          case FileState.Whole file -> "is not text";
          case FileState.Existing file -> "has %d lines".formatted(text.size());
        };
    return PlanFailure.of(
            Code.NOT_FOUND,
            "Edit %s is about line %d, and %s %s."
                .formatted(edit.editId(), line, state.path(), lines))
        .now(state)
        .suggest("Read the file again and take the line numbers from there.")
        .exception();
  }

  private PlanException invalid(ProposedEdit edit, String why) {
    return PlanFailure.of(
            Code.INVALID, "Edit %s of %s %s.".formatted(edit.editId(), state.path(), why))
        .now(state)
        .exception();
  }

  private void verify(Checked checked) throws PlanException {
    ProposedEdit edit = checked.edit;
    int start = checked.splice.start();
    boolean insert = edit.operation() == ProposedEdit.Operation.INSERT;
    int end = insert ? Math.min(start + 1, text.size()) : checked.splice.end();
    String what = start == end ? "the end of the file" : new LineRange(start + 1, end).toString();
    String given = edit.expectedHash();
    if (given == null) {
      throw unseen(edit, start, end, what);
    }
    String expected = given.strip().toLowerCase(Locale.ROOT);
    expected = expected.startsWith(PREFIX) ? expected.substring(PREFIX.length()) : expected;
    String found = hash(start, end);
    if (found.equals(expected)) {
      return;
    }
    throw PlanFailure.of(
            Code.STALE,
            "Edit %s of %s expects sha256:%s at %s, and that is sha256:%s."
                .formatted(edit.editId(), state.path(), expected, what, found))
        .now(state)
        .nearest(nearest(start, end, expected))
        .suggest("Read the lines again and send the edit with their numbers and hash.")
        .exception();
  }

  private PlanException unseen(ProposedEdit edit, int start, int end, String what) {
    return PlanFailure.of(
            Code.STALE,
            "Edit %s of %s is about %s, which you have not been shown."
                .formatted(edit.editId(), state.path(), what))
        .now(state)
        .nearest(
            start == end
                ? null
                : new PlanFailure.Nearest(
                    start + 1,
                    NearestPlace.excerpt(text.lines(), start, end - start),
                    "this is there"))
        .suggest("Read the lines, then send the edit again.")
        .exception();
  }

  private PlanFailure.@Nullable Nearest nearest(int start, int end, String expected) {
    int count = end - start;
    if (count == 0) {
      return null;
    }
    if ((long) count * text.text().length() <= MOST_HASHED) {
      for (int at = 0; at + count <= text.size(); at++) {
        if (hash(at, at + count).equals(expected)) {
          return new PlanFailure.Nearest(
              at + 1, NearestPlace.excerpt(text.lines(), at, count), "the expected lines are here");
        }
      }
    }
    return new PlanFailure.Nearest(
        start + 1,
        NearestPlace.excerpt(text.lines(), start, count),
        "this is there now; the expected lines are nowhere in the file");
  }

  private String hash(int start, int end) {
    return Sha256.of(String.join("\n", text.lines().subList(start, end)));
  }

  private void requireApart(List<Checked> sorted) throws PlanException {
    for (int i = 1; i < sorted.size(); i++) {
      Checked before = sorted.get(i - 1);
      Checked edit = sorted.get(i);
      if (edit.splice.start() < before.splice.end()) {
        throw invalid(
            edit.edit, "overlaps edit %s; make one edit of them".formatted(before.edit.editId()));
      }
    }
  }

  private void place(List<Checked> sorted, List<EditPlacement> placements) {
    int shift = 0;
    for (Checked checked : sorted) {
      Splice splice = checked.splice;
      int removed = splice.end() - splice.start();
      int added = splice.lines().size();
      placements.add(
          new EditPlacement(
              checked.edit.editId(),
              state.path(),
              splice.start() + 1,
              removed,
              splice.start() + 1 + shift,
              added));
      shift += added - removed;
    }
  }
}
