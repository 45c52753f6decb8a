package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedProject.AGENT;
import static dev.tenon.core.change.review.StagedProject.USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedPropertyTest {
  @TempDir Path temporary;
  private int cases;

  private StagedProject project(Random random) throws Exception {
    var guard = new HunkGuard(2 + random.nextInt(12), 20 + random.nextInt(300));
    return new StagedProject(temporary.resolve("case" + cases++), guard);
  }

  /// A file with any line endings, perhaps a byte order mark, perhaps no end at the end.
  private static String base(Random random) {
    String text = Seeds.text(random, 30);
    return random.nextInt(4) == 0 ? "\uFEFF" + text : text;
  }

  /// The same without carriage returns inside of lines, which an edit next to them may drop.
  private static String plainBase(Random random) {
    return base(random).replaceAll("\r(?!\n)", "");
  }

  private static String edited(Random random, String text) {
    var lines = new ArrayList<>(PatchOracle.lines(text));
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(lines.size() + 1);
      int gone = Math.min(lines.size() - at, random.nextInt(4));
      lines.subList(at, at + gone).clear();
      for (int j = random.nextInt(4); j > 0; j--) {
        String line = random.nextInt(3) == 0 ? "fresh " + random.nextInt(99) + "." : "";
        lines.add(at, (line.isEmpty() ? Seeds.line(random).replace("\r", "") : line) + "\n");
      }
    }
    for (int i = 0; i < lines.size() - 1; i++) {
      if (!lines.get(i).endsWith("\n")) {
        lines.set(i, lines.get(i) + "\n");
      }
    }
    String joined = String.join("", lines).replace("\uFEFF", "");
    return random.nextInt(5) == 0 && joined.endsWith("\n")
        ? joined.substring(0, joined.length() - 1)
        : joined;
  }

  /// Some hunks and all that they require.
  private static Set<String> someOf(Random random, DiffBundle bundle) {
    var chosen = new LinkedHashSet<String>();
    for (Hunk hunk : bundle.hunks()) {
      if (random.nextBoolean()) {
        choose(hunk.id(), bundle, chosen);
      }
    }
    return chosen;
  }

  private static void choose(String id, DiffBundle bundle, Set<String> chosen) {
    Hunk hunk = bundle.hunk(id).orElseThrow();
    if (chosen.add(id)) {
      hunk.requires().forEach(other -> choose(other, bundle, chosen));
    }
  }

  private static List<String> patches(DiffBundle bundle, Set<String> ids) {
    return bundle.hunks().stream()
        .filter(hunk -> ids.contains(hunk.id()))
        .map(Hunk::patch)
        .toList();
  }

  @Test
  void anySubsetInAnyOrderEqualsItsPatchesAppliedToTheBase() {
    Seeds.check(
        150,
        random -> {
          StagedProject project = project(random);
          String base = plainBase(random);
          project.disk("a.txt", base);
          String lf = project.text("a.txt");
          String text = lf;
          for (int i = random.nextInt(3); i >= 0; i--) {
            text = edited(random, text);
            project.write(AGENT, "a.txt", text);
            assertThat(project.text("a.txt")).isEqualTo(text);
          }
          DiffBundle bundle = project.review().bundle();
          List<String> all = bundle.hunks().stream().map(Hunk::id).toList();
          assertThat(new HashSet<>(all)).hasSameSizeAs(all);
          assertThat(PatchOracle.apply(lf, patches(bundle, new HashSet<>(all)))).isEqualTo(text);
          Set<String> wanted = someOf(random, bundle);
          var order = new ArrayList<>(all);
          Collections.shuffle(order, random);
          for (String hunk : order) {
            if (random.nextInt(4) == 0) {
              project.review().reject(List.of(hunk));
              if (random.nextBoolean()) {
                project.review().undo();
              }
            }
            if (wanted.contains(hunk)) {
              project.review().accept(List.of(hunk));
            } else {
              project.review().reject(List.of(hunk));
            }
            if (random.nextInt(6) == 0) {
              project.reload();
            }
          }
          String expected = PatchOracle.apply(lf, patches(bundle, wanted));
          assertThat(project.text("a.txt")).isEqualTo(expected);
          assertThat(project.review().bundle().hunks()).extracting(Hunk::id).isEqualTo(all);
          String sha256 = project.file("a.txt").sha256();
          project.review().apply(Review.Rest.DROPPED);
          assertThat(project.text("a.txt")).isEqualTo(expected);
          assertThat(Sha256.of(Files.readAllBytes(project.root.resolve("a.txt"))))
              .isEqualTo(sha256);
          if (wanted.isEmpty()) {
            assertThat(project.disk("a.txt")).isEqualTo(base);
          }
        });
  }

  @Test
  void rejectingEverythingRestoresTheBytesOfTheBase() {
    Seeds.check(
        80,
        random -> {
          StagedProject project = project(random);
          String base = base(random);
          project.disk("a.txt", base);
          String sha256 = project.file("a.txt").sha256();
          for (int i = random.nextInt(4); i >= 0; i--) {
            String text = edited(random, project.text("a.txt"));
            project.write(random.nextBoolean() ? AGENT : USER, "a.txt", text);
          }
          if (random.nextInt(4) == 0) {
            project.delete(AGENT, "a.txt");
          }
          if (random.nextBoolean()) {
            project.review().rejectAll();
          } else {
            var order = new ArrayList<>(project.review().bundle().hunks());
            Collections.shuffle(order, random);
            for (Hunk hunk : order) {
              project.review().reject(List.of(hunk.id()));
            }
          }
          assertThat(project.file("a.txt").sha256()).isEqualTo(sha256);
          project.review().apply(Review.Rest.DROPPED);
          assertThat(Files.readAllBytes(project.root.resolve("a.txt")))
              .isEqualTo(base.getBytes(StandardCharsets.UTF_8));
          assertThat(project.journal.changes()).isEmpty();
        });
  }

  /// Lines that occur once tell exactly which hunk has what, however many layers there are.
  @Test
  void decisionsAndEditsInAnyMixKeepEveryLineWhereItBelongs() {
    Seeds.check(
        150,
        random -> {
          StagedProject project = project(random);
          var lines = new UniqueLines(random);
          String base = lines.text(25);
          project.disk("a.txt", base);
          List<String> versions = new ArrayList<>(List.of(base));
          for (int step = 0; step < 8; step++) {
            DiffBundle bundle = project.review().bundle();
            switch (random.nextInt(4)) {
              case 0 -> decide(random, project, bundle);
              case 1 -> project.reload();
              default -> {
                String text = lines.edited(project.text("a.txt"));
                if (random.nextBoolean()) {
                  project.editing.beginPrompt("next");
                } else if (versions.size() > 1) {
                  // It may have been a state in the midst of a layer, which nobody reviews.
                  versions.removeLast();
                }
                project.write(random.nextBoolean() ? AGENT : USER, "a.txt", text);
                assertThat(project.text("a.txt")).isEqualTo(text);
                versions.add(text);
              }
            }
            String now = project.text("a.txt");
            requireLines(project.review().bundle(), base, now);
            requireOrder(versions, now);
          }
          String before = project.text("a.txt");
          project.reload();
          assertThat(project.text("a.txt")).isEqualTo(before);
          project.review().rejectAll();
          assertThat(project.file("a.txt").sha256()).isEqualTo(Sha256.of(base));
        });
  }

  private static void decide(Random random, StagedProject project, DiffBundle bundle) {
    if (bundle.hunks().isEmpty()) {
      return;
    }
    List<String> some = List.of(bundle.hunks().get(random.nextInt(bundle.hunks().size())).id());
    try {
      switch (random.nextInt(5)) {
        case 0 -> project.review().accept(some);
        case 1 -> project.review().reset(some);
        case 2 -> project.review().undo();
        default -> project.review().reject(some);
      }
    } catch (ReviewException refused) {
      assertThat(refused.kind()).isIn(ReviewException.Kind.CONFLICT, ReviewException.Kind.UNKNOWN);
    }
  }

  /// What is there is the base, without what the hunks in force remove, with what they add.
  private static void requireLines(DiffBundle bundle, String base, String now) {
    var expected = new HashSet<>(PatchOracle.lines(base));
    var removed = new HashSet<String>();
    for (Hunk hunk : bundle.hunks()) {
      if (hunk.status() != Hunk.Status.REJECTED) {
        PatchOracle.Parsed patch = PatchOracle.parse(hunk.patch());
        expected.addAll(patch.with('+'));
        removed.addAll(patch.with('-'));
      }
    }
    expected.removeAll(removed);
    List<String> lines = PatchOracle.lines(now);
    assertThat(lines).doesNotHaveDuplicates();
    assertThat(new HashSet<>(lines)).isEqualTo(expected);
  }

  /// Two lines stand as they stood in every version that had both.
  private static void requireOrder(List<String> versions, String now) {
    List<String> lines = PatchOracle.lines(now);
    for (String version : versions) {
      List<String> then = PatchOracle.lines(version);
      var common = new ArrayList<>(then);
      common.retainAll(lines);
      var same = new ArrayList<>(lines);
      same.retainAll(then);
      assertThat(same).isEqualTo(common);
    }
  }

  @Test
  void applyingInStepsEndsWhereApplyingAtOnceDoes() {
    Seeds.check(
        60,
        random -> {
          StagedProject project = project(random);
          String base = base(random);
          project.disk("a.txt", base);
          String text = project.text("a.txt");
          for (int i = random.nextInt(4); i >= 0; i--) {
            text = edited(random, text);
            project.write(random.nextBoolean() ? AGENT : USER, "a.txt", text);
          }
          String sha256 = project.file("a.txt").sha256();
          for (int step = 0; step < 6 && !project.review().bundle().files().isEmpty(); step++) {
            DiffBundle bundle = project.review().bundle();
            assertThat(bundle.files().getFirst().baseSha256())
                .isEqualTo(Sha256.of(Files.readAllBytes(project.root.resolve("a.txt"))));
            project.review().accept(someOf(random, bundle));
            project.review().apply(Review.Rest.PENDING);
            assertThat(project.file("a.txt").sha256()).isEqualTo(sha256);
            project.reload();
          }
          project.review().acceptAll();
          project.review().apply(Review.Rest.PENDING);
          assertThat(Sha256.of(Files.readAllBytes(project.root.resolve("a.txt"))))
              .isEqualTo(sha256);
          new Undo(project.journal).undo(project.journal.changes());
          assertThat(Files.readAllBytes(project.root.resolve("a.txt")))
              .isEqualTo(base.getBytes(StandardCharsets.UTF_8));
        });
  }

  @Test
  void afterAnEditOutsideNothingIsWritten() {
    Seeds.check(
        30,
        random -> {
          StagedProject project = project(random);
          for (String path : List.of("a.txt", "b.txt", "c.txt")) {
            project.disk(path, "1\n2\n3\n" + base(random).replace("\uFEFF", ""));
          }
          project.write(AGENT, "a.txt", "x\n" + project.text("a.txt"));
          project.write(AGENT, "b.txt", "y\n" + project.text("b.txt"));
          project.delete(AGENT, "c.txt");
          project.write(AGENT, "d.txt", "new\n");
          project.review().acceptAll();
          switch (random.nextInt(4)) {
            case 0 -> project.disk("b.txt", project.disk("b.txt") + "outside\n");
            case 1 -> Files.delete(project.root.resolve("a.txt"));
            case 2 -> project.disk("c.txt", "outside\n");
            default -> project.disk("d.txt", "outside\n");
          }
          Map<String, String> tree = project.tree();
          DiffBundle bundle = project.review().bundle();
          assertThatThrownBy(() -> project.review().apply(Review.Rest.DROPPED))
              .isInstanceOfSatisfying(
                  CommitException.class,
                  conflict -> {
                    assertThat(conflict.kind()).isEqualTo(CommitException.Kind.STALE);
                    assertThat(conflict.path()).isPresent();
                  });
          assertThat(project.tree()).isEqualTo(tree);
          assertThat(project.journal.changes()).isEmpty();
          assertThat(project.review().bundle()).isEqualTo(bundle);
        });
  }

  /// Lines that are never the same, and edits that only remove them and bring new ones.
  private static final class UniqueLines {
    private final Random random;
    private int last;

    UniqueLines(Random random) {
      this.random = random;
    }

    private String line() {
      return "line " + ++last + (random.nextInt(5) == 0 ? "." : "");
    }

    String text(int most) {
      var out = new StringBuilder();
      for (int i = random.nextInt(most); i >= 0; i--) {
        out.append(line()).append(i > 0 || random.nextInt(3) > 0 ? "\n" : "");
      }
      return out.toString();
    }

    String edited(String text) {
      var lines = new ArrayList<>(PatchOracle.lines(text));
      for (int i = random.nextInt(3); i >= 0; i--) {
        int end = lines.size();
        int at = random.nextInt(3) == 0 ? end : random.nextInt(end + 1);
        int gone = Math.min(lines.size() - at, random.nextInt(4));
        lines.subList(at, at + gone).clear();
        for (int j = random.nextInt(5); j > 0; j--) {
          lines.add(at, line() + "\n");
        }
      }
      for (int i = 0; i < lines.size() - 1; i++) {
        if (!lines.get(i).endsWith("\n")) {
          lines.set(i, line() + "\n");
        }
      }
      if (!lines.isEmpty() && random.nextInt(5) == 0) {
        lines.set(lines.size() - 1, line());
      }
      return String.join("", lines);
    }
  }
}
