package dev.tenon.cli.slash;

import dev.tenon.core.text.IoFailure;
import dev.tenon.tools.todo.Phase;
import dev.tenon.tools.todo.TodoList;
import dev.tenon.tools.todo.TodoMarkdown;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/// `/todo`: the model's plan as Markdown, to see and to change. The model is told of a change with
/// the next prompt.
public final class TodoCommand {
  private static final String FILE = "TODO.md";

  private final TodoList list;
  private final Path root;
  private final Consumer<String> tellModel;

  public TodoCommand(TodoList list, Path root, Consumer<String> tellModel) {
    this.list = list;
    this.root = root;
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
      if (Files.exists(file) && !Files.readString(file).equals(text)) {
        String answer =
            context
                .ask(shown(file) + " exists. Replace it? [y/N]")
                .orElse("")
                .strip()
                .toLowerCase(Locale.ROOT);
        if (!answer.equals("y") && !answer.equals("yes")) {
          context.print("Nothing was written.");
          return;
        }
      }
      Files.writeString(file, text);
    } catch (IOException refused) {
      throw new CommandException(shown(file) + " cannot be written: " + IoFailure.reason(refused));
    }
    context.print("The plan is in " + shown(file) + ".");
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
      return root.resolve(name.isEmpty() ? FILE : name);
    } catch (InvalidPathException wrong) {
      throw new CommandException("'" + name + "' is not a path.");
    }
  }

  private String shown(Path file) {
    return file.startsWith(root) ? root.relativize(file).toString() : file.toString();
  }
}
