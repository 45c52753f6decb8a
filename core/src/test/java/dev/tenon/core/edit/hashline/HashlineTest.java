package dev.tenon.core.edit.hashline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.MemoryFiles;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.hashline.Hashline.Duplicates;
import org.junit.jupiter.api.Test;

class HashlineTest {
  private static final String TEXT = "alpha\nbeta\n}\ngamma\ndelta\n";

  /// The request with the numbers of lines in braces turned into their anchors.
  private static String anchored(String text, String input) {
    var lines = TextLines.split(text);
    String out = input;
    for (int i = lines.size(); i > 0; i--) {
      out = out.replace("{" + i + "}", Anchors.anchor(lines.get(i - 1), i));
    }
    return out;
  }

  private static Plan plan(String text, String input) throws PlanException {
    return new Hashline(anchored(text, input)).plan(MemoryFiles.of("f", text));
  }

  private static String edit(String text, String input) throws PlanException {
    return plan(text, input).changes().getFirst().text();
  }

  private static PlanFailure failure(String text, String input) {
    return catchThrowableOfType(PlanException.class, () -> plan(text, input)).failure();
  }

  @Test
  void insertsAfterAndBefore() throws PlanException {
    assertThat(edit(TEXT, "§f\n»{2}\nnew\n\nmore\n"))
        .isEqualTo("alpha\nbeta\nnew\n\nmore\n}\ngamma\ndelta\n");
    assertThat(edit(TEXT, "§f\n«{1}\nnew\n")).isEqualTo("new\n" + TEXT);
  }

  @Test
  void replacesAndDeletes() throws PlanException {
    assertThat(edit(TEXT, "§f\n≔{2}..{4}\nB\nC\n")).isEqualTo("alpha\nB\nC\ndelta\n");
    assertThat(edit(TEXT, "§f\n≔{2}..{4}\n")).isEqualTo("alpha\ndelta\n");
    assertThat(edit(TEXT, "§f\n≔{2}")).isEqualTo("alpha\n}\ngamma\ndelta\n");
    assertThat(edit(TEXT, "§f\n≔{2}\n\n»EOF\nend\n")).isEqualTo("alpha\n\n}\ngamma\ndelta\nend\n");
  }

  @Test
  void knowsBothEndsOfTheFile() throws PlanException {
    assertThat(edit(TEXT, "§f\n»EOF\nz\n«BOF\na\n»BOF\nb\n")).isEqualTo("a\nb\n" + TEXT + "z\n");
    assertThat(edit("a", "§f\n»EOF\nb\n")).isEqualTo("a\nb");
    assertThat(edit("", "§f\n»EOF\nb\n")).isEqualTo("b\n");
  }

  @Test
  void manyOperationsAllReferToTheOriginal() throws PlanException {
    String input = "§f\n≔{4}\nG\n»{5}\nlast\n«{5}\nd-\n»{4}\ng+\n≔{1}\n«{4}\ng-\n";
    assertThat(edit(TEXT, input)).isEqualTo("beta\n}\ng-\nG\ng+\nd-\ndelta\nlast\n");
  }

  @Test
  void severalSectionsAreOnePlan() throws PlanException {
    var files = MemoryFiles.of("f", TEXT).write("g", "x\ny\n");
    String input =
        anchored(TEXT, "*** Begin Patch\n§f\n≔{1}\n\n")
            + anchored("x\ny\n", "§§g\n≔{2}\nY\n")
            + anchored(TEXT, "§/root/f\n≔{5}\n*** End Patch\nnoise\n");
    Plan plan = new Hashline(input).plan(files);
    assertThat(files.after(plan))
        .containsEntry("f", "\nbeta\n}\ngamma\n")
        .containsEntry("g", "x\nY\n");
    assertThat(plan.changes()).hasSize(2);
  }

  @Test
  void oneBadSectionSpoilsAll() {
    var files = MemoryFiles.of("f", TEXT);
    var hashline = new Hashline(anchored(TEXT, "§f\n≔{1}\nA\n§g\n»1aa\nx\n"));
    PlanFailure failure =
        catchThrowableOfType(PlanException.class, () -> hashline.plan(files)).failure();
    assertThat(failure.code()).isEqualTo(Code.NOT_FOUND);
    assertThat(failure.message()).isEqualTo("File not found: g, so it has no line 1aa.");
  }

  @Test
  void createsAtBothEnds() throws PlanException {
    Plan plan = new Hashline("§new/f\n»BOF\na\nb\n").plan(new MemoryFiles());
    assertThat(plan.changes()).containsExactly(new FileChange.Create("new/f", "a\nb\n"));
  }

