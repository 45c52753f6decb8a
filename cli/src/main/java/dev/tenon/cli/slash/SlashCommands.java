package dev.tenon.cli.slash;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// All commands of the interactive prompt, by name, and what else completion knows. A later
/// declaration replaces an earlier one.
public final class SlashCommands {
  /// Never changed: completion looks while more are declared.
  private volatile Map<String, SlashCommand> commands = Map.of();

  private final Function<String, List<Mention>> mentions;

  public SlashCommands() {
    this(typed -> List.of());
  }

  /// @param mentions completes what follows an `@`
  public SlashCommands(Function<String, List<Mention>> mentions) {
    this.mentions = mentions;
  }

  /// What is like the letters that were typed behind an `@`.
  public List<Mention> mentioned(String typed) {
    return mentions.apply(typed);
  }

  public SlashCommands add(Collection<SlashCommand> more) {
    var all = new LinkedHashMap<>(commands);
    more.forEach(command -> all.put(command.name(), command));
    commands = all;
    return this;
  }

  /// Adds those whose names are free.
  public SlashCommands offer(Collection<SlashCommand> more) {
    var all = new LinkedHashMap<>(commands);
    more.forEach(command -> all.putIfAbsent(command.name(), command));
    commands = all;
    return this;
  }

  public Collection<SlashCommand> all() {
    return commands.values();
  }

  public Optional<SlashCommand> find(String name) {
    return Optional.ofNullable(commands.get(name));
  }

  /// Whether a line is meant as a command. `/usr/bin is full` is not.
  public static boolean isCommand(String line) {
    return line.startsWith("/") && line.length() > 1 && name(line).indexOf('/') < 0;
  }

  /// The name in a line that is a command, without its slash.
  public static String name(String line) {
    int end = 1;
    while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
      end++;
    }
    return line.substring(1, end);
  }

  public static String argument(String line) {
    return line.substring(1 + name(line).length()).strip();
  }

  /// What to say about a name that is no command.
  public String unknown(String name) {
    var near = new ArrayList<String>();
    for (String known : commands.keySet()) {
      if (known.startsWith(name) || (name.length() > 1 && name.startsWith(known))) {
        near.add("/" + known);
      }
    }
    String hint = near.isEmpty() ? "" : " Did you mean " + String.join(" or ", near) + "?";
    return "There is no command /" + name + "." + hint + " /help lists all.";
  }

  /// Every command with its help, aligned.
  public String help() {
    int width = 0;
    for (SlashCommand command : all()) {
      width = Math.max(width, usage(command).length());
    }
    var out = new StringBuilder();
    for (SlashCommand command : all()) {
      String usage = usage(command);
      out.append("  ").append(usage).append(" ".repeat(width - usage.length() + 2));
      out.append(command.help()).append('\n');
    }
    return out.toString();
  }

  private static String usage(SlashCommand command) {
    return "/" + command.name() + (command.parameter().isEmpty() ? "" : " " + command.parameter());
  }

  /// What completion offers for a line that is typed up to here.
  public List<SlashCommand> startingWith(String prefix) {
    return all().stream().filter(command -> command.name().startsWith(prefix)).toList();
  }
}
