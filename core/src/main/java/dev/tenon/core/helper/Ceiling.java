package dev.tenon.core.helper;

import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.AskedPaths;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.permission.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a helper may do: the stricter of two judgements, the person's and the agent's own. The
/// person's is asked for at each access, so that it is the one of that moment, whatever the mode
/// was when the helper began. Safe for several threads.
public final class Ceiling implements Policy {
  private final String agent;
  private final Supplier<? extends Policy> person;
  private final Policy own;
  private final @Nullable Listed commands;

  /// The commands that an agent may run.
  ///
  /// @param prefixes as they are told
  /// @param judge allows what begins with one of them by a rule, and asks about the rest
  public record Listed(List<String> prefixes, Policy judge) {}

  /// @param own never asked to widen anything
  /// @param commands null for any
  public Ceiling(
      String agent, Supplier<? extends Policy> person, Policy own, @Nullable Listed commands) {
    this.agent = agent;
    this.person = person;
    this.own = own;
    this.commands = commands;
  }

  @Override
  public Decision decide(String tool) {
    Decision first = person.get().decide(tool);
    return first instanceof Decision.Deny ? first : stricter(first, own.decide(tool));
  }

  @Override
  public Decision decide(String tool, Access access) {
    Decision first = person.get().decide(tool, access);
    if (first instanceof Decision.Deny) {
      return first;
    }
    if (commands != null && access instanceof Access.Execute && !isListed(tool, access)) {
      return new Decision.Deny(
          "the agent "
              + agent
              + " may run only what begins with: "
              + String.join(", ", commands.prefixes())
              + "; another agent, or the conversation itself, may do more");
    }
    Decision both = stricter(first, own.decide(tool, access));
    return access instanceof Access.Execute command
            && command.need().isEmpty()
            && own.keepsOffline(tool, command)
        ? offline(both)
        : both;
  }

  /// The same without the network that rules of the person give: a command that turns out to need
  /// it is decided about once more, and then the agent's own rule is asked.
  private static Decision offline(Decision decision) {
    return switch (decision) {
      case Decision.Allow allow ->
          new Decision.Allow(allow.because(), allow.parts(), offline(allow.reach()), allow.by());
      case Decision.Ask ask -> ask.reaching(offline(ask.reach()));
      case Decision.Deny deny -> deny;
    };
  }

  private static Reach offline(Reach reach) {
    return reach.network() == Reach.Network.ALL
        ? new Reach(reach.files(), Reach.Network.USUAL, reach.folders())
        : reach;
  }

  /// Whether every command of the line is allowed by one of the prefixes.
  private boolean isListed(String tool, Access access) {
    Listed listed = commands;
    if (listed == null) {
      return true;
    }
    Decision decision = listed.judge.decide(tool, access);
    if (!(decision instanceof Decision.Allow)) {
      return false;
    }
    boolean any = false;
    for (CommandPart part : decision.parts()) {
      if (part.kind() == CommandPart.Kind.COMMAND) {
        any = true;
        if (part.verdict() != Verdict.ALLOW || part.rule().isEmpty()) {
          return false;
        }
      }
    }
    return any;
  }

  private Decision stricter(Decision first, Decision second) {
    return switch (second) {
      case Decision.Allow ignored -> first;
      case Decision.Deny deny ->
          new Decision.Deny(
              deny.reason() + " (the agent " + agent + " says so)", deny.because(), deny.parts());
      case Decision.Ask ask -> first instanceof Decision.Ask ? first : ask.reaching(reach(first));
    };
  }

  private static Reach reach(Decision first) {
    return first instanceof Decision.Allow allow ? allow.reach() : Reach.USUAL;
  }

  @Override
  public AskedPaths askedReads(String tool) {
    AskedPaths asked = person.get().askedReads(tool);
    return asked.isEmpty() ? own.askedReads(tool) : asked.and(own.askedReads(tool));
  }

  @Override
  public Optional<String> allowed(
      String tool, Access access, Decision.Ask ask, Approver.Answer answer) {
    if (own.decide(tool, access) instanceof Decision.Ask) {
      own.allowed(tool, access, ask.offering(List.of()), Approver.Answer.SESSION);
    }
    return person.get().allowed(tool, access, ask, answer);
  }
}
