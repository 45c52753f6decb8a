package dev.tenon.tools.skill;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.skill.Skill;
import dev.tenon.core.skill.SkillCatalogue;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Loads a skill into the conversation.
public final class LoadSkill implements Tool<LoadSkill.Parameters> {
  public static final String NAME = SkillLibrary.TOOL;

  private final SkillLibrary library;
  private final String description;

  /// @param windowTokens of the model, for the budget of the catalogue
  public LoadSkill(SkillLibrary library, long windowTokens) {
    this.library = library;
    this.description =
        "Load a skill: instructions for a kind of work, worth reading before you begin it.\n"
            + SkillCatalogue.of(library.all(), SkillCatalogue.budget(windowTokens)).text();
  }

  /// A name, or words to look for.
  public record Parameters(
      @Doc("The skill.") @Nullable String name,
      @Doc("Words to find one by.") @Nullable String query) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of();
  }

  @Override
  public String title(Parameters parameters) {
    return String.valueOf(parameters.name == null ? parameters.query : parameters.name);
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    if (parameters.name == null || parameters.name.isBlank()) {
      return found(parameters.query == null ? "" : parameters.query);
    }
    String name = parameters.name.strip();
    Skill skill =
        library
            .find(name)
            .filter(each -> each.invocation().byModel())
            .orElseThrow(
                () ->
                    new ToolException(
                        ToolException.Code.NOT_FOUND,
                        "there is no skill '" + name + "'",
                        near(name)));
    if (library.isLoaded(name)) {
      return new ToolResult.Facts(
          "The skill " + name + " is already loaded: its text stands above.",
          Json.object().put("skill", name).put("already", true).build());
    }
    try {
      SkillLibrary.Loaded loaded = library.load(skill);
      return new ToolResult.Facts(
          loaded.text(),
          Json.object()
              .put("skill", name)
              .put("folder", skill.folder().toString())
              .put("content", loaded.text())
              .put("resources", Json.strings(loaded.resources()))
              .build());
    } catch (IOException unusable) {
      throw ToolException.of("loading the skill " + name, unusable);
    }
  }

  private ToolResult found(String query) throws ToolException {
    if (query.isBlank()) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, "give the name of a skill, or a query");
    }
    var lines = new ArrayList<String>();
    for (Skill skill : library.search(query)) {
      if (skill.invocation().byModel()) {
        lines.add(skill.name() + ": " + skill.description());
      }
    }
    return ToolResult.Text.of(
        lines.isEmpty() ? "no skill fits these words" : String.join("\n", lines));
  }

  private List<String> near(String name) {
    var near = new ArrayList<String>();
    for (Skill skill : library.search(name.replace('-', ' '))) {
      near.add(skill.name());
    }
    return near.isEmpty() ? List.of() : List.of("Near: " + String.join(", ", near));
  }
}
