package dev.tenon.core.edit.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.MemoryFiles;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.UnifiedDiff;
import dev.tenon.core.edit.patch.EnvelopePatch.Act;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvelopePatchTest {
  private static final String CODE =
      """
      class A {
        void f() {
          go();
        }

        void g() {
          go();
        }
      }
      """;

  private static String envelope(String body) {
    return "*** Begin Patch\n" + body + "*** End Patch\n";
  }

  private static Map<String, String> apply(MemoryFiles files, String body) throws PlanException {
    return files.after(new EnvelopePatch(envelope(body)).plan(files));
  }

  private static String update(String text, String chunks) throws PlanException {
    return apply(MemoryFiles.of("f", text), "*** Update File: f\n" + chunks).get("f");
  }

  private static List<String> warnings(String text, String chunks) throws PlanException {
    return new EnvelopePatch(envelope("*** Update File: f\n" + chunks))
        .plan(MemoryFiles.of("f", text))
        .warnings();
  }

  private static PlanFailure failure(MemoryFiles files, String input) {
    return catchThrowableOfType(PlanException.class, () -> new EnvelopePatch(input).plan(files))
        .failure();
  }

  private static PlanFailure failure(String text, String chunks) {
    return failure(MemoryFiles.of("f", text), envelope("*** Update File: f\n" + chunks));
  }

  @Test
  void addsDeletesUpdatesAndMoves() throws PlanException {
    var files =
        MemoryFiles.of("old", "x\n").read("old").write("f", "a\nb\n").write("from", "1\n2\n");
    String body =
        """
        *** Add File: new/file
        +one
        +
        +  two
        *** Delete File: old
        *** Update File: f
        @@
         a
        -b
        +B
        *** Update File: from
        *** Move to: to
        -2
        +II
        """;
    Plan plan = new EnvelopePatch(envelope(body)).plan(files);
    assertThat(plan.changes())
        .containsExactly(
            new FileChange.Create("new/file", "one\n\n  two\n"),
            new FileChange.Delete(files.file("old")),
            new FileChange.Update(files.file("f"), "a\nB\n"),
            new FileChange.Move(files.file("from"), "to", "1\nII\n"));
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void movesWithoutChange() throws PlanException {
    assertThat(apply(MemoryFiles.of("f", "x"), "*** Update File: f\n*** Move to: d/g\n"))
        .isEqualTo(Map.of("d/g", "x"));
  }

  @Test
  void takesSeveralChunks() throws PlanException {
    String text = "a\nb\nc\nd\ne\nf\n";
    String chunks = "@@\n a\n-b\n+B\n@@\n c\n d\n-e\n+E\n@@\n f\n+g\n*** End of File\n";
    assertThat(update(text, chunks)).isEqualTo("a\nB\nc\nd\nE\nf\ng\n");
  }

  @Test
  void anchorsDecideBetweenPlaces() throws PlanException {
    assertThat(update(CODE, "@@ void g() {\n-    go();\n+    stop();\n"))
        .isEqualTo(CODE.replace("void g() {\n    go();", "void g() {\n    stop();"));
    assertThat(update(CODE, "@@ class A\n@@ void f()\n     go();\n+    more();\n"))
        .isEqualTo(CODE.replace("void f() {\n    go();", "void f() {\n    go();\n    more();"));
    assertThat(update(CODE, "@@   void f() { @@\n   void f() {\n-    go();\n"))
        .isEqualTo(CODE.replace("void f() {\n    go();\n", "void f() {\n"));
  }

  @Test
  void anAnchorInDoubtIsRefused() throws PlanException {
    String twice = CODE + CODE;
    PlanFailure failure = failure(twice, "@@ void g()\n-    go();\n+    x();\n");
    assertThat(failure.code()).isEqualTo(Code.AMBIGUOUS);
    assertThat(failure.message()).isEqualTo("Chunk 1 fits 3 places in f (from lines 7, 12, 16).");
    assertThat(failure(CODE, "@@ void h()\n-    go();\n").message())
        .isEqualTo("Chunk 1: the line \"void h()\" of its @@ is not in f.");
  }

  @Test
  void severalPlacesAreRefusedUnlessOrderDecides() throws PlanException {
    assertThat(failure(CODE, "-    go();\n+    x();\n").code()).isEqualTo(Code.AMBIGUOUS);
    assertThat(update(CODE, "-    go();\n+    x();\n@@\n-    go();\n+    y();\n"))
        .isEqualTo(CODE.replaceFirst("go", "x").replaceFirst("go", "y"));
    assertThat(update("x\ny\nx\n", "@@\n-x\n+z\n*** End of File\n")).isEqualTo("x\ny\nz\n");
    assertThat(update("x\ny\nx\n", "@@ -3,1 +3,1 @@\n-x\n+z\n")).isEqualTo("x\ny\nz\n");
  }

  @Test
  void addedLinesAloneGoBehindTheAnchorOrToTheEnd() throws PlanException {
    assertThat(update("a\nb\n", "@@\n+c\n")).isEqualTo("a\nb\nc\n");
    assertThat(update("a\nb\n", "@@ a\n+c\n")).isEqualTo("a\nc\nb\n");
    assertThat(update("a\nb", "@@\n+c\n")).isEqualTo("a\nb\nc");
  }

  @Test
  void whiteSpaceAndPunctuationAreForgivenWithAWarning() throws PlanException {
    assertThat(update("a  \nb\n", "@@\n a\n-b\n+c\n")).isEqualTo("a  \nc\n");
    assertThat(update(CODE, "@@\n void g() {\n-  go();\n+  if (x) {\n+    stop();\n+  }\n"))
        .isEqualTo(
            CODE.replace(
                "void g() {\n    go();", "void g() {\n    if (x) {\n      stop();\n    }"));
    assertThat(update("say(“hi”, 1);\nx\n", "@@\n say(\"hi\",  1);\n-x\n+y\n"))
        .isEqualTo("say(“hi”, 1);\ny\n");
    assertThat(warnings("say(“hi”);\nx\n", "@@\n say(\"hi\");\n-x\n+y\n"))
        .containsExactly(
            "Chunk 1 differs from f in quotes, dashes or special spaces;"
                + " the file's own lines were taken.");
  }

  @Test
  void emptyLinesMayHaveLostTheirSpace() throws PlanException {
    assertThat(update("a\n\nb\n", "@@\n a\n\n-b\n+c\n\n")).isEqualTo("a\n\nc\n");
  }

  @Test
  void twoSectionsForOneFileBuildOnEachOther() throws PlanException {
    assertThat(
            apply(
                MemoryFiles.of("f", "a\nb\n"),
                "*** Update File: f\n-a\n+x\n*** Update File: /root/f\n-x\n+y\n"))
        .containsEntry("f", "y\nb\n");
    assertThat(
            apply(
                MemoryFiles.of("f", "a\n").read("f"),
                "*** Delete File: f\n*** Add File: f\n+all new\n"))
        .containsEntry("f", "all new\n");
  }

  @Test
  void refusesWhatWouldOverwriteOrIsNotThere() {
    var files = MemoryFiles.of("f", "a\n").write("g", "b\n");
    assertThat(failure(files, envelope("*** Add File: f\n+x\n")).code()).isEqualTo(Code.EXISTS);
    assertThat(failure(files, envelope("*** Update File: f\n*** Move to: g\n")).code())
        .isEqualTo(Code.EXISTS);
    assertThat(failure(files, envelope("*** Update File: h\n-a\n+b\n")).code())
        .isEqualTo(Code.NOT_FOUND);
    assertThat(failure(files, envelope("*** Delete File: h\n")).code()).isEqualTo(Code.NOT_FOUND);
    assertThat(failure(files, envelope("*** Update File: f\n-a\n+b\n*** Delete File: f\n")).code())
        .isEqualTo(Code.INVALID);
    assertThat(
            failure(files, envelope("*** Update File: f\n*** Move to: n\n*** Add File: n\n+x\n"))
                .message())
        .isEqualTo("The patch has two things to do with n.");
  }

  @Test
  void deletesOnlyWhatTheModelKnows() throws PlanException {
    var stale = MemoryFiles.of("f", "a\n").read("f").write("f", "b\n");
    assertThat(failure(stale, envelope("*** Delete File: f\n")).code()).isEqualTo(Code.STALE);
    Plan unread =
        new EnvelopePatch(envelope("*** Delete File: f\n")).plan(MemoryFiles.of("f", "a\n"));
    assertThat(unread.warnings()).containsExactly("f was deleted without having been read.");
  }

  @Test
  void oneBadSectionSpoilsAll() {
    var files = MemoryFiles.of("f", "a\n").write("g", "b\n");
    PlanFailure failure =
        failure(files, envelope("*** Update File: f\n-a\n+x\n*** Update File: g\n-c\n+d\n"));
    assertThat(failure.code()).isEqualTo(Code.NO_MATCH);
    assertThat(failure.now()).isEqualTo(files.file("g"));
    assertThat(failure.message()).isEqualTo("Chunk 1: its kept and removed lines are not in g.");
  }

  @Test
  void comesInFencesAndHereDocuments() throws PlanException {
    var files = MemoryFiles.of("f", "a\n");
    String body = envelope("*** Update File: f\n-a\n+b\n");
    assertThat(files.after(new EnvelopePatch("```\n" + body + "```\n").plan(files)))
        .containsEntry("f", "b\n");
    String here = "apply_patch <<'EOF'\n" + body.replace("\n", "\r\n") + "EOF\n";
    assertThat(files.after(new EnvelopePatch(here).plan(files))).containsEntry("f", "b\n");
  }

  @Test
  void saysWhatIsMalformed() {
    var files = MemoryFiles.of("f", "a\n");
    assertThat(failure(files, "*** Update File: f\n-a\n+b\n").message())
        .isEqualTo("The patch has no line *** Begin Patch.");
    assertThat(failure(files, "*** Begin Patch\n*** Update File: f\n-a\n+b\n").message())
        .isEqualTo("The patch has no line *** End Patch; perhaps it was cut off.");
    assertThat(failure(files, envelope("")).code()).isEqualTo(Code.MALFORMED);
    assertThat(failure(files, envelope("*** Rename File: f\n")).message()).startsWith("line 2:");
    assertThat(failure(files, envelope("*** Update File:\n")).message())
        .isEqualTo("line 2: *** Update File: has no path.");
    assertThat(failure(files, envelope("*** Add File: n\nx\n")).message())
        .contains("begins with +");
    assertThat(failure(files, envelope("*** Update File: f\n@@\n a\n")).message())
        .endsWith("changes nothing.");
  }

  /// Chunks made from the true difference, without numbers: right or refused.
  @Test
  void rightOrRefused() {
    var planned = new int[1];
    Property.holds(
        3000,
        randoms -> {
          String old = randoms.text(40);
          String text = randoms.edited(old, 3);
          if (old.isEmpty()
              || old.equals(text)
              || old.endsWith("\n") != text.endsWith("\n")
              || text.isEmpty()) {
            return;
          }
          try {
            assertThat(update(old, chunks(old, text, 1 + randoms.below(2)))).isEqualTo(text);
            planned[0]++;
          } catch (PlanException refused) {
            assertThat(refused.failure().code()).isEqualTo(Code.AMBIGUOUS);
          }
        });
    if (Long.getLong("seed") == null) {
      assertThat(planned[0]).isGreaterThan(800);
    }
  }

  private static String chunks(String old, String text, int context) {
    var chunks = new StringBuilder();
    for (DiffHunk hunk : UnifiedDiff.hunks(old, text, context)) {
      String body = hunk.text().replace("\\ No newline at end of file\n", "");
      chunks.append("@@").append(body.substring(body.indexOf('\n')));
    }
    return chunks.toString();
  }

  /// A file whose lines are its own, remembered with other white space: still found and changed.
  @Test
  void otherWhiteSpaceIsFound() {
    Property.holds(
        1000,
        randoms -> {
          String first = randoms.freshLine().strip();
          String second = randoms.freshLine().strip();
          String indent = " ".repeat(1 + randoms.below(8));
          String before = randoms.text(10);
          String head = before.isEmpty() || before.endsWith("\n") ? before : before + "\n";
          String text = head + indent + first + "\n" + indent + " " + second + "\nend\n";
          assertThat(update(text, "@@\n " + first + "\n- " + second + "\n+ new\n"))
              .isEqualTo(head + indent + first + "\n" + indent + " new\nend\n");
        });
  }

  @Test
  void whatBecomesOfFilesIsSeenAtAGlance() {
    String move = "*** Update File: a\n*** Move to: b\n";
    String delete = "*** Delete File: c\n";
    assertThat(new EnvelopePatch(envelope(move)).acts()).containsExactly(Act.MOVE);
    assertThat(new EnvelopePatch(envelope(move + "@@\n-x\n+y\n")).acts())
        .as("a file that changes as well")
        .containsExactly(Act.UPDATE);
    assertThat(new EnvelopePatch(envelope("*** Add File: d\n+d\n" + delete + move)).acts())
        .containsExactly(Act.ADD, Act.DELETE, Act.MOVE);
    assertThat(new EnvelopePatch("no patch at all").acts()).isEmpty();
  }
}
