package dev.tenon.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.command.OwnCommands.Sharing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnCommandsTest {
  @TempDir Path temporary;

  private final Shell shell = new Shell(Set.of("HOME"));
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final StringBuilder shown = new StringBuilder();
  private Path root;
  private Journal journal;
  private OwnCommands own;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.resolve("project"));
    var workspace = Workspace.open(root);
    journal = ProjectJournal.open(temporary.resolve("state"), workspace, "test");
    own = new OwnCommands(shell, new DirectEditing(workspace, journal), root, told::add, Set.of());
  }

  @AfterEach
  void close() {
    shell.close();
  }

  @Test
  void theOutputIsShownAndTold() throws Exception {
    assertThat(own.run("pwd; echo oops >&2; exit 4", Sharing.TOLD, shown::append)).isEqualTo(4);
    assertThat(shown).hasToString(root.toRealPath() + "\noops\n");
    assertThat(told)
        .containsExactly(
            "<user-command ending=\"exit code 4\">\n$ pwd; echo oops >&2; exit 4\n"
                + root.toRealPath()
                + "\noops\n</user-command>");
  }

  @Test
  void whatIsPrivateStaysSoAndKeysAreNotSeen() throws Exception {
    assertThat(own.run("echo [$HOME]", Sharing.PRIVATE, shown::append)).isZero();
    assertThat(shown).hasToString("[]\n");
    assertThat(told).isEmpty();
  }

  @Test
  void longOutputIsToldInPart() throws Exception {
    own.run("head -c 40000 /dev/zero | tr '\\0' a; echo end", Sharing.TOLD, text -> {});
    assertThat(told.getFirst()).hasSizeLessThan(21_000).contains("\n[…]\n").contains("aend\n");
  }

  @Test
  void whatItChangesIsTakenBackByItself() throws Exception {
    Files.writeString(root.resolve("a.txt"), "one\n");
    own.run("echo two > a.txt; echo new > b.txt", Sharing.TOLD, text -> {});
    own.run("echo three > a.txt", Sharing.PRIVATE, text -> {});
    var undo = new Undo(journal);
    assertThat(undo.undoLatestPrompt().conflicts()).isEmpty();
    assertThat(root.resolve("a.txt")).hasContent("two");
    assertThat(root.resolve("b.txt")).hasContent("new");
    assertThat(undo.undoLatestPrompt().conflicts()).isEmpty();
    assertThat(root.resolve("a.txt")).hasContent("one");
    assertThat(root.resolve("b.txt")).doesNotExist();
  }

  @Test
  void anInterruptStopsItAndTheModelKnows() throws Exception {
    var begun = new CountDownLatch(1);
    var thrown = new AtomicReference<Throwable>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    own.run("echo begun; sleep 60", Sharing.TOLD, text -> begun.countDown());
                  } catch (java.io.IOException | InterruptedException stopped) {
                    thrown.set(stopped);
                  }
                });
    begun.await();
    thread.interrupt();
    thread.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    assertThat(told).singleElement().asString().contains("ending=\"stopped\"", "begun");
  }
}
