package dev.tenon.core.edit.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.MemoryFiles;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.match.ExactEdit.Occurrences;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class ExactEditTest {

  private static Plan plan(String text, String oldText, String newText) throws PlanException {
    return new ExactEdit("f", oldText, newText, Occurrences.ONE).plan(MemoryFiles.of("f", text));
  }

  private static String edit(String text, String oldText, String newText) throws PlanException {
    return plan(text, oldText, newText).changes().getFirst().text();
  }

  private static PlanFailure failure(String text, String oldText, String newText) {
    return catchThrowableOfType(PlanException.class, () -> plan(text, oldText, newText)).failure();
  }

  @Test
  void replacesTheOnlyOccurrence() throws PlanException {
    Plan plan = plan("one two three\n", "two", "2");
    assertThat(plan.changes().getFirst().text()).isEqualTo("one 2 three\n");
    assertThat(plan.warnings()).isEmpty();
    assertThat(plan.diff())
        .isEqualTo("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-one two three\n+one 2 three\n");
  }

  @Test
  void twoOccurrencesNeedReplaceAll() throws PlanException {
    PlanFailure failure = failure("a\nb\na\n", "a", "x");
    assertThat(failure.code()).isEqualTo(Code.AMBIGUOUS);
    assertThat(failure.message())
        .isEqualTo("The old text occurs 2 times in f (lines 1, 3) and has to occur once.");
    assertThat(failure.suggestions()).singleElement().asString().contains("replace_all");
    var files = MemoryFiles.of("f", "a\nb\na\n");
    Plan plan = new ExactEdit("f", "a", "x", Occurrences.ALL).plan(files);
    assertThat(files.after(plan)).containsEntry("f", "x\nb\nx\n");
  }

  @Test
  void overlappingOccurrencesAreTwo() {
    assertThat(failure("aaa", "aa", "x").code()).isEqualTo(Code.AMBIGUOUS);
  }

  @Test
  void emptyOldTextCreatesOrAppends() throws PlanException {
    var files = new MemoryFiles();
    Plan created = new ExactEdit("new/f", "", "hi\n", Occurrences.ONE).plan(files);
    assertThat(created.changes()).containsExactly(new FileChange.Create("new/f", "hi\n"));
    assertThat(edit("a\n", "", "b\n")).isEqualTo("a\nb\n");
    assertThat(plan("a", "", "b\n").warnings())
        .containsExactly("f did not end with a newline, so the appended text continues line 1.");
  }

  @Test
  void missingFileWithOldTextIsNotFound() {
    var edit = new ExactEdit("gone", "a", "b", Occurrences.ONE);
    PlanException problem =
        catchThrowableOfType(PlanException.class, () -> edit.plan(new MemoryFiles()));
    assertThat(problem.failure().code()).isEqualTo(Code.NOT_FOUND);
    assertThat(problem).hasMessage("There is no file gone to edit.");
  }

  @Test
  void sameTextIsNoChange() {
    assertThat(failure("a\n", "a", "a").code()).isEqualTo(Code.NO_CHANGE);
  }

  @Test
  void carriageReturnsOfTheModelDoNotMatter() throws PlanException {
    assertThat(edit("a\nb\n", "a\r\nb\r\n", "c\r\nd\r\n")).isEqualTo("c\nd\n");
  }

  @Test
  void wrongIndentationIsShifted() throws PlanException {
    String text = "class A {\n    void f() {\n      go();\n    }\n}\n";
    Plan plan = plan(text, "void f() {\n  go();\n}\n", "void f() {\n  stop();\n  go();\n}\n");
    assertThat(plan.changes().getFirst().text())
        .isEqualTo("class A {\n    void f() {\n      stop();\n      go();\n    }\n}\n");
    assertThat(plan.warnings()).singleElement().asString().contains("indentation", "lines 2-4");
  }

  @Test
  void tabsAndSpacesAreMappedWhenKnown() throws PlanException {
    String text = "\tif (a) {\n\t\tb();\n\t}\n";
    assertThat(edit(text, "    if (a) {\n        b();\n    }", "    if (a) {\n        c();\n    }"))
        .isEqualTo("\tif (a) {\n\t\tc();\n\t}\n");
    PlanFailure deeper =
        failure(text, "    if (a) {\n        b();\n    }", "    if (a) {\n            c();\n    }");
    assertThat(deeper.code()).isEqualTo(Code.NO_MATCH);
  }

  @Test
  void trailingSpaceIsForgiven() throws PlanException {
    assertThat(edit("a  \nb\nc\n", "a\nb\n", "a\nB\n")).isEqualTo("a  \nB\nc\n");
  }

  @Test
  void missingNewlineAtTheEndIsForgiven() throws PlanException {
    Plan plan = plan("a\nb", "b\n", "c\n");
    assertThat(plan.changes().getFirst().text()).isEqualTo("a\nc");
    assertThat(plan.warnings()).singleElement().asString().contains("no newline at its end");
  }

  @Test
  void otherQuotesAreReportedAndOnlyForgivenOnKeptLines() throws PlanException {
    String text = "say(“hi”);\nrun();\n";
    assertThat(edit(text, "say(\"hi\");\nrun();\n", "say(\"hi\");\nstop();\n"))
        .isEqualTo("say(“hi”);\nstop();\n");
    PlanFailure failure = failure(text, "say(\"hi\");\n", "say(\"ho\");\n");
    assertThat(failure.code()).isEqualTo(Code.NO_MATCH);
    assertThat(failure.nearest())
        .isEqualTo(
            new PlanFailure.Nearest(
                1, "say(“hi”);", "line 1 differs in quotes, dashes or special spaces"));
  }

  @Test
  void nearMissAtTwoPlacesIsNotApplied() {
    assertThat(failure("  a();\nx\n    a();\n", "\ta();\n", "\tb();\n").code())
        .isEqualTo(Code.NO_MATCH);
  }

  @Test
  void punctuationAloneIsNoPlace() {
    assertThat(failure("x {\n  }\n", "\t}\n", "\t})\n").code()).isEqualTo(Code.NO_MATCH);
  }

  @Test
  void reportsTheNearestTextWithItsLine() {
    String text = "int a = 1;\nint total = compute(a, b);\nreturn total;\n";
    PlanFailure failure =
        failure(text, "int total = compute(a);\nreturn total;\n", "return compute(a);\n");
    assertThat(failure.nearest())
        .isEqualTo(
            new PlanFailure.Nearest(
                2,
                "int total = compute(a, b);\nreturn total;",
                "line 2 is \"int total = compute(a, b);\", wanted \"int total = compute(a);\""));
    assertThat(failure.text())
        .contains("Nearest text, from line 2")
        .contains("The file is now version 1, sha256 ");
    assertThat(failure.details().compact()).contains("\"reason\":\"no_match\"", "\"line\":2");
  }

  @Test
  void findsASimilarLineWhenNoneIsEqual() {
    PlanFailure failure = failure("alpha\nbeta gamma delta\n", "beta gamma dleta", "x");
    assertThat(failure.nearest()).isNotNull();
    assertThat(failure.nearest().line()).isEqualTo(2);
  }

  /// The oracle builds the text from its parts.
  @Test
  void whatIsUniqueIsReplacedWhereItStands() {
    Property.holds(
        3000,
        randoms -> {
          String before = randoms.text(20);
          String old = randoms.line() + randoms.freshLine() + randoms.text(3);
          String after = randoms.text(20);
          String fresh = randoms.text(5);
          String text = before + old + after;
          assertThat(edit(text, old, fresh)).isEqualTo(before + fresh + after);
        });
  }

  @Test
  void allOccurrencesAreReplaced() {
    Property.holds(
        2000,
        randoms -> {
          String old = randoms.freshLine();
          var text = new StringBuilder();
          var wanted = new StringBuilder();
          String fresh = randoms.line();
          for (int i = 0; i < 1 + randoms.below(5); i++) {
            String between = randoms.text(6);
            text.append(between).append(old);
            wanted.append(between).append(fresh);
          }
          var files = MemoryFiles.of("f", text.toString());
          Plan plan = new ExactEdit("f", old, fresh, Occurrences.ALL).plan(files);
          assertThat(files.after(plan)).containsEntry("f", wanted.toString());
        });
  }

  /// Whatever the white space around the lines, either the right lines change or nothing does.
  @Test
  void nearMissesNeverTouchOtherLines() {
    Property.holds(
        2000,
        randoms -> {
          var lines = new ArrayList<>(randoms.lines(20));
          int at = randoms.below(lines.size() + 1);
          String indent = " ".repeat(randoms.below(6));
          String first = randoms.freshLine().strip();
          String second = randoms.freshLine().strip();
          lines.add(at, indent + first + (randoms.once(2) ? "  " : ""));
          lines.add(at + 1, indent + "  " + second);
          var wanted = new ArrayList<>(lines);
          wanted.set(at + 1, indent + "  new");
          String text = String.join("\n", lines) + "\n";
          assertThat(edit(text, first + "\n  " + second + "\n", first + "\n  new\n"))
              .isEqualTo(String.join("\n", wanted) + "\n");
        });
  }
}
