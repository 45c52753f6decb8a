package dev.tenon.cli.slash;

import dev.tenon.cli.report.RuleReport;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// `/permissions`: shows the rules in force, removes one, or changes the mode.
public final class PermissionCommands {
  private PermissionCommands() {}

  public static SlashCommand permissions(
      RuleBook book, Supplier<Mode> mode, BuiltinCommands.Switch change, PermissionPicker picker) {
    return SlashCommand.of(
            "permissions",
            "Show the rules about what may happen, remove one, or change the mode",
            (argument, context) -> {
              String wish = argument.toLowerCase(Locale.ROOT);
              if (wish.isEmpty() && context.hasScreen()) {
                book.problem().ifPresent(context::print);
                picker.run(context);
                return;
              }
              if (modes().contains(wish)) {
                context.conversation().use(change.to(wish, context.conversation().setup()));
              } else if (wish.startsWith("remove ")) {
                remove(book, argument.substring("remove ".length()));
              } else if (!wish.isEmpty()) {
                throw new CommandException(
                    "'/permissions "
                        + argument
                        + "' is not known; say /permissions, /permissions remove RULE, or"
                        + " /permissions with one of "
                        + String.join(", ", modes()));
              }
              book.problem().ifPresent(context::print);
              context.print(
                  RuleReport.of(book.rules(), mode.get(), Page.Reach.LIVE).stripTrailing());
            })
        .taking("[MODE | remove RULE]", () -> candidates(book))
        .describing(value -> BuiltinCommands.described(value, mode.get()));
  }

  private static void remove(RuleBook book, String rule) throws CommandException {
    try {
      RuleReport.remove(book, rule);
    } catch (IOException unwritable) {
      throw new CommandException("The rule cannot be removed: " + IoFailure.named(unwritable));
    } catch (RuleReport.NotRemovedException no) {
      throw new CommandException(String.valueOf(no.getMessage()));
    }
  }

  private static List<String> modes() {
    var labels = new ArrayList<String>();
    for (Mode mode : Mode.values()) {
      labels.add(mode.label());
    }
    return labels;
  }

  private static List<String> candidates(RuleBook book) {
    var all = new ArrayList<>(modes());
    book.rules().all().forEach(rule -> all.add("remove " + rule.text()));
    return all;
  }
}
