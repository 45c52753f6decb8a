package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UndoCommandTest {
  @TempDir Path folder;

  private Path root;
  private final List<String> printed = new ArrayList<>();
  private int picked;
  private String elsewhere = "";
  private int asked;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(folder.toRealPath().resolve("project"));
  }

  private Journal journal(String session) throws Exception {
    return ProjectJournal.open(folder.resolve("state"), Workspace.open(root, List.of()), session);
  }

  private void undo(Journal journal, String argument) throws Exception {
    run(journal, "undo", argument);
  }

  private void run(Journal journal, String name, String argument) throws Exception {
    var look = DisplayOptions.plain(Glyphs.UNICODE);
    for (SlashCommand command :
        new JournalCommands(
                journal,
                change -> Optional.of("rm -r \033[2Kfiles"),
                change ->
                    change.session().equals(journal.session()) && !change.path().equals(elsewhere),
                look)
            .list()) {
      if (command.name().equals(name)) {
        command.action().run(argument, new Context());
      }
    }
  }

  private static void creates(Journal journal, String path, Origin origin) throws Exception {
    journal.beginPrompt("make " + path);
    journal.commit(
        new Transaction(List.of(new FileChange.Create(path, "text\n"))),
        new Attribution(origin, "write_file", "call"));
  }

  @Test
  void whatThisConversationDidIsTakenBackWithWordsOnly() throws Exception {
    Journal journal = journal("one");
    creates(journal, "a.txt", Origin.AGENT);
    undo(journal, "");
    assertThat(String.join("\n", printed))
        .contains("This takes back what came of \"make a.txt\":")
        .contains("  removes a.txt, which the model made")
        .contains("undone: a.txt")
        .contains("/redo brings it back.");
    assertThat(root.resolve("a.txt")).doesNotExist();
    assertThat(asked).isZero();
    printed.clear();
    undo(journal, "");
    assertThat(printed).containsExactly("Nothing is there to take back.");
  }

  @Test
  void aHelperIsTakenBackByItsId() throws Exception {
    Journal journal = journal("one");
    journal.beginPrompt("make all");
    for (String helper : List.of("0-A", "1-B")) {
      journal.commit(
          new Transaction(List.of(new FileChange.Create(helper + ".txt", "text\n"))),
          new Attribution(Origin.AGENT, "task", null).by(helper));
    }
    undo(journal, "1-B");
    assertThat(root.resolve("0-A.txt")).exists();
    assertThat(root.resolve("1-B.txt")).doesNotExist();
    undo(journal, "");
    assertThat(root.resolve("0-A.txt")).doesNotExist();
  }

  @Test
  void whatAnotherConversationDidIsAskedFor() throws Exception {
    creates(journal("one"), "a.txt", Origin.AGENT);
    Journal other = journal("two");
    undo(other, "");
    assertThat(asked).isEqualTo(1);
    assertThat(printed).last().isEqualTo("Nothing was taken back.");
    assertThat(root.resolve("a.txt")).exists();
    picked = 1;
    undo(other, "");
    assertThat(asked).isEqualTo(2);
    assertThat(root.resolve("a.txt")).doesNotExist();
  }

  /// As after /clear: the program is the same, the session another.
  @Test
  void whatAnotherSessionOfThisProgramDidIsAskedFor() throws Exception {
    Journal journal = journal("one");
    creates(journal, "a.txt", Origin.AGENT);
    elsewhere = "a.txt";
    undo(journal, "");
    assertThat(asked).isEqualTo(1);
    assertThat(root.resolve("a.txt")).exists();
  }

  @Test
  void whatAnotherConversationTookBackIsAskedForBeforeItIsBroughtBack() throws Exception {
    Journal journal = journal("one");
    creates(journal, "a.txt", Origin.AGENT);
    undo(journal, "");
    Journal other = journal("two");
    printed.clear();
    run(other, "redo", "");
    assertThat(asked).isEqualTo(1);
    assertThat(printed)
        .containsExactly(
            "This brings back what an undo took away:\n  restores a.txt, which an undo deleted",
            "Nothing was brought back.");
    assertThat(root.resolve("a.txt")).doesNotExist();
    picked = 1;
    run(other, "redo", "");
    assertThat(root.resolve("a.txt")).exists();
    run(other, "redo", "");
    assertThat(printed).last().isEqualTo("Nothing to do.");
  }

  @Test
  void whatAnotherConversationDidIsNotRolledBackUnasked() throws Exception {
    Journal journal = journal("one");
    creates(journal, "a.txt", Origin.AGENT);
    String prompt = journal.checkpoints().getFirst().id();
    Journal other = journal("two");
    run(other, "rollback", prompt);
    assertThat(asked).isEqualTo(1);
    assertThat(root.resolve("a.txt")).exists();
    run(journal, "rollback", prompt);
    assertThat(asked).isEqualTo(1);
    assertThat(printed).contains("rolled back: a.txt");
    assertThat(root.resolve("a.txt")).doesNotExist();
  }

  /// Undone changes and the undos themselves are no work that is taken back.
  @Test
  void aRollbackTellsWhatIsStillThereToBeTakenBack() throws Exception {
    Journal journal = journal("one");
    creates(journal, "a.txt", Origin.AGENT);
    String prompt = journal.checkpoints().getFirst().id();
    creates(journal, "b.txt", Origin.AGENT);
    undo(journal, "");
    printed.clear();
    run(journal, "rollback", prompt);
    assertThat(printed)
        .containsExactly(
            "This brings files back to before \"make a.txt\":\n"
                + "  removes a.txt, which the model made",
            "rolled back: a.txt");
    printed.clear();
    run(journal("two"), "rollback", prompt);
    assertThat(printed).containsExactly("Nothing to do.");
    assertThat(asked).isZero();
  }

  /// Nothing of the journal is in force any more, but a person has made the file anew.
  @Test
  void whatWasChangedFromElsewhereSinceIsNamedAndAskedFor() throws Exception {
    Journal journal = journal("one");
    creates(journal, "a.txt", Origin.AGENT);
    String prompt = journal.checkpoints().getFirst().id();
    undo(journal, "");
    Files.writeString(root.resolve("a.txt"), "mine\n");
    printed.clear();
    run(journal, "rollback", prompt);
    assertThat(asked).isEqualTo(1);
    assertThat(printed)
        .containsExactly(
            "This brings files back to before \"make a.txt\":\n"
                + "  brings a.txt back, which was changed from elsewhere",
            "Nothing was brought back.");
    assertThat(root.resolve("a.txt")).hasContent("mine");
    picked = 1;
    run(journal, "rollback", prompt);
    assertThat(root.resolve("a.txt")).doesNotExist();
  }

  @Test
  void singleHunksOfAnotherConversationAreAskedForToo() throws Exception {
    creates(journal("one"), "a.txt", Origin.AGENT);
    Journal other = journal("two");
    run(other, "undo", other.changes().getFirst().id() + "#1");
    assertThat(asked).isEqualTo(1);
    assertThat(root.resolve("a.txt")).exists();
  }

  @Test
  void aCommandIsNamedAndItsFilesAreCounted() throws Exception {
    Journal journal = journal("one");
    journal.beginPrompt("clean up");
    var files = new ArrayList<FileChange>();
    for (int i = 0; i < 5; i++) {
      files.add(new FileChange.Create("f" + i, "text\n"));
    }
    journal.commit(new Transaction(files), new Attribution(Origin.SHELL, "bash", "call"));
    undo(journal, "");
    assertThat(printed).first().asString().contains("removes 5 files that `rm -r ^[[2Kfiles` made");
  }

  /// A person who takes what is offered at this place.
  private final class Context implements CommandContext {
    @Override
    public Conversation conversation() {
      throw new IllegalStateException("not needed");
    }

    @Override
    public void print(String text) {
      printed.add(text);
    }

    @Override
    public Optional<String> ask(String question) {
      return Optional.empty();
    }

    @Override
    public Menu.Step choose(Menu menu) {
      asked++;
      menu.pick(picked);
      return Menu.Step.CHOSEN;
    }

    @Override
    public void prompt(String text) {}

    @Override
    public void prefill(String text) {}

    @Override
    public void startOver() {}

    @Override
    public void leave() {}
  }
}
