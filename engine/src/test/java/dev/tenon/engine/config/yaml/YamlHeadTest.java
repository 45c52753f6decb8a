package dev.tenon.engine.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.rule.FrontMatter;
import dev.tenon.core.rule.RuleFiles;
import dev.tenon.core.rule.RulePolicy;
import dev.tenon.core.rule.StreamRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlHeadTest {
  @Test
  void aHeadMayUseAllOfYaml() throws Exception {
    Map<String, FrontMatter.Entry> head =
        YamlHead.read(
            """

            # a comment
            name: &name "typed \\u0041" # another
            condition: [
              ':\\s*any\\b', # over lines
              "as any",
              it''s # plain
            ]
            description: >-
              Folded
              over lines
            scope:
            - text
            - tool:edit_file(*.ts,*.tsx)
            globs: *name
            repeatGap: 3
            contextMode:
            interruptMode: null
            """);
    assertThat(head.keySet())
        .containsExactly(
            "name",
            "condition",
            "description",
            "scope",
            "globs",
            "repeatGap",
            "contextMode",
            "interruptMode");
    assertThat(head.get("name").values()).containsExactly("typed A");
    assertThat(head.get("name").line()).isEqualTo(3);
    assertThat(head.get("condition").values()).containsExactly(":\\s*any\\b", "as any", "it''s");
    assertThat(head.get("condition").lines()).containsExactly(5, 6, 7);
    assertThat(head.get("description").values()).containsExactly("Folded over lines");
    assertThat(head.get("scope").values()).containsExactly("text", "tool:edit_file(*.ts,*.tsx)");
    assertThat(head.get("globs").values()).containsExactly("typed A");
    assertThat(head.get("repeatGap").values()).containsExactly("3");
    assertThat(head.get("contextMode").values()).isEmpty();
    assertThat(head.get("interruptMode").values()).containsExactly("null");
    assertThat(YamlHead.read("\n\n")).isEmpty();
  }

  @Test
  void globsAndColonsNeedNoQuotes() throws Exception {
    Map<String, FrontMatter.Entry> head =
        YamlHead.read(
            """
            name: strict
            description: Note: it's about types
            condition: @ts-ignore
            globs: *.ts, *.tsx
            scope:
            - *.js
            - 'quoted: it''s'
            """);
    assertThat(head.get("description").values()).containsExactly("Note: it's about types");
    assertThat(head.get("condition").values()).containsExactly("@ts-ignore");
    assertThat(head.get("globs").values()).containsExactly("*.ts, *.tsx");
    assertThat(head.get("globs").line()).isEqualTo(4);
    assertThat(head.get("scope").values()).containsExactly("*.js", "quoted: it's");
  }

  @Test
  void whatIsWrongIsToldWithItsLineAndTheWayOut() {
    assertThat(problem("condition: [a, b"))
        .startsWith("rules/a.md:3: is not valid YAML: ")
        .endsWith("; put texts with signs in them into single quotes");
    assertThat(problem("globs: *.ts\ncondition: [a, b")).startsWith("rules/a.md:4: is not valid");
    assertThat(problem("condition: [a-z]+")).startsWith("rules/a.md:2: is not valid YAML: ");
    assertThat(problem("condition: x\nname: 'open"))
        .startsWith("rules/a.md:4: is not valid YAML: ");
    assertThat(problem("condition: \"\\d\""))
        .isEqualTo(
            "rules/a.md:2: \\d means nothing in double quotes; write \\\\d, or use single quotes,"
                + " in which a backslash is a backslash");
    assertThat(problem("condition: x\ncondition: y"))
        .isEqualTo("rules/a.md:3: 'condition' is there twice; keep one");
    assertThat(problem("condition: {a: b}"))
        .startsWith("rules/a.md:2: 'condition' must be a text or a list of texts");
    assertThat(problem("condition:\n- x\n- [y]"))
        .startsWith("rules/a.md:4: 'condition' must be a text or a list of texts");
    assertThat(problem("condition:\n- x\n-"))
        .isEqualTo("rules/a.md:4: an empty item; write '' if that is meant");
    assertThat(problem("just words"))
        .isEqualTo("rules/a.md:2: expected 'key: value', found 'just words'");
    assertThat(problem("- a list")).isEqualTo("rules/a.md:2: expected 'key: value'");
    assertThat(problem("[a]: b")).isEqualTo("rules/a.md:2: a key that is not text");
    assertThat(problem("a: \u0000")).startsWith("rules/a.md:1: is not valid YAML: ");
    assertThat(problem("a: " + "[".repeat(60_000)))
        .isEqualTo("rules/a.md:1: is not valid YAML: it is nested too deeply");
  }

  @Test
  void aRuleIsReadThroughIt() {
    RuleFiles files =
        rules("condition: [':\\s*any\\b', \"as any\"]\nscope: text, tool:write_file(*.ts)");
    assertThat(files.problems()).isEmpty();
    StreamRule rule = files.rules().getFirst();
    assertThat(rule.conditions())
        .extracting(condition -> condition.source())
        .containsExactly(":\\s*any\\b", "as any");
    assertThat(rule.content()).isEqualTo("Text.");
  }

  private static String problem(String head) {
    return rules(head).problems().getFirst();
  }

  private static RuleFiles rules(String head) {
    return new RuleFiles(RulePolicy.DEFAULT, YamlHead::read)
        .add(
            new RuleFiles.Folder(
                "rules", Map.of("a.md", "---\n" + head + "\n---\nText.\n"), List.of()));
  }
}
