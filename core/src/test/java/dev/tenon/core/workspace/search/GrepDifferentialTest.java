package dev.tenon.core.workspace.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.workspace.Program;
import dev.tenon.core.workspace.RandomTree;
import dev.tenon.core.workspace.Seeds;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.regex.RegexSyntax;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.harness.TestPrograms;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The in-process engine, the one that lets `rg` name the files, and `rg` itself must agree.
class GrepDifferentialTest {
  @TempDir Path temp;

  @BeforeEach
  void needsRipgrep() {
    TestPrograms.require("rg");
  }

  /// The tests of this module: a real tree with real text, and more odd characters than elsewhere.
  private static Path sources() throws Exception {
    return Path.of("").toRealPath().resolve("src/test");
  }

  private static GrepResult inProcess(Path root, GrepQuery query) throws Exception {
    GrepResult result = new Grep(new PathSandbox(root), null).search(query);
    assertThat(result.engine()).isEqualTo(GrepResult.Engine.IN_PROCESS);
    return result;
  }

  private static GrepResult delegated(Path root, GrepQuery query) throws Exception {
    return new Grep(new PathSandbox(root)).search(query);
  }

  /// `path:line` of every match, as `rg` prints it.
  private static List<String> ripgrep(Path root, GrepQuery query) throws Exception {
    var command =
        new ArrayList<>(
            List.of(
                "rg",
                "--no-config",
                "--line-number",
                "--no-heading",
                "--hidden",
                "--crlf",
                "--null",
                "--no-ignore-dot",
                "--no-ignore-parent",
                "--no-require-git",
                "--glob=!.git",
                "--glob=!node_modules"));
    command.add(query.letters() == LetterCase.ANY_CASE ? "--ignore-case" : "--case-sensitive");
    if (query.syntax() == GrepQuery.Syntax.LITERAL) {
      command.add("--fixed-strings");
    }
    if (query.glob() != null) {
      command.add("--glob=" + query.glob());
    }
    command.addAll(List.of("--regexp=" + query.pattern(), "./"));
    var lines = new ArrayList<String>();
    for (String line : new Program(root, Map.of()).run(command).out().split("\n", -1)) {
      int end = line.indexOf('\0');
      if (end > 0) {
        int colon = line.indexOf(':', end);
        lines.add(line.substring(2, end) + ":" + line.substring(end + 1, colon));
      }
    }
    lines.sort(FileWalk.ORDER);
    return lines;
  }

  private static List<String> places(GrepResult result) {
    var lines = new ArrayList<String>();
    for (GrepResult.Matches file : result.files()) {
      for (GrepResult.Line line : file.lines()) {
        lines.add(file.path() + ":" + line.number());
      }
    }
    lines.sort(FileWalk.ORDER);
    return lines;
  }

  private static List<String> difference(List<String> all, List<String> without) {
    var rest = new ArrayList<>(all);
    rest.removeAll(new HashSet<>(without));
    return rest;
  }

  private static void assertAgreed(Path root, GrepQuery query) throws Exception {
    GrepQuery all = query.page(0, 1_000_000);
    GrepResult ours = inProcess(root, all);
    List<String> expected = ripgrep(root, query);
    assertThat(difference(places(ours), expected)).as("only ours: %s", query).isEmpty();
    assertThat(difference(expected, places(ours))).as("only rg's: %s", query).isEmpty();
    GrepResult theirs = delegated(root, all);
    assertThat(theirs.files()).as("delegated: %s", query).isEqualTo(ours.files());
    // Where rg only names the files, the comparison above has counted them.
    if (query.letters() == LetterCase.EXACT || Ripgrep.countsAlike(SearchPattern.of(query))) {
      assertSameCounts(root, all);
    }
    GrepQuery few = query.page(0, 5).withContext(1, 2);
    assertThat(delegated(root, few).files()).isEqualTo(inProcess(root, few).files());
  }

