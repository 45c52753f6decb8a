package dev.tenon.cli.command;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.problem.SetupException;
import java.util.List;
import java.util.Optional;

/// What `tenon permissions check` is asked about when it is no command: a connection or a tool
/// outside, written as a rule for just that would be. No shell takes such a word for a command.
///
/// @param text as it was given
record CheckedAccess(String text, Access access) {
  private static final String READS = "read-only";

  static Optional<CheckedAccess> of(List<String> words) throws SetupException {
    String text = words.getFirst().strip();
    boolean connect = text.startsWith(Rule.CONNECT + "(");
    boolean outside = text.startsWith(Rule.MCP + "(");
    boolean whole = words.size() == 1 || (outside && words.size() == 2);
    if (!whole || !text.endsWith(")") || !(connect || outside)) {
      return Optional.empty();
    }
    if (words.size() == 2 && !words.getLast().equals(READS)) {
      throw SetupException.usage(
          "'" + words.getLast() + "' behind " + text + " means nothing; " + READS + " would");
    }
    try {
      Rule rule = Rule.of(Verdict.ALLOW, text, Rule.Source.SESSION);
      if (rule.pattern().indexOf('*') >= 0) {
        throw SetupException.usage(
            text + " speaks of many; 'tenon permissions check' asks about one, without a *");
      }
      return Optional.of(
          new CheckedAccess(
              text, connect ? connection(rule.pattern()) : tool(rule.pattern(), words.size())));
    } catch (RuleException wrong) {
      throw SetupException.usage(String.valueOf(wrong.getMessage()));
    }
  }

  private static Access connection(String pattern) throws SetupException {
    int colon = pattern.lastIndexOf(':');
    if (colon < 0 || pattern.endsWith("]")) {
      throw SetupException.usage(
          "connect("
              + pattern
              + ") has no port, which a connection has; write connect("
              + pattern
              + ":443)");
    }
    return new Access.Connect(
        pattern.substring(0, colon), Integer.parseInt(pattern.substring(colon + 1)));
  }

  private static Access tool(String pattern, int words) throws SetupException {
    int slash = pattern.indexOf('/');
    if (slash < 0) {
      throw SetupException.usage(
          "mcp(" + pattern + ") names no tool; write mcp(" + pattern + "/TOOL)");
    }
    return new Access.Outside(
        pattern.substring(0, slash),
        pattern.substring(slash + 1),
        words == 2 ? Access.Outside.Effect.READS : Access.Outside.Effect.CHANGES);
  }
}
