package dev.tenon.core.edit.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.edit.Command;
import dev.tenon.core.edit.MemoryFiles;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.Randoms;
import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.diff.UnifiedDiff;
import dev.tenon.core.text.Sha256;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafePatchPropertyTest {
  @TempDir Path folder;

  private static String patch(String text, String diff) throws PlanException {
    var files = MemoryFiles.of("f", text);
    Plan plan = new SafePatch("f", diff, Sha256.of(text)).plan(files);
    return files.after(plan).get("f");
  }

  private static String fresh(Randoms randoms, int most) {
    var lines = new ArrayList<String>();
    for (int i = 0; i < 1 + randoms.below(most); i++) {
      lines.add(randoms.once(4) ? randoms.line() : randoms.freshLine());
    }
    return String.join("\n", lines) + "\n";
  }

  @Test
  void ourOwnDiffsApply() {
    Property.holds(
        3000,
        randoms -> {
          String old = randoms.text(40);
          String text = randoms.edited(old, 5);
          if (!old.equals(text)) {
            assertThat(patch(old, UnifiedDiff.of("f", old, text))).isEqualTo(text);
          }
        });
  }

  /// Without any number a hunk is placed rightly or not at all, however often lines repeat.
  @Test
  void withoutNumbersRightOrRefused() {
    var planned = new int[1];
    Property.holds(
        3000,
        randoms -> {
          String old = randoms.text(40);
          String text = randoms.edited(old, 3);
          if (old.equals(text)) {
            return;
          }
          List<DiffHunk> hunks = UnifiedDiff.hunks(old, text, randoms.below(3));
          String right = UnifiedDiff.render("a/f", "b/f", hunks);
          String diff = damaged(right, randoms, Damage.NUMBERS_GONE);
          try {
            assertThat(patch(old, diff)).isEqualTo(text);
            planned[0]++;
          } catch (PlanException refused) {
            assertThat(refused.failure().code()).isEqualTo(PlanFailure.Code.AMBIGUOUS);
          }
        });
    if (Long.getLong("seed") == null) {
      assertThat(planned[0]).isGreaterThan(800);
    }
  }

  private enum Damage {
    NUMBERS_WRONG,
    NUMBERS_GONE,
    COUNTS_WRONG,
    HEADERS_GONE,
    SPACES_GONE,
    PREFIX_OTHER
  }

  /// Real output of `diff -u`, damaged in the ways models do it, on files whose lines are mostly
  /// their own: every case has to be repaired.
  @Test
  void repairsRealDiffs() throws Exception {
    TestPrograms.require("diff");
    for (int seed = 0; seed < 120; seed++) {
      var randoms = new Randoms(seed, 40);
      String old = fresh(randoms, 40);
      var lines = new ArrayList<>(TextLines.split(old));
      for (int i = 0; i < 1 + randoms.below(4); i++) {
        int at = randoms.below(lines.size() + 1);
        if (at < lines.size() && randoms.once(2)) {
          lines.remove(at);
        }
        lines.add(Math.min(at, lines.size()), randoms.freshLine());
      }
      String text = String.join("\n", lines) + (randoms.once(5) ? "" : "\n");
      Files.writeString(folder.resolve("old"), old);
      Files.writeString(folder.resolve("new"), text);
      Command diff = Command.run(folder, "", List.of("diff", "-u", "-a", "old", "new"));
      assertThat(patch(old, diff.output())).as("seed " + seed).isEqualTo(text);
      if (TextLines.split(old).size() < 2) {
        continue;
      }
      for (Damage damage : Damage.values()) {
        String broken = damaged(diff.output(), randoms, damage);
        assertThat(patch(old, broken)).as("seed " + seed + " " + damage).isEqualTo(text);
      }
    }
  }

  private static String damaged(String diff, Randoms randoms, Damage damage) {
    var out = new StringBuilder();
    for (String line : TextLines.split(diff)) {
      boolean header = line.startsWith("--- ") || line.startsWith("+++ ");
      if (line.startsWith("@@")) {
        line =
            switch (damage) {
              case NUMBERS_WRONG ->
                  "@@ -%d,%d +%d,%d @@"
                      .formatted(
                          randoms.below(90),
                          1 + randoms.below(9),
                          randoms.below(90),
                          randoms.below(9));
              case COUNTS_WRONG ->
                  line.substring(0, line.indexOf(',') < 0 ? 5 : line.indexOf(',')) + ",77 +1,77 @@";
              case NUMBERS_GONE, HEADERS_GONE -> "@@ @@";
              case SPACES_GONE, PREFIX_OTHER -> line;
            };
      } else if (damage == Damage.SPACES_GONE && line.equals(" ")) {
        line = "";
      } else if (header && damage == Damage.HEADERS_GONE) {
        continue;
      } else if (header && damage == Damage.PREFIX_OTHER) {
        line = line.substring(0, 4) + "src/f";
      }
      out.append(line).append('\n');
    }
    return out.toString();
  }

  /// A random place of a stale diff: the hash decides before anything else.
  @Test
  void aStaleBaseIsNeverPlanned() {
    Property.holds(
        500,
        randoms -> {
          String seen = randoms.text(20);
          String now = randoms.edited(seen, 2);
          String wanted = randoms.edited(seen, 2);
          if (seen.equals(now) || seen.equals(wanted)) {
            return;
          }
          var stale = new SafePatch("f", UnifiedDiff.of("f", seen, wanted), Sha256.of(seen));
          try {
            stale.plan(MemoryFiles.of("f", now));
            throw new AssertionError("planned on another state");
          } catch (PlanException refused) {
            assertThat(refused.failure().code()).isEqualTo(PlanFailure.Code.STALE);
          }
        });
  }

  /// GNU patch with exact numbers and no fuzz does the same.
  @Test
  void agreesWithPatch() throws Exception {
    TestPrograms.require("patch");
    for (int seed = 500; seed < 560; seed++) {
      var randoms = new Randoms(seed, 30);
      String old = "start\n" + randoms.text(30);
      String text = "START\n" + randoms.edited(old, 4);
      String diff = UnifiedDiff.of("f", old, text);
      Files.writeString(folder.resolve("f"), old);
      Command.run(folder, diff, List.of("patch", "-p1", "--fuzz=0", "--binary"));
      assertThat(patch(old, diff)).isEqualTo(Files.readString(folder.resolve("f")));
    }
  }
}
