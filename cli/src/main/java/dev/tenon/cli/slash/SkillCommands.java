package dev.tenon.cli.slash;

import dev.tenon.cli.report.SkillReport;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.skill.Skill;
import dev.tenon.core.skill.SkillCatalogue;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.engine.skill.SkillLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// `/skills`, `/skill NAME …`, and a command for each skill that a person may call.
public final class SkillCommands {
  private final SkillLoader loader;
  private final SkillLibrary library;
  private final LongSupplier window;

  /// @param window tokens of the model in use
  public SkillCommands(SkillLoader loader, SkillLibrary library, LongSupplier window) {
    this.loader = loader;
    this.library = library;
    this.window = window;
  }

  public List<SlashCommand> list() {
    var commands = new ArrayList<SlashCommand>();
    commands.add(SlashCommand.of("skills", "Show the skills, and what was shortened", this::show));
    commands.add(
        SlashCommand.of("skill", "Use a skill now", this::use)
            .taking("NAME [WORDS]", this::names)
            .sentIf(argument -> names().contains(argument.split("\\s+", 2)[0])));
    return commands;
  }

  /// A command for each skill whose name can be one; built-in names win.
  public List<SlashCommand> each() {
    var commands = new ArrayList<SlashCommand>();
    for (Skill skill : library.all()) {
      if (skill.invocation().byPerson() && skill.name().indexOf(' ') < 0) {
        String help = skill.description();
        commands.add(
            SlashCommand.of(
                    skill.name(),
                    "skill: " + (help.length() > 70 ? help.substring(0, 70) + "…" : help),
                    (argument, context) -> send(skill.name(), argument, context))
                .taking(skill.argumentHint(), List::of)
                .sentIf(argument -> true));
      }
    }
    return commands;
  }

  private List<String> names() {
    var names = new ArrayList<String>();
    for (Skill skill : library.all()) {
      if (skill.invocation().byPerson()) {
        names.add(skill.name());
      }
    }
    return names;
  }

  private void show(String argument, CommandContext context) {
    int width = context.tableWidth();
    context.print(SkillReport.table(loader.listed(), Page.Reach.LIVE, width).stripTrailing());
    var catalogue = SkillCatalogue.of(library.all(), SkillCatalogue.budget(window.getAsLong()));
    if (!catalogue.shortened().isEmpty()) {
      context.print(
          "Shortened in the model's catalogue: " + String.join(", ", catalogue.shortened()));
    }
  }

  private void use(String argument, CommandContext context) throws CommandException {
    String name = argument.isEmpty() ? "" : argument.split("\\s+", 2)[0];
    Skill skill = library.find(name).orElse(null);
    if (skill == null || !skill.invocation().byPerson()) {
      throw new CommandException(
          name.isEmpty()
              ? "/skill NAME uses a skill; /skills shows them"
              : "There is no skill '" + name + "' that you can call; /skills shows them");
    }
    send(name, argument.substring(name.length()).strip(), context);
  }

  /// The conversation itself puts the text of the skill in front of the words.
  private static void send(String name, String words, CommandContext context) {
    context.prompt("/skill:" + name + (words.isEmpty() ? "" : " " + words));
  }
}
