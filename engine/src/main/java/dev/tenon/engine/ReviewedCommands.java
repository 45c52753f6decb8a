package dev.tenon.engine;

import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.check.ReviewChecks;
import dev.tenon.engine.command.CommandWall;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.observe.Secrets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The commands of one folder whose edits are reviewed: the wall around them, the shell they run
/// in, and the checks that a person has run on what is staged. Nothing is started before the first
/// command.
public final class ReviewedCommands implements AutoCloseable {
  private final CommandWall wall;
  private final Shell shell;
  private final ReviewChecks checks;

  ReviewedCommands(Project project, Workspace workspace) {
    Path root = workspace.root();
    Path state = Journal.folderOf(project.home(), root);
    RuleBook book = new RuleBook(ProjectParts.rules(project.settings(), root), null);
    this.wall =
        new CommandWall(
            project.settings().sandbox(),
            project.home(),
            workspace.sandbox().roots(),
            book.configured());
    this.shell = project.shell(new Artifacts(state.resolve("artifacts"), Artifacts.Limits.DEFAULT));
    Mode mode = project.mode();
    ModeGuard guard =
        ModeGuard.byHand(
            mode,
            wall,
            book,
            ProtectedPaths.of(workspace.sandbox(), HomeFolders.home(), project.home()));
    this.checks =
        new ReviewChecks(
            root,
            shell.confinedBy(guard.confinement()),
            guard.policy(),
            state,
            Duration.ofSeconds(project.settings().limits().checkTimeoutSeconds()),
            Secrets.remover(project.models().environment(), List.of()));
  }

  /// Checks before acceptance.
  public ReviewChecks checks() {
    return checks;
  }

  /// Ends what still runs.
  @Override
  public void close() {
    shell.close();
    wall.close();
  }
}
