package dev.tenon.core.workspace.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.text.Encoding;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.regex.MatchSpan;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.BufferedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The in-process engine.
class GrepTest {
  @TempDir Path temp;
  private Grep grep;

  @BeforeEach
  void open() throws Exception {
    grep = new Grep(new PathSandbox(temp), null);
  }

  private void file(String path, String text) throws Exception {
    Files.createDirectories(temp.resolve(path).getParent());
    Files.writeString(temp.resolve(path), text);
  }

  private List<String> search(GrepQuery query) throws Exception {
    return shown(grep.search(query));
  }

  static List<String> shown(GrepResult result) {
    var lines = new ArrayList<String>();
    for (GrepResult.Matches file : result.files()) {
      for (GrepResult.Line line : file.lines()) {
        String sign = line.role() == GrepResult.Role.MATCH ? ":" : "-";
        lines.add(file.path() + sign + line.number() + sign + line.text());
      }
    }
    return lines;
  }

  @Test
  void aPatternThatIsNestedTooDeeplyIsRefused() throws Exception {
    file("a.txt", "a".repeat(5_000) + "\n");
    for (String pattern :
        List.of(
            "(".repeat(100_000) + "a" + ")".repeat(100_000),
            "(?:".repeat(100_000) + "a" + ")".repeat(100_000),
            "[a&&".repeat(100_000) + "b" + "]".repeat(100_000))) {
      assertThatThrownBy(() -> grep.search(GrepQuery.of(pattern)))
          .isInstanceOf(PathException.class);
    }
  }

  @Test
  void linesAreFoundInOrder() throws Exception {
    file("b/x.txt", "one\ntwo\nthree two\n");
    file("a.txt", "two\r\nTWO\r\n");
    file("c.txt", "no");
    assertThat(search(GrepQuery.of("two")))
        .containsExactly("a.txt:1:two", "b/x.txt:2:two", "b/x.txt:3:three two");
    assertThat(search(GrepQuery.of("^two$"))).containsExactly("a.txt:1:two", "b/x.txt:2:two");
    assertThat(search(GrepQuery.of("t.o").with(LetterCase.ANY_CASE))).hasSize(4);
    assertThat(search(GrepQuery.of("two").with(LetterCase.SMART))).hasSize(4);
    assertThat(search(GrepQuery.of("TWO").with(LetterCase.SMART))).containsExactly("a.txt:2:TWO");
    assertThat(search(GrepQuery.of("t.o").with(GrepQuery.Syntax.LITERAL))).isEmpty();
    assertThat(search(GrepQuery.of("two").in("b"))).hasSize(2);
    assertThat(search(GrepQuery.of("two").in("a.txt"))).containsExactly("a.txt:1:two");
  }

  @Test
  void contextsAreMergedAndNeverRepeated() throws Exception {
    file("a", "1\n2\nx3\n4\nx5\n6\n7\n8\nx9\n");
    assertThat(search(GrepQuery.of("x").withContext(1, 1)))
        .containsExactly("a-2-2", "a:3:x3", "a-4-4", "a:5:x5", "a-6-6", "a-8-8", "a:9:x9");
    assertThat(search(GrepQuery.of("x").withContext(9, 0)))
        .containsExactly(
            "a-1-1", "a-2-2", "a:3:x3", "a-4-4", "a:5:x5", "a-6-6", "a-7-7", "a-8-8", "a:9:x9");
  }

  @Test
  void matchesAcrossLines() throws Exception {
    file("lf", "a\nfoo(\n  bar)\nz\n");
    file("crlf", "a\r\nfoo(\r\n  bar)\r\nz\r\n");
    GrepQuery query = GrepQuery.of("foo\\(\\s*bar").with(MatchSpan.LINES);
    assertThat(search(query))
        .containsExactly("crlf:2:foo(", "crlf:3:  bar)", "lf:2:foo(", "lf:3:  bar)");
    assertThat(search(GrepQuery.of("foo\\(\\s*bar"))).isEmpty();
    assertThat(
            search(
                GrepQuery.of("foo(\n  bar)").with(GrepQuery.Syntax.LITERAL).with(MatchSpan.LINES)))
        .hasSize(4);
    assertThat(search(GrepQuery.of("^z$").with(MatchSpan.LINES)))
        .containsExactly("crlf:4:z", "lf:4:z");
    assertThatThrownBy(() -> search(GrepQuery.of("a\nb").with(GrepQuery.Syntax.LITERAL)))
        .hasMessageContaining("line end");
  }

