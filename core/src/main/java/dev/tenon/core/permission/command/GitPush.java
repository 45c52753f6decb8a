package dev.tenon.core.permission.command;

import java.util.List;

/// Whether a call of git overwrites what others have pushed. A push that looks first
/// (`--force-with-lease`) does not, nor does one that deletes a branch.
final class GitPush {
  private GitPush() {}

  /// @param arguments what follows `git`, in lower case
  static boolean overwrites(List<String> arguments) {
    List<String> push = push(arguments);
    boolean value = false;
    for (String word : push.isEmpty() ? push : push.subList(1, push.size())) {
      boolean option = word.startsWith("-") && !value;
      boolean forced =
          word.startsWith("--")
              ? word.equals("--mirror") || (word.length() > 4 && "--force".startsWith(word))
              : bundled(word);
      if ((option && forced) || (!value && word.length() > 1 && word.startsWith("+"))) {
        return true;
      }
      value =
          option
              && (word.equals("-o")
                  || word.equals("--push-option")
                  || word.equals("--repo")
                  || word.equals("--receive-pack")
                  || word.equals("--exec"));
    }
    return false;
  }

  /// Whether letters in one word hold `f`; what follows an `o` is its value.
  private static boolean bundled(String word) {
    int force = word.indexOf('f');
    int value = word.indexOf('o');
    return force > 0 && (value < 0 || value > force);
  }

  /// What begins with the subcommand `push`; nothing when git does something else. Where options
  /// stand in front that are not known to stand alone, `push` may be anywhere.
  private static List<String> push(List<String> arguments) {
    int at = 0;
    while (at < arguments.size() && arguments.get(at).startsWith("-")) {
      String option = arguments.get(at);
      boolean valued = option.equals("-c") || option.equals("--git-dir");
      boolean alone = option.indexOf('=') > 0 || option.equals("-p") || option.startsWith("--no-");
      if (!valued && !alone) {
        at = Math.max(at, arguments.indexOf("push"));
        break;
      }
      at += valued ? 2 : 1;
    }
    boolean pushes =
        at < arguments.size()
            && (arguments.get(at).equals("push") || arguments.get(at).equals("send-pack"));
    return pushes ? arguments.subList(at, arguments.size()) : List.of();
  }
}
