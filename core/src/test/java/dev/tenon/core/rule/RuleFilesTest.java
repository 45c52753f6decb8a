package dev.tenon.core.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleFilesTest {
  @TempDir Path folder;

  @Test
  void aRuleIsReadWithAllItSays() {
    RuleFiles files =
        read(
            "no-any.md",
            """
            ---
            # a comment
            name: typed
            description: No any in TypeScript
            condition: [':\\s*any\\b', "as any"]
            scope: text, tool:edit_file(*.ts,*.tsx), tool:write_file
            interruptMode: prose-only
            contextMode: keep
            repeatMode: after-gap
            repeatGap: 3
            ---
            Use real types.

            Never `any`.
            """);
    assertThat(files.problems()).isEmpty();
    StreamRule rule = files.rules().getFirst();
    assertThat(rule.name()).isEqualTo("typed");
    assertThat(rule.description()).isEqualTo("No any in TypeScript");
    assertThat(rule.conditions())
        .extracting(c -> c.source())
        .containsExactly(":\\s*any\\b", "as any");
    assertThat(rule.policy())
        .isEqualTo(
            new RulePolicy(
                RulePolicy.Interrupt.PROSE_ONLY,
                RulePolicy.Context.KEEP,
                RulePolicy.Repeat.AFTER_GAP,
                3));
    assertThat(rule.content()).isEqualTo("Use real types.\n\nNever `any`.");
    assertThat(rule.scope().watches(Source.TEXT, "")).isTrue();
    assertThat(rule.scope().watches(Source.THINKING, "")).isFalse();
    assertThat(rule.scope().watches(Source.TOOL, "bash")).isFalse();
    assertThat(rule.scope().watches("edit_file", "src/a.ts")).isTrue();
    assertThat(rule.scope().watches("edit_file", "/home/me/app/src/a.tsx")).isTrue();
    assertThat(rule.scope().watches("edit_file", "a.java")).isFalse();
    assertThat(rule.scope().needsPath("write_file")).isFalse();
  }

  @Test
  void conditionsMayBeAListOfLines() {
    RuleFiles files = read("x.md", "---\ncondition:\n  - 'it''s'\n  - foo {\n---\nText\n");
    assertThat(files.problems()).isEmpty();
    assertThat(files.rules().getFirst().conditions())
        .extracting(c -> c.source())
        .containsExactly("it's", "foo {");
    assertThat(files.rules().getFirst().name()).isEqualTo("x");
    assertThat(files.rules().getFirst().policy()).isEqualTo(RulePolicy.DEFAULT);
  }

  @Test
  void whatIsWrongIsToldWithItsLineAndTheWayOut() {
    assertThat(read("a.md", "---\ncondition: ['(', ok]\n---\nT").problems())
        .singleElement()
        .asString()
        .startsWith("rules/a.md:2: condition '(' is no regular expression")
        .endsWith("correct it or take it out");
    assertThat(read("a.md", "---\ncondition: ['(', ok]\n---\nT").rules()).hasSize(1);
    assertThat(read("a.md", "---\ncondition: x*\n---\nT").problems().getFirst())
        .startsWith("rules/a.md:2: condition 'x*' matches everything");
    assertThat(read("a.md", "---\ncondition: x\nscope: everything\n---\nT").problems().getFirst())
        .isEqualTo(
            "rules/a.md:3: 'everything' is no scope; scopes are text, thinking, tool, tool:NAME,"
                + " tool:NAME(GLOB)");
    assertThat(read("a.md", "---\ncondition: x\nrepeatGap: 0\n---\nT").problems().getFirst())
        .isEqualTo("rules/a.md:3: repeatGap must be a number of turns from 1, was '0'");
    assertThat(read("a.md", "---\ncondition: x\ncontextMode: both\n---\nT").problems().getFirst())
        .isEqualTo("rules/a.md:3: contextMode must be discard, keep, was 'both'");
    assertThat(read("a.md", "---\ncondition: x\nwhen: now\n---\nT").problems().getFirst())
        .startsWith("rules/a.md:3: unknown key 'when'; keys are name");
    assertThat(read("a.md", "---\ncondition: x\n").problems().getFirst())
        .isEqualTo("rules/a.md:1: the head that begins here has no closing '---'");
    assertThat(read("a.md", "Be nice.").problems().getFirst())
        .startsWith("rules/a.md:1: the rule has no 'condition'");
    assertThat(read("a.md", "---\ncondition: x\n---\n").problems().getFirst())
        .startsWith("rules/a.md:1: the rule has no text");
  }

  @Test
  void ofTwoRulesWithOneNameTheFirstIsUsed() {
    Map<String, String> mine = new LinkedHashMap<>();
    mine.put("a.md", "---\ncondition: x\n---\nmine");
    mine.put("b.md", "---\nname: a\ncondition: y\n---\nother");
    var files =
        new RuleFiles(RulePolicy.DEFAULT, TestHeads::read)
            .add(new RuleFiles.Folder("one", mine, List.of()))
            .add(
                new RuleFiles.Folder(
                    "two", Map.of("a.md", "---\ncondition: z\n---\ntheirs"), List.of()));
    assertThat(files.rules()).extracting(StreamRule::content).containsExactly("mine");
  }

  @Test
  void aFolderIsReadInOrderAndAnotherByteIsAnotherHash() throws Exception {
    assertThat(RuleFiles.Folder.read(folder.resolve("none"), "rules").texts()).isEmpty();
    Files.writeString(folder.resolve("b.md"), "---\ncondition: x\n---\nB");
    Files.writeString(folder.resolve("a.md"), "---\ncondition: x\n---\nA");
    Files.writeString(folder.resolve("c.txt"), "no rule");
    Files.write(folder.resolve("d.md"), new byte[] {(byte) 0xff, (byte) 0xfe, 0x41});
    RuleFiles.Folder read = RuleFiles.Folder.read(folder, "rules");
    assertThat(read.texts()).containsOnlyKeys("a.md", "b.md");
    assertThat(read.problems()).containsExactly("rules/d.md is not UTF-8 text; save it as UTF-8");
    Files.writeString(folder.resolve("a.md"), "---\ncondition: y\n---\nA");
    assertThat(RuleFiles.Folder.read(folder, "rules").sha256()).isNotEqualTo(read.sha256());
  }

  @Test
  void aHeadThatCannotBeReadCostsOnlyItsFile() {
    FrontMatter.Yaml broken =
        text -> {
          if (text.contains("good")) {
            return TestHeads.read(text);
          }
          throw new FrontMatter.Problem(3, "is odd; write it otherwise");
        };
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("a.md", "---\nx\ny\n---\nA");
    texts.put("b.md", "---\ncondition: good\n---\nB");
    var files =
        new RuleFiles(RulePolicy.DEFAULT, broken)
            .add(new RuleFiles.Folder("rules", texts, List.of()));
    assertThat(files.problems()).containsExactly("rules/a.md:3: is odd; write it otherwise");
    assertThat(files.rules()).extracting(StreamRule::name).containsExactly("b");
  }

  private static RuleFiles read(String name, String text) {
    return new RuleFiles(RulePolicy.DEFAULT, TestHeads::read)
        .add(new RuleFiles.Folder("rules", Map.of(name, text), List.of()));
  }
}
