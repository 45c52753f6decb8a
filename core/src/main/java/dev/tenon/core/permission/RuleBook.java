package dev.tenon.core.permission;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules of a project as they grow: those of the configuration, those that a person allowed for
/// good, those of this session. Each conversation has one; safe for several threads. What is kept
/// on disk is read when it is first needed.
public final class RuleBook {
  private static final RuleStore.Kept NOTHING = new RuleStore.Kept(List.of(), null);

  private final Rules configured;
  private final @Nullable RuleStore store;
  private final List<Rule> session = new ArrayList<>();
  private final Set<Answered> answered = new HashSet<>();
  private @Nullable Rules all;
  private RuleStore.@Nullable Kept kept;

  /// @param store where answers of "always" are kept; null when nothing is kept
  public RuleBook(Rules configured, @Nullable RuleStore store) {
    this.configured = configured;
    this.store = store;
  }

  /// A book without rules that keeps nothing.
  public static RuleBook empty() {
    return new RuleBook(Rules.NONE, null);
  }

  /// The rules of the configuration alone; they never change.
  public Rules configured() {
    return configured;
  }

  /// All rules in force.
  public synchronized Rules rules() {
    Rules known = all;
    if (known == null) {
      var more = new ArrayList<Rule>();
      more.addAll(kept().rules());
      more.addAll(session);
      known = configured.with(more);
      all = known;
    }
    return known;
  }

  /// Whether the user names this very host with its port, see [Rules#names]: what opens private
  /// addresses to a connection.
  public boolean names(String host, int port) {
    return rules().names(host, port);
  }

  /// What is wrong with the rules that are kept on disk, and what to do: for a warning. None of
  /// them is in force then.
  public synchronized Optional<String> problem() {
    return Optional.ofNullable(kept().problem());
  }

  private RuleStore.Kept kept() {
    RuleStore.Kept known = kept;
    if (known == null) {
      known = store == null ? NOTHING : store.read();
      kept = known;
    }
    return known;
  }

  /// Reads what is kept again when it is next needed.
  private void forgetKept() {
    kept = null;
    all = null;
  }

  /// Whether a person allowed exactly this for the session.
  synchronized boolean answered(String tool, Access access) {
    return answered.contains(new Answered(tool, access));
  }

  /// What a person allowed exactly. Compared by its parts: names from outside could make two
  /// different things look alike as texts.
  private record Answered(String tool, Access access) {}

  /// A person allowed this, and what the rules say, for the session.
  synchronized void allowForSession(String tool, Access access, List<Rule> rules) {
    answered.add(new Answered(tool, access));
    for (Rule rule : rules) {
      session.add(new Rule(Verdict.ALLOW, rule.subject(), rule.pattern(), Rule.Source.SESSION));
    }
    forgetKept();
  }

  /// A person allowed this for good. Answers what they should know of it.
  synchronized String allowAlways(String tool, Access access, List<Rule> rules) {
    allowForSession(tool, access, rules);
    var texts = new ArrayList<String>();
    for (Rule rule : rules) {
      texts.add(rule.text());
    }
    String what = String.join(", ", texts);
    if (store == null || rules.isEmpty()) {
      return "allowed for this session: " + what;
    }
    try {
      store.keep(rules);
      session.removeIf(rule -> isAnswer(rule) && texts.contains(rule.text()));
      forgetKept();
      return "allowed in this project from now on: " + what + "; 'tenon permissions' lists it";
    } catch (RuleStore.UnusableException corrupt) {
      return "allowed for this session only: " + corrupt.getMessage();
    } catch (IOException unwritable) {
      return "allowed for this session only, because "
          + store.file()
          + " cannot be written: "
          + unwritable.getMessage();
    }
  }

  /// A person has written this rule down, where the next start finds it; it holds from now on.
  public synchronized void add(Rule rule) {
    session.add(rule);
    forgetKept();
  }

  /// A person has taken this rule out of where it was written. What was added of it in this session
  /// holds no more; an answer that allowed the same, and rules of the same words with another
  /// effect, stay.
  public synchronized void withdraw(Rule rule) {
    session.removeIf(
        each ->
            each.effect() == rule.effect()
                && each.source().kind() == rule.source().kind()
                && each.text().equals(rule.text()));
    forgetKept();
  }

  /// Takes back what a person allowed with an answer. Answers whether there was one; rules that are
  /// written somewhere stay, whatever their effect.
  public synchronized boolean remove(String rule) throws IOException {
    boolean was = session.removeIf(each -> isAnswer(each) && each.text().equals(rule));
    // An answer for exactly one command would outlive the rule that came with it.
    answered.clear();
    forgetKept();
    if (store != null) {
      was |= store.forget(rule);
      forgetKept();
    }
    return was;
  }

  private static boolean isAnswer(Rule rule) {
    return rule.effect() == Verdict.ALLOW && rule.source().kind() == Rule.Source.Kind.SESSION;
  }
}
