package dev.tenon.cli.slash;

import dev.tenon.engine.template.PromptTemplates;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// A command for each prompt that lies in a file, so that help and completion show it. Typed lines
/// that begin with its name are prompts, which the conversation itself fills.
public final class TemplateCommands {

  private TemplateCommands() {}

  /// @param taken names of other commands; a prompt that is called so has its owner before its name
  public static List<SlashCommand> list(PromptTemplates templates, Predicate<String> taken) {
    var commands = new ArrayList<SlashCommand>();
    templates
        .callable(taken)
        .forEach(
            (name, template) -> {
              String whose = template.owner().name().toLowerCase(Locale.ROOT);
              String what =
                  template.description().isEmpty() ? template.shown() : template.description();
              commands.add(
                  SlashCommand.of(
                          name,
                          what + " (" + whose + ")",
                          (argument, context) ->
                              context.prompt("/" + whose + ":" + template.name() + " " + argument))
                      .taking(template.argumentHint(), List::of)
                      .sentIf(argument -> true));
            });
    return commands;
  }
}
