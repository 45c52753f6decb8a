package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedProject.AGENT;
import static dev.tenon.core.change.review.StagedProject.USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hunks that a person splits.
class HunkSplitterTest {
  @TempDir Path folder;
  private StagedProject project;
  private Review review;

  @BeforeEach
  void open() throws Exception {
    project = new StagedProject(folder, new HunkGuard(6, 1_000));
    review = project.review();
  }

  private List<Hunk> hunks() {
    return project.review().bundle().hunks();
  }

  private static String lines(String word, int count) {
    var text = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      text.append(word).append(' ').append(i).append('\n');
    }
    return text.toString();
  }

  @Test
  void atALineOfTheNewText() throws Exception {
    project.disk("a.txt", "top\n" + lines("old", 10) + "end\n");
    project.write(AGENT, "a.txt", "top\n" + lines("new", 10) + "end\n");
    Hunk whole = hunks().getFirst();
    assertThat(hunks()).hasSize(1);
    assertThat(whole.size()).isEqualTo(Hunk.Size.OVERSIZED);
    List<String> parts = review.split(whole.id(), OptionalInt.of(5));
    assertThat(hunks()).extracting(Hunk::id).isEqualTo(parts).doesNotContain(whole.id());
    assertThat(hunks().getFirst().size()).isEqualTo(Hunk.Size.OVERSIZED);
    assertThat(hunks()).allMatch(hunk -> hunk.editIds().equals(whole.editIds()));
    review.reject(parts.subList(0, 1));
    assertThat(project.text("a.txt"))
        .isEqualTo(
            "top\n"
                + lines("old", 4)
                + lines("new", 10).substring(lines("new", 4).length())
                + "end\n");
    project.reload();
    assertThat(hunks()).extracting(Hunk::id).isEqualTo(parts);
    assertThat(hunks())
        .extracting(Hunk::status)
        .containsExactly(Hunk.Status.REJECTED, Hunk.Status.PENDING);
    project.review().undo();
    assertThat(project.text("a.txt")).isEqualTo("top\n" + lines("new", 10) + "end\n");
  }

  @Test
  void aLineThatIsReplacedByMoreGoesWithTheFirstOfThem() throws Exception {
    project.disk("a.txt", "A calc.\n");
    project.write(AGENT, "a.txt", "A calculator.\n\nMore text.\n");
    List<String> parts = review.split(hunks().getFirst().id(), OptionalInt.of(2));
    review.accept(parts.subList(0, 1));
    review.reject(parts.subList(1, 2));
    assertThat(project.text("a.txt")).isEqualTo("A calculator.\n");
    review.accept(parts.subList(1, 2));
    review.reject(parts.subList(0, 1));
    assertThat(project.text("a.txt")).isEqualTo("A calc.\n\nMore text.\n");
  }

  @Test
  void atNaturalBoundariesOrIntoPartsThatFit() throws Exception {
    project.disk("a.txt", "");
    project.write(AGENT, "a.txt", lines("new", 20));
    Hunk whole = hunks().getFirst();
    List<String> parts = review.split(whole.id(), OptionalInt.empty());
    assertThat(parts).hasSizeGreaterThan(3);
    assertThat(hunks()).allMatch(hunk -> hunk.size() == Hunk.Size.FITS);
    assertThat(project.text("a.txt")).isEqualTo(lines("new", 20));
    review.rejectAll();
    assertThat(project.text("a.txt")).isEmpty();
    review.accept(parts.subList(1, 2));
    review.apply(Review.Rest.DROPPED);
    assertThat(project.disk("a.txt")).isEqualTo("new 7\nnew 8\nnew 9\nnew 10\nnew 11\nnew 12\n");
  }

  @Test
  void earlierDecisionsCanStillBeUndone() throws Exception {
    project.disk("a.txt", lines("old", 10));
    project.disk("b.txt", "b\n");
    project.write(AGENT, "a.txt", lines("new", 10));
    project.write(AGENT, "b.txt", "B\n");
    String whole = hunks().getFirst().id();
    review.reject(List.of(whole));
    List<String> parts = review.split(whole, OptionalInt.of(3));
    assertThat(project.text("a.txt")).isEqualTo(lines("old", 10));
    review.reset(parts.subList(0, 1));
    assertThat(project.text("a.txt")).startsWith("new 1\nnew 2\nold 3\n");
    review.undo();
    review.undo();
    assertThat(project.text("a.txt")).isEqualTo(lines("new", 10));
    review.redo();
    assertThat(project.text("a.txt")).isEqualTo(lines("old", 10));
  }

  @Test
  void whatWasMadeOnTopNeedsOnlyThePartItTouches() throws Exception {
    project.disk("a.txt", lines("old", 10));
    project.write(AGENT, "a.txt", lines("new", 10));
    String whole = hunks().getFirst().id();
    project.write(USER, "a.txt", lines("new", 10).replace("new 9\n", "mine\n"));
    List<String> parts = review.split(whole, OptionalInt.of(5));
    Hunk mine =
        hunks().stream().filter(hunk -> hunk.origin() == Origin.USER).findFirst().orElseThrow();
    assertThat(mine.requires()).containsExactly(parts.get(1));
    review.reject(parts.subList(0, 1));
    assertThat(project.text("a.txt"))
        .isEqualTo(lines("old", 4) + "new 5\nnew 6\nnew 7\nnew 8\nmine\nnew 10\n");
  }

  @Test
  void whatCannotBeSplitSaysSo() throws Exception {
    project.disk("a.txt", lines("old", 3));
    project.disk("gone.txt", lines("gone", 20));
    project.write(AGENT, "a.txt", lines("old", 3).replace("old 2", "new 2"));
    project.delete(AGENT, "gone.txt");
    String small = hunks().getFirst().id();
    String gone = hunks().getLast().id();
    refused(small, OptionalInt.of(1), ReviewException.Kind.INVALID);
    refused(small, OptionalInt.of(2), ReviewException.Kind.INVALID);
    refused(small, OptionalInt.empty(), ReviewException.Kind.INVALID);
    assertThatThrownBy(() -> review.split(small, OptionalInt.empty()))
        .hasMessage(
            "hunk " + small + " cannot be split: it is one line; accept or reject it as one");
    refused(gone, OptionalInt.of(4), ReviewException.Kind.INVALID);
    refused("h_none", OptionalInt.of(4), ReviewException.Kind.UNKNOWN);
    assertThat(hunks()).extracting(Hunk::id).containsExactly(small, gone);
  }

  private void refused(String hunk, OptionalInt line, ReviewException.Kind kind) {
    assertThatThrownBy(() -> review.split(hunk, line))
        .isInstanceOfSatisfying(
            ReviewException.class, refused -> assertThat(refused.kind()).isEqualTo(kind));
  }

  /// However a file is split, all parts together are the whole, none of them is the base, and any
  /// of them goes with any others.
  @Test
  void anySplitsGoTogether() throws Exception {
    for (long seed = 1; seed <= 60; seed++) {
      var random = new Random(seed);
      var each = new StagedProject(folder.resolve("s" + seed), new HunkGuard(5, 1_000));
      String base = lines("old", random.nextInt(12)) + (random.nextBoolean() ? "tail" : "");
      String wanted = lines("new", 1 + random.nextInt(12)) + (random.nextBoolean() ? "TAIL" : "");
      each.disk("a.txt", base);
      each.write(AGENT, "a.txt", wanted);
      for (int i = 0; i < 6; i++) {
        List<Hunk> hunks = each.review().bundle().hunks();
        Hunk hunk = hunks.get(random.nextInt(hunks.size()));
        try {
          each.review()
              .split(
                  hunk.id(),
                  random.nextInt(3) == 0
                      ? OptionalInt.empty()
                      : OptionalInt.of(1 + random.nextInt(8)));
        } catch (ReviewException tooSmall) {
          assertThat(tooSmall.kind()).as("seed " + seed).isEqualTo(ReviewException.Kind.INVALID);
        }
        assertThat(each.text("a.txt")).as("seed " + seed).isEqualTo(wanted);
      }
      each.reload();
      var ids = new ArrayList<>(each.review().bundle().hunks().stream().map(Hunk::id).toList());
      Collections.shuffle(ids, random);
      for (String id : ids.subList(0, random.nextInt(ids.size() + 1))) {
        each.review().reject(List.of(id));
        assertThat(each.text("a.txt")).isNotNull();
      }
      each.review().rejectAll();
      assertThat(each.text("a.txt")).as("seed " + seed).isEqualTo(base);
      assertThat(each.review().bundle().hunks())
          .extracting(Hunk::status)
          .containsOnly(Hunk.Status.REJECTED);
    }
  }
}
