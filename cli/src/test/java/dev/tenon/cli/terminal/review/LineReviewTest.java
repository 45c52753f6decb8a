package dev.tenon.cli.terminal.review;

import static dev.tenon.cli.terminal.review.StagedFiles.lines;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The decisions of the screen, in lines.
class LineReviewTest {
  @TempDir Path folder;
  private final List<String> shown = new ArrayList<>();
  private StagedFiles files;

  @BeforeEach
  void stage() throws Exception {
    files = new StagedFiles(folder);
    files.edit("a.txt", lines(40), lines(40, 5, 20, 35));
  }

  private ReviewOutcome review(Map<String, String> environment, String... answers)
      throws Exception {
    var left = new ArrayDeque<>(List.of(answers));
    var person =
        new LineReview.Person() {
          @Override
          public void show(String text) {
            shown.add(text);
          }

          @Override
          public Optional<String> ask(String question) {
            return Optional.ofNullable(left.poll());
          }
        };
    return new LineReview(files.model(), person, environment, null).run();
  }

  private String disk() throws Exception {
    return Files.readString(files.root.resolve("a.txt"));
  }

  @Test
  void hunksAreAcceptedAndRejectedWithAReason() throws Exception {
    ReviewOutcome outcome = review(Map.of(), "y", "n  too  loud", "what", "y");
    assertThat(disk()).isEqualTo(lines(40, 5, 35));
    assertThat(outcome.rejections()).extracting(Rejection::reason).containsExactly("too  loud");
    assertThat(outcome.lines(path -> path, "later"))
        .containsExactly("applied: a.txt (2 hunks)", "rejected: a.txt: too  loud");
    assertThat(shown).anyMatch(text -> text.contains("'n WHY' says why"));
  }

  @Test
  void aDecisionIsTakenBackAndTheRestIsRejected() throws Exception {
    review(Map.of(), "y", "u", "n", "d no more");
    assertThat(disk()).isEqualTo(lines(40));
  }

  @Test
  void whoeverLeavesKeepsWhatIsUndecided() throws Exception {
    ReviewOutcome outcome = review(Map.of(), "y", "q");
    assertThat(disk()).isEqualTo(lines(40, 5));
    assertThat(outcome.lines(path -> path, "later"))
        .containsExactly("applied: a.txt (1 hunk)", "2 undecided hunks stay staged; later");
    // Nobody there is like leaving.
    assertThat(review(Map.of()).pending()).isEqualTo(2);
    review(Map.of(), "a");
    assertThat(disk()).isEqualTo(lines(40, 5, 20, 35));
  }

  @Test
  void aHunkIsEditedInAProgramOrStays() throws Exception {
    review(Map.of(), "e", "q");
    assertThat(shown).contains("Set EDITOR (or VISUAL) to edit a hunk.");
    review(Map.of("EDITOR", "sed -i s/LINE/Line/", "PATH", "/usr/bin:/bin"), "e", "d");
    assertThat(disk()).isEqualTo(lines(40).replace("line 5\n", "Line 5\n"));
  }

  @Test
  void aHunkIsSplit() throws Exception {
    files.edit("b.txt", "x\n", "a\n\nb\nx\n");
    review(Map.of(), "n", "n", "n", "s", "y", "n");
    assertThat(files.root.resolve("b.txt")).content().isEqualTo("a\n\nx\n");
  }

  @Test
  void aHunkWithoutABoundaryIsSplitBeforeALineThatIsNamed() throws Exception {
    files.edit("b.txt", "x\n", "a\nb\nc\nx\n");
    review(Map.of(), "n", "n", "n", "s", "s 9", "s 3", "y", "n");
    assertThat(files.root.resolve("b.txt")).content().isEqualTo("a\nb\nx\n");
    assertThat(shown)
        .contains(
            "It has no natural boundary. Say before which of its lines 2..3, as in: s 2",
            "It can be split before one of its lines 2..3.");
  }

  @Test
  void hunksAreNamedByTheirPlaces() throws Exception {
    files.edit("b.txt", "x\n", "x\na\n");
    review(Map.of(), "n", "n", "n", "s", "s 2", "n");
    assertThat(shown)
        .contains("this hunk cannot be split: it is one line; accept or reject it as one");
    assertThat(String.join("\n", shown)).doesNotContain("h_");
  }
}
