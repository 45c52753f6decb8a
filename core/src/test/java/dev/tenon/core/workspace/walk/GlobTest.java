package dev.tenon.core.workspace.walk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.workspace.Seeds;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.java | A.java",
        "*.java | a/b/A.java",
        "**/*.java | A.java",
        "**/*.java | a/b/A.java",
        "src/*.java | src/A.java",
        "src/**/*.java | src/A.java",
        "src/**/*.java | src/a/b/A.java",
        "src/** | src/a/b",
        "src/ | src/a/b",
        "./src/*.java | src/A.java",
        "/src/*.java | src/A.java",
        "/*.md | README.md",
        "src\\main\\*.java | src/main/A.java",
        "*.{java,kt} | a/B.kt",
        "*.{java,kt | a/B.kt",
        "{a,b{c,d}}.x | bd.x",
        "{a,}b | b",
        "a}b | a}b",
        "{a | a",
        "a{b,c | ac",
        "?at.[ch] | cat.h",
        "[!a]* | b",
        "app/[id]/page.tsx | app/[id]/page.tsx",
        "app/[id]/page.tsx | app/i/page.tsx",
        "app/[id/page.tsx | app/[id/page.tsx",
        "a\\[1\\].txt | a[1].txt",
        "**/node_modules/** | x/node_modules/y/z",
        "** | a/b/c",
        "* | a/b/c",
        "a/*/c | a/b/c",
        ".github/**/*.yml | .github/workflows/ci.yml",
        "*.yml | .github/workflows/ci.yml",
      })
  void matches(String pattern, String path) throws Exception {
    Glob glob = Glob.of(pattern);
    assertThat(glob.matches(path)).isTrue();
    for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      assertThat(glob.enters(path.substring(0, slash))).as(path.substring(0, slash)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.java | A.javax",
        "src/*.java | src/a/A.java",
        "src/*.java | x/src/A.java",
        "/*.md | docs/README.md",
        "a/*/c | a/b/b/c",
        "a/*/c | a/c",
        "[!a]* | a",
        "*.{java,kt} | A.kts",
      })
  void doesNotMatch(String pattern, String path) throws Exception {
    assertThat(Glob.of(pattern).matches(path)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "src/*.java, test",
    "src/*.java, src/main",
    "src/main/**, src/test",
    "*/a/*, x/b",
    "/*.md, docs",
  })
  void foldersThatCannotHaveAMatchAreNotEntered(String pattern, String folder) throws Exception {
    assertThat(Glob.of(pattern).enters(folder)).isFalse();
  }

  /// Whatever matches must be reachable: no folder above it may be left out.
  @Test
  void pruningNeverHidesAMatch() {
    String[] pieces = {"a", "b", "*", "**", "a*", "?", "{a,b}", "[ab]", "{a,**}", "**b"};
    Seeds.check(
        3000,
        random -> {
          var pattern = new StringBuilder();
          int parts = 1 + random.nextInt(4);
          for (int i = 0; i < parts; i++) {
            pattern.append(i == 0 ? "" : "/").append(Seeds.oneOf(random, pieces));
          }
          Glob glob = Glob.of(pattern.toString());
          var path = new StringBuilder();
          int depth = 1 + random.nextInt(4);
          for (int i = 0; i < depth; i++) {
            path.append(i == 0 ? "" : "/").append(Seeds.oneOf(random, "a", "b", "ab", "c"));
          }
          if (glob.matches(path.toString())) {
            for (int i = path.indexOf("/"); i > 0; i = path.indexOf("/", i + 1)) {
              assertThat(glob.enters(path.substring(0, i))).as(pattern + " on " + path).isTrue();
            }
          }
        });
  }

  @Test
  void nonsenseIsRefusedWithAWayOut() {
    assertThatThrownBy(() -> Glob.of("  ")).hasMessageContaining("empty");
    assertThatThrownBy(() -> Glob.of("{a,b}".repeat(12))).hasMessageContaining("more than 500");
  }

  @Test
  void aWorkspaceFindsFilesByGlob(@TempDir Path temp) throws Exception {
    for (String name : new String[] {"src/A.java", "src/b/B.java", "node_modules/x/C.java"}) {
      Files.createDirectories(temp.resolve(name).getParent());
      Files.writeString(temp.resolve(name), "");
    }
    Workspace workspace = Workspace.open(temp);
    assertThat(workspace.view().glob("*.java", ".", 10).paths())
        .containsExactly("src/A.java", "src/b/B.java");
    assertThat(workspace.view().glob("*.java", "src/b", 10).paths())
        .containsExactly("src/b/B.java");
    assertThat(workspace.view().glob("node_modules/**", ".", 10).paths())
        .containsExactly("node_modules/x/C.java");
    assertThat(workspace.view().glob(temp.toRealPath() + "/src/*.java", ".", 10).paths())
        .containsExactly("src/A.java");
    assertThat(workspace.view().glob("*.java", ".", 1).more()).isEqualTo(FileWalk.More.MORE_EXIST);
  }

  /// Patterns of a hostile or confused model, and of a cloned project: none takes long, none
  /// breaks.
  @Test
  void noPatternTakesLongOrBreaks() throws Exception {
    String path = "a/".repeat(2_000) + "b.txt";
    String name = "a".repeat(2_000);
    long began = System.nanoTime();
    for (String pattern :
        List.of(
            "**/".repeat(10_000) + "*.java",
            "**/a/".repeat(60) + "c",
            "**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/x",
            "**/*a*/**/*a*/**/*a*/**/*a*/**/x",
            "*a*a*a*a*a*a*a*a*a*a*a*a*a*b",
            "*".repeat(10_000) + "b",
            "?".repeat(10_000),
            "[".repeat(5_000),
            "a/".repeat(5_000) + "x")) {
      Glob glob = Glob.of(pattern);
      assertThat(glob.matches(path)).as(pattern.substring(0, 8)).isFalse();
      assertThat(glob.matches(name)).as(pattern.substring(0, 8)).isFalse();
      assertThat(glob.enters("a/a/a")).isIn(true, false);
    }
    assertThat(Glob.of("**/".repeat(10_000) + "b.txt").matches(path)).isTrue();
    assertThat(Glob.of("**/a/**/a/**/a/**/b.txt").matches(path)).isTrue();
    for (String pattern :
        List.of(
            "{a,b}".repeat(1_000), "{".repeat(10_000), "{a,".repeat(5_000), "a*/".repeat(500))) {
      assertThatThrownBy(() -> Glob.of(pattern)).isInstanceOf(PathException.class);
    }
    for (String line :
        List.of("**/a/".repeat(100) + "c", "*a".repeat(5_000), "a*/".repeat(5_000))) {
      IgnoreRules rules = IgnoreRules.NONE.with("", line.getBytes(UTF_8));
      assertThat(rules.ignores(path, "b.txt", FileStat.Kind.FILE)).isFalse();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
  }
}
