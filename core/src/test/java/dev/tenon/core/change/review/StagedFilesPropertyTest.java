package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedProject.AGENT;
import static dev.tenon.core.change.review.StagedProject.USER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.workspace.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that come, go and change places while they are staged.
class StagedFilesPropertyTest {
  private static final List<String> PATHS =
      List.of("a.txt", "b.txt", "c.txt", "sub/a.txt", "sub/b.txt");

  @TempDir Path temporary;
  private int cases;

  private StagedProject project(Random random) throws Exception {
    var project = new StagedProject(temporary.resolve("case" + cases++), new HunkGuard(5, 200));
    for (String path : PATHS) {
      if (random.nextBoolean()) {
        project.disk(path, text(random));
      }
    }
    return project;
  }

  private static String text(Random random) {
    return Seeds.text(random, 12).replace("\r", "").replace("\uFEFF", "");
  }

  /// What the model and the person see.
  private static Map<String, String> seen(StagedProject project) throws Exception {
    var seen = new TreeMap<String, String>();
    for (String path : PATHS) {
      if (project.editing.current(path) instanceof FileState.Existing file) {
        seen.put(path, file.text());
      }
    }
    return seen;
  }

  /// One random change; the files that should be seen after it.
  private static Map<String, String> change(Random random, StagedProject project) throws Exception {
    Map<String, String> files = seen(project);
    Attribution by = random.nextInt(3) == 0 ? USER : AGENT;
    if (random.nextInt(5) == 0) {
      project.editing.beginPrompt("next");
    }
    String path = PATHS.get(random.nextInt(PATHS.size()));
    String other = PATHS.get(random.nextInt(PATHS.size()));
    String text = text(random);
    if (!files.containsKey(path) || random.nextInt(3) == 0) {
      project.write(by, path, text);
      files.put(path, text);
    } else if (random.nextBoolean() && !files.containsKey(other)) {
      String kept = random.nextBoolean() ? files.get(path) : text;
      project.move(by, path, other, kept);
      files.remove(path);
      files.put(other, kept);
    } else {
      project.delete(by, path);
      files.remove(path);
    }
    return files;
  }

  @Test
  void whatIsStagedIsSeenAndAllOfItCanBeAppliedAndUndone() {
    Seeds.check(
        50,
        random -> {
          StagedProject project = project(random);
          Map<String, String> before = project.tree();
          for (int i = random.nextInt(10); i >= 0; i--) {
            Map<String, String> expected = change(random, project);
            assertThat(seen(project)).isEqualTo(expected);
            assertThat(project.tree()).isEqualTo(before);
          }
          Map<String, String> staged = seen(project);
          project.reload();
          assertThat(seen(project)).isEqualTo(staged);
          project.review().acceptAll();
          project.review().apply(Review.Rest.PENDING);
          assertThat(project.tree()).isEqualTo(staged);
          new Undo(project.journal).undo(project.journal.changes());
          assertThat(project.tree()).isEqualTo(before);
        });
  }

  @Test
  void anySelectionCanBeAppliedAndTheRestAfterwards() {
    Seeds.check(
        60,
        random -> {
          StagedProject project = project(random);
          for (int i = random.nextInt(8); i >= 0; i--) {
            change(random, project);
          }
          Map<String, String> staged = seen(project);
          for (int i = 0; i < 3; i++) {
            DiffBundle bundle = project.review().bundle();
            for (Hunk hunk : bundle.hunks()) {
              if (random.nextInt(3) == 0) {
                project.review().accept(List.of(hunk.id()));
              }
            }
            project.review().apply(Review.Rest.PENDING);
            assertThat(seen(project)).isEqualTo(staged);
            project.reload();
          }
          project.review().acceptAll();
          project.review().apply(Review.Rest.PENDING);
          assertThat(project.tree()).isEqualTo(staged);
          assertThat(project.review().bundle().files()).isEmpty();
        });
  }

  @Test
  void rejectingEverythingLeavesTheTree() {
    Seeds.check(
        60,
        random -> {
          StagedProject project = project(random);
          Map<String, String> before = project.tree();
          for (int i = random.nextInt(12); i >= 0; i--) {
            change(random, project);
            if (random.nextInt(3) == 0) {
              decide(random, project);
            }
          }
          Set<String> order = new LinkedHashSet<>();
          project.review().bundle().hunks().forEach(hunk -> order.add(hunk.id()));
          if (random.nextBoolean()) {
            project.review().rejectAll();
          } else {
            rejectOneByOne(project, new ArrayList<>(order));
          }
          assertThat(seen(project)).isEqualTo(before);
          assertThat(project.editing.view().staged()).isEmpty();
          project.review().apply(Review.Rest.DROPPED);
          assertThat(project.tree()).isEqualTo(before);
        });
  }

  /// A hunk may have to wait until another one is gone: two files cannot be at one path.
  private static void rejectOneByOne(StagedProject project, List<String> hunks) {
    for (int round = 0; round <= hunks.size(); round++) {
      for (String hunk : hunks) {
        try {
          project.review().reject(List.of(hunk));
        } catch (ReviewException conflict) {
          assertThat(conflict.kind()).isEqualTo(ReviewException.Kind.CONFLICT);
        }
      }
    }
  }

  private static void decide(Random random, StagedProject project) {
    List<Hunk> hunks = project.review().bundle().hunks();
    if (hunks.isEmpty()) {
      return;
    }
    List<String> some = List.of(hunks.get(random.nextInt(hunks.size())).id());
    try {
      if (random.nextInt(3) == 0) {
        project.review().accept(some);
      } else {
        project.review().reject(some);
      }
    } catch (ReviewException conflict) {
      assertThat(conflict.kind()).isEqualTo(ReviewException.Kind.CONFLICT);
    }
  }
}
