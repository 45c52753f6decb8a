package dev.tenon.cli.slash;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// All commands of the interactive prompt, by name, and what else completion knows. A later
/// declaration replaces an earlier one.
public final class SlashCommands {
  /// Columns of a command and what it takes; what is longer has a row of its own in the help.
  private static final int WIDEST_USAGE = 24;

  /// What people want most, as the menu offers it; all others follow as they were declared.
  private static final List<String> COMMON =
      List.of(
          "model",
          "mode",
          "undo",
          "diff",
          "review",
          "resume",
          "clear",
          "compact",
          "rewind",
          "tree",
          "settings",
          "help");

  /// What nobody looks for in a menu.
  private static final List<String> LAST = List.of("exit", "quit");

  /// Never changed: completion looks while more are declared.
  private volatile Map<String, SlashCommand> commands = Map.of();

  /// Those that come and go.
  private volatile Supplier<List<SlashCommand>> passing = List::of;

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

  /// Asks for more whenever somebody looks; they give way to others of their name.
  public SlashCommands passing(Supplier<List<SlashCommand>> more) {
    passing = more;
    return this;
  }

  private Map<String, SlashCommand> now() {
    List<SlashCommand> more = passing.get();
    if (more.isEmpty()) {
      return commands;
    }
    var all = new LinkedHashMap<>(commands);
    more.forEach(command -> all.putIfAbsent(command.name(), command));
    return all;
  }

  public Collection<SlashCommand> all() {
    return now().values();
  }

  public Optional<SlashCommand> find(String name) {
    return Optional.ofNullable(now().get(name));
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
    for (String known : now().keySet()) {
      if (known.startsWith(name)
          || (name.length() > 1 && name.startsWith(known))
          || isSlip(name, known)) {
        near.add("/" + known);
      }
    }
    String hint = near.isEmpty() ? "" : " Did you mean " + String.join(" or ", near) + "?";
    return "There is no command /" + name + "." + hint + " /help lists all.";
  }

  /// Whether one is the other with a letter or two wrong: left out, doubled, or in the wrong place.
  static boolean isSlip(String typed, String meant) {
    int allowed = meant.length() < 4 ? 1 : 2;
    if (Math.abs(typed.length() - meant.length()) > allowed || typed.length() < 3) {
      return false;
    }
    int[] before = new int[meant.length() + 1];
    int[] earlier = before;
    for (int j = 0; j <= meant.length(); j++) {
      before[j] = j;
    }
    for (int i = 1; i <= typed.length(); i++) {
      int[] now = new int[meant.length() + 1];
      now[0] = i;
      for (int j = 1; j <= meant.length(); j++) {
        boolean same = typed.charAt(i - 1) == meant.charAt(j - 1);
        now[j] = Math.min(Math.min(now[j - 1], before[j]) + 1, before[j - 1] + (same ? 0 : 1));
        boolean turned =
            i > 1
                && j > 1
                && typed.charAt(i - 1) == meant.charAt(j - 2)
                && typed.charAt(i - 2) == meant.charAt(j - 1);
        if (turned) {
          now[j] = Math.min(now[j], earlier[j - 2] + 1);
        }
      }
      earlier = before;
      before = now;
    }
    return before[meant.length()] <= allowed;
  }

  /// Every command with its help, aligned.
  public String help() {
    int width = 0;
    for (SlashCommand command : all()) {
      int length = usage(command).length();
      width = length > WIDEST_USAGE ? width : Math.max(width, length);
    }
    var out = new StringBuilder();
    for (SlashCommand command : all()) {
      String usage = usage(command);
      out.append("  ").append(usage);
      if (usage.length() > width) {
        out.append('\n').repeat(' ', width + 4);
      } else {
        out.repeat(' ', width - usage.length() + 2);
      }
      out.append(command.help()).append('\n');
    }
    return out.toString();
  }

  private static String usage(SlashCommand command) {
    return "/" + command.name() + (command.parameter().isEmpty() ? "" : " " + command.parameter());
  }

  /// What completion offers for a line that is typed up to here.
  public List<SlashCommand> startingWith(String prefix) {
    List<SlashCommand> begun =
        all().stream()
            .filter(command -> command.name().startsWith(prefix))
            .sorted(Comparator.comparingInt(SlashCommands::place))
            .toList();
    if (!begun.isEmpty() || prefix.length() < 2) {
      return begun;
    }
    var near = new ArrayList<SlashCommand>();
    for (SlashCommand command : all()) {
      if (hasLetters(command.name(), prefix) || isSlip(prefix, command.name())) {
        near.add(command);
      }
    }
    return near;
  }

  private static int place(SlashCommand command) {
    int common = COMMON.indexOf(command.name());
    return common >= 0 ? common : COMMON.size() + (LAST.contains(command.name()) ? 1 : 0);
  }

  /// Whether the letters are in the name in their order, beginning with its first.
  private static boolean hasLetters(String name, String letters) {
    int at = 0;
    for (int i = 0; i < name.length() && at < letters.length(); i++) {
      at += name.charAt(i) == letters.charAt(at) ? 1 : 0;
      if (i == 0 && at == 0) {
        return false;
      }
    }
    return at == letters.length();
  }
}
