package dev.tenon.engine.skill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.skill.Skill;
import dev.tenon.engine.config.Consent;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkillLoaderTest {
  private static final Settings.Skills USUAL = new Settings.Skills(true, List.of(), List.of());

  @TempDir Path folder;
  private Path home;
  private Path repository;
  private Path root;

  @BeforeEach
  void folders() throws IOException {
    Path real = folder.toRealPath();
    home = Files.createDirectory(real.resolve("state"));
    repository = Files.createDirectory(real.resolve("repository"));
    Files.createDirectory(repository.resolve(".git"));
    root = Files.createDirectories(repository.resolve("sub/project"));
  }

  private static Path skill(Path folder, String text) throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve("SKILL.md"), text);
  }

  private static Path skill(Path base, String name, String description) throws IOException {
    return skill(
        base.resolve(name),
        "---\nname: " + name + "\ndescription: " + description + "\n---\nDo it.\n");
  }

  private SkillLoader loader() {
    return loader(USUAL);
  }

  private SkillLoader loader(Settings.Skills settings) {
    return new SkillLoader(ProjectOptions.of(home, root), settings);
  }

  private SkillLoader trusting() {
    var options = ProjectOptions.of(home, root);
    return new SkillLoader(
        new ProjectOptions(
            options.home(),
            options.root(),
            options.environment(),
            options.overrides(),
            ProjectOptions.Trust.EVERYTHING,
            options.edits(),
            options.prompts(),
            options.scripts()),
        USUAL);
  }

  private static List<String> names(SkillLoader loader) {
    return loader.load().all().stream().map(Skill::name).toList();
  }

  /// Where each skill below these folders was found, those of the machine's own user left out.
  private List<String> states(SkillLoader loader) {
    return loader.listed().stream()
        .filter(each -> each.skill().folder().startsWith(folder.toAbsolutePath()))
        .map(each -> each.skill().shown() + " " + each.state())
        .toList();
  }

  @Test
  void theNearestWinsAndTheUsersComeLast() throws Exception {
    skill(root.resolve(".tenon/skills"), "a", "nearest");
    skill(root.resolve(".claude/skills"), "a", "second");
    skill(repository.resolve(".agents/skills"), "b", "above");
    skill(home.resolve("skills"), "b", "own");
    skill(home.resolve("skills/deeper"), "c", "own");
    assertThat(states(trusting()))
        .containsExactly(
            ".tenon/skills/a/SKILL.md USABLE",
            ".claude/skills/a/SKILL.md HIDDEN",
            "../../.agents/skills/b/SKILL.md USABLE",
            home + "/skills/b/SKILL.md HIDDEN",
            home + "/skills/deeper/c/SKILL.md USABLE");
  }

  @Test
  void nothingAboveTheRepositoryIsLookedAt() throws Exception {
    skill(repository.getParent().resolve(".tenon/skills"), "a", "outside");
    assertThat(states(trusting())).isEmpty();
  }

  @Test
  void aProjectsSkillWaitsForConsentToExactlyThisContent() throws Exception {
    Path file = skill(root.resolve(".tenon/skills"), "a", "One");
    skill(root.resolve(".tenon/skills"), "b", "Two");
    SkillLoader first = loader();
    assertThat(names(first)).doesNotContain("a", "b");
    assertThat(first.question().orElseThrow()).contains("a (.tenon/skills/a/SKILL.md): One");
    assertThat(first.warnings())
        .singleElement()
        .asString()
        .contains("2 skills")
        .contains("--trust");
    first.decide(Consent.Decision.ACCEPTED);
    assertThat(names(first)).contains("a", "b");
    assertThat(names(loader())).contains("a", "b");
    assertThat(loader().question()).isEmpty();
    Files.writeString(file, Files.readString(file) + "More.\n");
    assertThat(names(loader())).contains("b").doesNotContain("a");
    assertThat(loader().question().orElseThrow()).contains("a (").doesNotContain("b (");
    SkillLoader again = loader();
    again.decide(Consent.Decision.DECLINED);
    assertThat(loader().question()).isEmpty();
    assertThat(names(loader())).doesNotContain("a");
  }

  @Test
  void theUsersOwnNeedNoConsentAndAreReadable() throws Exception {
    skill(home.resolve("skills"), "mine", "Own");
    SkillLoader loader = loader();
    assertThat(names(loader)).contains("mine");
    assertThat(loader.foldersOutside()).contains(home.resolve("skills/mine"));
  }

  @Test
  void disabledOnesAreNamedByPatterns() throws Exception {
    skill(home.resolve("skills"), "pdf-fill", "Own");
    skill(home.resolve("skills"), "pdf-read", "Own");
    skill(home.resolve("skills"), "xls", "Own");
    assertThat(names(loader(new Settings.Skills(true, List.of(), List.of("pdf-*", "[")))))
        .contains("xls")
        .doesNotContain("pdf-fill", "pdf-read");
  }

  @Test
  void linksLeadNowhereOutside() throws Exception {
    Path outside = skill(folder.resolve("outside"), "x", "Outside").getParent();
    Files.createDirectories(root.resolve(".tenon/skills"));
    Files.createSymbolicLink(root.resolve(".tenon/skills/x"), outside);
    Path real = skill(repository.resolve("shared"), "y", "Inside").getParent();
    Files.createSymbolicLink(root.resolve(".tenon/skills/y"), real);
    Files.createSymbolicLink(root.resolve(".tenon/skills/loop"), root.resolve(".tenon/skills"));
    SkillLoader loader = trusting();
    assertThat(names(loader)).contains("y").doesNotContain("x");
    assertThat(loader.warnings())
        .anyMatch(line -> line.startsWith(".tenon/skills/x:1: is a link that leads out of"));
  }

  @Test
  void loopsOfLinksAreEnteredOnceAndThoseToNowhereAreNamed() throws Exception {
    Path place = skill(folder.resolve("s/real"), "---\ndescription: x\n---\nText").getParent();
    Path top = place.endsWith("s") ? place : folder.resolve("s");
    Files.createSymbolicLink(top.resolve("again"), top);
    Files.createSymbolicLink(top.resolve("one"), Path.of("other"));
    Files.createSymbolicLink(top.resolve("other"), Path.of("one"));
    SkillLoader.Check check = SkillLoader.check(top);
    assertThat(check.skills()).hasSize(1);
    assertThat(check.lines())
        .hasSize(2)
        .allMatch(line -> line.contains("is a link that leads nowhere, or back to itself"))
        .anyMatch(line -> line.contains("s/one:1:"));
  }

  @Test
  void hooksOfASkillGuardNothingWhichIsTold() throws Exception {
    Path at = Files.createDirectories(root.resolve(".tenon/skills/a"));
    Files.writeString(
        at.resolve("SKILL.md"),
        "---\ndescription: s\nhooks:\n  PreToolUse:\n    - matcher: Bash\n---\nDo it.");
    assertThat(trusting().warnings())
        .singleElement()
        .asString()
        .contains("a/SKILL.md:3: 'hooks' in a head are not supported", "guard nothing");
  }

  @Test
  void aLinkInPlaceOfTheFileIsNotFollowed() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "---\ndescription: s\n---\nsecret");
    Path at = Files.createDirectories(root.resolve(".tenon/skills/a"));
    Files.createSymbolicLink(at.resolve("SKILL.md"), secret);
    assertThat(trusting().warnings()).singleElement().asString().contains("is no regular file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "name: x;description: y | x | -",
        "description: y | a | -",
        "name: Other;description: y | Other | WARNING",
        "name: other;description: y | other | is not that of its folder",
        "name: ../x;description: y | - | cannot be used",
        "name: a/b;description: y | - | cannot be used",
        "name: ' ';description: y | a | -",
        "name: x | - | has no description",
        "name: x;description: | - | has no description",
        "name: x;description: [1 | x | is not valid YAML",
        "name: x;description: y;allowed-tools: Bash | x | allows nothing here",
        "name: x;description: y;colour: red | x | means nothing here",
        "name: x;description: y;disable-model-invocation: ture | - | must be true or false, was"
            + " 'ture'",
        "name: x;description: a: b;disable-model-invocation: [true | - | the file is not used",
      })
  void faultsNameFileAndWayOut(String head, String name, String finding) throws Exception {
    Path at = skill(folder.resolve("a"), "---\n" + head.replace(';', '\n') + "\n---\nText");
    SkillLoader.Check check = SkillLoader.check(at.getParent());
    if (name == null) {
      assertThat(check.errors()).isTrue();
      assertThat(check.skills()).isEmpty();
    } else {
      assertThat(check.skills()).extracting(Skill::name).containsExactly(name);
    }
    if (finding != null && !finding.equals("WARNING")) {
      assertThat(check.lines())
          .anyMatch(line -> line.contains(finding) && line.contains("SKILL.md:"));
    }
  }

  @Test
  void anUnknownKeyBelowHidesNothingFromAPersonsSkill() throws Exception {
    String head = "description: Use when: asked\ndisable-model-invocation: true\nmyteam: infra";
    Path at = skill(folder.resolve("a"), "---\n" + head + "\n---\nText");
    assertThat(SkillLoader.check(at.getParent()).skills())
        .extracting(Skill::invocation)
        .containsExactly(Skill.Invocation.PERSON);
  }

  @Test
  void hugeAndBinaryFilesAreLeftOut() throws Exception {
    skill(folder.resolve("s/big"), "---\ndescription: x\n---\n" + "x".repeat(2 << 20));
    skill(folder.resolve("s/bin"), "---\ndescription: x\n---\n\0");
    skill(folder.resolve("s/long"), "---\ndescription: " + "x ".repeat(100_000) + "\n---\nText");
    SkillLoader.Check check = SkillLoader.check(folder.resolve("s"));
    assertThat(check.skills()).extracting(Skill::name).containsExactly("long");
    assertThat(check.skills().getFirst().description()).hasSizeLessThanOrEqualTo(4_096);
    assertThat(check.lines()).hasSize(3);
  }

  @Test
  void depthAndNumberOfFoldersHaveBounds() throws Exception {
    skill(folder.resolve("s/1/2/3/4/5/6"), "---\ndescription: x\n---\nText");
    skill(folder.resolve("s/1/2/3/4/5/7/8"), "---\ndescription: x\n---\nText");
    assertThat(SkillLoader.check(folder.resolve("s")).skills()).hasSize(1);
    for (int i = 0; i < 2_010; i++) {
      Files.createDirectories(folder.resolve("many/" + i));
    }
    assertThat(SkillLoader.check(folder.resolve("many")).lines())
        .singleElement()
        .asString()
        .contains("more than 2000 folders");
  }

  @Test
  void whoMayCallItIsHonoured() throws Exception {
    skill(folder.resolve("s/a"), "---\ndescription: x\ndisable-model-invocation: true\n---\nText");
    skill(folder.resolve("s/b"), "---\ndescription: x\nuser-invocable: false\n---\nText");
    assertThat(SkillLoader.check(folder.resolve("s")).skills())
        .extracting(Skill::invocation)
        .containsExactly(Skill.Invocation.PERSON, Skill.Invocation.MODEL);
  }

  @Test
  void withoutAFolderThereIsNothingToLoad() {
    assertThat(
            SkillLoader.any(
                ProjectOptions.of(home, root), new Settings.Skills(false, List.of(), List.of())))
        .isFalse();
  }
}
