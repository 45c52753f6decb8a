package dev.tenon.core.edit.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.core.edit.EditPlacement;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.MemoryFiles;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.lines.ProposedEdit.Operation;
import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LineEditsTest {
  private static final String TEXT = "one\ntwo\nthree\nfour\nfive\n";

  private static ProposedEdit edit(
      String id, Operation operation, int start, int end, String text, String expected) {
    return new ProposedEdit(
        id, "f", operation, start, end, text, "sha256:" + Sha256.of(expected), "because");
  }

  private static PlanFailure failure(String text, ProposedEdit... edits) {
    var files = MemoryFiles.of("f", text);
    return catchThrowableOfType(
            PlanException.class, () -> new LineEdits(List.of(edits)).plan(files))
        .failure();
  }

  @Test
  void replacesInsertsAndDeletes() throws PlanException {
    var files = MemoryFiles.of("f", TEXT);
    Plan planned =
        new LineEdits(
                List.of(
                    edit("e_3", Operation.DELETE, 5, 5, "", "five"),
                    edit("e_1", Operation.REPLACE, 1, 2, "1\n2\n3", "one\ntwo"),
                    edit("e_2", Operation.INSERT, 4, 4, "3.5\n", "four")))
            .plan(files);
    assertThat(files.after(planned)).containsEntry("f", "1\n2\n3\nthree\n3.5\nfour\n");
    assertThat(planned.transaction().edits())
        .containsExactly(
            new EditPlacement("e_1", "f", 1, 2, 1, 3),
            new EditPlacement("e_2", "f", 4, 0, 5, 1),
            new EditPlacement("e_3", "f", 5, 1, 7, 0));
  }

  @Test
  void severalFilesAreOnePlan() throws PlanException {
    var files = MemoryFiles.of("f", TEXT).write("g", "x\n");
    var second = new ProposedEdit("e_2", "g", Operation.REPLACE, 1, null, "y", Sha256.of("x"), "");
    Plan plan =
        new LineEdits(List.of(edit("e_1", Operation.DELETE, 1, 1, "", "one"), second)).plan(files);
    assertThat(files.after(plan))
        .containsEntry("f", "two\nthree\nfour\nfive\n")
        .containsEntry("g", "y\n");
  }

  @Test
  void appendsBeforeNothing() throws PlanException {
    var files = MemoryFiles.of("f", "a");
    Plan plan = new LineEdits(List.of(edit("e", Operation.INSERT, 2, 2, "b\n", ""))).plan(files);
    assertThat(files.after(plan)).containsEntry("f", "a\nb");
    Plan created =
        new LineEdits(List.of(edit("e", Operation.INSERT, 1, 1, "b", ""))).plan(new MemoryFiles());
    assertThat(created.changes()).containsExactly(new FileChange.Create("f", "b\n"));
  }

  @Test
  void otherLinesAreStaleAndTheirNewPlaceIsTold() {
    PlanFailure failure =
        failure("zero\n" + TEXT, edit("e_1", Operation.REPLACE, 2, 3, "x", "two\nthree"));
    assertThat(failure.code()).isEqualTo(Code.STALE);
    assertThat(failure.message())
        .isEqualTo(
            "Edit e_1 of f expects sha256:%s at lines 2-3, and that is sha256:%s."
                .formatted(Sha256.of("two\nthree"), Sha256.of("one\ntwo")));
    assertThat(failure.nearest())
        .isEqualTo(new PlanFailure.Nearest(3, "two\nthree", "the expected lines are here"));
    assertThat(failure("x\ny\n", edit("e", Operation.DELETE, 2, 2, "", "z")).nearest())
        .isEqualTo(
            new PlanFailure.Nearest(
                2, "y", "this is there now; the expected lines are nowhere in the file"));
  }

  @Test
  void anInsertIsCheckedToo() {
    assertThat(failure(TEXT, edit("e", Operation.INSERT, 2, 2, "x", "one")).code())
        .isEqualTo(Code.STALE);
  }

  @Test
  void overlapsAreRefused() {
    PlanFailure failure =
        failure(
            TEXT,
            edit("e_1", Operation.REPLACE, 1, 3, "x", "one\ntwo\nthree"),
            edit("e_2", Operation.DELETE, 3, 4, "", "three\nfour"));
    assertThat(failure.code()).isEqualTo(Code.INVALID);
    assertThat(failure.message())
        .isEqualTo("Edit e_2 of f overlaps edit e_1; make one edit of them.");
    assertThat(
            failure(
                    TEXT,
                    edit("e_1", Operation.REPLACE, 1, 3, "x", "one\ntwo\nthree"),
                    edit("e_2", Operation.INSERT, 2, 2, "y", "two"))
                .code())
        .isEqualTo(Code.INVALID);
  }

  @Test
  void nonsenseIsRefused() {
    assertThat(failure(TEXT, edit("e", Operation.DELETE, 1, 1, "x", "one")).message())
        .isEqualTo("Edit e of f deletes lines, so its new_text has to be empty.");
    assertThat(failure(TEXT, edit("e", Operation.DELETE, 2, 1, "", "one")).code())
        .isEqualTo(Code.INVALID);
    assertThat(failure(TEXT, edit("e", Operation.REPLACE, 5, 6, "x", "five")).message())
        .isEqualTo("Edit e is about line 6, and f has 5 lines.");
    assertThat(failure(TEXT, edit("e", Operation.INSERT, 7, 7, "x", "")).code())
        .isEqualTo(Code.NOT_FOUND);
    assertThat(failure(TEXT, edit("e", Operation.INSERT, 1, 1, "", "one")).code())
        .isEqualTo(Code.INVALID);
    assertThat(failure(TEXT, edit("e", Operation.REPLACE, 1, 1, "one", "one")).code())
        .isEqualTo(Code.NO_CHANGE);
    assertThat(failure(TEXT).code()).isEqualTo(Code.MALFORMED);
    assertThat(
            failure(
                    TEXT,
                    edit("e", Operation.DELETE, 1, 1, "", "one"),
                    edit("e", Operation.DELETE, 2, 2, "", "two"))
                .message())
        .isEqualTo("Every edit needs an edit_id of its own, but one is 'e'.");
  }

  /// The oracle works on the list from the bottom up.
  @Test
  void equalsBottomUpApplication() {
    Property.holds(
        3000,
        randoms -> {
          String text = randoms.text(30);
          var lines = new ArrayList<>(TextLines.split(text));
          boolean ended = text.isEmpty() || text.endsWith("\n");
          var edits = new TreeMap<Integer, ProposedEdit>();
          int at = 0;
          while (at <= lines.size() && edits.size() < 6) {
            at += randoms.below(5);
            if (at > lines.size()) {
              break;
            }
            int end = Math.min(lines.size(), at + randoms.below(4));
            boolean insert = end == at;
            String target =
                String.join("\n", lines.subList(at, insert ? Math.min(at + 1, lines.size()) : end));
            String fresh = insert || randoms.once(2) ? randoms.freshLine() + "\n" : "";
            Operation operation =
                insert ? Operation.INSERT : fresh.isEmpty() ? Operation.DELETE : Operation.REPLACE;
            edits.put(at, edit("e" + at, operation, at + 1, end, fresh, target));
            at = Math.max(end, at + 1);
          }
          if (edits.isEmpty()) {
            return;
          }
          var files = MemoryFiles.of("f", text);
          Plan plan = new LineEdits(List.copyOf(edits.values())).plan(files);
          for (ProposedEdit edit : edits.descendingMap().values()) {
            int start = edit.startLine() - 1;
            if (edit.operation() != Operation.INSERT) {
              lines.subList(start, edit.lastLine()).clear();
            }
            if (!edit.newText().isEmpty()) {
              lines.add(start, edit.newText().substring(0, edit.newText().length() - 1));
            }
          }
          String wanted = String.join("\n", lines) + (ended && !lines.isEmpty() ? "\n" : "");
          assertThat(files.after(plan)).containsEntry("f", wanted);
        });
  }

  @Test
  void aChangedRangeIsNeverPlanned() {
    Property.holds(
        1000,
        randoms -> {
          var lines = new ArrayList<>(randoms.lines(20));
          lines.add(randoms.freshLine());
          int at = randoms.below(lines.size());
          var stale = edit("e", Operation.REPLACE, at + 1, at + 1, "new", lines.get(at));
          lines.set(at, randoms.freshLine());
          assertThat(failure(String.join("\n", lines) + "\n", stale).code()).isEqualTo(Code.STALE);
        });
  }
}
