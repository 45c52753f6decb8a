package dev.tenon.engine.command;

import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.workspace.walk.GitHead;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What a line of state tells of the project's repository. The branch is read from its files; how
/// many files differ is counted by git, behind the wall, from where it can change nothing and reach
/// nobody, whatever the repository's configuration makes it run. Where there is no wall, such a
/// repository is not counted at all. Used by one thread at a time.
public final class GitWatch {
  /// Whoever looks at a line of state does not wait for it.
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private static final String COUNT =
      "s=$(git -c core.fsmonitor=false status --porcelain --ignore-submodules=all 2>/dev/null)"
          + " || exit 1; [ -z \"$s\" ] && echo 0 || printf '%s\\n' \"$s\" | wc -l";

  private final Shell shell;
  private final CommandWall walls;
  private final Path root;

  /// A repository in which counting takes too long is not counted again.
  private boolean tooLarge;

  /// @param shell without a wall
  public GitWatch(Shell shell, CommandWall walls, Path root) {
    this.shell = shell;
    this.walls = walls;
    this.root = root;
  }

  /// What is checked out; empty without a repository.
  public Optional<GitHead> head() {
    return GitHead.around(root);
  }

  /// How many files differ from what is checked out, with those that git does not know; empty when
  /// that cannot be said.
  public OptionalInt changed(GitHead head) throws InterruptedException {
    Sandbox wall = walls.sandbox();
    if (tooLarge || (!wall.state().confines() && head.mayStartPrograms())) {
      return OptionalInt.empty();
    }
    var command =
        new Shell.Command(COUNT, root, LONGEST)
            .with(Map.of("GIT_OPTIONAL_LOCKS", "0", "GIT_NO_LAZY_FETCH", "1"))
            .reaching(Reach.SECLUDED);
    try {
      Shell.Finished finished =
          (wall.state().confines() ? shell.confinedBy(wall) : shell).runAside(command, piece -> {});
      return switch (finished.ending()) {
        case EXITED -> finished.exitCode() == 0 ? number(finished.output()) : OptionalInt.empty();
        case TIMED_OUT -> {
          tooLarge = true;
          yield OptionalInt.empty();
        }
        case CANCELLED -> throw new InterruptedException("stopped while git counted");
      };
    } catch (IOException refused) {
      return OptionalInt.empty();
    }
  }

  private static OptionalInt number(String output) {
    try {
      return OptionalInt.of(Integer.parseInt(output.strip()));
    } catch (NumberFormatException noNumber) {
      return OptionalInt.empty();
    }
  }
}
