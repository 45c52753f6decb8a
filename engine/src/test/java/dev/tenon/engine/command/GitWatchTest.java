package dev.tenon.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.core.workspace.walk.GitHead;
import dev.tenon.engine.config.Settings;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitWatchTest {
  private static final GitWatch.Changed NOTHING = new GitWatch.Changed(0, 0, 0, 0);

  @TempDir Path folder;
  @TempDir Path state;
  private Path root;
  private final Shell shell = new Shell(Set.of());

  @BeforeEach
  void repository() throws IOException {
    TestPrograms.require("git");
    root = folder.toRealPath();
    git(
        "git init -q -b main . && echo a > a && git add a && git -c user.name=n"
            + " -c user.email=n@example.org commit -q -m first");
  }

  @AfterEach
  void close() {
    shell.close();
  }

  private void git(String line) throws IOException {
    Shell.Finished finished =
        shell.run(new Shell.Command(line, root, Duration.ofSeconds(30)), piece -> {});
    assertThat(finished.exitCode()).as(finished.output()).isZero();
  }

  private CommandWall wall(String kind) {
    return new CommandWall(
        new Settings.Sandbox(
            kind, false, List.of(), List.of("default"), List.of(), "readOnly", false, 4096, 0),
        state,
        List.of(new Root(root, Root.Use.WRITABLE)),
        Rules.of(List.of(), root, state));
  }

  private Optional<GitWatch.Changed> changed(String kind) throws InterruptedException {
    try (CommandWall wall = wall(kind)) {
      var watch = new GitWatch(shell, wall, root);
      GitHead head = watch.head().orElseThrow();
      assertThat(head.branch()).isEqualTo("main");
      return watch.changed(head);
    }
  }

  @Test
  void changedFilesAreCounted() throws Exception {
    assertThat(changed("auto")).hasValue(NOTHING);
    Files.writeString(root.resolve("a"), "b");
    Files.writeString(root.resolve("new\nname"), "c");
    Files.writeString(root.resolve("staged"), "d");
    git("git add staged");
    assertThat(changed("auto")).hasValue(new GitWatch.Changed(3, 1, 1, 1));
    assertThat(changed("off")).hasValue(new GitWatch.Changed(3, 1, 1, 1));
    git("git add a");
    Files.writeString(root.resolve("a"), "and again");
    assertThat(changed("off")).hasValue(new GitWatch.Changed(3, 2, 1, 1));
  }

  /// A repository that somebody else has made must not run anything outside of the wall.
  @Test
  void aRepositoryRunsNothingWithoutAWall() throws Exception {
    Path trace = root.resolve("trace");
    git(
        "git config filter.evil.clean 'touch "
            + trace
            + "; cat'; echo '* filter=evil' >"
            + " .gitattributes");
    Files.writeString(root.resolve("a"), "other");
    assertThat(changed("off")).isEmpty();
    assertThat(trace).doesNotExist();
    changed("auto");
    assertThat(trace).doesNotExist();
  }

  @Test
  void aMonitorOfTheRepositoryIsNotAsked() throws Exception {
    Path trace = root.resolve("trace");
    git("git config core.fsmonitor 'touch " + trace + "; false'");
    assertThat(changed("off")).hasValue(NOTHING);
    assertThat(trace).doesNotExist();
  }
}
