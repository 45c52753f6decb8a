package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.Purpose;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// The commands that every conversation has. The one that changes its mode is made by whoever knows
/// modes, with [#mode].
public final class BuiltinCommands {
  /// Characters of what a tool is for.
  private static final int MOST_PURPOSE = 120;

  private BuiltinCommands() {}

  /// Makes the setup that a conversation goes on with.
  @FunctionalInterface
  public interface Switch {
    Setup to(String value, Setup current) throws CommandException;
  }

  /// @param keys the keys of the editor, for people
  /// @param help those that everybody needs
  public static List<SlashCommand> list(
      SlashCommands all, UsageRenderer usage, Supplier<String> keys, Supplier<String> help) {
    return List.of(
        SlashCommand.of(
            "help",
            "Show this",
            (argument, context) -> context.print(all.help() + "\n" + help.get())),
        SlashCommand.of(
            "keys", "The keys of the editor", (argument, context) -> context.print(keys.get())),
        SlashCommand.of("clear", "Begin a new conversation", BuiltinCommands::clear),
        SlashCommand.of(
            "usage",
            "What this conversation has used so far",
            (argument, context) -> context.print(usage.totals())),
        SlashCommand.of("tools", "The tools that the model has", BuiltinCommands::tools),
        SlashCommand.of(
            "verbose",
            "Switch the line with usage and time after each prompt on or off",
            (argument, context) -> verbose(usage, context)),
        SlashCommand.of("exit", "Leave", (argument, context) -> context.leave()),
        SlashCommand.of("quit", "Leave", (argument, context) -> context.leave()));
  }

  /// `/mode [MODE]`: shows what may happen unasked, or changes it.
  public static SlashCommand mode(Supplier<Mode> current, Switch change) {
    List<String> labels = Arrays.stream(Mode.values()).map(Mode::label).toList();
    return SlashCommand.of(
            "mode",
            "Show what may happen unasked, or change it",
            (argument, context) -> {
              String wish = argument.toLowerCase(Locale.ROOT);
              if (!wish.isEmpty() && !labels.contains(wish)) {
                throw new CommandException(
                    "There is no mode '" + argument + "'; modes are " + String.join(", ", labels));
              }
              if (!wish.isEmpty()) {
                use(context.conversation(), wish, change);
              }
              context.print("The mode is " + current.get().label() + ": " + meaning(current.get()));
            })
        .taking("[MODE]", () -> labels)
        .describing(label -> described(label, current.get()));
  }

  /// What a mode means, with a word for the one that is in force; empty for what is no mode.
  static String described(String label, Mode current) {
    for (Mode mode : Mode.values()) {
      if (mode.label().equals(label)) {
        return (mode == current ? "now: " : "") + meaning(mode);
      }
    }
    return "";
  }

  static String meaning(Mode mode) {
    return switch (mode) {
      case PLAN ->
          "it changes nothing; commands see the project read-only and have no network. Where there"
              + " is no sandbox, only those run that provably read.";
      case ASK -> "it asks before every change, and before commands that do more than read.";
      case EDIT -> "it edits files in the project freely and asks before commands that do more.";
      case AUTO ->
          "it edits freely and runs commands that the sandbox keeps inside the project; it asks for"
              + " the network, for folders outside, and before what undo could not take back.";
      case FULL -> "it asks nothing but what your rules want asked.";
    };
  }

  private static void use(Conversation conversation, String value, Switch change)
      throws CommandException {
    conversation.use(change.to(value, conversation.setup()));
  }

  private static void clear(String argument, CommandContext context) {
    context.startOver();
    context.print("A new conversation.");
  }

  static void tools(String argument, CommandContext context) {
    ToolRunner tools = context.conversation().setup().tools();
    var out = new ArrayList<String>();
    var declared = new ArrayList<String>();
    for (ToolSpec tool : tools.specs()) {
      declared.add(tool.name());
      out.add(tool(tool.name(), tool.description()));
    }
    if (out.isEmpty()) {
      out.add("No tool is declared.");
    }
    var shelved = new ArrayList<String>();
    for (Tool<?> tool : tools.shelf().shelved()) {
      if (!declared.contains(tool.name())) {
        shelved.add(tool(tool.name(), tool.description()));
      }
    }
    if (!shelved.isEmpty()) {
      out.add("On the shelf, for the model to take:");
      out.addAll(shelved);
    }
    if (!tools.shelf().off().isEmpty()) {
      out.add("Off (tools.off): " + String.join(", ", tools.shelf().off().keySet()));
    }
    context.print(String.join("\n", out));
  }

  private static String tool(String name, String description) {
    return "  " + name + "  " + Purpose.of(description, MOST_PURPOSE);
  }

  private static void verbose(UsageRenderer usage, CommandContext context) {
    usage.show(usage.showing().other());
    context.print(
        switch (usage.showing()) {
          case SHOWN -> "Each prompt is followed by its usage and time.";
          case SILENT -> "Usage and time are not shown; /usage shows the sum.";
        });
  }
}
