package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedProject.AGENT;
import static dev.tenon.core.change.review.StagedProject.USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.edit.FileState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which hunks share their fate, and which cannot go together.
class HunkRelationsTest {
  @TempDir Path temporary;
  private StagedProject project;
  private Review review;

  @BeforeEach
  void open() throws Exception {
    project = new StagedProject(temporary);
    review = project.review();
  }

  private Hunk of(Origin origin) {
    return review.bundle().hunks().stream()
        .filter(hunk -> hunk.origin() == origin)
        .findAny()
        .orElseThrow();
  }

  private void agentThenUser(String base, String agent, String user) throws Exception {
    project.disk("a.txt", base);
    project.write(AGENT, "a.txt", agent);
    project.write(USER, "a.txt", user);
  }

  private void requireTogether() throws Exception {
    assertThat(of(Origin.USER).requires()).containsExactly(of(Origin.AGENT).id());
    assertThat(review.reject(List.of(of(Origin.AGENT).id()))).hasSize(2);
  }

  @Test
  void aLineAmongLinesOfAHunkGoesWithThem() throws Exception {
    agentThenUser("a\nb\n", "a\n1\n2\nb\n", "a\n1\nmine\n2\nb\n");
    requireTogether();
    assertThat(project.text("a.txt")).isEqualTo("a\nb\n");
  }

  @Test
  void aLineBesideThemStays() throws Exception {
    agentThenUser("a\nb\n", "a\n1\n2\nb\n", "a\n1\n2\nmine\nb\n");
    assertThat(of(Origin.USER).requires()).isEmpty();
    review.reject(List.of(of(Origin.AGENT).id()));
    assertThat(project.text("a.txt")).isEqualTo("a\nmine\nb\n");
  }

  @Test
  void aLineInThePlaceOfRemovedOnesGoesWhenTheyComeBack() throws Exception {
    agentThenUser("a\nx\nb\n", "a\nb\n", "a\nmine\nb\n");
    requireTogether();
    assertThat(project.text("a.txt")).isEqualTo("a\nx\nb\n");
  }

  @Test
  void aLineAfterAnEndThatAHunkBroughtNeedsIt() throws Exception {
    agentThenUser("a\nb", "a\nb\n", "a\nb\nmine\n");
    requireTogether();
    assertThat(project.text("a.txt")).isEqualTo("a\nb");
  }

  @Test
  void aLineBehindThatOneNeedsItToo() throws Exception {
    project.disk("a.txt", "a\nb");
    project.write(AGENT, "a.txt", "a\nb\nc\nd\n");
    project.write(USER, "a.txt", "a\nb\nc\nd\ne\n");
    requireTogether();
    assertThat(project.text("a.txt")).isEqualTo("a\nb");
  }

  @Test
  void aLineOfANewFileNeedsTheFile() throws Exception {
    project.write(AGENT, "a.txt", "a\nb\n");
    project.write(USER, "a.txt", "a\nb\nmine\n");
    requireTogether();
    assertThat(project.editing.current("a.txt")).isInstanceOf(FileState.Missing.class);
  }

  @Test
  void aLineOfANewEmptyFileNeedsTheFile() throws Exception {
    project.write(AGENT, "a.txt", "");
    project.write(USER, "a.txt", "mine\n");
    requireTogether();
    assertThat(project.editing.current("a.txt")).isInstanceOf(FileState.Missing.class);
  }

  @Test
  void aFileInThePlaceOfADeletedOneNeedsThat() throws Exception {
    project.disk("a.txt", "");
    project.delete(AGENT, "a.txt");
    project.write(USER, "a.txt", "mine\n");
    requireTogether();
    assertThat(project.text("a.txt")).isEmpty();
  }

  @Test
  void aMoveOfAMovedFileNeedsTheFirstMove() throws Exception {
    project.disk("a.txt", "a\n");
    project.move(AGENT, "a.txt", "b.txt", "a\n");
    project.move(USER, "b.txt", "c.txt", "a\n");
    requireTogether();
    assertThat(project.text("a.txt")).isEqualTo("a\n");
  }

  private void requireApart(String base, String agent, String user) throws Exception {
    project.disk("a.txt", base);
    project.write(AGENT, "a.txt", agent);
    String first = of(Origin.AGENT).id();
    review.reject(List.of(first));
    project.write(USER, "a.txt", user);
    assertThatThrownBy(() -> review.accept(List.of(first)))
        .isInstanceOfSatisfying(
            ReviewException.class,
            conflict -> assertThat(conflict.hunks()).containsExactly(of(Origin.USER).id(), first));
    assertThat(project.text("a.txt")).isEqualTo(user);
    review.reject(List.of(of(Origin.USER).id()));
    review.accept(List.of(first));
    assertThat(project.text("a.txt")).isEqualTo(agent);
  }

  @Test
  void linesInThePlaceOfRejectedOnesExcludeThem() throws Exception {
    requireApart("a\nb\n", "a\n1\nb\n", "a\nmine\nb\n");
  }

  @Test
  void removingWhatARejectedHunkRemovedExcludesIt() throws Exception {
    requireApart("a\nx\ny\nb\n", "a\nb\n", "a\nx\nb\n");
  }

  @Test
  void twoFilesAreNeverAtOnePath() throws Exception {
    project.disk("a.txt", "a\n");
    project.write(AGENT, "b.txt", "b\n");
    String created = of(Origin.AGENT).id();
    review.reject(List.of(created));
    project.move(USER, "a.txt", "b.txt", "a\n");
    assertThatThrownBy(() -> review.accept(List.of(created)))
        .hasMessageContaining("two files would be at b.txt");
    assertThat(project.text("b.txt")).isEqualTo("a\n");
    review.reject(List.of(of(Origin.USER).id()));
    review.accept(List.of(created));
    assertThat(project.text("b.txt")).isEqualTo("b\n");
  }
}
