package dev.tenon.engine;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.helper.HelperReader;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.RuleStore;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.check.ReviewChecks;
import dev.tenon.engine.command.CommandWall;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.observe.Secrets;
import dev.tenon.tools.Bash;
import dev.tenon.tools.BuiltinTools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The commands of one folder whose edits are reviewed: the wall around them, the shell they run
/// in, the tools with which a model runs them, and the checks that a person has run on what is
/// staged. Nothing is started before the first command. Safe for several threads.
public final class ReviewedCommands implements AutoCloseable {
  private static final int MOST_SESSIONS = 256;

  private final Project project;
  private final Path root;
  private final Rules rules;
  private final RuleStore kept;
  private final ProtectedPaths paths;
  private final CommandWall wall;
  private final Shell shell;
  private final ReviewChecks checks;

  /// What was allowed in sessions, by their names, and for good; those that were used last.
  private final LinkedHashMap<String, RuleBook> books = new LinkedHashMap<>(16, 0.75f, true);

  ReviewedCommands(Project project, Workspace workspace) {
    this.project = project;
    this.root = workspace.root();
    Path state = Journal.folderOf(project.home(), root);
    this.rules = ProjectParts.rules(project.settings(), root);
    this.kept = new RuleStore(state);
    this.paths = ProtectedPaths.of(workspace.sandbox(), HomeFolders.home(), project.home());
    this.wall =
        new CommandWall(
            project.settings().sandbox(), project.home(), workspace.sandbox().roots(), rules);
    // Sessions share it: no command leaves its folder and variables to the next.
    this.shell = new Shell(project.commands().remembering(Shell.Remembering.NOTHING));
    shell.export(ProjectOptions.handedOn(project.models().environment()));
    ModeGuard guard = ModeGuard.byHand(project.mode(), wall, new RuleBook(rules, null), paths);
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

  /// The tools with which a model runs commands. What they change is recorded by the editing that
  /// they are used with.
  public List<Tool<?>> tools(Mode mode) {
    var runner = new CommandRunner(shell.confinedBy(wall.in(mode)));
    var tools = new ArrayList<Tool<?>>();
    tools.add(new Bash(runner, project.toolLimits()));
    tools.addAll(BuiltinTools.recipes(root, runner, project.toolLimits()));
    return tools;
  }

  /// What helpers of a session gave back.
  public AddressReader results(String session) {
    return new HelperReader(ReviewedHelpers.files(project, session));
  }

  /// What a mode and the rules say to the commands of a session.
  ///
  /// @param session what is allowed in it for longer than once is remembered by this name
  public Policy policy(Mode mode, String session) {
    return guard(mode, session).policy();
  }

  /// The same with what holds commands to it.
  ModeGuard guard(Mode mode, String session) {
    return ModeGuard.of(mode, wall, book(session), paths);
  }

  private synchronized RuleBook book(String session) {
    RuleBook book = books.computeIfAbsent(session, name -> new RuleBook(rules, kept));
    if (books.size() > MOST_SESSIONS) {
      books.pollFirstEntry();
    }
    return book;
  }

  /// Ends what still runs.
  @Override
  public void close() {
    shell.close();
    wall.close();
  }
}
