package dev.tenon.core.exec.shell;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which variables of this program's own environment commands inherit. What a command sets itself,
/// or the model for it, does not pass here.
///
/// @param hidden what no command gets unless it is named: the keys of models
/// @param named what the user gives on top of what is safe; `*` at the end of a name stands for any
///   rest, but brings nothing that looks like a secret
public record VariableFilter(Scope scope, Set<String> hidden, List<String> named) {
  /// Everything there is.
  public static final VariableFilter OPEN =
      new VariableFilter(Scope.EVERYTHING, Set.of(), List.of());

  /// How many withheld variables a note names.
  private static final int MOST_NAMED = 5;

  public enum Scope {
    EVERYTHING,
    /// What is known to be harmless and useful.
    SAFE,
    /// Paths, the person's name, the locale and the terminal.
    ESSENTIAL
  }

  public VariableFilter {
    hidden = Set.copyOf(hidden);
    named = List.copyOf(named);
  }

  /// The same without these variables.
  public VariableFilter hiding(Set<String> more) {
    var all = new HashSet<>(hidden);
    all.addAll(more);
    return new VariableFilter(scope, all, named);
  }

  /// Only what is safe, and what the user names.
  public VariableFilter onlySafeAnd(List<String> names) {
    return new VariableFilter(Scope.SAFE, hidden, names);
  }

  /// Only what no program can do without, and what the user names.
  public VariableFilter onlyEssentialAnd(List<String> names) {
    return new VariableFilter(Scope.ESSENTIAL, hidden, names);
  }

  /// Whether it holds a key of a model that the user did not name.
  boolean hides(String name) {
    return hidden.contains(name) && !named.contains(name);
  }

  /// Whether a command inherits this variable.
  boolean passes(String name, String value) {
    if (named.contains(name)) {
      return true;
    }
    if (hides(name)) {
      return false;
    }
    if (scope == Scope.EVERYTHING || SafeVariables.isEssential(name)) {
      return true;
    }
    if (scope == Scope.ESSENTIAL) {
      return name.startsWith("LC_") || isMeant(name);
    }
    return (SafeVariables.contains(name) || isMeant(name)) && !SecretSigns.inValue(value);
  }

  /// Whether a pattern of the user's brings this variable. One that is not about a family of
  /// secrets (`*`, `A*`) brings nothing of it.
  private boolean isMeant(String name) {
    for (String pattern : named) {
      if (pattern.endsWith("*")) {
        String beginning = pattern.substring(0, pattern.length() - 1);
        if (name.startsWith(beginning)
            && !SecretSigns.inName(name)
            && beginning.startsWith(SecretSigns.family(name))) {
          return true;
        }
      }
    }
    return false;
  }

  /// Takes out what commands do not get.
  void apply(Map<String, String> environment) {
    // No lambda, because the first command waits for it.
    for (var all = environment.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<String, String> each = all.next();
      if (!passes(each.getKey(), each.getValue())) {
        all.remove();
      }
    }
  }

  /// What to say to a command that failed: which of the variables that it or its output speaks of
  /// were withheld. Names only.
  ///
  /// @param environment this program's own
  List<String> notes(
      Map<String, String> environment, int exitCode, Shell.Command command, String output) {
    if (exitCode == 0 || scope == Scope.EVERYTHING) {
      return List.of();
    }
    var withheld = new ArrayList<String>();
    for (Map.Entry<String, String> each : environment.entrySet()) {
      String name = each.getKey();
      boolean spokenOf = speaksOf(command.line(), name) || speaksOf(output, name);
      if (spokenOf
          && withheld.size() < MOST_NAMED
          && !command.environment().containsKey(name)
          && !CommandProcessBuilder.NOBODY_THERE.containsKey(name)
          && !passes(name, each.getValue())) {
        withheld.add(name);
      }
    }
    if (withheld.isEmpty()) {
      return List.of();
    }
    withheld.sort(null);
    String names = String.join(", ", withheld);
    boolean one = withheld.size() == 1;
    return List.of(
        names
            + (one ? " was" : " were")
            + " withheld from the command; the user can name "
            + (one ? "it" : "them")
            + " in commands.environment");
  }

  /// Whether a text has the variable's name. A plain word such as `MAIL` has to look like one.
  private static boolean speaksOf(String text, String name) {
    boolean plain = name.indexOf('_') < 0 && !SecretSigns.inName(name);
    for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      int end = at + name.length();
      char before = at == 0 ? ' ' : text.charAt(at - 1);
      boolean begins = plain ? "${'\"".indexOf(before) >= 0 : !isOfName(before);
      if (begins && (end == text.length() || !isOfName(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfName(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }
}
