package dev.tenon.cli.args;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A whole command line as data: parser, help and completions read it and nothing else.
///
/// @param main what happens without a command; its options are those of the bare program
/// @param shared options that every command takes
public record Grammar(
    String program,
    String summary,
    Command main,
    List<Command> commands,
    List<Option> shared,
    List<Variable> environment) {

  /// The long name of the option that asks for help: with it, an incomplete command line is no
  /// mistake.
  static final String HELP = "help";

  /// An environment variable, for help.
  public record Variable(String name, String description) {}

  public @Nullable Command command(String name) {
    for (Command command : commands) {
      if (command.name().equals(name)) {
        return command;
      }
    }
    return null;
  }

  /// The option of that long name, whichever command has it.
  public @Nullable Option option(String name) {
    for (Option option : shared) {
      if (option.isCalled(name)) {
        return option;
      }
    }
    for (Option option : main.options()) {
      if (option.isCalled(name)) {
        return option;
      }
    }
    for (Command command : commands) {
      for (Option option : command.options()) {
        if (option.isCalled(name)) {
          return option;
        }
      }
    }
    return null;
  }

  /// The option of that short name. Only the options of the bare program and the shared ones have
  /// one.
  public @Nullable Option option(char letter) {
    for (Option option : shared) {
      if (option.letter() == letter) {
        return option;
      }
    }
    for (Option option : main.options()) {
      if (option.letter() == letter) {
        return option;
      }
    }
    return null;
  }

  /// Whether a command takes an option.
  public boolean accepts(Command command, Option option) {
    return contains(command.options(), option) || contains(shared, option);
  }

  // By name: a record's own equals is linked at its first use, which start-up would pay for.
  private static boolean contains(List<Option> options, Option wanted) {
    for (Option option : options) {
      if (option.name().equals(wanted.name())) {
        return true;
      }
    }
    return false;
  }

  /// The options a command takes: its own, then the shared ones.
  public List<Option> options(Command command) {
    var all = new ArrayList<>(command.options());
    all.addAll(shared);
    return all;
  }

  /// Every option once.
  public List<Option> allOptions() {
    var all = options(main);
    for (Command command : commands) {
      for (Option option : command.options()) {
        if (!contains(all, option)) {
          all.add(option);
        }
      }
    }
    return all;
  }

  List<String> commandNames() {
    var names = new ArrayList<String>();
    for (Command command : commands) {
      names.add(command.name());
    }
    return names;
  }

  /// What a person types to start a command.
  String invocation(Command command) {
    return command.name().isEmpty() ? program : program + " " + command.name();
  }
}
