package dev.tenon.core.edit.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.edit.Command;
import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.Randoms;
import dev.tenon.core.edit.patch.StrictPatch;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnifiedDiffTest {
  @TempDir Path folder;

  @Test
  void rendersAsDiffDoes() {
    String old = "a\nb\nc\nd\ne\nf\ng\nh\n";
    String text = "a\nb\nc\nD\ne\nf\ng\nh\ni\n";
    assertThat(UnifiedDiff.of("x.txt", old, text))
        .isEqualTo(
            """
            --- a/x.txt
            +++ b/x.txt
            @@ -1,8 +1,9 @@
             a
             b
             c
            -d
            +D
             e
             f
             g
             h
            +i
            """);
  }

  @Test
  void tellsMissingFinalNewline() {
    assertThat(UnifiedDiff.of("x", "a\nb", "a\nb\n"))
        .isEqualTo(
            """
            --- a/x
            +++ b/x
            @@ -1,2 +1,2 @@
             a
            -b
            \\ No newline at end of file
            +b
            """);
  }

  @Test
  void countsFromTheLineBeforeAnEmptySide() {
    assertThat(UnifiedDiff.render(UnifiedDiff.NO_FILE, "b/x", "", "a\n"))
        .isEqualTo("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
    assertThat(UnifiedDiff.render("a/x", UnifiedDiff.NO_FILE, "a\n", ""))
        .isEqualTo("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
  }

  @Test
  void equalTextsHaveNoDiff() {
    assertThat(UnifiedDiff.of("x", "a\n", "a\n")).isEmpty();
  }

  @Test
  void hunksApplyAndReverse() {
    Property.holds(
        2000,
        randoms -> {
          String old = randoms.text(40);
          String text = randoms.edited(old, 5);
          List<DiffHunk> hunks = UnifiedDiff.hunks(old, text, randoms.below(5));
          assertThat(StrictPatch.apply(old, hunks)).contains(text);
          List<DiffHunk> back = hunks.stream().map(DiffHunk::reversed).toList();
          assertThat(StrictPatch.apply(text, back)).contains(old);
        });
  }

  @Test
  void strictMeansStrict() {
    List<DiffHunk> hunks = UnifiedDiff.hunks("a\nb\nc\n", "a\nB\nc\n", 1);
    assertThat(StrictPatch.apply("x\na\nb\nc\n", hunks)).isEmpty();
    assertThat(StrictPatch.apply("a\nb \nc\n", hunks)).isEmpty();
    assertThat(StrictPatch.apply("a\nb\nc", hunks)).isEmpty();
    assertThat(StrictPatch.apply("a\nb\nc\nd\n", hunks)).contains("a\nB\nc\nd\n");
  }

  @Test
  void gitTakesIt() throws Exception {
    TestPrograms.require("git");
    var input = new StringBuilder();
    var wanted = new ArrayList<String>();
    for (int i = 0; i < 200; i++) {
      var randoms = new Randoms(i, 40);
      String old = randoms.text(40);
      String text = randoms.edited(old, 4);
      String name = names(i);
      wanted.add(text);
      Files.writeString(folder.resolve(name), old);
      // git calls an empty result of an ordinary diff a deletion that left contents behind.
      input.append(text.isEmpty() || old.isEmpty() ? "" : UnifiedDiff.of(name, old, text));
      if (text.isEmpty() || old.isEmpty()) {
        Files.writeString(folder.resolve(name), text);
      }
    }
    Command applied = Command.run(folder, input.toString(), List.of("git", "apply", "-v", "-"));
    assertThat(applied.exitCode()).as(applied.output()).isZero();
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(folder.resolve(names(i))).hasContent(wanted.get(i));
      assertThat(Files.readString(folder.resolve(names(i)))).isEqualTo(wanted.get(i));
    }
  }

  @Test
  void patchTakesIt() throws Exception {
    TestPrograms.require("patch");
    var input = new StringBuilder();
    var wanted = new ArrayList<String>();
    for (int i = 0; i < 200; i++) {
      var randoms = new Randoms(1000 + i, 40);
      String old = "first\n" + randoms.text(40);
      String text = "FIRST\n" + randoms.edited(old, 4);
      wanted.add(text);
      Files.writeString(folder.resolve("f" + i), old);
      input.append(UnifiedDiff.of("f" + i, old, text));
    }
    Command applied =
        Command.run(folder, input.toString(), List.of("patch", "-p1", "--fuzz=0", "--binary"));
    assertThat(applied.exitCode()).as(applied.output()).isZero();
    assertThat(applied.output()).doesNotContain("offset").doesNotContain("fuzz");
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(Files.readString(folder.resolve("f" + i))).isEqualTo(wanted.get(i));
    }
  }

  private static String names(int i) {
    return switch (i % 5) {
      case 0 -> "with space " + i;
      case 1 -> "quo\"te" + i;
      case 2 -> "ümlaut" + i;
      case 3 -> "back\\slash\t" + i;
      default -> "plain" + i;
    };
  }
}
