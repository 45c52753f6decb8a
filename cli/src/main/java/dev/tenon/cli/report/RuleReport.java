package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.permission.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The rules in force as people read them; for the command and for the terminal.
public final class RuleReport {
  private RuleReport() {}

  /// A rule could not be removed; the message says why and what to do.
  public static final class NotRemovedException extends Exception {
    private static final long serialVersionUID = 1;

    NotRemovedException(String message) {
      super(message, null, false, false);
    }
  }

  /// The mode and a table of the rules, the strictest first.
  public static String of(Rules rules, Mode mode, Page.Reach reach) {
    var out = new StringBuilder("mode ").append(mode.label()).append('\n');
    var rows = new ArrayList<List<String>>();
    for (Verdict effect : List.of(Verdict.DENY, Verdict.ASK, Verdict.ALLOW)) {
      for (Rule rule : rules.all()) {
        if (rule.effect() == effect) {
          rows.add(List.of(effect.label(), rule.text(), rule.source().where()));
        }
      }
    }
    return out.append(
            rows.isEmpty() ? "no rules; the mode alone decides\n" : TextTable.of(rows, reach))
        .toString();
  }

  /// Takes back a rule that was allowed with an answer.
  public static void remove(RuleBook book, String text) throws IOException, NotRemovedException {
    String rule = text.strip();
    if (book.remove(rule)) {
      return;
    }
    for (Rule each : book.rules().all()) {
      if (each.text().equals(rule)) {
        throw written(each);
      }
    }
    throw new NotRemovedException("there is no rule " + rule + "; 'tenon permissions' lists them");
  }

  /// What there is to say of a rule that no answer has made.
  public static NotRemovedException written(Rule rule) {
    String where = rule.source().where();
    return new NotRemovedException(
        rule.source().kind() == Rule.Source.Kind.BUILTIN
            ? "the rule " + rule.text() + " is " + where + " and stays"
            : "the rule " + rule.text() + " is written at " + where + "; remove it there");
  }
}
