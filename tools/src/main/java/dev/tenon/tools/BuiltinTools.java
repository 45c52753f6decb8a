package dev.tenon.tools;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Cron;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.Tool;
import dev.tenon.tools.background.CreateSchedule;
import dev.tenon.tools.background.DeleteSchedule;
import dev.tenon.tools.background.JobControl;
import dev.tenon.tools.background.ListSchedules;
import dev.tenon.tools.goal.GoalTool;
import dev.tenon.tools.goal.PlanReady;
import dev.tenon.tools.helper.RunHelpers;
import dev.tenon.tools.helper.TalkToPeers;
import dev.tenon.tools.recipe.Recipes;
import dev.tenon.tools.skill.LoadSkill;
import dev.tenon.tools.todo.TodoList;
import dev.tenon.tools.todo.TodoWrite;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Every tool that ships with Tenon, in the order in which the model sees them.
public final class BuiltinTools {
  /// What every request declares unless the settings say otherwise: reads, searches, edits in any
  /// dialect, commands, the plan and questions.
  public static final List<String> EVERYDAY =
      List.of(
          "read_file",
          "read_many_files",
          "list_files",
          "glob",
          "grep",
          "write_file",
          "edit_file",
          "safe_patch",
          "hashline_edit",
          "apply_patch",
          "propose_edits",
          "bash",
          "todo_write",
          "ask",
          LoadSkill.NAME,
          PlanReady.NAME,
          RunHelpers.NAME);

  /// The tools of the edit dialects, one of which is in force.
  public static final List<String> EDITS =
      List.of("edit_file", "safe_patch", "hashline_edit", "apply_patch", "propose_edits");

  /// What stands on the shelf unless the settings say otherwise.
  public static final List<String> SHELVED =
      List.of(
          RecallHistory.NAME,
          "recipe",
          "job",
          "monitor",
          TalkToPeers.NAME,
          "CronCreate",
          "CronList",
          "CronDelete",
          "checkpoint",
          "rewind",
          GoalTool.NAME);

  private BuiltinTools() {}

  /// @param dialect how the model is to write its edits
  public static List<Tool<?>> all(Shell shell, ToolLimits limits, EditDialect dialect) {
    return all(limits, dialect, new Bash(new CommandRunner(shell), limits), addresses(shell));
  }

  /// @param dialect how the model is to write its edits
  /// @param bash as far as it can run things in the background
  /// @param addresses what can be read beside files
  public static List<Tool<?>> all(
      ToolLimits limits, EditDialect dialect, Bash bash, Addresses addresses) {
    return List.of(
        new ReadFile(limits, Presentation.suiting(dialect), addresses),
        new ReadManyFiles(limits, Presentation.suiting(dialect), addresses),
        new ListFiles(limits),
        new GlobFiles(limits),
        new GrepFiles(limits, addresses),
        new WriteFile(),
        edit(dialect),
        bash);
  }

  /// What can be read beside files: the long outputs of the shell's commands.
  public static Addresses addresses(Shell shell) {
    Artifacts kept = shell.artifacts().orElse(null);
    return kept == null ? Addresses.NONE : new Addresses(List.of(new ArtifactReader(kept)));
  }

  /// What a conversation with a person has beside.
  public static List<Tool<?>> talking(TodoList list, Asker asker) {
    return List.of(new TodoWrite(list), new Ask(asker));
  }

  /// The tools that let the model go back to a point of the conversation.
  public static List<Tool<?>> returning(ReturnPoint point) {
    return List.of(new MarkReturnPoint(point, InstantSource.system()), new Rewind(point));
  }

  /// All tools with all dialects, for someone who calls them by hand.
  public static List<Tool<?>> everything(Shell shell, ToolLimits limits) {
    return everything(shell, limits, addresses(shell));
  }

  /// @param addresses what can be read beside files
  public static List<Tool<?>> everything(Shell shell, ToolLimits limits, Addresses addresses) {
    var bash = new Bash(new CommandRunner(shell), limits);
    var tools = new ArrayList<>(all(limits, EditDialect.EDIT_FILE, bash, addresses));
    for (EditDialect dialect : EditDialect.values()) {
      if (dialect != EditDialect.EDIT_FILE) {
        tools.add(edit(dialect));
      }
    }
    tools.add(new TodoWrite(new TodoList()));
    tools.add(new Ask(null));
    tools.addAll(returning(new ReturnPoint()));
    return tools;
  }

  /// The tools for work beside the conversation.
  ///
  /// @param longestPoll how long the model may wait for a job in one call
  public static List<Tool<?>> background(
      CommandRunner runner, Background background, Duration longestPoll) {
    return List.of(
        new JobControl(background.jobs(), longestPoll), new StartMonitor(runner, background));
  }

  /// The tools for prompts at their time.
  public static List<Tool<?>> schedules(Cron cron) {
    return List.of(new CreateSchedule(cron), new ListSchedules(cron), new DeleteSchedule(cron));
  }

  /// The tool for the project's own tasks, if the project seems to have some.
  public static List<Tool<?>> recipes(Path root, CommandRunner runner, ToolLimits limits) {
    return Recipes.likely(root) ? List.of(new RunRecipe(root, runner, limits)) : List.of();
  }

  /// The edits for jobs that are reviewed before anything is written. Whoever gives them to a model
  /// has readers of its own: nothing here reads or searches, so that nothing goes past their
  /// budget. Dialects that need a presentation of their own are replaced by exact texts.
  public static List<Tool<?>> staging(EditDialect dialect) {
    return List.of(
        new ProposeEdits(),
        new WriteFile(),
        dialect == EditDialect.APPLY_PATCH ? new ApplyPatch() : new EditFile());
  }

  private static Tool<?> edit(EditDialect dialect) {
    return switch (dialect) {
      case EDIT_FILE -> new EditFile();
      case SAFE_PATCH -> new SafePatchFile();
      case HASHLINE -> new HashlineEdit();
      case APPLY_PATCH -> new ApplyPatch();
      case PROPOSE_EDITS -> new ProposeEdits();
    };
  }
}
