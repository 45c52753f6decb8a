package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedProject.AGENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.edit.lines.ProposedEdit;
import dev.tenon.core.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HunkGuardTest {
  @TempDir Path temporary;
  private StagedProject project;

  @BeforeEach
  void open() throws Exception {
    project = new StagedProject(temporary);
  }

  private List<Hunk> hunks() {
    return project.review().bundle().hunks();
  }

  private void requireSmall() {
    for (Hunk hunk : hunks()) {
      int lines = PatchOracle.parse(hunk.patch()).lines().size();
      int bytes =
          hunk.patch()
              .substring(hunk.patch().indexOf('\n') + 1)
              .getBytes(StandardCharsets.UTF_8)
              .length;
      assertThat(hunk.size()).isEqualTo(Hunk.Size.FITS);
      assertThat(lines).isLessThanOrEqualTo(80);
      assertThat(bytes).isLessThanOrEqualTo(8192);
    }
  }

  private static String paragraphs(int count, int lines, String end) {
    var out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < lines; j++) {
        out.append("paragraph ").append(i).append(" line ").append(j).append(end).append('\n');
      }
      out.append('\n');
    }
    return out.toString();
  }

  @Test
  void nearChangesAreOneHunkAndFarOnesAreTwo() throws Exception {
    String text = StagedEditingTest.lines(40);
    project.disk("a.txt", text);
    project.write(
        AGENT,
        "a.txt",
        text.replace("line 5\n", "x\n").replace("line 12\n", "y\n").replace("line 30\n", "z\n"));
    assertThat(hunks()).hasSize(2);
  }

  @Test
  void aLongTextIsSplitAtBlankLines() throws Exception {
    project.disk("a.txt", "before\nafter\n");
    project.write(AGENT, "a.txt", "before\n" + paragraphs(10, 29, "") + "after\n");
    requireSmall();
    assertThat(hunks()).hasSize(5);
    for (Hunk hunk : hunks()) {
      List<String> added = PatchOracle.parse(hunk.patch()).with('+');
      assertThat(added.getLast()).isEqualTo("\n");
    }
  }

  @Test
  void withoutBlankLinesItIsSplitBetweenSentences() throws Exception {
    project.write(AGENT, "a.txt", paragraphs(1, 200, ".").strip() + "\n");
    requireSmall();
    assertThat(hunks()).hasSize(3);
  }

  @Test
  void whatCannotBeSplitIsMarked() throws Exception {
    project.write(AGENT, "a.txt", paragraphs(1, 81, "").strip() + "\n");
    assertThat(hunks()).extracting(Hunk::size).containsExactly(Hunk.Size.OVERSIZED);
    assertThat(project.review().bundle().toJson().compact()).contains("\"oversized_hunk\":true");
    project.write(AGENT, "a.txt", paragraphs(1, 80, "").strip() + "\n");
    assertThat(hunks()).extracting(Hunk::size).containsExactly(Hunk.Size.FITS);
    project.write(AGENT, "a.txt", "x".repeat(8191) + "\n");
    assertThat(hunks()).extracting(Hunk::size).containsExactly(Hunk.Size.OVERSIZED);
    project.write(AGENT, "a.txt", "x".repeat(8190) + "\n");
    assertThat(hunks()).extracting(Hunk::size).containsExactly(Hunk.Size.FITS);
  }

  @Test
  void bytesCountToo() throws Exception {
    project.disk("a.txt", "");
    project.write(AGENT, "a.txt", ("ä".repeat(1000) + ".\n").repeat(10));
    requireSmall();
    assertThat(hunks()).hasSize(3);
  }

  @Test
  void aRewriteIsSplitOnBothSides() throws Exception {
    project.disk("a.txt", paragraphs(12, 9, ""));
    String text = paragraphs(12, 9, "").replace("line", "LINE");
    project.write(AGENT, "a.txt", text);
    requireSmall();
    // Any one of them alone leaves the other paragraphs as they were.
    List<Hunk> hunks = hunks();
    project.review().rejectAll();
    project.review().accept(List.of(hunks.get(1).id()));
    String now = project.text("a.txt");
    assertThat(now).startsWith("paragraph 0 line 0\n").endsWith("paragraph 11 line 8\n\n");
    assertThat(now.lines().filter(line -> line.contains("LINE")).count()).isBetween(18L, 36L);
  }

  @Test
  void aLargeHunkIsSplitBetweenEditsFirst() throws Exception {
    String text = StagedEditingTest.lines(30);
    project.disk("a.txt", text);
    var edits = new ArrayList<ProposedEdit>();
    for (int line : List.of(10, 11, 14)) {
      edits.add(
          new ProposedEdit(
              "e_" + line,
              "a.txt",
              ProposedEdit.Operation.REPLACE,
              line,
              line,
              ("new " + line + "\n").repeat(40),
              "sha256:" + Sha256.of("line " + line),
              ""));
    }
    Plan planned = new LineEdits(edits).plan(project.editing);
    project.editing.commit(planned.transaction(), AGENT);
    requireSmall();
    assertThat(hunks())
        .extracting(Hunk::editIds)
        .containsExactly(List.of("e_10"), List.of("e_11"), List.of("e_14"));
    project.review().reject(List.of(hunks().get(1).id()));
    assertThat(project.text("a.txt"))
        .isEqualTo(
            text.replace("line 10\n", "new 10\n".repeat(40))
                .replace("line 14\n", "new 14\n".repeat(40)));
  }

  @Test
  void aLineWithoutAnEndStaysTheLastOne() throws Exception {
    project.disk("a.txt", "only");
    project.write(AGENT, "a.txt", paragraphs(8, 20, "") + "end");
    requireSmall();
    for (Hunk hunk : hunks()) {
      project.review().rejectAll();
      project.review().accept(List.of(hunk.id()));
      String now = project.text("a.txt");
      assertThat(now.endsWith("only") || now.endsWith("end")).isTrue();
    }
  }
}
