package dev.tenon.core.permission;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The last line before a shell: patterns that no agent has a reason to run. It looks at the words
/// of each simple command, with case and white space evened out and flags in any order. It is a
/// seat belt against accidents, not a sandbox.
final class CommandGuard {
  private CommandGuard() {}

  /// What is dangerous about the command, if anything is.
  static Optional<String> danger(String command) {
    String even = command.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").strip();
    if (even.replace(" ", "").contains(":(){:|:&};:")) {
      return Optional.of("it is a fork bomb");
    }
    if (even.matches(".*>\\s?/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk).*")) {
      return Optional.of("it writes to a disk device");
    }
    for (String simple : even.split("\\|\\||&&|[;|&\\n`]|\\$\\(|\\(|\\)", -1)) {
      Optional<String> danger = simpleDanger(words(simple));
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }

  private static List<String> words(String simple) {
    return List.of(
        simple.replace("\"", "").replace("'", "").replace("\\", "").strip().split(" ", -1));
  }

  private static Optional<String> simpleDanger(List<String> words) {
    for (int at = 0; at < words.size(); at++) {
      List<String> rest = words.subList(at + 1, words.size());
      String name = words.get(at).substring(words.get(at).lastIndexOf('/') + 1);
      Optional<String> danger = commandDanger(name, rest);
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> commandDanger(String name, List<String> arguments) {
    if (name.equals("mkfs") || name.startsWith("mkfs.")) {
      return Optional.of("it formats a file system");
    }
    return switch (name) {
      case "rm" ->
          flag(arguments, 'r', "--recursive") && aimsAtEverything(arguments)
              ? Optional.of("it removes everything")
              : Optional.empty();
      case "dd" ->
          arguments.stream().anyMatch(word -> word.startsWith("of=/dev/") && !harmless(word))
              ? Optional.of("it writes to a device")
              : Optional.empty();
      case "chmod", "chown" ->
          (flag(arguments, 'r', "--recursive") || arguments.contains("777"))
                  && aimsAtEverything(arguments)
              ? Optional.of("it changes the permissions of everything")
              : Optional.empty();
      case "git" -> {
        int push = arguments.indexOf("push");
        List<String> flags = push < 0 ? List.of() : arguments.subList(push, arguments.size());
        yield flag(flags, 'f', "--force")
            ? Optional.of("it overwrites the history of a remote")
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static boolean harmless(String word) {
    return word.equals("of=/dev/null") || word.equals("of=/dev/stdout");
  }

  private static boolean flag(List<String> arguments, char letter, String name) {
    return arguments.stream()
        .anyMatch(
            word ->
                word.equals(name)
                    || (word.length() > 1
                        && word.charAt(0) == '-'
                        && word.charAt(1) != '-'
                        && word.indexOf(letter) > 0));
  }

  private static boolean aimsAtEverything(List<String> arguments) {
    return arguments.stream()
        .anyMatch(
            word ->
                word.matches("/+\\.?\\*?")
                    || word.matches("(~|\\$home|\\$\\{home\\})/?\\*?")
                    || word.equals("--no-preserve-root"));
  }
}
