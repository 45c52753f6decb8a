package dev.tenon.core.helper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.permission.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The network of a helper's commands: what rules of the person open for them, rules of the agent
/// close again.
class CeilingTest {
  private static final Access.Execute COMMAND = new Access.Execute("curl https://example.org/x");

  @TempDir Path folder;

  private ModePolicy policy(Mode mode, Enforcement enforcement, String... rules) throws Exception {
    var read = new ArrayList<Rule>();
    for (String each : rules) {
      String[] words = each.split(" ", 2);
      read.add(
          Rule.of(
              Verdict.valueOf(words[0]),
              words[1],
              new Rule.Source(Rule.Source.Kind.USER, "a test")));
    }
    return new ModePolicy(
        mode,
        new RuleBook(Rules.of(read, folder, folder), null),
        ProtectedPaths.NOWHERE,
        enforcement);
  }

  private Ceiling ceiling(Mode mode, String... own) throws Exception {
    var person =
        policy(
            mode, new Enforcement.Sandboxed("a wall"), "ALLOW network(curl)", "ALLOW bash(curl)");
    return new Ceiling(
        "agent", () -> person, policy(Mode.FULL, new Enforcement.None("a test"), own), null);
  }

  private static Reach.Network network(Decision decision) {
    return switch (decision) {
      case Decision.Allow allow -> allow.reach().network();
      case Decision.Ask ask -> ask.reach().network();
      case Decision.Deny denied -> Reach.Network.NONE;
    };
  }

  @Test
  void anAgentWithoutRulesHasTheNetworkThatThePersonGives() throws Exception {
    for (Mode mode : List.of(Mode.EDIT, Mode.AUTO, Mode.FULL)) {
      assertThat(network(ceiling(mode).decide("bash", COMMAND)))
          .as(mode.toString())
          .isEqualTo(Reach.Network.ALL);
      assertThat(network(ceiling(mode, "DENY network(wget)").decide("bash", COMMAND)))
          .as(mode.toString())
          .isEqualTo(Reach.Network.ALL);
    }
  }

  @Test
  void anAgentsOwnRuleKeepsTheNetworkFromItsCommands() throws Exception {
    Access.Execute needing = COMMAND.needing(new Need.Network());
    for (Mode mode : Mode.values()) {
      for (String rule : List.of("DENY network", "DENY network(curl)")) {
        Ceiling denied = ceiling(mode, rule);
        assertThat(network(denied.decide("bash", COMMAND)))
            .as(mode + " " + rule)
            .isNotEqualTo(Reach.Network.ALL);
        assertThat(denied.decide("bash", needing))
            .as(mode + " " + rule)
            .isInstanceOf(Decision.Deny.class);
      }
      Ceiling asked = ceiling(mode, "ASK network");
      assertThat(network(asked.decide("bash", COMMAND)))
          .as(mode.toString())
          .isNotEqualTo(Reach.Network.ALL);
      assertThat(asked.decide("bash", needing))
          .as(mode.toString())
          .isNotInstanceOf(Decision.Allow.class);
    }
  }
}
