package dev.tenon.cli.slash;

import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.engine.template.PromptTemplates;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A command for each prompt that lies in a file, so that help and completion show it. Typed lines
/// that begin with its name are prompts, which the conversation itself fills.
public final class TemplateCommands {

  private TemplateCommands() {}

  public static List<SlashCommand> list(PromptTemplates templates) {
    var commands = new ArrayList<SlashCommand>();
    for (PromptTemplate template : templates.all()) {
      String whose = template.owner().name().toLowerCase(Locale.ROOT);
      String what = template.description().isEmpty() ? template.shown() : template.description();
      commands.add(
          SlashCommand.of(
                  template.name(),
                  what + " (" + whose + ")",
                  (argument, context) ->
                      context.prompt("/" + whose + ":" + template.name() + " " + argument))
              .taking(template.argumentHint(), List::of));
    }
    return commands;
  }
}
