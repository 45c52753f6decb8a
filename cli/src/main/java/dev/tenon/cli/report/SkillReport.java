package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.json.Json;
import dev.tenon.core.skill.Skill;
import dev.tenon.core.workflow.WorkflowKind;
import dev.tenon.engine.skill.SkillLoader;
import dev.tenon.engine.workflow.WorkflowCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Skills in a table, and as data.
public final class SkillReport {
  private static final int LONGEST = 80;

  private SkillReport() {}

  /// @param width of the terminal, for [TextTable]
  public static String table(List<SkillLoader.Listed> skills, Page.Reach reach, int width) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("SKILL", "STATE", "WHERE", "WHAT"));
    for (SkillLoader.Listed each : skills) {
      Skill skill = each.skill();
      String what = skill.description();
      rows.add(
          List.of(
              skill.name(),
              state(each),
              skill.shown(),
              what.length() > LONGEST ? what.substring(0, LONGEST) + "…" : what));
    }
    return TextTable.of(rows, reach, width);
  }

  /// In words that say what to do about it.
  private static String state(SkillLoader.Listed each) {
    return switch (each.state()) {
      case USABLE ->
          switch (each.skill().invocation()) {
            case ANYONE -> "usable";
            case MODEL -> "by the model only";
            case PERSON -> "by you only";
            case NOBODY -> "by nobody";
          };
      case UNDECIDED -> "not agreed to yet";
      case DECLINED -> "declined";
      case DISABLED -> "disabled";
      case HIDDEN -> "hidden by " + each.by();
    };
  }

  /// The skills that ship, in a line.
  public static String workflows() {
    var names = new ArrayList<String>();
    for (WorkflowKind kind : WorkflowKind.values()) {
      names.add("/" + kind.label());
    }
    return "Built in, for you to call: " + String.join(", ", names) + ".";
  }

  /// The skills that ship, as data.
  public static List<Json> builtin() {
    var all = new ArrayList<Json>();
    for (WorkflowKind kind : WorkflowKind.values()) {
      all.add(
          Json.object()
              .put("name", kind.label())
              .put("description", WorkflowCall.purpose(kind))
              .put("source", "builtin")
              .put("state", "usable")
              .put("byModel", false)
              .put("byPerson", true)
              .build());
    }
    return all;
  }

  public static Json json(SkillLoader.Listed each) {
    Skill skill = each.skill();
    return Json.object()
        .put("name", skill.name())
        .put("description", skill.description())
        .put("file", skill.file().toString())
        .put("source", skill.source().name().toLowerCase(Locale.ROOT))
        .put("state", each.state().name().toLowerCase(Locale.ROOT))
        .put("byModel", skill.invocation().byModel())
        .put("byPerson", skill.invocation().byPerson())
        .build();
  }
}