  /// For simple patterns `rg` counts alone, so nothing else would notice a difference.
  private static void assertSameCounts(Path root, GrepQuery query) throws Exception {
    for (GrepQuery.Show show : List.of(GrepQuery.Show.COUNTS, GrepQuery.Show.FILES)) {
      GrepQuery counted = query.with(show);
      assertThat(delegated(root, counted).files())
          .as("delegated: %s", counted)
          .isEqualTo(inProcess(root, counted).files());
      GrepQuery page = counted.page(1, 3);
      assertThat(delegated(root, page))
          .usingRecursiveComparison()
          .ignoringFields("engine")
          .isEqualTo(inProcess(root, page));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FileWalk",
        "import java\\.util\\.(List|Map);",
        "\\bclass\\s+(\\w+)Test\\b",
        "TODO|FIXME|@Nullable",
        "^\\s*}$",
        "^$",
        "[A-Z]{3,}_[A-Z]+",
        "\\d+\\.\\d+",
        "throws\\s+\\w+(, \\w+)*",
        "return .*;$",
        "///.*\\bfile\\b",
        "(?i)nullable",
        "\\w+\\(\\)\\s*\\{",
        ".",
        "[^ -~\\t]",
        "é|ä|…",
        "x{2}",
        "\\$\\{\\w+\\}",
        "a.*b.*c.*d.*e.*f",
        "\\S+@\\S+",
      })
  void onRealSources(String pattern) throws Exception {
    assertAgreed(sources(), GrepQuery.of(pattern));
    assertAgreed(sources(), GrepQuery.of(pattern).with(LetterCase.ANY_CASE));
  }

  @Test
  void literalsAndGlobsOnRealSources() throws Exception {
    for (String text : List.of("(", "a.b", "foo\\", "List<String>", "é", "[", "  }")) {
      assertAgreed(sources(), GrepQuery.of(text).with(GrepQuery.Syntax.LITERAL));
    }
    assertAgreed(sources(), GrepQuery.of("class").withGlob("*Test.java"));
    assertThat(delegated(sources(), GrepQuery.of("class")).engine())
        .isEqualTo(GrepResult.Engine.RIPGREP);
  }

