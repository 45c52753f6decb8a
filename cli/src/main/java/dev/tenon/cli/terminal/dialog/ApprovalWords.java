package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What is asked and answered, in words: the same in a dialog and in plain lines.
public final class ApprovalWords {
  private static final int BRAILLE_BLANK = 0x2800;

  /// Stands between rules that can be changed.
  static final String BETWEEN = "; ";

  private ApprovalWords() {}

  /// What a tool wants to do, without what it wants to do it with.
  public static String verb(Access access) {
    return switch (access) {
      case Access.Read ignored -> "wants to read";
      case Access.Write ignored -> "wants to write";
      case Access.Execute execute ->
          execute
              .need()
              .map(need -> "was stopped by the sandbox: it " + need.describe() + ". Run again")
              .orElse("wants to run");
      case Access.Connect ignored -> "wants to connect to";
      case Access.Use ignored -> "wants to be used:";
      case Access.Delegate ignored -> "wants to work with";
      case Access.Outside outside ->
          outside.effect() == Access.Outside.Effect.READS
              ? "wants to call a tool outside, which is said to read only"
              : "wants to call a tool outside";
    };
  }

  /// What it wants to do it with, exactly as it is.
  public static String object(Access access) {
    return switch (access) {
      case Access.Read read -> read.path();
      case Access.Write write -> write.path();
      case Access.Execute execute -> execute.line();
      case Access.Connect connect -> connect.address();
      case Access.Use use -> use.tool();
      case Access.Delegate delegate -> delegate.helpers() + " helpers for this prompt";
      case Access.Outside outside -> outside.name();
    };
  }

  /// The folder in which a command would run, unless it is the root; otherwise nothing.
  public static String folder(Access access) {
    return access instanceof Access.Execute execute && !execute.inRoot() ? execute.folder() : "";
  }

  /// One of the things that a command line consists of, on one line.
  public static String part(CommandPart part) {
    return oneLine(
        switch (part.kind()) {
          case COMMAND -> part.text();
          case WRITE -> "writes " + part.text();
          case READ -> "reads " + part.text();
          case VARIABLE -> "sets " + part.text();
          case UNKNOWN -> "(not understood)";
        });
  }

  /// Why it is asked, each reason once; empty if nobody says, or where the parts of a command say
  /// it.
  public static String reasons(Approver.Question question) {
    Set<String> reasons = new LinkedHashSet<>();
    for (Approver.Question.Item item : question.items()) {
      reasons.add(oneLine(item.ask().because()));
    }
    reasons.remove("");
    if (question.items().size() == 1) {
      List<CommandPart> parts = question.items().getFirst().ask().parts();
      if (parts.size() > 1) {
        parts.forEach(part -> reasons.remove(oneLine(part.because())));
      }
    }
    return String.join("; ", reasons);
  }

  /// What an answer for longer allows, in words.
  public static String lasting(Approver.Question question) {
    String offers = texts(question.offers(), ", ");
    if (question.canLast()) {
      return offers;
    }
    return offers.isEmpty() ? "exactly this" : offers + ", and exactly the rest of this";
  }

  /// Why there is no answer for good, where there is none.
  public static String fleeting(Approver.Question question) {
    return question.canLast() ? "" : "no always: no rule says just this";
  }

  public static String texts(List<Rule> rules, String between) {
    var out = new StringBuilder();
    for (Rule rule : rules) {
      out.append(out.isEmpty() ? "" : between).append(oneLine(rule.text()));
    }
    return out.toString();
  }

  /// A text on its line, with everything in it visible.
  public static String oneLine(String text) {
    return blanks(SafeText.cell(text.strip(), Page.Reach.LIVE));
  }

  /// The text with every blank spelled out that looks like a space and is none for a shell.
  static String blanks(String text) {
    if (text.chars().noneMatch(ApprovalWords::isOtherBlank)) {
      return text;
    }
    var out = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (isOtherBlank(c)) {
                out.append(String.format(Locale.ROOT, "<U+%04X>", c));
              } else {
                out.append((char) c);
              }
            });
    return out.toString();
  }

  static int countBlanks(String text) {
    return (int) text.chars().filter(ApprovalWords::isOtherBlank).count();
  }

  private static boolean isOtherBlank(int c) {
    return c == BRAILLE_BLANK || (c != ' ' && Character.getType(c) == Character.SPACE_SEPARATOR);
  }

  /// Whether the offered rules can be told apart again after somebody has written in them.
  public static boolean canChange(Approver.Question question) {
    for (Rule rule : question.offers()) {
      if (rule.text().contains(BETWEEN.strip()) || !rule.text().equals(oneLine(rule.text()))) {
        return false;
      }
    }
    return !question.offers().isEmpty();
  }

  /// The rules that the person has written, about the same kind of thing as those that were
  /// offered: an answer about a command cannot open a file by a slip.
  public static List<Rule> rules(String text, Approver.Question question) throws RuleException {
    var subjects = new ArrayList<String>();
    question.offers().forEach(rule -> subjects.add(rule.subject()));
    var rules = new ArrayList<Rule>();
    for (String each : text.split(BETWEEN.strip(), -1)) {
      if (each.isBlank()) {
        continue;
      }
      Rule rule = Rule.of(Verdict.ALLOW, each.strip(), Rule.Source.SESSION);
      if (!subjects.contains(rule.subject())) {
        throw new RuleException(
            "'" + rule.text() + "' is not about " + String.join(" or ", subjects));
      }
      rules.add(rule);
    }
    if (rules.isEmpty()) {
      throw new RuleException("no rule is left");
    }
    return rules;
  }
}
