package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.permission.Rule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PermissionRulesTest {
  @TempDir Path folder;
  private Sample sample;

  @BeforeEach
  void makeSample() throws Exception {
    sample = new Sample(folder);
  }

  @Test
  void addUpFromAllSources() throws Exception {
    sample.user(
        """
        permissions:
          allow:
            - bash(git status)
            - write(src/**)
          deny: ["read(**/.env)"]
        """);
    sample.project("permissions: {ask: ['bash(git push)'], deny: ['bash(curl)']}\n");
    sample.variable("TENON_PERMISSIONS_DENY", "bash(wget),write(*.{a,b})");
    List<Rule> rules =
        sample.load("--config", "permissions.allow=bash(make)").settings().permissions();
    assertThat(rules)
        .extracting(rule -> rule.effect().label() + " " + rule.text())
        .containsExactlyInAnyOrder(
            "allow bash(git status)",
            "allow write(src/**)",
            "allow bash(make)",
            "deny read(**/.env)",
            "deny bash(curl)",
            "deny bash(wget)",
            "deny write(*.{a,b})",
            "ask bash(git push)");
    assertThat(rules)
        .filteredOn(rule -> rule.text().equals("write(src/**)"))
        .singleElement()
        .satisfies(rule -> assertThat(rule.source().where()).endsWith("config.yml:4"));
    assertThat(rules)
        .filteredOn(rule -> rule.text().equals("bash(curl)"))
        .singleElement()
        .satisfies(rule -> assertThat(rule.source().kind()).isEqualTo(Rule.Source.Kind.PROJECT));
  }

  @Test
  void ofAProjectNeverAllowEvenWhenItIsTrusted() throws Exception {
    sample.project("permissions:\n  allow: ['bash', 'write(**)']\n  deny: ['bash(rm)']\n");
    for (String[] words : List.of(new String[0], new String[] {"--trust"})) {
      Configuration configuration = sample.load(words);
      assertThat(configuration.settings().permissions())
          .extracting(Rule::text)
          .containsExactly("bash(rm)");
      assertThat(configuration.warnings())
          .singleElement()
          .satisfies(
              warning ->
                  assertThat(warning)
                      .startsWith(".tenon/config.yml:2: permissions.allow is ignored")
                      .contains("bash, write(**)"));
      assertThat(configuration.openRequest()).isEmpty();
    }
  }

  @Test
  void thatCannotBeReadAreToldWithTheirLine() {
    assertThatThrownBy(
            () -> sample.user("permissions:\n  deny:\n    - bash(ok)\n    - 'bash('\n").load())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("config.yml:4: permissions.deny holds a rule that cannot be read")
        .hasMessageContaining("no closing parenthesis")
        .hasMessageContaining("rules look like bash(git status)");
  }
}