  @Test
  void onSourcesOfTheJdk() throws Exception {
    Path archive = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    assumeTrue(Files.exists(archive), "the JDK came without its sources");
    try (var zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (entry.getName().startsWith("java.base/java/util/") && !entry.isDirectory()) {
          Path file = temp.resolve(entry.getName());
          Files.createDirectories(file.getParent());
          Files.copy(zip.getInputStream(entry), file);
        }
      }
    }
    for (String pattern :
        List.of(
            "ConcurrentHashMap",
            "\\w+\\.\\w+\\(\\)\\s*==\\s*\\d+",
            "[A-Z]{5,}_[A-Z]{3,}",
            "@(since|see)\\s+1\\.[0-9]$",
            "(?i)unmodifiable(list|set)",
            "^\\s*\\*/$",
            "\\bfor\\b.*\\bint\\b")) {
      assertAgreed(temp, GrepQuery.of(pattern));
    }
  }

  private static final String[] WORDS = {
    "foo", "bar", "Foo", "baz42", "x", "  ", "\t", "{", "}", "é", "ÉA", "K", "ſ", "日本", "_a", "a-b",
    "1.5", ";", "'q'"
  };

  private static final String[] PATTERNS = {
    "foo",
    "fo+",
    "\\bfoo\\b",
    "^foo",
    "bar$",
    "f.o|b.r",
    "\\w+\\s\\w+",
    "\\d",
    "[a-f]+x",
    "é",
    "(?i)é",
    "^$",
    "^\\s*$",
    ".{3}",
    "\\W",
    "[^a-z]",
    "k",
    "s",
    "{",
    "}$",
    "(foo|bar)x?",
    "日",
    "\\s$",
    "x;?$",
    "\\S\\s\\S",
    "^.",
    "..$",
    "[[:upper:]]",
    "a-b|1\\.5",
    "foo.*bar",
    "(\\w)x"
  };

  /// Small files with odd endings, words beyond ASCII and ignore files.
  @Test
  void onRandomTrees() {
    Seeds.check(
        40,
        random -> {
          Path root = Files.createTempDirectory(temp, "tree");
          RandomTree.grow(random, root);
          // What rg makes of odd ignore files is not our concern: git decides.
          boolean odd = random.nextInt(3) == 0;
          try (var all = Files.walk(root)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
              if (!path.endsWith(".gitignore")) {
                Files.writeString(path, text(random));
              } else if (!odd) {
                Files.writeString(path, Seeds.oneOf(random, "*.o\n", "build/\n!foo\n", "/a\n"));
              }
            }
          }
          for (int i = 0; i < 4; i++) {
            LetterCase letters = Seeds.oneOf(random, LetterCase.EXACT, LetterCase.ANY_CASE);
            String pattern = RegexSyntax.withoutStrayBraces(Seeds.oneOf(random, PATTERNS));
            GrepQuery query = GrepQuery.of(pattern).with(letters);
            if (odd) {
              assertThat(delegated(root, query).files()).isEqualTo(inProcess(root, query).files());
            } else {
              assertAgreed(root, query);
            }
          }
        });
  }

  private static final byte[][] ODD_FILES = {
    "foo\n\0bar\nfoo bar\n".getBytes(StandardCharsets.ISO_8859_1),
    "foo bar\r\nfoo\rbar\r\n\r\nbar".getBytes(StandardCharsets.ISO_8859_1),
    "\u00FF\u00FEf\0o\0o\0\n\0b\0a\0r\0".getBytes(StandardCharsets.ISO_8859_1),
    "\u00FE\u00FF\0f\0o\0o\0\n\0b\0a\0r\0".getBytes(StandardCharsets.ISO_8859_1),
    "\u00FE\u00FF\0f\0o\0o\0\0\0b\0a\0r".getBytes(StandardCharsets.ISO_8859_1),
    "\u00EF\u00BB\u00BFfoo\nbar\n".getBytes(StandardCharsets.ISO_8859_1),
    "\u00C3foo\u00FFbar\n\u00E9bar\u00C3\n".getBytes(StandardCharsets.ISO_8859_1),
    "foo\n".getBytes(StandardCharsets.ISO_8859_1),
    "".getBytes(StandardCharsets.ISO_8859_1),
  };

  /// Binary content, other encodings, and bytes that are none, in every file and far inside.
  @Test
  void countsInOddFiles() throws Exception {
    String filler = "nothing to see here\n".repeat(20_000);
    for (int i = 0; i < ODD_FILES.length; i++) {
      Files.write(temp.resolve("odd" + i), ODD_FILES[i]);
      if (i < 2) {
        Files.write(temp.resolve("head" + i), ODD_FILES[i]);
        Files.writeString(temp.resolve("head" + i), filler, StandardOpenOption.APPEND);
        Files.writeString(temp.resolve("tail" + i), "foo bar\n" + filler);
        Files.write(temp.resolve("tail" + i), ODD_FILES[i], StandardOpenOption.APPEND);
      }
    }
    for (String pattern :
        List.of("foo", "foo bar", "[a-f]o{2}", "bar|foo", "b[a]r", "o\\{1}", "\\.", "r", "fo\\+")) {
      assertSameCounts(temp, GrepQuery.of(pattern).page(0, 1_000_000));
      assertSameCounts(
          temp, GrepQuery.of(pattern).with(GrepQuery.Syntax.LITERAL).page(0, 1_000_000));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"foo", "20[0-9]{2}-0[13579]-15", "TODO|FIXME", "a\\.b\\(", "[a-z_]x"})
  void simplePatternsAreCountedByRipgrep(String pattern) throws Exception {
    assertThat(Ripgrep.countsAlike(SearchPattern.of(GrepQuery.of(pattern)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fo+",
        "fo*",
        "fo?x",
        "f.o",
        "^foo",
        "foo$",
        "\\bfoo",
        "\\d",
        "\\s",
        "[^a]",
        "(foo)",
        "é",
        "foo|",
        "|foo",
        "a||b",
        "x{2,}",
        "x{0}",
        "x{100}",
        "[a-z]{2}+",
        "\\<foo",
        "[[:alpha:]]",
        "[a&&b]",
        "[]a]",
        "[\\d]",
        "(?i)foo",
        "foo\\n",
        "\\x41"
      })
  void patternsThatMayDifferAreNot(String pattern) throws Exception {
    assertThat(Ripgrep.countsAlike(SearchPattern.of(GrepQuery.of(pattern)))).isFalse();
  }

  /// With `rg`'s own option for CRLF a lone carriage return matches nothing; here it does.
  @Test
  void onLoneCarriageReturns() throws Exception {
    Files.writeString(temp.resolve("a"), "foo\rbar\r\nx\r\r\n\r\nend\r");
    for (String pattern : List.of(".{5}", "bar$", "x", "x.$", "^$", "\\s", "end.", "[^a-z]$")) {
      assertThat(delegated(temp, GrepQuery.of(pattern)).files())
          .as(pattern)
          .isEqualTo(inProcess(temp, GrepQuery.of(pattern)).files());
    }
    assertThat(GrepTest.shown(delegated(temp, GrepQuery.of("bar$"))))
        .containsExactly("a:1:foo\rbar");
  }

  private static String text(Random random) {
    var out = new StringBuilder();
    int lines = random.nextInt(8);
    for (int i = 0; i < lines; i++) {
      int words = random.nextInt(5);
      for (int j = 0; j < words; j++) {
        out.append(Seeds.oneOf(random, WORDS)).append(Seeds.oneOf(random, "", " "));
      }
      boolean last = i == lines - 1;
      out.append(last && random.nextBoolean() ? "" : Seeds.oneOf(random, "\n", "\n", "\r\n"));
    }
    return out.toString();
  }
}
