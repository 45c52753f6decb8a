package dev.tenon.tools;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.tools.recipe.RecipeException;
import dev.tenon.tools.recipe.RecipeTask;
import dev.tenon.tools.recipe.Recipes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Runs a task of the project's own task runner: finds the command that the task means and runs it
/// as [Bash] would. The project's files are read at each call, since the model may have changed
/// them.
public final class RunRecipe implements Tool<RunRecipe.Parameters> {
  private final Path root;
  private final CommandCalls calls;
  private final ToolLimits limits;

  /// What was judged is what runs, even if the project's files change in between.
  private final Map<String, RecipeTask> judged = new ConcurrentHashMap<>();

  public RunRecipe(Path root, CommandRunner runner, ToolLimits limits) {
    this.root = root;
    this.calls = new CommandCalls(runner);
    this.limits = limits;
  }

  /// The task and its arguments.
  public record Parameters(@Doc("`task arguments`, `pkg-a/test` or `make:test`.") String op) {}

  @Override
  public String name() {
    return "recipe";
  }

  @Override
  public String description() {
    return "Run a task of the project's own runner in bash. Knows just, package.json, cargo, make,"
        + " Taskfile, Maven and Gradle; an empty op lists the tasks.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    try {
      RecipeTask task = Recipes.of(root).resolve(parameters.op);
      judged.put(parameters.op, task);
      return List.of(execute(task));
    } catch (RecipeException unknown) {
      // Nothing will run: the call is answered with the tasks that there are.
      judged.remove(parameters.op);
      return List.of();
    }
  }

  private Access.Execute execute(RecipeTask task) {
    return new Access.Execute(task.command(), calls.judgedFolder(task.cwd()));
  }

  @Override
  public String title(Parameters parameters) {
    RecipeTask task = judged.get(parameters.op);
    return task == null ? parameters.op : task.command();
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    RecipeTask task = judged.remove(parameters.op);
    if (task == null) {
      throw unknown(parameters.op);
    }
    var command =
        new Shell.Command(
            CommandCalls.checked(task.command()),
            calls.folder(task.cwd(), context.workspace().sandbox()),
            Duration.ofSeconds(limits.bashSeconds()));
    return calls.run(command, execute(task), name(), List.of(), context);
  }

  private ToolException unknown(String op) {
    try {
      Recipes.of(root).resolve(op);
      return new ToolException(
          ToolException.Code.CONFLICT, "the project's tasks have just changed; call it again");
    } catch (RecipeException problem) {
      return new ToolException(
          ToolException.Code.INVALID_ARGUMENT, String.valueOf(problem.getMessage()));
    }
  }
}
