package dev.tenon.engine.skill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.skill.Skill;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.engine.template.PromptTemplates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Skills and commands with every fault that can be made of a few pieces: each is used, or is one
/// clear line with its file, and never vanishes.
class GeneratedFilesTest {
  private static final int COUNT = 300;

  private static final List<String> KEYS =
      List.of(
          "name",
          "description",
          "allowed-tools",
          "disable-model-invocation",
          "user-invocable",
          "argument-hint",
          "model",
          "agent",
          "subtask",
          "metadata",
          "odd key",
          "");

  private static final List<String> VALUES =
      List.of(
          "x",
          "Use it: when, you: can",
          "[a, b",
          "{a: b}",
          "[Read, 'Bash(git:*)']",
          "true",
          "perhaps",
          "-3",
          "'unfinished",
          "\"q\"",
          "> folded",
          "| kept",
          "*",
          "&a",
          "!!x y",
          "\t",
          "ünïcödé 🐘",
          "null",
          "- a",
          "#",
          "../../etc/passwd",
          "x".repeat(9_000),
          "\u001b[2J",
          "\u202Eevil");

  @TempDir Path folder;

  private static String generated(Random random) {
    var text = new StringBuilder(random.nextInt(20) == 0 ? "" : "---\n");
    for (int line = random.nextInt(6); line >= 0; line--) {
      text.append(KEYS.get(random.nextInt(KEYS.size()))).append(": ");
      text.append(VALUES.get(random.nextInt(VALUES.size()))).append('\n');
    }
    text.append(random.nextInt(15) == 0 ? "" : "---\n");
    text.append(random.nextInt(10) == 0 ? "" : "Do $ARGUMENTS with !`echo $1` and @a.txt.\n");
    return text.append(random.nextInt(40) == 0 ? "\0" : "").toString();
  }

  private static void assertClear(List<String> lines) {
    for (String line : lines) {
      assertThat(line.lines()).as(line).hasSize(1);
      assertThat(line).doesNotContain("\u001b").hasSizeLessThan(1_000);
    }
  }

  @Test
  void skillsAreUsedOrClearLines() throws Exception {
    var random = new Random(16);
    for (int i = 0; i < COUNT; i++) {
      Path at = Files.createDirectories(folder.resolve("skills/skill%03d".formatted(i)));
      Files.writeString(at.resolve("SKILL.md"), generated(random));
    }
    SkillLoader.Check check = SkillLoader.check(folder.resolve("skills"));
    assertClear(check.lines());
    // Few of the values are flags, and a skill with a flag that is none is left out.
    assertThat(check.skills()).hasSizeGreaterThan(10);
    for (int i = 0; i < COUNT; i++) {
      String name = "skill%03d".formatted(i);
      boolean told = check.lines().stream().anyMatch(line -> line.contains(name + "/SKILL.md:"));
      boolean used =
          check.skills().stream().anyMatch(skill -> skill.file().toString().contains(name));
      assertThat(told || used).as(name + " vanished").isTrue();
    }
    for (Skill skill : check.skills()) {
      assertThat(skill.name()).doesNotContain("/", "..", "\u001b");
      assertThat(skill.description()).isNotBlank().hasSizeLessThanOrEqualTo(4_096);
    }
  }

  @Test
  void commandsAreUsedOrClearLines() throws Exception {
    var random = new Random(17);
    Path home = Files.createDirectories(folder.resolve("home")).toRealPath();
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Path place = Files.createDirectories(home.resolve("commands"));
    for (int i = 0; i < COUNT; i++) {
      boolean toml = i % 5 == 0;
      String text =
          toml
              ? generated(random).replace(": ", " = ").replace("---\n", "")
                  + (random.nextBoolean() ? "prompt = \"do it\"\n" : "")
              : generated(random);
      Files.writeString(place.resolve("command%03d".formatted(i) + (toml ? ".toml" : ".md")), text);
    }
    var templates = new PromptTemplates(ProjectOptions.of(home, root));
    List<String> lines = templates.warnings();
    assertClear(lines);
    assertThat(templates.callable(name -> false)).hasSizeGreaterThan(50);
    for (int i = 0; i < COUNT; i++) {
      String name = "command%03d".formatted(i);
      PromptTemplate found = templates.find(name);
      assertThat(found != null || lines.stream().anyMatch(line -> line.contains(name + ".")))
          .as(name + " vanished")
          .isTrue();
      if (found != null) {
        assertThat(found.text()).isNotBlank();
      }
    }
  }
}
