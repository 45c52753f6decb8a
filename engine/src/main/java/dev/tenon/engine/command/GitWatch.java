package dev.tenon.engine.command;

import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.workspace.walk.GitHead;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a line of state tells of the project's repository. The branch is read from its files; how
/// many files differ is counted by git, behind the wall, from where it can change nothing and reach
/// nobody, whatever the repository's configuration makes it run. Where there is no wall, such a
/// repository is not counted at all. Used by one thread at a time.
public final class GitWatch {
  /// Whoever looks at a line of state does not wait for it.
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private static final String COUNT =
      "s=$(git -c core.fsmonitor=false status --porcelain --ignore-submodules=all 2>/dev/null)"
          + " || exit 1; for p in . '[^ ?]' '.[^ ?]' '[?][?]'; do"
          + " printf '%s\\n' \"$s\" | grep -c \"^$p\"; done; true";

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

  /// How many files differ from what is checked out.
  ///
  /// @param files all of them, with those that git does not know
  /// @param staged those with something for the next commit
  /// @param dirty those with something that is not; a file may be both
  /// @param untracked those that git does not know
  public record Changed(int files, int staged, int dirty, int untracked) {}

  /// What differs from what is checked out; empty when that cannot be said.
  public Optional<Changed> changed(GitHead head) throws InterruptedException {
    Sandbox wall = walls.sandbox();
    if (tooLarge || (!wall.state().confines() && head.mayStartPrograms())) {
      return Optional.empty();
    }
    var command =
        new Shell.Command(COUNT, root, LONGEST)
            .with(Map.of("GIT_OPTIONAL_LOCKS", "0", "GIT_NO_LAZY_FETCH", "1"))
            .reaching(Reach.SECLUDED);
    try {
      Shell.Finished finished =
          (wall.state().confines() ? shell.confinedBy(wall) : shell).runAside(command, piece -> {});
      return switch (finished.ending()) {
        case EXITED -> finished.exitCode() == 0 ? numbers(finished.output()) : Optional.empty();
        case TIMED_OUT -> {
          tooLarge = true;
          yield Optional.empty();
        }
        case CANCELLED -> throw new InterruptedException("stopped while git counted");
      };
    } catch (IOException refused) {
      return Optional.empty();
    }
  }

  private static Optional<Changed> numbers(String output) {
    List<String> lines = output.lines().map(String::strip).toList();
    if (lines.size() != 4 || !lines.stream().allMatch(line -> line.matches("[0-9]{1,9}"))) {
      return Optional.empty();
    }
    List<Integer> counts = lines.stream().map(Integer::valueOf).toList();
    return Optional.of(new Changed(counts.get(0), counts.get(1), counts.get(2), counts.get(3)));
  }
}