  @Test
  void limitsSayHowToGoOn() throws Exception {
    file("a", "x\n".repeat(5));
    file("b", "x\n".repeat(5));
    GrepResult first = grep.search(GrepQuery.of("x").page(0, 7));
    assertThat(first.shown()).isEqualTo(7);
    assertThat(first.more()).isEqualTo(FileWalk.More.MORE_EXIST);
    assertThat(first.notes())
        .containsExactly(
            "Only the first 7 matches are shown."
                + " Narrow the pattern, the path, the glob or the type, or skip 7.");
    assertThat(search(GrepQuery.of("x").page(7, 7))).containsExactly("b:3:x", "b:4:x", "b:5:x");
    GrepResult all = grep.search(GrepQuery.of("x").page(0, 10));
    assertThat(all.more()).isEqualTo(FileWalk.More.ALL_SHOWN);
    assertThat(all.notes()).isEmpty();
  }

  @Test
  void filesAndCounts() throws Exception {
    file("a", "x\nx\n");
    file("b", "x");
    file("c", "y");
    assertThat(grep.search(GrepQuery.of("x").with(GrepQuery.Show.FILES)).files())
        .extracting(GrepResult.Matches::path)
        .containsExactly("a", "b");
    assertThat(grep.search(GrepQuery.of("x").with(GrepQuery.Show.COUNTS)).files())
        .containsExactly(
            new GrepResult.Matches("a", 2, List.of()), new GrepResult.Matches("b", 1, List.of()));
    GrepResult one = grep.search(GrepQuery.of("x").with(GrepQuery.Show.FILES).page(0, 1));
    assertThat(one.files()).hasSize(1);
    assertThat(one.notes()).singleElement().asString().contains("first 1 files");
  }

