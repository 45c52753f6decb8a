package dev.tenon.cli.terminal.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiffParserTest {
  private final List<DiffFile> files = new ArrayList<>();
  private final List<String> others = new ArrayList<>();

  private void parse(String text) {
    DiffParser.parse(text, files::add, others::add);
  }

  @Test
  void linesHaveTheirNumbers() {
    parse("--- a/A\n+++ b/A\n@@ -7,2 +9,3 @@ void f()\n same\n-old\n+new\n+more\n\\ No newline\n");
    assertThat(files)
        .containsExactly(
            new DiffFile(
                "A",
                "A",
                DiffFile.Kind.CHANGED,
                List.of(
                    new DiffFile.Hunk(
                        7,
                        9,
                        "void f()",
                        List.of(
                            new DiffFile.Line(DiffFile.Side.BOTH, 7, 9, "same"),
                            new DiffFile.Line(DiffFile.Side.OLD, 8, 0, "old"),
                            new DiffFile.Line(DiffFile.Side.NEW, 0, 10, "new"),
                            new DiffFile.Line(DiffFile.Side.NEW, 0, 11, "more"),
                            new DiffFile.Line(DiffFile.Side.NOTE, 0, 0, "No newline")))),
                List.of()));
    assertThat(others).isEmpty();
  }

  @Test
  void kindsOfFilesAreToldApart() {
    parse(
        """
        --- /dev/null
        +++ b/new
        @@ -0,0 +1 @@
        +x
        --- a/gone
        +++ /dev/null
        @@ -1 +0,0 @@
        -x
        Binary files a/logo and b/logo differ
        -a picture
        +another
        --- a/from
        +++ b/to
        @@ -1 +1 @@
        -x
        +y
        diff --git a/p b/q
        similarity index 100%
        rename from p
        rename to q
        diff --git a/m b/m
        old mode 100644
        new mode 100755
        diff --git a/c b/c
        index 1..2 100644
        --- a/c
        +++ b/c
        @@ -1 +1 @@
        -x
        +y
        """);
    assertThat(files.stream().map(file -> file.kind() + " " + file.path()))
        .containsExactly(
            "NEW new",
            "DELETED gone",
            "BINARY logo",
            "MOVED to",
            "MOVED q",
            "CHANGED m",
            "CHANGED c");
    assertThat(files.get(2).notes()).containsExactly("-a picture", "+another");
    assertThat(others).isEmpty();
  }

  @Test
  void whatIsNoDiffStaysText() {
    parse("- a list\n+ more\n@@ -x +y @@\n--- a rule\ntext\n@@ -1 +1 @@\n-a\n+b\nafter\n");
    assertThat(others)
        .containsExactly("- a list", "+ more", "@@ -x +y @@", "--- a rule", "text", "after");
    assertThat(files).hasSize(1);
  }

  @Test
  void wrongCountsLoseNothing() {
    parse("--- a/A\n+++ b/A\n@@ -1,9 +1,9 @@\n-a\n+b\n@@ -20,2 +20,2 @@\n c\n[cut]\n");
    assertThat(files).hasSize(1);
    assertThat(files.getFirst().hunks()).hasSize(2);
    assertThat(others).containsExactly("[cut]");
    parse("@@ -1,999999999 +1,999999999 @@\n");
    assertThat(files).hasSize(2);
  }

  private static String parts(String old, String now) {
    var inOld = new BitSet();
    var inNew = new BitSet();
    ChangedParts.mark(old, now, inOld, inNew);
    return marked(old, inOld) + " | " + marked(now, inNew);
  }

  private static String marked(String line, BitSet bits) {
    var out = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      out.append(bits.get(i) && (i == 0 || !bits.get(i - 1)) ? "‹" : "");
      out.append(line.charAt(i));
      out.append(bits.get(i) && !bits.get(i + 1) ? "›" : "");
    }
    return out.toString();
  }

  @Test
  void changedWordsAreMarked() {
    assertThat(parts("int end = length - 1;", "int end = length;"))
        .isEqualTo("int end = length‹ - 1›; | int end = length;");
    assertThat(parts("call(alpha, beta, gamma)", "call(alpha, delta, gamma)"))
        .isEqualTo("call(alpha, ‹beta›, gamma) | call(alpha, ‹delta›, gamma)");
    assertThat(parts("a b c d e f", "a X c d Y f")).isEqualTo("a ‹b› c d ‹e› f | a ‹X› c d ‹Y› f");
    assertThat(parts("one thing", "something else entirely"))
        .isEqualTo("one thing | something else entirely");
  }

  @Test
  void longLinesCostLittle() {
    String long_ = "a,".repeat(1_900);
    long start = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      String other = "b," + long_.substring(2, 3_000) + "c";
      ChangedParts.mark(long_, other, new BitSet(), new BitSet());
      ChangedParts.mark("x".repeat(200_000), "y".repeat(200_000), new BitSet(), new BitSet());
    }
    assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(5_000);
  }
}
