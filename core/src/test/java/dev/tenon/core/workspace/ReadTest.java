package dev.tenon.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.path.PathException;
import java.io.BufferedOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadTest {
  /// Nothing is small enough to be read whole.
  private static final ReadLimits STREAMED =
      new ReadLimits(3000, 50 * 1024, 2000, 0, 0, 0, 1 << 20, 1 << 30, 2, 12, 1000);

  /// Nothing is small enough to be hashed either.
  private static final ReadLimits HUGE =
      new ReadLimits(3000, 50 * 1024, 2000, 0, 0, 0, 0, 0, 2, 12, 1000);

  @TempDir Path temp;
  private Workspace workspace;

  @BeforeEach
  void open() throws Exception {
    workspace = Workspace.open(temp);
  }

  private ReadResult read(String path) throws Exception {
    return workspace.view().read(path, ReadLimits.DEFAULT);
  }

  private ReadResult.Text text(String path) throws Exception {
    return (ReadResult.Text) read(path);
  }

  private static List<String> linesOf(String lf) {
    var lines = new ArrayList<>(List.of(lf.split("\n", -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return lines;
  }

  @Test
  void everyWayOfReadingGivesTheSameLines() {
    Seeds.check(
        600,
        random -> {
          Encoding encoding =
              Seeds.oneOf(
                  random, Encoding.UTF_8, Encoding.UTF_8_BOM, Encoding.UTF_16LE, Encoding.UTF_16BE);
          byte[] bytes = encoding.encode(Seeds.text(random, 15));
          Files.write(temp.resolve("f"), bytes);
          TextFile file = (TextFile) FileContent.of(bytes);
          List<String> lines = linesOf(file.lf());
          long first = 1L + random.nextInt(lines.size() + 1);
          long last = first + random.nextInt(6);
          List<String> expected =
              lines.subList(
                  (int) Math.min(first - 1, lines.size()), (int) Math.min(last, lines.size()));
          var selector = new Selector(first, last, Selector.Form.PRESENTED);
          for (ReadLimits limits : List.of(ReadLimits.DEFAULT, STREAMED, HUGE)) {
            var text = (ReadResult.Text) workspace.view().read("f", selector, limits);
            assertThat(text.lines()).isEqualTo(expected);
            assertThat(text.total()).isIn((long) lines.size(), limits.equals(HUGE) ? -1L : -2L);
            assertThat(text.versionIfAny().map(FileVersion::sha256).orElse(""))
                .isEqualTo(limits.equals(HUGE) && bytes.length > 0 ? "" : Sha256.of(bytes));
            var whole = (ReadResult.Text) workspace.view().read("f", Selector.ALL, limits);
            assertThat(whole.content()).isEqualTo(file.lf());
            assertThat(whole.first()).isEqualTo(1);
            assertThat(whole.lines()).hasSize((int) whole.total());
          }
        });
  }

  @Test
  void anyChunkingGivesTheSameLines() {
    Seeds.check(
        800,
        random -> {
          Encoding encoding = Seeds.oneOf(random, Encoding.UTF_8, Encoding.UTF_16LE);
          String text = Seeds.text(random, 12);
          byte[] bytes = text.getBytes(encoding.charset());
          var scan = new LineScan(encoding, Selector.ALL, ReadLimits.DEFAULT);
          for (int at = 0; at < bytes.length; ) {
            int to = Math.min(bytes.length, at + 1 + random.nextInt(5));
            scan.feed(bytes, at, to);
            at = to;
          }
          scan.end();
          assertThat(scan.lines()).isEqualTo(linesOf(text.replace("\r\n", "\n")));
        });
  }

  @Test
  void aReadIsVersionedAndRemembered() throws Exception {
    Files.writeString(temp.resolve("a.txt"), "one\ntwo\n");
    ReadResult.Text first = text("a.txt");
    assertThat(first.version()).isEqualTo(new FileVersion(1, Sha256.of("one\ntwo\n")));
    assertThat(first.content()).isEqualTo("one\ntwo\n");
    assertThat(first.notes()).isEmpty();
    assertThat(text("a.txt:2").version()).isEqualTo(first.version());
    Files.writeString(temp.resolve("a.txt"), "one\n");
    assertThat(text("a.txt").version()).isEqualTo(new FileVersion(2, Sha256.of("one\n")));
    assertThat(workspace.seen().text(Sha256.of("one\ntwo\n"))).isPresent();
  }

  @Test
  void limitsAreNotedWithTheWayToTheRest() throws Exception {
    Files.writeString(temp.resolve("a.txt"), "line\n".repeat(3001));
    ReadResult.Text text = text("a.txt");
    assertThat(text.lines()).hasSize(3000);
    assertThat(text.total()).isEqualTo(3001);
    assertThat(text.next()).isEqualTo(new Selector(3001, Long.MAX_VALUE, Selector.Form.PRESENTED));
    assertThat(text.notes())
        .containsExactly(
            "Lines 1-3000 of 3001 are shown (limit: 3000 lines a read)."
                + " For more read a.txt:3001 or search it.");
    assertThat(text("a.txt:3001").lines()).containsExactly("line");
    assertThat(text("a.txt:3001").next()).isNull();

    Files.writeString(temp.resolve("b.txt"), ("x".repeat(99) + "\n").repeat(1000));
    ReadResult.Text bytes = text("b.txt");
    assertThat(bytes.lines()).hasSize(512);
    assertThat(bytes.notes()).singleElement().asString().contains("50 KB a read", "b.txt:513");
  }

  @Test
  void longLinesAreCutAndRawShowsMore() throws Exception {
    Files.writeString(
        temp.resolve("a.js"), "short\n" + "é".repeat(2001) + "\n" + "y".repeat(60_000));
    ReadResult.Text text = text("a.js");
    assertThat(text.lines().get(1)).hasSize(2000);
    assertThat(text.lines().get(2)).hasSize(2000);
    assertThat(text.notes()).first().asString().contains("Line 2 and 1 more", "a.js:2-2:raw");
    assertThat(text("a.js:2-2:raw").lines()).containsExactly("é".repeat(2001));
    ReadResult.Text raw = text("a.js:3:raw");
    assertThat(raw.lines().getFirst()).hasSize(50 * 1024);
    assertThat(raw.notes()).first().asString().contains("Line 3 is longer", "Search the file");
  }

  @Test
  void aCutNeverHalvesACharacter() throws Exception {
    Files.writeString(temp.resolve("a"), "x" + "😀".repeat(3000));
    String line = text("a").lines().getFirst();
    assertThat(line).isEqualTo("x" + "😀".repeat(999));
  }

  @Test
  void linesBeyondTheEndAreExplained() throws Exception {
    Files.writeString(temp.resolve("a"), "1\n2\n");
    assertThat(text("a:9").lines()).isEmpty();
    assertThat(text("a:9").notes())
        .containsExactly(
            "Line 9 is beyond the end: a has 2 lines."
                + " Use :1 for the beginning or :2 for the last line.");
    Files.writeString(temp.resolve("empty"), "");
    assertThat(text("empty").notes()).containsExactly("The file is empty.");
    assertThat(text("empty").content()).isEmpty();
  }

  @Test
  void contextAroundARangeIsASetting() throws Exception {
    Files.writeString(temp.resolve("a"), "1\n2\n3\n4\n5\n6\n7\n8\n");
    ReadLimits limits = ReadLimits.DEFAULT.withContext(1, 3);
    assertThat(((ReadResult.Text) workspace.view().read("a:3-4", limits)).lines())
        .containsExactly("2", "3", "4", "5", "6", "7");
    assertThat(((ReadResult.Text) workspace.view().read("a:7", limits)).lines())
        .containsExactly("6", "7", "8");
    assertThat(((ReadResult.Text) workspace.view().read("a:3-4:raw", limits)).lines())
        .containsExactly("3", "4");
  }

  @Test
  void oddTextsAreNoted() throws Exception {
    Files.write(temp.resolve("latin"), "caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(text("latin").content()).isEqualTo("caf\u00e9\n");
    assertThat(text("latin").notes()).singleElement().asString().contains("not edited");
    Files.write(temp.resolve("utf16"), Encoding.UTF_16BE.encode("x\n"));
    assertThat(text("utf16").notes()).singleElement().asString().contains("UTF-16 BE");
    Files.writeString(temp.resolve("open"), "x");
    assertThat(text("open").notes()).containsExactly("The last line has no newline at its end.");
    assertThat(text("open").content()).isEqualTo("x");
  }

  @Test
  void binaryIsRecognisedInSmallAndLargeFiles() throws Exception {
    byte[] random = new byte[3000];
    new Random(5).nextBytes(random);
    Files.write(temp.resolve("bin"), random);
    for (ReadLimits limits : List.of(ReadLimits.DEFAULT, STREAMED)) {
      assertThat(workspace.view().read("bin", limits))
          .isInstanceOfSatisfying(
              ReadResult.Binary.class,
              binary -> {
                assertThat(binary.size()).isEqualTo(3000);
                assertThat(binary.reason()).contains("NUL");
              });
    }
  }

  @Test
  void aColonInANameIsNotASelector() throws Exception {
    Files.writeString(temp.resolve("a:2"), "whole\nfile\n");
    Files.writeString(temp.resolve("a"), "1\n2\n");
    assertThat(text("a:2").lines()).containsExactly("whole", "file");
    assertThat(text("a:2:2").lines()).containsExactly("file");
    assertThat(text("a:1").lines()).containsExactly("1", "2");
  }

  @Test
  void aUniqueEndOfAPathIsFound() throws Exception {
    Files.createDirectories(temp.resolve("src/main"));
    Files.writeString(temp.resolve("src/main/App.java"), "class App {}\n");
    ReadResult.Text text = text("main/App.java:1");
    assertThat(text.path()).isEqualTo("src/main/App.java");
    assertThat(text.notes())
        .containsExactly(
            "'main/App.java' does not exist; this is src/main/App.java, the only match.");
    Files.createDirectories(temp.resolve("test/main"));
    Files.writeString(temp.resolve("test/main/App.java"), "");
    assertThatThrownBy(() -> read("main/App.java"))
        .extracting(problem -> ((PathException) problem).suggestions())
        .isEqualTo(List.of("Did you mean src/main/App.java?", "Did you mean test/main/App.java?"));
    assertThatThrownBy(() -> read("wrong/App.java"))
        .extracting(problem -> ((PathException) problem).suggestions())
        .isEqualTo(List.of("Did you mean src/main/App.java?", "Did you mean test/main/App.java?"));
    assertThatThrownBy(() -> read("../App.java"))
        .extracting(problem -> ((PathException) problem).kind())
        .isEqualTo(PathException.Kind.DENIED);
  }

  @Test
  void foldersAreTrees() throws Exception {
    Files.createDirectories(temp.resolve("src/deep/deeper"));
    Files.createDirectories(temp.resolve("empty"));
    Files.createDirectories(temp.resolve("target"));
    Files.writeString(temp.resolve(".gitignore"), "target/\n");
    Files.writeString(temp.resolve("target/x"), "");
    Files.writeString(temp.resolve("README.md"), "x".repeat(1536));
    for (int i = 10; i < 25; i++) {
      Files.writeString(temp.resolve("src/f" + i), "");
    }
    var tree = (ReadResult.Tree) read(".");
    assertThat(tree.entries())
        .startsWith(
            ".gitignore (8 bytes)",
            "README.md (1.5 KB)",
            "empty/",
            "src/",
            "  deep/",
            "  f10 (0 bytes)")
        .endsWith("  f20 (0 bytes)", "  … 4 more")
        .doesNotContain("target/");
    assertThat(((ReadResult.Tree) read("empty")).entries()).containsExactly("(empty)");
    var few = new ReadLimits(3000, 1000, 2000, 0, 0, 0, 0, 0, 2, 12, 3);
    var cut = (ReadResult.Tree) workspace.view().read(".", few);
    assertThat(cut.entries()).hasSize(3);
    assertThat(cut.notes()).singleElement().asString().contains("first 3 entries");
  }

  @Test
  void aRangeOfAHugeFileTakesLittleMemory() throws Exception {
    byte[] line = "0123456789012345678901234567890123456789\n".getBytes(StandardCharsets.US_ASCII);
    Path huge = temp.resolve("huge.log");
    int lines = 1_000_000;
    try (var out = new BufferedOutputStream(Files.newOutputStream(huge), 1 << 16)) {
      for (int i = 0; i < lines; i++) {
        out.write(line);
      }
    }
    var memory = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = memory.getCurrentThreadAllocatedBytes();
    ReadResult.Text text = text("huge.log:900000+10");
    long used = memory.getCurrentThreadAllocatedBytes() - before;
    assertThat(text.lines())
        .hasSize(10)
        .contains(new String(line, StandardCharsets.US_ASCII).strip());
    assertThat(text.versionIfAny())
        .contains(new FileVersion(1, Sha256.of(Files.readAllBytes(huge))));
    assertThat(text.notes())
        .singleElement()
        .asString()
        .contains("39.1 MB", "replaced, moved or deleted as a whole");
    assertThat(used).isLessThan(3_000_000);
  }

  @Test
  void anInterruptStopsIt() throws Exception {
    Files.writeString(temp.resolve("a"), "x");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> read("a")).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }
}
