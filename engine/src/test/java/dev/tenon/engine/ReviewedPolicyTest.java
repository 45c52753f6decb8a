package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewedPolicyTest {
  @TempDir Path root;
  private Policy policy;

  @BeforeEach
  void open() throws Exception {
    var source = new Rule.Source(Rule.Source.Kind.USER, "a test");
    List<Rule> rules =
        List.of(
            Rule.of(Verdict.DENY, "read(**/secret.txt)", source),
            Rule.of(Verdict.DENY, "write(gen/**)", source),
            Rule.of(Verdict.ASK, "write(docs/**)", source),
            Rule.of(Verdict.ASK, "read(private/**)", source),
            Rule.of(Verdict.DENY, "list_files", source));
    Policy ruled =
        new ModePolicy(
            Mode.EDIT,
            new RuleBook(Rules.of(rules, root, Path.of("/home/nobody")), null),
            ProtectedPaths.of(
                Workspace.open(root).sandbox(), Path.of("/home/nobody"), root.resolve("state")),
            new Enforcement.None("a test"));
    Policy own =
        (tool, access) ->
            access instanceof Access.Execute ? new Decision.Deny("never") : Decision.Allow.VALUE;
    policy = new ReviewedWork.Within(own, ruled);
  }

  @Test
  void whatARuleDeniesIsDenied() {
    assertThat(policy.decide("read_file", new Access.Read("a/secret.txt")))
        .isInstanceOf(Decision.Deny.class);
    assertThat(policy.decide("write_file", new Access.Write("gen/a.txt")))
        .isInstanceOf(Decision.Deny.class);
    assertThat(policy.decide("write_file", new Access.Write("state/config.yml")))
        .isInstanceOf(Decision.Deny.class);
    assertThat(policy.decide("list_files")).isInstanceOf(Decision.Deny.class);
    assertThat(policy.decide("read_file")).isInstanceOf(Decision.Allow.class);
  }

  @Test
  void aWriteIsReviewedInsteadOfAsked() {
    assertThat(policy.decide("write_file", new Access.Write("docs/a.md")))
        .isInstanceOf(Decision.Allow.class);
    assertThat(policy.decide("write_file", new Access.Write("src/a.md")))
        .isInstanceOf(Decision.Allow.class);
    assertThat(policy.decide("read_file", new Access.Read("private/a.md")))
        .isInstanceOf(Decision.Ask.class);
  }

  @Test
  void noRuleAllowsWhatJobsCannotDo() {
    assertThat(policy.decide("bash", new Access.Execute("ls"))).isInstanceOf(Decision.Deny.class);
  }
}
