package dev.tenon.core.workspace.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.workspace.Program;
import dev.tenon.core.workspace.RandomTree;
import dev.tenon.core.workspace.Seeds;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ignore rules, with real git as the oracle.
class IgnoreRulesTest {
  private static final WalkOptions ALL_BUT_GIT =
      new WalkOptions(WalkOptions.Hidden.SHOW, WalkOptions.Ignored.SKIP, Set.of(".git"));

  @TempDir Path temp;

  private static List<String> walked(Path root) throws Exception {
    var walk = new FileWalk(new PathSandbox(root), ALL_BUT_GIT, new byte[0]);
    return walk.files(root.toRealPath());
  }

  private static List<String> tracked(Path root) throws Exception {
    String out = Program.git(root).run("git", "ls-files", "-co", "--exclude-standard", "-z").out();
    var paths = new ArrayList<>(Arrays.asList(out.split("\0", -1)));
    paths.remove("");
    paths.sort(BY_COMPONENT);
    return paths;
  }

  /// The order of a walk: a folder's name counts, not the slash after it.
  private static final Comparator<String> BY_COMPONENT =
      Comparator.comparing(path -> path.replace('/', '\0'));

  @Test
  void randomTreesAreSeenAsGitSeesThem() {
    TestPrograms.require("git");
    var seen = new int[2];
    Seeds.check(
        150,
        random -> {
          Path root = Files.createTempDirectory(temp, "tree");
          RandomTree.grow(random, root);
          emptyRepository(root);
          if (random.nextInt(3) == 0) {
            Files.createDirectories(root.resolve(".git/info"));
            Files.writeString(root.resolve(".git/info/exclude"), RandomTree.ignoreFile(random));
          }
          List<String> expected = tracked(root);
          assertThat(walked(root)).as(() -> describe(root)).isEqualTo(expected);
          seen[0] += expected.size();
          seen[1] += all(root) - expected.size();
        });
    assertThat(seen[0]).isGreaterThan(250);
    assertThat(seen[1]).isGreaterThan(250);
  }

  /// As much as git needs to see a repository; `git init` takes longer than the test itself.
  private static void emptyRepository(Path root) throws IOException {
    Files.createDirectories(root.resolve(".git/objects"));
    Files.createDirectories(root.resolve(".git/refs"));
    Files.writeString(root.resolve(".git/HEAD"), "ref: refs/heads/main\n");
  }

  private static int all(Path root) throws Exception {
    var walk =
        new FileWalk(
            new PathSandbox(root), ALL_BUT_GIT.with(WalkOptions.Ignored.SHOW), new byte[0]);
    return walk.files(root.toRealPath()).size();
  }

  private static String describe(Path root) {
    var out = new StringBuilder();
    try (var all = Files.walk(root)) {
      for (Path path : all.filter(each -> !each.startsWith(root.resolve(".git"))).toList()) {
        out.append(root.relativize(path));
        if (path.endsWith(".gitignore")) {
          out.append(": ").append(Files.readString(path).replace("\n", " ⏎ "));
        }
        out.append('\n');
      }
    } catch (IOException problem) {
      out.append(problem);
    }
    return out.toString();
  }

  @Test
  void aWalkThatStartsBelowKnowsTheRulesAbove() throws Exception {
    Program.git(temp).run("git", "init", "-q");
    Files.createDirectories(temp.resolve("src/main/gen"));
    Files.writeString(temp.resolve(".gitignore"), "*.log\n/src/main/gen/\n");
    Files.writeString(temp.resolve("src/.gitignore"), "!keep.log\n");
    for (String name : List.of("a.log", "keep.log", "a.txt", "gen/x")) {
      Files.writeString(temp.resolve("src/main").resolve(name), "");
    }
    assertThat(walked(temp.resolve("src/main"))).containsExactly("a.txt", "keep.log");
    assertThat(walked(temp.resolve("src")))
        .containsExactly(".gitignore", "main/a.txt", "main/keep.log");
  }

  @Test
  void aFolderThatIsAskedForIsShownThoughItIsIgnored() throws Exception {
    Program.git(temp).run("git", "init", "-q");
    Files.createDirectories(temp.resolve("target"));
    Files.writeString(temp.resolve(".gitignore"), "target/\n");
    Files.writeString(temp.resolve("target/x"), "");
    assertThat(walked(temp.resolve("target"))).containsExactly("x");
  }

  @Test
  void rulesHoldWithoutARepositoryAndEndAtAnInnerOne() throws Exception {
    Files.createDirectories(temp.resolve("inner/.git/info"));
    Files.writeString(temp.resolve(".gitignore"), "*.log\n");
    Files.writeString(temp.resolve("a.log"), "");
    Files.writeString(temp.resolve("inner/b.log"), "");
    Files.writeString(temp.resolve("inner/c"), "");
    Files.writeString(temp.resolve("inner/.git/info/exclude"), "c\n");
    assertThat(walked(temp)).containsExactly(".gitignore", "inner/b.log");
  }

  @Test
  void aLinkedWorktreeHasTheExcludesOfTheMainRepository() throws Exception {
    TestPrograms.require("git");
    Path main = Files.createDirectory(temp.resolve("main"));
    Program git = Program.git(main);
    git.run("git", "init", "-q");
    git.run(
        "git", "-c", "user.name=x", "-c", "user.email=x", "commit", "--allow-empty", "-qm", "x");
    assertThat(git.run("git", "worktree", "add", "-q", "../linked").code()).isZero();
    Files.writeString(main.resolve(".git/info/exclude"), "secret\n");
    Path linked = temp.resolve("linked");
    Files.writeString(linked.resolve("secret"), "");
    Files.writeString(linked.resolve("shown"), "");
    assertThat(walked(linked)).containsExactly("shown").isEqualTo(tracked(linked));
  }

  @Test
  void theUsersOwnFileIsFound() throws Exception {
    Files.createDirectories(temp.resolve(".config/git"));
    Files.writeString(temp.resolve(".config/git/ignore"), "by-default");
    assertThat(GitFolder.userExcludes(temp, Map.of())).asString().isEqualTo("by-default");
    Files.writeString(temp.resolve(".gitconfig"), "[core]\n\texcludesFile = ~/mine\n");
    Files.writeString(temp.resolve("mine"), "by-name");
    assertThat(GitFolder.userExcludes(temp, Map.of())).asString().isEqualTo("by-name");
    assertThat(GitFolder.userExcludes(temp.resolve("none"), Map.of())).isEmpty();
  }
}
