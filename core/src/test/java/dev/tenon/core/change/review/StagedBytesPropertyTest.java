package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedProject.AGENT;
import static dev.tenon.core.change.review.StagedProject.USER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.Seeds;
import dev.tenon.core.workspace.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Texts and binary files in any mix, staged, decided, applied, undone and done again: always to
/// the byte.
class StagedBytesPropertyTest {
  private static final List<String> PATHS = List.of("a", "b", "c", "sub/d");

  @TempDir Path temporary;
  private int cases;

  private StagedProject project(Random random) throws Exception {
    var project = new StagedProject(temporary.resolve("case" + cases++), new HunkGuard(5, 200));
    for (String path : PATHS) {
      byte[] bytes = content(random);
      if (bytes != null) {
        project.disk(path, bytes);
      }
    }
    return project;
  }

  /// Text, text in other encodings, text with a NUL, noise, nothing; null for no file.
  private static byte @Nullable [] content(Random random) {
    String text = Seeds.text(random, 12).replace("\uFEFF", "");
    return switch (random.nextInt(9)) {
      case 0 -> null;
      case 1 -> new byte[0];
      case 2 -> BytesReviewTest.noise(20 + random.nextInt(200), random.nextInt());
      case 3 -> BytesReviewTest.picture(20 + random.nextInt(200), random.nextInt());
      case 4 -> (text + "\0\n").getBytes(StandardCharsets.UTF_8);
      case 5 -> ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE);
      case 6 -> (text + "\u00e9 caf\u00e9\n").getBytes(StandardCharsets.ISO_8859_1);
      default -> text.getBytes(StandardCharsets.UTF_8);
    };
  }

  /// The hashes of the files on the disk.
  private static Map<String, String> disk(StagedProject project) throws IOException {
    var tree = new TreeMap<String, String>();
    for (String path : PATHS) {
      Path file = project.root.resolve(path);
      if (Files.exists(file)) {
        tree.put(path, Sha256.of(Files.readAllBytes(file)));
      }
    }
    return tree;
  }

  /// The hashes of the files as they are staged, and as the view shows them.
  private static Map<String, String> seen(StagedProject project) throws Exception {
    return seen(project.editing, project.root);
  }

  private static Map<String, String> seen(Editing editing, Path root) throws Exception {
    var seen = new TreeMap<String, String>();
    for (String path : PATHS) {
      Path real = root.resolve(path);
      Snapshot snapshot = editing.snapshot(real).orElse(null);
      assertThat(editing.view().has(path)).isEqualTo(snapshot != null);
      if (snapshot != null) {
        seen.put(path, snapshot.sha256());
        assertThat(Sha256.of(editing.view().bytes(real, 1 << 20))).isEqualTo(snapshot.sha256());
      }
    }
    return seen;
  }

  /// One random change; the files that should be seen after it.
  private static Map<String, String> change(Random random, StagedProject project) throws Exception {
    return change(random, project.editing, project.root);
  }

  private static Map<String, String> change(Random random, Editing editing, Path root)
      throws Exception {
    Map<String, String> files = seen(editing, root);
    Attribution by = random.nextInt(3) == 0 ? USER : AGENT;
    if (random.nextInt(4) == 0) {
      editing.beginPrompt("next");
    }
    String path = PATHS.get(random.nextInt(PATHS.size()));
    String other = PATHS.get(random.nextInt(PATHS.size()));
    byte[] bytes = content(random);
    String now = files.get(path);
    if (now != null && random.nextInt(3) == 0 && !files.containsKey(other)) {
      boolean kept = random.nextBoolean() || bytes == null;
      FileBytes content = kept || bytes == null ? null : FileBytes.of(bytes);
      commit(editing, by, new FileChange.Bytes(path, now, other, content));
      files.remove(path);
      files.put(other, content == null ? now : content.sha256());
    } else if (bytes != null || now != null) {
      FileBytes content = bytes == null ? null : FileBytes.of(bytes);
      commit(editing, by, new FileChange.Bytes(path, now, null, content));
      files.remove(path);
      if (bytes != null) {
        files.put(path, Sha256.of(bytes));
      }
    }
    return files;
  }

  private static void commit(Editing editing, Attribution by, FileChange change) throws Exception {
    editing.commit(new Transaction(List.of(change)), by);
  }

  @Test
  void allOfItIsSeenAppliedUndoneAndDoneAgain() {
    Seeds.check(
        150,
        random -> {
          StagedProject project = project(random);
          Map<String, String> before = disk(project);
          for (int i = random.nextInt(8); i >= 0; i--) {
            Map<String, String> expected = change(random, project);
            assertThat(seen(project)).isEqualTo(expected);
            assertThat(disk(project)).isEqualTo(before);
          }
          Map<String, String> staged = seen(project);
          project.reload();
          assertThat(seen(project)).isEqualTo(staged);
          project.review().acceptAll();
          project.review().apply(Review.Rest.PENDING);
          assertThat(disk(project)).isEqualTo(staged);
          var undo = new Undo(project.journal);
          assertThat(undo.undo(project.journal.changes()).conflicts()).isEmpty();
          assertThat(disk(project)).isEqualTo(before);
          undo.redo();
          assertThat(disk(project)).isEqualTo(staged);
        });
  }

  @Test
  void anySelectionIsAStateOfEveryFileAndTheRestFollows() {
    Seeds.check(
        150,
        random -> {
          StagedProject project = project(random);
          for (int i = random.nextInt(7); i >= 0; i--) {
            change(random, project);
            if (random.nextInt(3) == 0) {
              decide(random, project);
            }
          }
          for (int i = 0; i < 3; i++) {
            decideAll(random, project);
            Map<String, String> shown = seen(project);
            project.reload();
            assertThat(seen(project)).isEqualTo(shown);
            project.review().apply(Review.Rest.PENDING);
          }
          for (Hunk hunk : project.review().bundle().hunks()) {
            assertThat(hunk.patch()).doesNotContain("\0");
            assertThat(hunk.patch().isEmpty() || hunk.description().isEmpty()).isTrue();
          }
          project.review().rejectAll();
          assertThat(seen(project)).isEqualTo(disk(project));
        });
  }

  private static void decide(Random random, StagedProject project) {
    List<Hunk> hunks = new ArrayList<>(project.review().bundle().hunks());
    if (hunks.isEmpty()) {
      return;
    }
    Collections.shuffle(hunks, random);
    List<String> one = List.of(hunks.getFirst().id());
    try {
      switch (random.nextInt(3)) {
        case 0 -> project.review().accept(one);
        case 1 -> project.review().reject(one);
        default -> project.review().reset(one);
      }
    } catch (ReviewException conflict) {
      // A decision that cannot be taken leaves all as it was.
    }
  }

  private static void decideAll(Random random, StagedProject project) {
    for (int i = 0; i < 6; i++) {
      decide(random, project);
    }
  }

  /// The same bytes by the same changes, staged and applied or written at once.
  @Test
  void stagedAndAppliedIsTheSameAsWritten() {
    Seeds.check(
        80,
        random -> {
          long seed = random.nextLong();
          StagedProject staged = project(new Random(seed));
          StagedProject direct = project(new Random(seed));
          var atOnce = new DirectEditing(direct.workspace, direct.journal);
          Map<String, String> before = disk(direct);
          for (int i = 0; i < 6; i++) {
            long step = random.nextLong();
            change(new Random(step), staged);
            change(new Random(step), atOnce, direct.root);
          }
          staged.review().acceptAll();
          staged.review().apply(Review.Rest.PENDING);
          Map<String, String> after = disk(direct);
          assertThat(disk(staged)).isEqualTo(after);
          var undo = new Undo(direct.journal);
          assertThat(undo.undo(direct.journal.changes()).conflicts()).isEmpty();
          assertThat(disk(direct)).isEqualTo(before);
          undo.redo();
          assertThat(disk(direct)).isEqualTo(after);
        });
  }
}
