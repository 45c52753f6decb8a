package dev.tenon.core.edit.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.edit.Command;
import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.Randoms;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Merge3Test {
  @TempDir Path folder;

  private static Merge3 merge(String base, String current, String proposed) {
    return Merge3.of(base, current, proposed, Merge3.Touching.CONFLICT);
  }

  private static Merge3 mergeTouching(String base, String current, String proposed) {
    return Merge3.of(base, current, proposed, Merge3.Touching.MERGE);
  }

  @Test
  void keepsBothSides() {
    assertThat(merge("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n").text())
        .contains("A\nb\nc\nD\n");
  }

  @Test
  void tellsWhereTheConflictIs() {
    Merge3 merge = merge("a\nb\nc\n", "x\na\nours\nc\n", "a\ntheirs\nc\n");
    assertThat(merge.text()).isEmpty();
    assertThat(merge.conflicts())
        .containsExactly(new Merge3.Conflict(2, 3, "b\n", "ours\n", "theirs\n"));
    assertThat(merge.marked("current", "base", "proposed"))
        .isEqualTo(
            """
            x
            a
            <<<<<<< current
            ours
            ||||||| base
            b
            =======
            theirs
            >>>>>>> proposed
            c
            """);
  }

  @Test
  void theSameChangeOnBothSidesCountsOnce() {
    Merge3 merge = merge("a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n");
    assertThat(merge.text()).contains("a\nB\nc\n");
    assertThat(merge.pieces()).contains(new Merge3.Clean(Merge3.Origin.BOTH, "B\n"));
  }

  @Test
  void touchingChangesAreAConflictOnlyOnDemand() {
    String base = "a\nb\nc\nd\n";
    String current = "a\nB\nc\nd\n";
    String proposed = "a\nb\nC\nd\n";
    assertThat(merge(base, current, proposed).conflicts()).hasSize(1);
    assertThat(mergeTouching(base, current, proposed).text()).contains("a\nB\nC\nd\n");
    assertThat(mergeTouching(base, "a\nnew\nb\nc\nd\n", "a\nB\nc\nd\n").text())
        .contains("a\nnew\nB\nc\nd\n");
  }

  @Test
  void twoInsertsAtOnePlaceAreAConflict() {
    assertThat(mergeTouching("a\nb\n", "a\nx\nb\n", "a\ny\nb\n").conflicts()).hasSize(1);
  }

  @Test
  void linesWithoutEndAreNeverGlued() {
    Merge3 merge = mergeTouching("a\nb\n", "a\nc", "a\nb\nd\n");
    assertThat(merge.text()).isEmpty();
    assertThat(merge("a\nb", "x\na\nb", "a\nb\n").text()).contains("x\na\nb\n");
  }

  @Test
  void oneSideAloneIsTaken() {
    Property.holds(
        2000,
        randoms -> {
          String base = randoms.text(30);
          String text = randoms.edited(base, 5);
          assertThat(merge(base, text, base).text()).contains(text);
          assertThat(merge(base, base, text).text()).contains(text);
          assertThat(merge(base, text, text).text()).contains(text);
        });
  }

  @Test
  void sidesMayBeSwapped() {
    Property.holds(
        2000,
        randoms -> {
          String base = randoms.text(30);
          String one = randoms.edited(base, 3);
          String other = randoms.edited(base, 3);
          for (Merge3.Touching touching : Merge3.Touching.values()) {
            assertThat(Merge3.of(base, one, other, touching).text())
                .isEqualTo(Merge3.of(base, other, one, touching).text());
          }
        });
  }

  /// Edits of separate regions of a file without repetitions; the oracle makes both at once.
  @Test
  void separateEditsAllSurvive() {
    Property.holds(
        2000,
        randoms -> {
          Split split = Split.random(randoms);
          assertThat(merge(split.base, split.current, split.proposed).text())
              .contains(split.wanted);
          assertThat(mergeTouching(split.base, split.current, split.proposed).text())
              .contains(split.wanted);
        });
  }

  @Test
  void agreesWithGit() throws Exception {
    TestPrograms.require("git");
    int clean = 0;
    for (int seed = 0; seed < 60; seed++) {
      var randoms = new Randoms(seed, 20);
      var lines = new ArrayList<String>();
      for (int i = 0; i < 25; i++) {
        lines.add(randoms.freshLine());
      }
      String base = String.join("\n", lines) + "\n";
      String current = randoms.edited(base, 3);
      String proposed = randoms.edited(base, 3);
      Files.writeString(folder.resolve("base"), base);
      Files.writeString(folder.resolve("current"), current);
      Files.writeString(folder.resolve("proposed"), proposed);
      Command git =
          Command.run(
              folder, "", List.of("git", "merge-file", "-p", "current", "base", "proposed"));
      Merge3 merge = merge(base, current, proposed);
      if (git.exitCode() == 0 && merge.text().isPresent()) {
        clean++;
        assertThat(merge.text()).as("seed " + seed).contains(git.output());
      }
      if (git.exitCode() > 0) {
        assertThat(merge.text()).as("seed " + seed).isEmpty();
      }
    }
    assertThat(clean).isGreaterThan(20);
  }

  private record Split(String base, String current, String proposed, String wanted) {
    static Split random(Randoms randoms) {
      var base = new StringBuilder();
      var current = new StringBuilder();
      var proposed = new StringBuilder();
      var wanted = new StringBuilder();
      for (int part = 0; part < 1 + randoms.size() / 3; part++) {
        String kept = randoms.freshLine() + "\n";
        String old = randoms.once(3) ? "" : randoms.freshLine() + "\n";
        String changed = randoms.once(3) ? "" : randoms.freshLine() + "\n" + randoms.line() + "\n";
        boolean here = randoms.once(2);
        base.append(kept).append(old);
        current.append(kept).append(here ? changed : old);
        proposed.append(kept).append(here ? old : changed);
        wanted.append(kept).append(changed);
      }
      return new Split(base + "end\n", current + "end\n", proposed + "end\n", wanted + "end\n");
    }
  }
}
