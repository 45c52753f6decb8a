package dev.tenon.engine;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.evidence.CheckLog;
import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.HistorySearch;
import dev.tenon.core.tool.TakenTools;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.skill.SkillLoader;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.RecallHistory;
import dev.tenon.tools.RunRecipe;
import dev.tenon.tools.goal.GoalTool;
import dev.tenon.tools.goal.PlanReady;
import dev.tenon.tools.helper.RunHelpers;
import dev.tenon.tools.helper.TalkToPeers;
import dev.tenon.tools.recipe.Recipes;
import dev.tenon.tools.skill.LoadSkill;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One of all the tools there are, and where it stands in a conversation with a person.
///
/// @param reason why it is off; empty when it is not
public record ToolListing(ToolSpec tool, ToolShelf.Place place, String reason) {

  /// All of them, those first that a request declares.
  ///
  /// @param shell for tools that would run something; nothing runs
  static List<ToolListing> of(Project project, Shell shell) {
    Settings settings = project.settings();
    try (var background = new Background(Jobs.Limits.DEFAULT)) {
      List<Tool<?>> tools = tools(project, shell, background);
      var placement = new ToolPlacement(settings.tools());
      ToolShelf shelf = placement.place(tools, new TakenTools(), lacking(project, shell));
      var rows = new ArrayList<ToolListing>();
      shelf.upFront().forEach(tool -> rows.add(row(tool, ToolShelf.Place.UP_FRONT, "")));
      shelf.shelved().forEach(tool -> rows.add(row(tool, ToolShelf.Place.SHELF, "")));
      for (Tool<?> tool : tools) {
        String reason = shelf.off().get(tool.name());
        if (reason != null) {
          rows.add(row(tool, ToolShelf.Place.OFF, reason));
        }
      }
      if (shelf.place(ToolShelf.MORE_TOOLS) != ToolShelf.Place.UP_FRONT) {
        String reason = shelf.off().getOrDefault(ToolShelf.MORE_TOOLS, "the shelf is empty");
        rows.add(row(shelf.moreTools(), ToolShelf.Place.OFF, reason));
      }
      return rows;
    }
  }

  private static ToolListing row(Tool<?> tool, ToolShelf.Place place, String reason) {
    return new ToolListing(ToolShelf.spec(tool), place, reason);
  }

  /// Every tool, in the order of a conversation that has them all.
  private static List<Tool<?>> tools(Project project, Shell shell, Background background) {
    var runner = new CommandRunner(shell);
    var tools = new ArrayList<>(BuiltinTools.everything(shell, project.toolLimits()));
    tools.add(new RecallHistory(new NoHistory()));
    tools.add(new RunRecipe(project.root(), runner, project.toolLimits()));
    Duration poll = Duration.ofSeconds(project.settings().jobs().pollSeconds());
    tools.addAll(BuiltinTools.background(runner, background, poll));
    tools.addAll(BuiltinTools.schedules(background.cron()));
    tools.add(new LoadSkill(library(project), 0));
    tools.add(
        new RunHelpers(
            project.agents().offered(),
            Helpers.Simple.DEFAULT,
            () -> {
              throw new IllegalStateException("nothing runs here");
            }));
    tools.add(
        new TalkToPeers(
            () -> {
              throw new IllegalStateException("nothing runs here");
            }));
    tools.add(
        new GoalTool(
            new GoalBook(goal -> {}),
            new CheckLog(project.journal(), project.root(), check -> {}),
            () -> {
              throw new IllegalStateException("nothing runs here");
            },
            List.of()));
    tools.add(new PlanReady(plan -> {}));
    tools.sort((one, other) -> Integer.compare(order(one), order(other)));
    return tools;
  }

  private static SkillLibrary library(Project project) {
    return project.skills().map(SkillLoader::load).orElse(new SkillLibrary(List.of()));
  }

  private static int order(Tool<?> tool) {
    int everyday = BuiltinTools.EVERYDAY.indexOf(tool.name());
    return everyday >= 0
        ? everyday
        : BuiltinTools.EVERYDAY.size() + BuiltinTools.SHELVED.indexOf(tool.name());
  }

  /// What a conversation has not got here, and why.
  private static Map<String, String> lacking(Project project, Shell shell) {
    Settings settings = project.settings();
    Map<String, String> lacking = new LinkedHashMap<>();
    var dialect = project.dialect(settings.model());
    var edits = new ArrayList<String>();
    BuiltinTools.all(shell, project.toolLimits(), dialect).forEach(it -> edits.add(it.name()));
    for (String name : BuiltinTools.EDITS) {
      if (!edits.contains(name)) {
        lacking.put(name, "the edit dialect is " + dialect.label());
      }
    }
    if (!library(project).offersModel()) {
      lacking.put(LoadSkill.NAME, "there is no skill that the model may load");
    }
    if (project.agents().offered().isEmpty()) {
      lacking.put(RunHelpers.NAME, "agents.disabled leaves none");
    }
    lacking.put(
        TalkToPeers.NAME,
        settings.agents().talk() ? "only helpers have it" : "irc.enabled is false");
    if (project.mode() != Mode.PLAN) {
      lacking.put(PlanReady.NAME, "only mode plan has it");
    }
    if (!settings.recipes()) {
      lacking.put("recipe", "recipe.enabled is false");
    } else if (!Recipes.likely(project.root())) {
      lacking.put("recipe", "the project has no task runner that Tenon knows");
    }
    if (!settings.jobs().schedules()) {
      for (String name : List.of("CronCreate", "CronList", "CronDelete")) {
        lacking.put(name, "jobs.schedules is false");
      }
    }
    if (!settings.dialog().checkpoint()) {
      lacking.put("checkpoint", "checkpoint.enabled is false");
      lacking.put("rewind", "checkpoint.enabled is false");
    }
    return lacking;
  }

  private static final class NoHistory implements HistorySearch {
    @Override
    public List<Memory> search(String words, int limit) {
      return List.of();
    }

    @Override
    public Optional<Memory> message(String id) {
      return Optional.empty();
    }
  }
}
