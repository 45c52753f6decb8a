package dev.tenon.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.slash.PickingContext;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RewindCommandTest {
  @TempDir Path folder;
  private Path root;
  private Journal journal;
  private ActiveSession active;
  private final PickingContext context = new PickingContext();

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(folder.toRealPath().resolve("project"));
    journal = ProjectJournal.open(folder.resolve("state"), Workspace.open(root, List.of()), "one");
    active =
        ActiveSession.open(
            ProjectOptions.of(folder.resolve("state"), root).withEnvironment(Map.of()),
            SessionRequest.UNKEPT,
            SessionQuestions.nobody(),
            problem -> {});
  }

  @AfterEach
  void close() {
    active.close();
  }

  private void creates(String path) throws Exception {
    asks("make " + path);
    journal.commit(
        new Transaction(List.of(new FileChange.Create(path, "a\nb\n"))),
        new Attribution(Origin.AGENT, "write_file", "call"));
  }

  private Checkpoint asks(String prompt) throws Exception {
    return journal.beginPrompt(prompt);
  }

  /// As the recorder notes it before the prompt.
  private void notes(Checkpoint checkpoint) throws Exception {
    active
        .log()
        .append(
            new Entry.Custom(
                SessionRecorder.CHECKPOINT,
                Json.object().put("checkpoint", checkpoint.id()).build()));
  }

  private void run(PickingContext with) throws Exception {
    var tree = new TreeCommand(active, Optional.of(journal), context -> {}, TreeCommand.Offer.NONE);
    for (SlashCommand command : new RewindCommand(active, journal, tree).list()) {
      if (command.name().equals("rewind")) {
        command.action().run("", with);
      }
    }
  }

  @Test
  void promptsStandThereWithTheirFilesAndLines() throws Exception {
    run(context);
    assertThat(context.screen()).contains("No prompt has changed anything yet.");
    creates("one.txt");
    creates("two.txt");
    run(context);
    assertThat(context.screen())
        .containsSubsequence("❯ make two.txt", "make one.txt")
        .contains("1 file")
        .contains("two.txt  +2 −0")
        .contains("removes two.txt, which the model made");
    run(context.pressing(Key.Named.DOWN));
    assertThat(context.screen()).contains("removes one.txt").contains("removes two.txt");
  }

  /// Another program goes on with a session: the prompts that it knows are its own, and only those.
  @Test
  void promptsAreOfTheSessionThatKnowsThemWhoeverRecordedThem() throws Exception {
    notes(asks("make one.txt"));
    journal.commit(
        new Transaction(List.of(new FileChange.Create("one.txt", "a\n"))),
        new Attribution(Origin.AGENT, "write_file", "call"));
    journal = ProjectJournal.open(folder.resolve("state"), Workspace.open(root, List.of()), "two");
    creates("two.txt");
    run(context);
    assertThat(context.screen().lines())
        .filteredOn(line -> line.contains("another session"))
        .singleElement()
        .asString()
        .contains("make two.txt");
  }

  @Test
  void linesThatLookLikeTheHeadOfADiffAreCounted() throws Exception {
    asks("make a list");
    journal.commit(
        new Transaction(List.of(new FileChange.Create("list.md", "++ one\n+++ two\n++\n"))),
        new Attribution(Origin.AGENT, "write_file", "call"));
    run(context);
    assertThat(context.screen()).contains("list.md  +3 −0");
  }

  /// What was undone and redone counts once, where it was made; what is gone from the disk is not
  /// promised to be removed.
  @Test
  void onlyWhatIsInForceAndOnDiskIsCounted() throws Exception {
    creates("one.txt");
    creates("two.txt");
    var undo = new Undo(journal);
    undo.undoLatestPrompt();
    undo.undoLatestPrompt();
    undo.redo();
    undo.redo();
    run(context);
    assertThat(context.screen()).doesNotContain("2 files").contains("1 file", "removes two.txt");
    Files.delete(root.resolve("two.txt"));
    run(context);
    assertThat(context.screen()).contains("Nothing of it is left.").doesNotContain("removes two");
    undo.undoLatestPrompt();
    creates("three.txt");
    undo.undoLatestPrompt();
    run(context);
    assertThat(context.screen()).contains("taken back");
  }

  @Test
  void filesGoBackWhenThatIsWanted() throws Exception {
    creates("one.txt");
    creates("two.txt");
    run(context.pressing(Key.Named.ENTER).pressing(Key.Named.ENTER));
    assertThat(context.said()).isEqualTo("Nothing was changed.");
    assertThat(root.resolve("two.txt")).exists();
    run(context.pressing(Key.Named.ENTER).pressing(new Key.Typed("2"), Key.Named.ENTER));
    assertThat(root.resolve("two.txt")).doesNotExist();
    assertThat(root.resolve("one.txt")).exists();
    assertThat(context.said()).contains("rolled back").contains("/redo takes it back.");
  }

  @Test
  void linesAreWrittenWhereNothingIsPicked() throws Exception {
    creates("one.txt");
    var lines = new PickingContext(false);
    run(lines);
    assertThat(lines.said()).contains("make one.txt");
  }
}
