package dev.tenon.core.evidence;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A real project with a real shell, and what is recorded of its commands.
abstract class EvidenceTrial {
  @TempDir Path folder;
  Path root;
  Workspace workspace;
  Journal journal;
  DirectEditing editing;
  Shell shell;
  CheckLog log;
  CommandRunner runner;
  final List<Check> kept = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\n");
    Files.writeString(root.resolve(".gitignore"), "target/\n");
    Files.writeString(root.resolve("check.sh"), "grep -q one a.txt\n");
    workspace = Workspace.open(root);
    journal = ProjectJournal.open(folder.resolve("home"), workspace, "test");
    editing = new DirectEditing(workspace, journal);
    shell = new Shell(Set.of());
    log = new CheckLog(journal, root, kept::add);
    runner = new CommandRunner(shell, log);
    journal.beginPrompt("work");
  }

  @AfterEach
  void close() {
    shell.close();
  }

  Check run(String line) throws Exception {
    return run(line, Duration.ofSeconds(60));
  }

  Check runIn(Path place, String line) throws Exception {
    return run(line, place, Duration.ofSeconds(60));
  }

  Check run(String line, Duration timeout) throws Exception {
    return run(line, root, timeout);
  }

  private Check run(String line, Path place, Duration timeout) throws Exception {
    CommandRunner.Result result =
        runner.run(
            new Shell.Command(line, place, timeout),
            editing,
            new Attribution(Origin.SHELL, "bash", "call" + kept.size()),
            piece -> {});
    return Objects.requireNonNull(result.check());
  }

  void edit(String path, String text) throws Exception {
    FileState state = editing.current(path);
    FileChange change =
        state instanceof FileState.Existing existing
            ? new FileChange.Update(existing, text)
            : new FileChange.Create(path, text);
    editing.commit(
        new Transaction(List.of(change)), new Attribution(Origin.AGENT, "edit_file", "e"));
  }

  Evidence now() throws Exception {
    return new Evidence(journal.changes(), log.all(), editing.fingerprint());
  }
}