  @Test
  void staleAnchorsShowTheLinesOfNow() {
    String input = anchored(TEXT, "§f\n≔{4}\nG\n");
    String now = "alpha\nbeta\n}\ngammas\ndelta\n";
    PlanFailure failure =
        catchThrowableOfType(
                PlanException.class, () -> new Hashline(input).plan(MemoryFiles.of("f", now)))
            .failure();
    assertThat(failure.code()).isEqualTo(Code.STALE);
    assertThat(failure.message())
        .isEqualTo(
            anchored(TEXT, "f is not what the anchors {4} were made from. ")
                + anchored(
                    now,
                    """
                    The lines there now, * before those that differ:
                     {2}|beta
                     {3}|}
                    *{4}|gammas
                     {5}|delta
                    """));
  }

  @Test
  void aLineBeyondTheEndDoesNotExist() {
    PlanFailure failure = failure(TEXT, "§f\n»9zz\nx\n");
    assertThat(failure.code()).isEqualTo(Code.NOT_FOUND);
    assertThat(failure.message()).startsWith("Line 9 does not exist in f, which has 5 lines.");
  }

  @Test
  void mergesWithWhatHasHappenedSince() throws PlanException {
    var files = MemoryFiles.of("f", TEXT).read("f").write("f", "top\n" + TEXT + "end\n");
    Plan plan = new Hashline(anchored(TEXT, "§f\n≔{2}\nBETA\n")).plan(files);
    assertThat(files.after(plan)).containsEntry("f", "top\nalpha\nBETA\n}\ngamma\ndelta\nend\n");
    assertThat(plan.warnings())
        .singleElement()
        .asString()
        .startsWith("f has changed since version 1, which the anchors are from");
  }

  @Test
  void whatFitsByLuckGoesWhereTheModelSawIt() throws PlanException {
    String seen = "a\nsame\nsame\nb\n";
    var files = MemoryFiles.of("f", seen).read("f").write("f", "same\n" + seen);
    Plan plan = new Hashline(anchored(seen, "§f\n≔{3}\nchanged\n")).plan(files);
    assertThat(files.after(plan)).containsEntry("f", "same\na\nsame\nchanged\nb\n");
  }

  @Test
  void anchorsOfAnOlderReadAreRecoveredToo() throws PlanException {
    var files = MemoryFiles.of("f", TEXT).read("f").write("f", "top\n" + TEXT).read("f");
    Plan plan = new Hashline(anchored(TEXT, "§f\n≔{4}\nGAMMA\n")).plan(files);
    assertThat(files.after(plan)).containsEntry("f", "top\nalpha\nbeta\n}\nGAMMA\ndelta\n");
  }

  @Test
  void aTrueOverlapFails() {
    var files = MemoryFiles.of("f", TEXT).read("f").write("f", "alpha\nbeta\n}\nGamma!\ndelta\n");
    var hashline = new Hashline(anchored(TEXT, "§f\n≔{2}..{5}\nall new\n"));
    PlanFailure failure =
        catchThrowableOfType(PlanException.class, () -> hashline.plan(files)).failure();
    assertThat(failure.code()).isEqualTo(Code.STALE);
    assertThat(failure.message())
        .startsWith("The lines that the edit names have changed in f since they were read.");
  }

  @Test
  void overlappingOperationsAreRefused() {
    assertThat(failure(TEXT, "§f\n≔{1}..{3}\nx\n≔{3}..{4}\ny\n").message())
        .isEqualTo("The operations on lines 2 and 4 of the request change the same lines of f.");
    assertThat(failure(TEXT, "§f\n»{2}\nx\n≔{1}..{3}\ny\n").code()).isEqualTo(Code.INVALID);
  }

  @Test
  void nothingNewIsNoChange() {
    assertThat(failure(TEXT, "§f\n≔{1}\nalpha\n").code()).isEqualTo(Code.NO_CHANGE);
  }

  @Test
  void abortKeepsWhatCameBefore() throws PlanException {
    Plan plan = plan(TEXT, "§f\n≔{1}\nA\n≔{2}\n*** Abort\n≔{4}\n");
    assertThat(plan.changes().getFirst().text()).isEqualTo("A\nbeta\n}\ngamma\ndelta\n");
    assertThat(plan.warnings())
        .singleElement()
        .asString()
        .startsWith("The request was aborted at line 5; what came before it counts. '≔2")
        .endsWith("which had no payload yet, was left out.");
    assertThat(failure(TEXT, "§f\n≔{1}\n*** Abort\n").code()).isEqualTo(Code.MALFORMED);
  }

