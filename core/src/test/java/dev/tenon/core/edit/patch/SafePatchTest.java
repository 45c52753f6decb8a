package dev.tenon.core.edit.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileStates;
import dev.tenon.core.edit.LatestFileState;
import dev.tenon.core.edit.MemoryFiles;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.LineRange;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.text.Sha256;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SafePatchTest {
  private static final String TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";

  private static Plan plan(String text, String diff) throws PlanException {
    return new SafePatch("src/f.txt", diff, Sha256.of(text))
        .plan(MemoryFiles.of("src/f.txt", text));
  }

  private static String patch(String text, String diff) throws PlanException {
    return plan(text, diff).changes().getFirst().text();
  }

  private static PlanFailure failure(String text, String diff) {
    return catchThrowableOfType(PlanException.class, () -> plan(text, diff)).failure();
  }

  @Test
  void appliesARightDiff() throws PlanException {
    String diff =
        "--- a/src/f.txt\n+++ b/src/f.txt\n@@ -2,3 +2,3 @@\n two\n-three\n+THREE\n four\n";
    Plan plan = plan(TEXT, diff);
    assertThat(plan.changes().getFirst().text()).isEqualTo(TEXT.replace("three", "THREE"));
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void correctsWrongNumbers() throws PlanException {
    assertThat(patch(TEXT, "@@ -90,1 +1,77 @@\n two\n-three\n+THREE\n four\n"))
        .isEqualTo(TEXT.replace("three", "THREE"));
  }

  @Test
  void takesSeveralHunksWithoutNumbers() throws PlanException {
    String diff = "@@\n one\n+1.5\n two\n@@ ... @@\n five\n-six\n seven\n";
    assertThat(patch(TEXT, diff)).isEqualTo("one\n1.5\ntwo\nthree\nfour\nfive\nseven\n");
  }

  @Test
  void needsNoHeadersAtAll() throws PlanException {
    assertThat(patch(TEXT, "-six\n+6\n seven\n")).isEqualTo(TEXT.replace("six", "6"));
    assertThat(patch(TEXT, "--- f.txt\n+++ f.txt\n-six\n+6\n@@\n-one\n+1\n"))
        .isEqualTo(TEXT.replace("six", "6").replace("one", "1"));
  }

  @Test
  void forgivesFencesGitLinesAndLostSpaces() throws PlanException {
    String diff =
        """
        ```diff
        diff --git a/src/f.txt b/src/f.txt
        index 123..456 100644
        --- a/src/f.txt
        +++ b/src/f.txt
        @@ -1,4 +1,4 @@
         a

        -b
        +B
         c

        ```
        """;
    assertThat(patch("a\n\nb\nc\n", diff)).isEqualTo("a\n\nB\nc\n");
  }

  @Test
  void takesLinesWithoutSignAsContext() throws PlanException {
    Plan plan = plan(TEXT, "@@ -1 +1 @@\none\n-two\n+2\nthree\n");
    assertThat(plan.changes().getFirst().text()).isEqualTo(TEXT.replace("two", "2"));
    assertThat(plan.warnings())
        .containsExactly("Lines of the diff without a sign were taken as context lines.");
  }

  @Test
  void ignoresRemarksAndGitSignature() throws PlanException {
    String diff =
        """
        Subject: x
        - remark
        ---
        --- a/src/f.txt
        +++ b/src/f.txt
        @@ -7,1 +7,1 @@
        -seven
        +7
        --\s
        2.39
        """;
    assertThat(patch(TEXT, diff)).isEqualTo(TEXT.replace("seven", "7"));
  }

  @Test
  void forgivesTrailingSpace() throws PlanException {
    Plan plan = plan("a  \nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
    assertThat(plan.changes().getFirst().text()).isEqualTo("a  \nc\n");
    assertThat(plan.warnings()).singleElement().asString().contains("white space at the end");
  }

  @Test
  void contextOfNeighboursMayOverlap() throws PlanException {
    String diff = "@@\n one\n-two\n+2\n three\n four\n@@\n three\n-four\n+4\n five\n";
    assertThat(patch(TEXT, diff)).isEqualTo("one\n2\nthree\n4\nfive\nsix\nseven\n");
  }

  @Test
  void sortsHunks() throws PlanException {
    Plan plan = plan(TEXT, "@@\n-six\n+6\n@@\n-two\n+2\n");
    assertThat(plan.changes().getFirst().text()).isEqualTo("one\n2\nthree\nfour\nfive\n6\nseven\n");
    assertThat(plan.warnings()).singleElement().asString().contains("sorted");
  }

  @Test
  void overlappingHunksAreRefused() {
    assertThat(failure(TEXT, "@@\n-two\n+2\n@@\n-two\n+II\n").code()).isEqualTo(Code.AMBIGUOUS);
  }

  @Test
  void severalPlacesAreRefusedUnlessTheNumberDecides() throws PlanException {
    String text = "a\nx\n".repeat(20) + "b\n";
    PlanFailure failure = failure(text, "@@\n-x\n+y\n a\n");
    assertThat(failure.code()).isEqualTo(Code.AMBIGUOUS);
    assertThat(failure.message())
        .isEqualTo(
            "Invalid Diff: hunk 1 fits 19 places in src/f.txt"
                + " (from lines 2, 4, 6, 8, 10, 12, 14, 16, …).");
    assertThat(TextLines.split(patch(text, "@@ -6,2 +6,2 @@\n-x\n+y\n a\n")))
        .element(5)
        .isEqualTo("y");
    assertThat(failure(text, "@@ -7,2 +7,2 @@\n-x\n+y\n a\n").code()).isEqualTo(Code.AMBIGUOUS);
    String far = "m\nx\n" + "a\n".repeat(50) + "m\nx\n";
    Plan near = plan(far, "@@ -4,2 +4,2 @@\n m\n-x\n+y\n");
    assertThat(near.changes().getFirst().text()).startsWith("m\ny\n");
    assertThat(near.warnings()).singleElement().asString().contains("line 1, nearest");
  }

  @Test
  void orderDecidesBetweenPlaces() throws PlanException {
    String text = "x\n1\nx\n2\nx\n";
    assertThat(patch(text, "@@\n-1\n+one\n@@\n-x\n+y\n@@\n-2\n+two\n"))
        .isEqualTo("x\none\ny\ntwo\nx\n");
  }

  @Test
  void anotherStateIsAMismatch() {
    var files = MemoryFiles.of("f", "new\n");
    var patch = new SafePatch("f", "@@\n-old\n+x\n", Sha256.of("old\n"));
    PlanFailure failure =
        catchThrowableOfType(PlanException.class, () -> patch.plan(files)).failure();
    assertThat(failure.code()).isEqualTo(Code.STALE);
    assertThat(failure.message())
        .isEqualTo("State Mismatch: f is not in the state that base_content_sha256 names.");
    assertThat(LatestFileState.of(failure, files).compact())
        .isEqualTo(
            "{\"file_path\":\"f\",\"version\":1,\"sha256\":\""
                + Sha256.of("new\n")
                + "\",\"content\":\"new\\n\"}");
  }

  @Test
  void otherContentIsAnInvalidDiff() {
    PlanFailure failure = failure(TEXT, "@@ -2,3 +2,3 @@\n two\n-thre\n+THREE\n four\n");
    assertThat(failure.code()).isEqualTo(Code.NO_MATCH);
    assertThat(failure.message())
        .isEqualTo("Invalid Diff: hunk 1: its kept and removed lines are not in src/f.txt.");
    assertThat(failure.nearest())
        .isEqualTo(
            new PlanFailure.Nearest(2, "two\nthree\nfour", "line 3 is \"three\", wanted \"thre\""));
  }

  @Test
  void aCorrectedDiffThatDoesNotApplyIsABug() {
    var patch = new SafePatch("f", "@@\n-one\n+1\n", Sha256.of(TEXT));
    PlanFailure failure =
        catchThrowableOfType(
                PlanException.class,
                () -> patch.plan(MemoryFiles.of("f", TEXT), (text, hunks) -> Optional.empty()))
            .failure();
    assertThat(failure.code()).isEqualTo(Code.INTERNAL);
    assertThat(failure.message()).startsWith("Internal Error: ");
  }

  @Test
  void createsFromTheEmptyHash() throws PlanException {
    var files = new MemoryFiles();
    String diff = "--- /dev/null\n+++ b/new/f\n@@ -0,0 +1,3 @@\n+a\n\n+b\n";
    Plan plan = new SafePatch("new/f", diff, "sha256:" + Sha256.EMPTY).plan(files);
    assertThat(plan.changes()).containsExactly(new FileChange.Create("new/f", "a\n\nb\n"));
    var wrong = new SafePatch("new/f", diff, Sha256.of("x"));
    assertThat(catchThrowableOfType(PlanException.class, () -> wrong.plan(files)).failure().code())
        .isEqualTo(Code.STALE);
    var context = new SafePatch("new/f", "@@\n a\n+b\n", Sha256.EMPTY);
    assertThat(
            catchThrowableOfType(PlanException.class, () -> context.plan(files)).failure().code())
        .isEqualTo(Code.NO_MATCH);
  }

  @Test
  void theEmptyHashDoesNotOverwrite() {
    var patch = new SafePatch("f", "@@ -0,0 +1 @@\n+a\n", Sha256.EMPTY);
    PlanFailure failure =
        catchThrowableOfType(PlanException.class, () -> patch.plan(MemoryFiles.of("f", "x")))
            .failure();
    assertThat(failure.code()).isEqualTo(Code.STALE);
    assertThat(failure.message()).contains("exists already");
  }

  @Test
  void deletesWhenTheDiffSaysSo() throws PlanException {
    Plan plan = plan("a\n", "--- a/src/f.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
    assertThat(plan.changes())
        .containsExactly(new FileChange.Delete(FileStates.of("src/f.txt", "a\n")));
    assertThat(patch("a\n", "@@ -1 +0,0 @@\n-a\n")).isEmpty();
  }

  @Test
  void keepsOrSetsTheEndOfTheFile() throws PlanException {
    String mark = "\\ No newline at end of file\n";
    assertThat(patch("a\nb", "@@\n a\n-b\n+c\n")).isEqualTo("a\nc");
    assertThat(patch("a\nb", "@@\n a\n-b\n" + mark + "+c\n")).isEqualTo("a\nc\n");
    assertThat(patch("a\nb\n", "@@\n a\n-b\n+c\n" + mark)).isEqualTo("a\nc");
    assertThat(patch("a\nb", "@@\n b\n" + mark + "+c\n")).isEqualTo("a\nb\nc\n");
    assertThat(patch("a\nb", "@@\n b\n+c\n")).isEqualTo("a\nb\nc");
    assertThat(patch("a\nb\n", "@@\n-a\n+c\n b\n" + mark)).isEqualTo("c\nb\n");
    assertThat(patch("a\nb", "@@ -2,0 +3,1 @@\n+c\n")).isEqualTo("a\nb\nc");
    assertThat(patch("a\nb", "@@\n-b\n+B\n@@ -2,0 +3,1 @@\n+c\n")).isEqualTo("a\nB\nc");
  }

  @Test
  void twoFilesInOneDiffAreRefused() {
    String diff = "--- a/f\n+++ b/f\n@@\n-one\n+1\n--- a/g\n+++ b/g\n@@\n-x\n+y\n";
    PlanFailure failure = failure(TEXT, diff);
    assertThat(failure.code()).isEqualTo(Code.INVALID);
    assertThat(failure.message()).contains("f and g");
  }

  @Test
  void removedDashesAreNoHeader() throws PlanException {
    String diff = "@@ -1,2 +1,2 @@\n a\n--- x\n+++ y\n@@ -9 +9 @@\n-b\n+c\n";
    assertThat(patch("a\n-- x\nb\n", diff)).isEqualTo("a\n++ y\nc\n");
  }

  @Test
  void nothingToReadIsMalformed() {
    assertThat(failure(TEXT, "please change it").code()).isEqualTo(Code.MALFORMED);
    assertThat(failure(TEXT, "").code()).isEqualTo(Code.MALFORMED);
    assertThat(failure(TEXT, "@@\n one\n").code()).isEqualTo(Code.MALFORMED);
  }

  @Test
  void addedLinesWithoutContextNeedRightNumbers() throws PlanException {
    assertThat(patch("a\nb\n", "@@ -1,0 +2,2 @@\n+x\n+y\n")).isEqualTo("a\nx\ny\nb\n");
    assertThat(failure("a\nb\n", "@@ -1,0 +2,9 @@\n+x\n+y\n").code()).isEqualTo(Code.AMBIGUOUS);
    assertThat(failure("a\n\nb\n", "@@\n+x\n\n+y\n").code()).isEqualTo(Code.AMBIGUOUS);
    assertThat(patch("", "+x\n\n+y\n")).isEqualTo("x\n\ny\n");
  }

  @Test
  void aDiffForAnotherNameIsAppliedWithAWarning() throws PlanException {
    Plan plan = plan(TEXT, "--- a/g.txt\n+++ b/g.txt\n@@\n-one\n+1\n");
    assertThat(plan.warnings())
        .containsExactly("The diff names g.txt; it was applied to src/f.txt.");
  }

  @Test
  void largeFilesShowTheirRegions() throws PlanException {
    String text = "line\n".repeat(3000) + "target\n" + "line\n".repeat(3000);
    var files = MemoryFiles.of("src/f.txt", text);
    Plan plan = new SafePatch("src/f.txt", "@@\n-target\n+TARGET\n", Sha256.of(text)).plan(files);
    FileChange file = plan.changes().getFirst();
    assertThat(file.changedLines()).isEqualTo(List.of(new LineRange(3001, 3001)));
    String state = LatestFileState.of(files.file("src/f.txt").version(), file).compact();
    assertThat(state)
        .contains("\"total_lines\":6001", "\"start_line\":2991,\"end_line\":3011", "TARGET")
        .contains("read_file src/f.txt:FIRST-LAST")
        .hasSizeLessThan(1000);
  }
}
