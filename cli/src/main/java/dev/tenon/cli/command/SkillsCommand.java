package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.SkillReport;
import dev.tenon.core.json.Json;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.skill.SkillLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `tenon skills`: lists the skills of a project and its user, or checks a folder of them.
public final class SkillsCommand {
  private final LaunchContext context;
  private final Settings settings;
  private final Arguments arguments;
  private final Streams streams;

  public SkillsCommand(LaunchContext context, Settings settings, Streams streams) {
    this.context = context;
    this.settings = settings;
    this.arguments = context.arguments();
    this.streams = streams;
  }

  public int run() throws SetupException {
    List<String> words = arguments.operands();
    String action = words.isEmpty() ? "list" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    return switch (action) {
      case "list" -> list(rest);
      case "check" -> check(rest);
      default ->
          throw SetupException.usage(
              "'tenon skills " + action + "' is nothing; it is 'list' or 'check DIR'");
    };
  }

  private int list(List<String> rest) throws SetupException {
    if (!rest.isEmpty()) {
      throw SetupException.usage("'tenon skills list' takes nothing more");
    }
    var loader =
        new SkillLoader(
            context.options(), settings.skills(), OtherTool.named(settings.discoveryOff()));
    if (arguments.has(TenonCommandLine.JSON)) {
      var all = new ArrayList<Json>();
      loader.listed().forEach(each -> all.add(SkillReport.json(each)));
      all.addAll(SkillReport.builtin());
      streams.out().json(Json.array(all).pretty());
    } else if (loader.listed().isEmpty()) {
      streams
          .out()
          .println(
              "There are no skills. A skill is a folder with a SKILL.md in .tenon/skills,"
                  + " .agents/skills or .claude/skills, of the project or under your home.");
    } else {
      streams.out().print(SkillReport.table(loader.listed(), streams.out().reach(), 0));
    }
    if (!arguments.has(TenonCommandLine.JSON)) {
      streams.out().println(SkillReport.workflows());
    }
    loader.warnings().forEach(streams.err()::note);
    return 0;
  }

  private int check(List<String> rest) throws SetupException {
    if (rest.size() != 1) {
      throw SetupException.usage("'tenon skills check' takes one folder");
    }
    Path folder = Path.of(rest.getFirst()).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw SetupException.usage("there is no folder " + folder);
    }
    SkillLoader.Check checked = SkillLoader.check(folder);
    if (arguments.has(TenonCommandLine.JSON)) {
      streams
          .out()
          .json(
              Json.object()
                  .put("ok", !checked.errors())
                  .object("counts", counts -> counts.put("skills", checked.skills().size()))
                  .put(
                      "skills",
                      Json.strings(checked.skills().stream().map(skill -> skill.name()).toList()))
                  .put("findings", Json.strings(checked.lines()))
                  .build()
                  .pretty());
    } else {
      checked.lines().forEach(line -> streams.out().println(streams.out().cell(line)));
      int count = checked.skills().size();
      streams.out().println(count + (count == 1 ? " skill" : " skills") + " can be used.");
    }
    boolean nothing = checked.skills().isEmpty() && checked.lines().isEmpty();
    if (nothing) {
      streams.err().note("no SKILL.md was found below " + folder);
    }
    return checked.errors() || nothing ? 1 : 0;
  }
}