  @Test
  void textThatLooksLikeTheLanguage() throws PlanException {
    Plan plan = plan("a\n", "§f\n≔{1}\n«Bonjour», dit-il\n\\§ 3\n\\»1ab\n\\*** Abort\n\\n\n");
    assertThat(plan.changes().getFirst().text())
        .isEqualTo("«Bonjour», dit-il\n§ 3\n»1ab\n*** Abort\n\\n\n");
    assertThat(plan.warnings()).singleElement().asString().contains("taken as payload");
  }

  @Test
  void saysWhatIsMalformed() {
    assertThat(failure(TEXT, "").message()).startsWith("The request has no section");
    assertThat(failure(TEXT, "\n»{1}\nx\n").message())
        .startsWith("line 2: the request has to begin with §PATH");
    assertThat(failure(TEXT, "§ \n»{1}\n").message())
        .isEqualTo("line 1: the header § has no path.");
    assertThat(failure(TEXT, "§f\n").message()).isEqualTo("The section §f has no operation.");
    assertThat(failure(TEXT, "§f\nstray\n").message())
        .startsWith("line 2: \"stray\" belongs to no operation");
    assertThat(failure(TEXT, "§f\n»{1}\n").message()).endsWith("put the lines to insert below it.");
    assertThat(failure(TEXT, "§f\n»beta\nx\n").message())
        .startsWith("line 2: expected a whole anchor such as 119sr");
    assertThat(failure(TEXT, "§f\n≔{1}|alpha\nx\n").message()).contains("without | and the text");
    assertThat(failure(TEXT, "§f\n≔{1}..\n").message()).contains("a range is two whole anchors");
    assertThat(failure(TEXT, "§f\n≔{2}..{1}\n").message()).contains("ends before it starts");
    assertThat(failure(TEXT, "§f\n≔1aa..1bb\n").message()).contains("two different hashes");
    assertThat(failure(TEXT, "§f\n≔BOF\nx\n").code()).isEqualTo(Code.MALFORMED);
    assertThat(failure(TEXT, "§f\n≔{1}\nx\n»beta\n").code()).isEqualTo(Code.MALFORMED);
  }

  @Test
  void absorbsWhatAReplacementRepeats() throws PlanException {
    String code = "void f() {\n  a();\n  b();\n}\nvoid g() {\n}\n";
    Plan brace = plan(code, "§f\n≔{2}..{3}\n  c();\n}\n");
    assertThat(brace.changes().getFirst().text())
        .isEqualTo("void f() {\n  c();\n}\nvoid g() {\n}\n");
    assertThat(brace.warnings())
        .containsExactly("The payload repeats line 4 at its end; nothing was doubled.");
    assertThat(edit(code, "§f\n≔{2}\nvoid f() {\n  c();\n"))
        .isEqualTo("void f() {\n  c();\n  b();\n}\nvoid g() {\n}\n");
    assertThat(edit(code, "§f\n≔{2}\n  c();\n  b();\n"))
        .isEqualTo("void f() {\n  c();\n  b();\n}\nvoid g() {\n}\n");
  }

  @Test
  void keepsWhatIsMeantToBeDoubled() throws PlanException {
    String code = "if (a) {\n  x();\n}\n";
    assertThat(edit(code, "§f\n≔{2}\n  if (b) {\n  x();\n}\n"))
        .isEqualTo("if (a) {\n  if (b) {\n  x();\n}\n}\n");
    assertThat(edit("0\n1\n1\n", "§f\n≔{1}\n2\n1\n")).isEqualTo("2\n1\n1\n1\n");
    Plan literal =
        new Hashline(anchored("a\nb\n", "§f\n≔{1}\nx\nb\n"), Duplicates.KEEP)
            .plan(MemoryFiles.of("f", "a\nb\n"));
    assertThat(literal.changes().getFirst().text()).isEqualTo("x\nb\nb\n");
  }

  @Test
  void dropsWhatAnInsertRepeatsOnDemandOnly() throws PlanException {
    String input = anchored(TEXT, "§f\n»{2}\nbeta\nnew\n");
    assertThat(new Hashline(input).plan(MemoryFiles.of("f", TEXT)).changes().getFirst().text())
        .isEqualTo("alpha\nbeta\nbeta\nnew\n}\ngamma\ndelta\n");
    Plan dropped = new Hashline(input, Duplicates.ABSORB_AND_DROP).plan(MemoryFiles.of("f", TEXT));
    assertThat(dropped.changes().getFirst().text())
        .isEqualTo("alpha\nbeta\nnew\n}\ngamma\ndelta\n");
    assertThat(dropped.warnings()).hasSize(1);
  }
}
