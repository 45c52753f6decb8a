package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.tools.todo.TodoList;
import dev.tenon.tools.todo.TodoMarkdown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TodoCommandTest {
  private static final String PLAN = "# Todos\n- [ ] one thing\n";

  @TempDir Path folder;

  private final TodoList list = new TodoList();
  private final PickingContext context = new PickingContext(false);
  private Path root;
  private Journal journal;
  private SlashCommand command;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(folder.toRealPath().resolve("project"));
    Workspace workspace = Workspace.open(root, List.of());
    journal = ProjectJournal.open(folder.resolve("state"), workspace, "one");
    command =
        new TodoCommand(list, root, new DirectEditing(workspace, journal), told -> {}).slash();
    list.set(TodoMarkdown.parse(PLAN));
  }

  private void export(String file) throws Exception {
    command.action().run("export " + file, context);
  }

  @Test
  void aLetterReplacesNoFile() throws Exception {
    Path notes = Files.writeString(root.resolve("notes.md"), "dear to me\n");
    context.answers.addAll(List.of("y", "yes", "1"));
    export("notes.md");
    assertThat(notes).hasContent("dear to me");
    assertThat(context.said()).contains("notes.md exists. Replace it?").contains("1) Keep it");
    assertThat(context.printed).last().isEqualTo("Nothing was written.");
    export("notes.md");
    assertThat(notes).as("nobody answers").hasContent("dear to me");
  }

  @Test
  void whatWasInTheFileComesBack() throws Exception {
    Path notes = Files.writeString(root.resolve("notes.md"), "dear to me\n");
    context.answers.add("2");
    export("notes.md");
    assertThat(notes).hasContent(TodoMarkdown.of(list.phases()));
    String id = journal.changes().getLast().id();
    assertThat(context.printed).last().asString().contains("'/undo " + id + "' brings back");
    var look = DisplayOptions.plain(Glyphs.UNICODE);
    for (SlashCommand each :
        new JournalCommands(journal, change -> Optional.empty(), change -> true, look).list()) {
      if (each.name().equals("undo")) {
        each.action().run(id, context);
      }
    }
    assertThat(notes).hasContent("dear to me");
  }

  @Test
  void bytesThatAreNoTextAreAskedForAndComeBackToo() throws Exception {
    Path picture = Files.write(root.resolve("a.bin"), new byte[] {0, 1, (byte) 0xff, 2});
    export("a.bin");
    assertThat(picture).hasBinaryContent(new byte[] {0, 1, (byte) 0xff, 2});
    context.answers.add("2");
    export("a.bin");
    assertThat(picture).hasContent(TodoMarkdown.of(list.phases()));
    assertThat(journal.changes()).hasSize(1);
  }

  @Test
  void noPlanReplacesNoFile() throws Exception {
    list.set(List.of());
    Path notes = Files.writeString(root.resolve("notes.md"), "dear to me\n");
    context.answers.add("2");
    assertThatThrownBy(() -> export("notes.md"))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("There is no plan to export; notes.md stays as it is.");
    assertThat(notes).hasContent("dear to me");
  }

  @Test
  void aNewFileIsWrittenUnaskedAndOneOutsideTheProjectOnlyIfItIsNew() throws Exception {
    export("");
    assertThat(root.resolve("TODO.md")).hasContent(TodoMarkdown.of(list.phases()));
    Path outside = folder.resolve("plan.md");
    export(outside.toString());
    assertThat(outside).hasContent(TodoMarkdown.of(list.phases()));
    assertThat(context.said()).doesNotContain("exists");
    Files.writeString(outside, "mine\n");
    export(outside.toString());
    assertThat(outside).hasContent("mine");
    assertThat(context.said()).contains("outside the project: cannot be taken back");
  }
}
