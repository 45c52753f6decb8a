package dev.tenon.core.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SkillCatalogueTest {
  private static Skill skill(String name, String description, Skill.Invocation invocation) {
    return new Skill(name, description, Path.of("/x"), "x", Skill.Source.USER, invocation, "", "");
  }

  private static Skill skill(String name, String description) {
    return skill(name, description, Skill.Invocation.ANYONE);
  }

  @Test
  void whatFitsStaysAsItIs() {
    var catalogue =
        SkillCatalogue.of(
            List.of(skill("b", "Second"), skill("a", "First"), hidden()),
            SkillCatalogue.LEAST_CHARACTERS);
    assertThat(catalogue.lines()).containsExactly("- a: First", "- b: Second");
    assertThat(catalogue.shortened()).isEmpty();
  }

  private static Skill hidden() {
    return skill("c", "For people", Skill.Invocation.PERSON);
  }

  @Test
  void theLongestAreShortenedFirst() {
    var skills = new ArrayList<Skill>();
    for (int i = 0; i < 9; i++) {
      skills.add(skill("short-" + i, "A few words"));
    }
    skills.add(skill("long", "word ".repeat(2_000).strip()));
    var catalogue = SkillCatalogue.of(skills, SkillCatalogue.LEAST_CHARACTERS);
    assertThat(catalogue.shortened()).containsExactly("long");
    assertThat(catalogue.text()).hasSizeLessThanOrEqualTo(4_000).hasSizeGreaterThan(3_900);
    assertThat(catalogue.lines().getFirst()).endsWith("word…");
  }

  @Test
  void noneOfAThousandVanishesOrLosesAllItsWords() {
    var skills = new ArrayList<Skill>();
    for (int i = 0; i < 1_000; i++) {
      skills.add(skill("skill-" + i, "Describes at some length what number " + i + " is for"));
    }
    var catalogue = SkillCatalogue.of(skills, SkillCatalogue.budget(200_000));
    assertThat(catalogue.lines()).hasSize(1_000).allMatch(line -> line.contains(": Describes at"));
    assertThat(catalogue.text()).hasSizeLessThan(45_000);
  }

  @Test
  void anyMixKeepsItsBudgetAndItsOrder() {
    var random = new Random(14);
    for (int round = 0; round < 200; round++) {
      var skills = new ArrayList<Skill>();
      int count = 1 + random.nextInt(60);
      for (int i = 0; i < count; i++) {
        skills.add(skill("s" + i, "wörd 😀 ".repeat(1 + random.nextInt(80)).strip()));
      }
      var catalogue = SkillCatalogue.of(skills, SkillCatalogue.LEAST_CHARACTERS);
      assertThat(catalogue.lines())
          .extracting(line -> line.substring(0, line.indexOf(':')))
          .hasSize(count)
          .isSorted();
      assertThat(catalogue.text().length()).isLessThanOrEqualTo(4_000);
      assertThat(catalogue.text().codePoints().anyMatch(c -> c >= 0xD800 && c < 0xE000)).isFalse();
    }
  }

  @Test
  void theBudgetIsAHundredthOfTheWindow() {
    assertThat(SkillCatalogue.budget(8_000)).isEqualTo(4_000);
    assertThat(SkillCatalogue.budget(200_000)).isEqualTo(8_000);
    assertThat(SkillCatalogue.budget(1_000_000)).isEqualTo(40_000);
  }
}
