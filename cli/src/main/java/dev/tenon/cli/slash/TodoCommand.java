package dev.tenon.cli.slash;

import dev.tenon.core.change.Editing;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.IoFailure;
import dev.tenon.tools.todo.Phase;
import dev.tenon.tools.todo.TodoList;
import dev.tenon.tools.todo.TodoMarkdown;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// `/todo`: the model's plan as Markdown, to see and to change. The model is told of a change with
/// the next prompt.
public final class TodoCommand {
  private static final String FILE = "TODO.md";

  private final TodoList list;
  private final Path root;
  private final Editing editing;
  private final Consumer<String> tellModel;

  /// @param root the folder of the project
  /// @param editing where files of it are written at once
  public TodoCommand(TodoList list, Path root, Editing editing, Consumer<String> tellModel) {
    this.list = list;
    this.root = root;
    this.editing = editing;
    this.tellModel = tellModel;
  }

  public SlashCommand slash() {
    return SlashCommand.of("todo", "Show the plan; edit, export or import it", this::run)
        .taking("[edit|export|import] [FILE]", () -> List.of("edit", "export", "import", "clear"));
  }

  private void run(String argument, CommandContext context)
      throws CommandException, InterruptedException {
    int space = argument.indexOf(' ');
    String what = space < 0 ? argument : argument.substring(0, space);
    String rest = space < 0 ? "" : argument.substring(space + 1).strip();
    switch (what) {
      case "" -> show(context);
      case "edit" -> edit(context);
      case "export" -> export(rest, context);
      case "import" -> imported(rest, context);
      case "clear" -> changed(List.of(), context);
      default ->
          throw new CommandException(
              "/todo does not know '" + what + "'; it takes edit, export, import or clear.");
    }
  }

  private void show(CommandContext context) {
    List<Phase> phases = list.phases();
    context.print(
        phases.isEmpty()
            ? "There is no plan. The model makes one for larger tasks; '/todo edit' begins your"
                + " own."
            : TodoMarkdown.of(phases).stripTrailing());
  }

  private void edit(CommandContext context) throws InterruptedException {
    List<Phase> phases = list.phases();
    String text = phases.isEmpty() ? "# Todos\n- [ ] " : TodoMarkdown.of(phases).stripTrailing();
    Optional<String> edited =
        context.edit(
            "Edit the plan; Alt-Enter breaks the line, Enter is done, Ctrl-C leaves it:", text);
    if (edited.isEmpty() || edited.get().strip().equals(text.strip())) {
      context.print("The plan is as it was.");
    } else {
      changed(TodoMarkdown.parse(edited.get()), context);
    }
  }

  private void changed(List<Phase> phases, CommandContext context) {
    list.set(phases);
    tellModel.accept(list.edited());
    show(context);
  }

  private void export(String name, CommandContext context)
      throws CommandException, InterruptedException {
    Path file = file(name);
    String text = TodoMarkdown.of(list.phases());
    try {
      boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      if (there && list.phases().isEmpty()) {
        throw new CommandException(
            "There is no plan to export; " + shown(file) + " stays as it is.");
      }
      context.print(
          file.startsWith(root)
              ? written(file, text, context)
              : beyond(file, text, there, context));
    } catch (IOException refused) {
      throw new CommandException(shown(file) + " cannot be written: " + IoFailure.reason(refused));
    } catch (CommitException refused) {
      throw new CommandException(shown(file) + " cannot be written: " + refused.getMessage());
    } catch (PlanException refused) {
      throw new CommandException(
          shown(file) + " cannot be written: " + refused.failure().message());
    }
  }

  /// A file of the project, written through the journal, so that what was in it is not lost.
  private String written(Path file, String text, CommandContext context)
      throws IOException, CommitException, PlanException, InterruptedException {
    FileState now = editing.whole(root.relativize(file).toString());
    String done = "The plan is in " + shown(file) + ".";
    if (now instanceof FileState.Existing same && same.text().equals(text)) {
      return done;
    }
    boolean replaced = !(now instanceof FileState.Missing);
    if (replaced && !replaces(file, "can be taken back", context)) {
      return "Nothing was written.";
    }
    Commit commit =
        editing.commit(
            new Transaction(List.of(FileChange.of(now, text))), Attribution.user("todo"));
    String id = commit.files().getFirst().changeId();
    return replaced ? done + " '/undo " + id + "' brings back what was there." : done;
  }

  /// A file outside the project, of which no journal is kept.
  private String beyond(Path file, String text, boolean there, CommandContext context)
      throws IOException, InterruptedException {
    if (there && !replaces(file, "outside the project: cannot be taken back", context)) {
      return "Nothing was written.";
    }
    Files.writeString(file, text);
    return "The plan is in " + shown(file) + ".";
  }

  private boolean replaces(Path file, String how, CommandContext context)
      throws InterruptedException {
    return context.agrees(
        shown(file) + " exists. Replace it?", "Keep it", "Replace it (" + how + ")");
  }

  private void imported(String name, CommandContext context) throws CommandException {
    Path file = file(name);
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException missing) {
      throw new CommandException(
          "There is no file " + shown(file) + "; '/todo export' makes one to begin with.");
    } catch (CharacterCodingException notText) {
      throw new CommandException(shown(file) + " is not UTF-8 text.");
    } catch (IOException unreadable) {
      throw new CommandException(shown(file) + " cannot be read: " + IoFailure.reason(unreadable));
    }
    List<Phase> phases = TodoMarkdown.parse(text);
    if (phases.stream().allMatch(phase -> phase.tasks().isEmpty())) {
      throw new CommandException(
          shown(file) + " has no tasks; a task is a line that begins with '- [ ] '.");
    }
    changed(phases, context);
  }

  private Path file(String name) throws CommandException {
    try {
      return root.resolve(name.isEmpty() ? FILE : name).normalize();
    } catch (InvalidPathException wrong) {
      throw new CommandException("'" + name + "' is not a path.");
    }
  }

  private String shown(Path file) {
    return file.startsWith(root) ? root.relativize(file).toString() : file.toString();
  }
}
