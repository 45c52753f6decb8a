package dev.tenon.core.workspace.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitHeadTest {
  @TempDir Path folder;

  private Path repository(String head) throws IOException {
    Path git = Files.createDirectories(folder.resolve("repo/.git"));
    Files.writeString(git.resolve("HEAD"), head);
    Files.writeString(git.resolve("config"), "[core]\n\tbare = false\n");
    return git;
  }

  private Optional<String> branch() {
    return GitHead.around(folder.resolve("repo/deep/below")).map(GitHead::branch);
  }

  @ParameterizedTest
  @CsvSource({
    "ref: refs/heads/main, main",
    "ref: refs/heads/feature/one, feature/one",
    "ref:refs/remotes/origin/x, refs/remotes/origin/x",
    "0123456789abcdef0123456789abcdef01234567, 01234567"
  })
  void theBranchIsWhatTheFilesSay(String head, String branch) throws IOException {
    repository(head + "\n");
    assertThat(branch()).contains(branch);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rubbish", "ref: ", "ref: refs/heads/.invalid", "0123"})
  void whatSaysNothingIsNoBranch(String head) throws IOException {
    repository(head);
    assertThat(branch()).isEmpty();
  }

  @Test
  void aHeadThatIsALinkLeadsToItsBranch() throws IOException {
    Path git = repository("");
    Files.delete(git.resolve("HEAD"));
    Files.createSymbolicLink(git.resolve("HEAD"), Path.of("refs/heads/old"));
    assertThat(branch()).contains("old");
  }

  @Test
  void aWorktreeHasAHeadOfItsOwn() throws IOException {
    Path git = repository("ref: refs/heads/main");
    Path own = Files.createDirectories(git.resolve("worktrees/w"));
    Files.writeString(own.resolve("HEAD"), "ref: refs/heads/side\n");
    Files.writeString(own.resolve("commondir"), "../..\n");
    Path tree = Files.createDirectories(folder.resolve("w"));
    Files.writeString(tree.resolve(".git"), "gitdir: " + own + "\n");
    GitHead head = GitHead.around(tree).orElseThrow();
    assertThat(head.branch()).isEqualTo("side");
    assertThat(head.mayStartPrograms()).isFalse();
    Files.writeString(git.resolve("config"), "[Filter \"x\"]\n\tclean = evil\n");
    assertThat(head.mayStartPrograms()).isTrue();
  }

  @Test
  void whoseConfigurationCannotBeReadMayStartAnything() throws IOException {
    Path git = repository("ref: refs/heads/main");
    GitHead head = GitHead.around(folder.resolve("repo")).orElseThrow();
    Files.delete(git.resolve("config"));
    assertThat(head.mayStartPrograms()).isTrue();
  }
}
