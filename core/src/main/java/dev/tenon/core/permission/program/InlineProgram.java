package dev.tenon.core.permission.program;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Programs that stand on the command line itself, such as `python3 -c TEXT`: some do nothing that
/// could fail.
final class InlineProgram {
  private static final Map<String, Set<String>> OPTIONS =
      Map.of(
          "python", Set.of("-c"),
          "python3", Set.of("-c"),
          "node", Set.of("-e", "--eval", "-p", "--print"),
          "bun", Set.of("-e", "--eval"),
          "deno", Set.of("eval"),
          "perl", Set.of("-e", "-E"),
          "ruby", Set.of("-e"),
          "php", Set.of("-r"));

  /// A statement that cannot fail, whatever the project is like.
  private static final Pattern IDLE =
      Pattern.compile(
          "pass|true|True|None|null|\\d+|'[^']*'|\"[^\"]*\"|(import|from|use|require) ?[\\w"
              + " .,'\"()]*|(print|puts|echo|say|console\\.log|printf?)["
              + " (]*('[^']*'|\"[^\"]*\"|[\\d.]*)[ )]*|((sys\\.|os\\._|process\\.)?exit|quit|die)["
              + " (]*0?[ )]*");

  /// Modules that are always there.
  private static final Pattern OWN =
      Pattern.compile(
          "(import|from|use|require)[ ('\"]*(sys|os|re|json|time|strict|warnings)\\b.*");

  /// Runs other programs, and what tells how they ended.
  private static final Pattern STARTS =
      Pattern.compile("\\b(subprocess\\.(run|call|Popen|getoutput)|os\\.(system|popen))\\s*\\(");

  private static final Pattern LISTENS =
      Pattern.compile("check\\s*=\\s*True|returncode|exit\\s*\\(|\\b(assert|raise)\\b");

  private InlineProgram() {}

  /// Why such a call proves nothing; empty if it may.
  ///
  /// @param arguments of the program, with marks where they are known only when it runs
  static Optional<String> constant(String program, List<String> arguments) {
    Set<String> options = OPTIONS.getOrDefault(program, Set.of());
    for (int i = 0; i + 1 < arguments.size(); i++) {
      if (options.contains(arguments.get(i))) {
        String text = arguments.get(i + 1);
        if (STARTS.matcher(text).find() && !LISTENS.matcher(text).find()) {
          return Optional.of("'" + program + "' starts something and ignores how it ended");
        }
        return isIdle(text)
            ? Optional.of("what '" + program + "' is given to run cannot fail")
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /// Whether no statement of a text can fail.
  static boolean isIdle(String text) {
    for (String each : text.split("[;\n]", -1)) {
      String statement = each.strip();
      boolean idle =
          statement.isEmpty()
              || statement.startsWith("#")
              || statement.startsWith("//")
              || (IDLE.matcher(statement).matches()
                  && (!statement.matches("(import|from|use|require)\\b.*")
                      || OWN.matcher(statement).matches()));
      if (!idle) {
        return false;
      }
    }
    return true;
  }

  /// Whether a program reads what it runs from its input.
  static boolean readsInput(String program, List<String> arguments) {
    return OPTIONS.containsKey(program)
        && (arguments.isEmpty() || arguments.getFirst().equals("-"));
  }
}