  @Test
  void globsTypesAndIgnoredFiles() throws Exception {
    file("src/A.java", "x");
    file("src/b.ts", "x");
    file("src/[id]/p.tsx", "x");
    file("target/C.java", "x");
    file(".gitignore", "target/\n");
    file(".github/ci.yml", "x");
    assertThat(search(GrepQuery.of("x").withGlob("*.java"))).containsExactly("src/A.java:1:x");
    assertThat(search(GrepQuery.of("x").withGlob("src/*.{java,ts}"))).hasSize(2);
    assertThat(search(GrepQuery.of("x").withGlob("src/*.ts").in("src")))
        .containsExactly("src/b.ts:1:x");
    assertThat(search(GrepQuery.of("x").withGlob("src/[id]/*"))).hasSize(1);
    assertThat(search(GrepQuery.of("x").withType("ts"))).hasSize(2);
    assertThat(search(GrepQuery.of("x"))).hasSize(4).doesNotContain("target/C.java:1:x");
    assertThat(search(GrepQuery.of("x").in("target"))).hasSize(1);
    assertThat(
            search(
                GrepQuery.of("x")
                    .with(
                        WalkOptions.DEFAULT
                            .with(WalkOptions.Ignored.SHOW)
                            .with(WalkOptions.Hidden.SKIP))))
        .hasSize(4)
        .contains("target/C.java:1:x");
    assertThatThrownBy(() -> search(GrepQuery.of("x").withType("jav")))
        .hasMessage("unknown file type: jav")
        .extracting(problem -> ((PathException) problem).suggestions())
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(String.class))
        .contains("Did you mean java?");
  }

  @Test
  void encodings() throws Exception {
    Files.write(temp.resolve("utf16"), Encoding.UTF_16LE.encode("grün\nrot\n"));
    Files.write(temp.resolve("bom"), Encoding.UTF_8_BOM.encode("grün\n"));
    Files.write(temp.resolve("latin"), "gr\u00fcn\n".getBytes(StandardCharsets.ISO_8859_1));
    Files.write(temp.resolve("binary"), new byte[] {'g', 'r', 'u', 'n', 0, 'g'});
    assertThat(search(GrepQuery.of("^gr")))
        .containsExactly("bom:1:grün", "latin:1:grün", "utf16:1:grün");
    assertThat(search(GrepQuery.of("gr\\wn"))).hasSize(2);
    assertThat(search(GrepQuery.of("GRÜN").with(LetterCase.ANY_CASE)))
        .containsExactly("bom:1:grün", "utf16:1:grün");
    assertThat(search(GrepQuery.of("grün").with(GrepQuery.Syntax.LITERAL)))
        .containsExactly("bom:1:grün", "utf16:1:grün");
  }

  @Test
  void longLinesShowTheMatch() throws Exception {
    file("min.js", "a".repeat(3000) + "needle" + "b".repeat(3000) + "\n");
    String text = grep.search(GrepQuery.of("needle")).files().getFirst().lines().getFirst().text();
    assertThat(text).startsWith("…a").contains("needle").endsWith("b…").hasSizeLessThan(510);
    file("min.js", "needle" + "b".repeat(3000) + "\n");
    assertThat(grep.search(GrepQuery.of("needle")).files().getFirst().lines().getFirst().text())
        .startsWith("needle")
        .endsWith("b…");
  }

  @Test
  void malformedPatternsSayWhere() {
    assertThatThrownBy(() -> search(GrepQuery.of("foo(")))
        .isInstanceOf(PathException.class)
        .hasMessageContaining("foo(")
        .hasMessageContaining("not a regular expression");
    assertThatThrownBy(() -> search(GrepQuery.of(""))).hasMessageContaining("empty");
  }

  @Test
  void bracesOfTemplatesAreLiteral() throws Exception {
    file("a", "echo ${HOME} {\n");
    assertThat(search(GrepQuery.of("\\${HOME}"))).hasSize(1);
    assertThat(search(GrepQuery.of("{$"))).hasSize(1);
  }

  @Test
  void anExplosiveExpressionIsGivenUp() throws Exception {
    file("a", "a".repeat(3000) + "\n");
    file("deep", "ab".repeat(100_000) + "\n");
    GrepResult result =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () -> grep.search(GrepQuery.of("(a*)*a*a*a*a*a*(?=b)$").in("a")));
    assertThat(result.files()).isEmpty();
    assertThat(result.notes()).singleElement().asString().contains("Simplify");
    GrepResult deep = grep.search(GrepQuery.of("^(a|b)*(?=c)").in("deep"));
    assertThat(deep.files()).isEmpty();
  }

  @Test
  void aHugeFileIsSearchedInBlocks() throws Exception {
    Path huge = temp.resolve("huge.log");
    byte[] line =
        "0123456789012345678901234567890123456789012345678\n".getBytes(StandardCharsets.US_ASCII);
    int lines = 800_000;
    try (var out = new BufferedOutputStream(Files.newOutputStream(huge), 1 << 16)) {
      for (int i = 1; i <= lines; i++) {
        out.write(
            i % 100_000 == 0 ? ("needle " + i + "\n").getBytes(StandardCharsets.US_ASCII) : line);
      }
    }
    assertThat(search(GrepQuery.of("needle").page(2, 3)))
        .containsExactly(
            "huge.log:300000:needle 300000",
            "huge.log:400000:needle 400000",
            "huge.log:500000:needle 500000");
    assertThat(search(GrepQuery.of("needle 8").withContext(1, 1))).hasSize(2);
    assertThat(grep.search(GrepQuery.of("needle").with(GrepQuery.Show.COUNTS)).files())
        .containsExactly(new GrepResult.Matches("huge.log", 8, List.of()));
  }

  /// A text that is not there must not be looked for again at every line.
  @Test
  void alternativesOfWhichOneIsAbsentAreQuick() throws Exception {
    file("a.log", "a line with a number 12345 in it and some more text\n".repeat(100_000));
    GrepResult result =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(20), () -> grep.search(GrepQuery.of("absent|number 7$")));
    assertThat(result.files()).isEmpty();
  }

  @Test
  void manyFilesGiveTheSameAnswerEveryTime() throws Exception {
    var expected = new ArrayList<String>();
    for (int i = 100; i < 400; i++) {
      file("d" + i % 60 + "/e/f" + i, "needle " + i + "\n");
    }
    expected.addAll(search(GrepQuery.of("needle").page(0, 120)));
    assertThat(expected).hasSize(120);
    for (int i = 0; i < 10; i++) {
      assertThat(search(GrepQuery.of("needle").page(0, 120))).isEqualTo(expected);
    }
  }

  @Test
  void anInterruptEndsASearchAtOnce() throws Exception {
    file("a", "a".repeat(40) + "!\n");
    var problem = new AtomicReference<Throwable>();
    var started = new CountDownLatch(1);
    Thread searcher =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    started.countDown();
                    for (int i = 0; i < 100_000; i++) {
                      grep.search(GrepQuery.of("a.*!"));
                    }
                  } catch (Exception ended) {
                    problem.set(ended);
                  }
                });
    started.await();
    searcher.interrupt();
    searcher.join(Duration.ofSeconds(20));
    assertThat(problem.get()).isInstanceOf(InterruptedException.class);
  }
}
