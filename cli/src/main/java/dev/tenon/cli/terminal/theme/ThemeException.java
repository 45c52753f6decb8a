package dev.tenon.cli.terminal.theme;

import java.util.List;

/// A theme that cannot be used. Each problem is one line that names the file and the place in it.
public final class ThemeException extends Exception {
  private static final long serialVersionUID = 1L;

  private static final int LONGEST = 200;

  private final transient List<String> problems;

  public ThemeException(List<String> problems) {
    super(
        beginning(problems.getFirst())
            + (problems.size() == 1 ? "" : " (and " + more(problems.size() - 1) + ")"));
    this.problems = List.copyOf(problems);
  }

  /// A theme may lack dozens of tokens.
  private static String beginning(String problem) {
    return problem.length() <= LONGEST ? problem : problem.substring(0, LONGEST).strip() + "…";
  }

  private static String more(int count) {
    return count == 1 ? "one more problem" : count + " more problems";
  }

  public ThemeException(String problem) {
    this(List.of(problem));
  }

  /// Everything that is wrong.
  public List<String> problems() {
    return problems;
  }

  /// What is wrong, in one line.
  public String line() {
    return String.valueOf(getMessage());
  }
}
