package dev.tenon.core.change.effects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.exec.shell.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandRunnerTest {
  private static final Attribution BY = new Attribution(Origin.SHELL, "bash", "call-7");

  @TempDir Path temporary;

  private ShellProject project;
  private Shell shell;
  private CommandRunner runner;
  private final StringBuilder output = new StringBuilder();

  @BeforeEach
  void open() throws Exception {
    project = new ShellProject(temporary);
    project.write("a.txt", "one\n");
    shell =
        new Shell(
            Shell.Setup.DEFAULT
                .remembering(Shell.Remembering.FOLDER_AND_VARIABLES)
                .withGrace(Duration.ofMillis(200)));
    runner = new CommandRunner(shell);
  }

  @AfterEach
  void close() {
    shell.close();
  }

  private Shell.Command command(String line, Duration timeout) {
    return new Shell.Command(line, project.root, timeout);
  }

  private CommandRunner.Result run(String line) throws IOException, InterruptedException {
    return runner.run(command(line, Duration.ofMinutes(1)), project.editing, BY, output::append);
  }

  private CommandRunner.Result runAside(String line) throws IOException, InterruptedException {
    return runner.runAside(
        command(line, Duration.ofMinutes(1)), project.editing, BY, output::append);
  }

  @Test
  void whatACommandDoesIsOneCommitInItsName() throws Exception {
    CommandRunner.Result result = run("echo 1 > a.txt; echo 2 > b.txt; echo done");
    assertThat(result.finished().ending()).isEqualTo(Shell.Ending.EXITED);
    assertThat(output).hasToString("done\n");
    assertThat(result.notes()).containsExactly(result.effects().summary());
    List<Change> changes = project.journal.changes();
    assertThat(changes).hasSize(2);
    assertThat(changes)
        .allSatisfy(
            change -> {
              assertThat(change.by()).isEqualTo(BY);
              assertThat(change.commit()).isEqualTo(changes.getFirst().commit());
            });
    project.undone();
    assertThat(project.root.resolve("a.txt")).hasContent("one");
  }

  @Test
  void aCommandBesideTheConversationIsRecordedToo() throws Exception {
    CommandRunner.Result result = runAside("echo 1 > a.txt; exit 3");
    assertThat(result.finished().exitCode()).isEqualTo(3);
    assertThat(result.effects().files()).extracting(Effects.File::path).containsExactly("a.txt");
    assertThat(project.journal.changes()).extracting(Change::by).containsExactly(BY);
  }

  @Test
  void onlyTheForegroundLeavesItsFolderToTheNextCommand() throws Exception {
    runAside("mkdir -p sub other && cd sub");
    assertThat(shell.folder()).isEmpty();
    run("cd other");
    assertThat(shell.folder()).contains(project.root.toRealPath().resolve("other"));
  }

  @Test
  void aCommandThatIsStoppedIsRecordedAsFarAsItCame() throws Exception {
    CommandRunner.Result result =
        runner.run(
            command("echo 1 > a.txt; sleep 600", Duration.ofMillis(700)),
            project.editing,
            BY,
            output::append);
    assertThat(result.finished().ending()).isEqualTo(Shell.Ending.TIMED_OUT);
    assertThat(project.journal.changes()).hasSize(1);
  }

  @Test
  void aCommandThatChangesNothingHasNothingToSay() throws Exception {
    CommandRunner.Result result = run("cat a.txt");
    assertThat(result.notes()).isEmpty();
    assertThat(project.journal.changes()).isEmpty();
  }

  @Test
  void theWatchEndsAlsoWhenTheCommandCannotBeStarted() throws Exception {
    shell.close();
    assertThatThrownBy(() -> run("true"))
        .isInstanceOf(IOException.class)
        .hasMessage("the shell is closed; nothing can be started any more");
    // A note of a running command would be taken up by the next program as one that was cut off.
    assertThat(RunningCommand.all(Journal.folderOf(project.state, project.root.toRealPath())))
        .isEmpty();
  }

  @Test
  void aStagedCommandWorksOnTheBuffersAndIsStaged() throws Exception {
    var staged = new StagedEditing(project.workspace, project.journal, HunkGuard.DEFAULT);
    CommandRunner.Result result =
        runner.run(command("echo 1 > a.txt", Duration.ofMinutes(1)), staged, BY, output::append);
    assertThat(result.effects().where()).isEqualTo(Effects.Where.STAGED);
    assertThat(project.root.resolve("a.txt")).hasContent("one");
    assertThat(staged.view().staged()).hasSize(1);
  }
}
