package dev.tenon.engine.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class YamlEditTest {
  private static final String FILE =
      """
      # mine
      model: anthropic/x  # the good one

      editor: {keys: vi}
      retry:
        # patience
        maxRetries: 3   # not more

        baseDelayMs: 100
      # the end of retry
      permissions:
        allow:
          - bash(git status)   # reads
          # and this
          - 'bash(npm test)'
        deny: [read(.env), 'write(x, y)']
      ui:
      """;

  private static String set(String text, String path, String value) {
    return YamlEdit.set(text, List.of(path.split("/", -1)), value).orElseThrow();
  }

  private static String remove(String text, String path) {
    return YamlEdit.remove(text, List.of(path.split("/", -1))).orElseThrow();
  }

  @Test
  void aValueIsReplacedAndItsCommentStays() {
    assertThat(set(FILE, "model", "openai/y")).isEqualTo(FILE.replace("anthropic/x", "openai/y"));
    assertThat(set(FILE, "retry/maxRetries", "5")).isEqualTo(FILE.replace("s: 3 ", "s: 5 "));
    assertThat(set(FILE, "editor/keys", "emacs")).isEqualTo(FILE.replace(": vi", ": emacs"));
  }

  @Test
  void aValueIsAddedToItsGroup() {
    assertThat(set(FILE, "retry/enabled", "false"))
        .isEqualTo(FILE.replace("Ms: 100\n", "Ms: 100\n  enabled: false\n"));
    assertThat(set(FILE, "editor/other", "1")).isEqualTo(FILE.replace(": vi", ": vi, other: 1"));
    assertThat(set(FILE, "ui/color", "never")).isEqualTo(FILE + "  color: never\n");
    assertThat(set(FILE, "mode", "ask")).isEqualTo(FILE + "mode: ask\n");
    assertThat(set(FILE, "a/b/c", "1")).endsWith("ui:\na:\n  b:\n    c: 1\n");
    assertThat(set("", "a/b", "1")).isEqualTo("a:\n  b: 1\n");
    assertThat(set("# only this", "a", "1")).isEqualTo("# only this\na: 1\n");
    assertThat(set("a: {}", "a/b/c", "1")).isEqualTo("a: {b: {c: 1}}");
    assertThat(set("a: 1\r\nb: 2\r\n", "a", "3")).isEqualTo("a: 3\r\nb: 2\r\n");
    assertThat(set("a: '日本' # x\n", "a", "y")).isEqualTo("a: y # x\n");
    assertThat(set("retry.maxRetries: 3\n", "retry/maxRetries", "4"))
        .isEqualTo("retry.maxRetries: 4\n");
  }

  @Test
  void aValueIsTakenAwayWithItsEmptyGroup() {
    assertThat(remove(FILE, "model"))
        .isEqualTo(FILE.replace("model: anthropic/x  # the good one\n", ""));
    assertThat(remove(FILE, "editor/keys")).isEqualTo(FILE.replace("editor: {keys: vi}\n", ""));
    assertThat(remove(FILE, "retry/baseDelayMs"))
        .isEqualTo(FILE.replace("  baseDelayMs: 100\n", ""));
    assertThat(remove("a: {b: 1, c: 2, d: 3}\n", "a/c")).isEqualTo("a: {b: 1, d: 3}\n");
    assertThat(remove("a: {b: 1, c: 2}\n", "a/c")).isEqualTo("a: {b: 1}\n");
    assertThat(remove("a:\n  b:\n    c: 1\nd: 2\n", "a/b/c")).isEqualTo("d: 2\n");
    assertThat(YamlEdit.remove(FILE, List.of("nothing"))).isEmpty();
  }

  @Test
  void itemsComeAndGo() {
    List<String> allow = List.of("permissions", "allow");
    List<String> deny = List.of("permissions", "deny");
    assertThat(YamlEdit.addItem(FILE, allow, "x").orElseThrow())
        .isEqualTo(FILE.replace("    - 'bash(npm test)'\n", "    - 'bash(npm test)'\n    - x\n"));
    assertThat(YamlEdit.addItem(FILE, deny, "x").orElseThrow())
        .isEqualTo(FILE.replace("'write(x, y)'", "'write(x, y)', x"));
    assertThat(YamlEdit.removeItem(FILE, allow, 0).orElseThrow())
        .isEqualTo(FILE.replace("    - bash(git status)   # reads\n", ""));
    assertThat(YamlEdit.removeItem(FILE, deny, 1).orElseThrow())
        .isEqualTo(FILE.replace(", 'write(x, y)'", ""));
    assertThat(YamlEdit.addItem("a: 1\n", List.of("p", "q"), "x").orElseThrow())
        .isEqualTo("a: 1\np:\n  q: [x]\n");
    assertThat(YamlEdit.addItem("p: one\n", List.of("p"), "x").orElseThrow())
        .isEqualTo("p: [one, x]\n");
    assertThat(YamlEdit.removeItem("p: [one]\nq: 1\n", List.of("p"), 0).orElseThrow())
        .isEqualTo("q: 1\n");
  }

  @Test
  void whatIsNoYamlIsLeftAlone() {
    assertThat(YamlEdit.set("a: [", List.of("a"), "1")).isEmpty();
    assertThat(YamlEdit.set("- a\n- b\n", List.of("a"), "1")).isEmpty();
    assertThat(YamlEdit.set("a: 1\n", List.of("a", "b"), "1")).isEmpty();
  }

  @Test
  void scalarsAreQuotedWhereTheyMustBe() {
    assertThat(YamlEdit.scalar("anthropic/claude:1")).isEqualTo("anthropic/claude:1");
    assertThat(YamlEdit.scalar("it's #1")).isEqualTo("'it''s #1'");
    assertThat(YamlEdit.scalar("-x")).isEqualTo("'-x'");
    assertThat(YamlEdit.scalar("null")).isEqualTo("'null'");
    assertThat(YamlEdit.scalar("a:")).isEqualTo("'a:'");
    assertThat(YamlEdit.scalar("")).isEqualTo("''");
  }
}
