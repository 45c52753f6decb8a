package dev.tenon.engine.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.skill.SkillLoader;
import dev.tenon.engine.template.PromptTemplates;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What lies in folders of agents, skills and commands and is no file of theirs.
@Timeout(60)
final class FolderEntryTest {
  private static final String TEXT = "---\ndescription: Does it.\n---\nDo it.\n";

  @TempDir Path folder;

  @Test
  void everyEntryIsLookedAtOnceAndInOrder() throws Exception {
    Path real = folder.toRealPath();
    Files.writeString(real.resolve("b.md"), "b");
    Files.createDirectory(real.resolve("c"));
    Files.createSymbolicLink(real.resolve("a.md"), Path.of("b.md"));
    Files.createSymbolicLink(real.resolve("d"), Path.of("c"));
    Files.writeString(real.resolve(".hidden"), "");
    List<FolderEntry> entries = FolderEntry.of(real, 10);
    assertThat(entries).extracting(FolderEntry::name).containsExactly("a.md", "b.md", "c", "d");
    assertThat(entries)
        .extracting(FolderEntry::kind)
        .containsExactly(
            FolderEntry.Kind.LINK,
            FolderEntry.Kind.FILE,
            FolderEntry.Kind.FOLDER,
            FolderEntry.Kind.LINK);
    assertThat(entries).extracting(FolderEntry::isFolder).containsExactly(false, false, true, true);
    assertThat(entries.getFirst().realFile()).isEqualTo(real.resolve("b.md"));
    assertThat(FolderEntry.of(real, 2)).hasSize(2);
    assertThat(FolderEntry.kind(real.resolve("nothing"))).isEqualTo(FolderEntry.Kind.NOTHING);
  }

  /// Whoever opens a pipe waits for somebody who writes into it.
  @Test
  void aPipeIsToldAndNobodyWaitsForIt() throws Exception {
    TestPrograms.require("mkfifo");
    Path good = Files.createDirectories(folder.resolve("good"));
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(good.resolve("SKILL.md"), TEXT);
    Files.writeString(folder.resolve("works.md"), TEXT);
    for (Path pipe : List.of(folder.resolve("pipe.md"), other.resolve("SKILL.md"))) {
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor())
          .isZero();
    }
    Files.createSymbolicLink(folder.resolve("to-pipe.md"), Path.of("pipe.md"));
    Files.createSymbolicLink(folder.resolve("gone.md"), Path.of("nowhere.md"));
    AgentLoader.Check agents = AgentLoader.check(folder);
    assertThat(agents.agents()).extracting(agent -> agent.name()).contains("works");
    assertThat(String.join("\n", agents.lines()))
        .contains("/pipe.md:1: cannot be read: it is no regular file", "/to-pipe.md:1: ")
        .contains("/gone.md:1: cannot be read: it is a link that leads nowhere; remove it");
    var place =
        new ContentPlaces.Place(folder, folder, folder.toString(), ContentPlaces.Owner.USER);
    PromptTemplates.Check commands = PromptTemplates.check(List.of(place));
    assertThat(commands.templates()).extracting(each -> each.name()).contains("works");
    assertThat(String.join("\n", commands.problems())).contains("/pipe.md:1: ", "/to-pipe.md:1: ");
    SkillLoader.Check skills = SkillLoader.check(folder);
    assertThat(skills.skills()).extracting(skill -> skill.name()).containsExactly("good");
    assertThat(String.join("\n", skills.lines())).contains("other/SKILL.md:1: is no regular");
  }

  @Test
  void aFolderThatCannotBeReadHarmsNothingBesideIt() throws Exception {
    Path closed = Files.createDirectories(folder.resolve("closed"));
    Files.writeString(folder.resolve("works.md"), TEXT);
    Files.setPosixFilePermissions(closed, Set.of());
    Assumptions.assumeFalse(Files.isReadable(closed), "root reads everything");
    try {
      AgentLoader.Check agents = AgentLoader.check(folder);
      assertThat(agents.agents()).extracting(agent -> agent.name()).containsExactly("works");
      assertThat(agents.lines()).singleElement().asString().contains("closed/:1: cannot be read");
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void twoAgentsOfOneNameAreTold() throws Exception {
    Files.writeString(folder.resolve("a.md"), "---\nname: same\n" + TEXT.substring(4));
    Files.writeString(folder.resolve("b.md"), "---\nname: same\n" + TEXT.substring(4));
    AgentLoader.Check checked = AgentLoader.check(folder);
    assertThat(checked.agents()).hasSize(1);
    assertThat(checked.errors()).isFalse();
    assertThat(checked.lines())
        .singleElement()
        .asString()
        .contains("b.md:1: the name 'same' is that of ", "a.md, which is used");
  }

  /// Nobody is to rely on a check that does not happen.
  @Test
  void anAgentWhoseSchemaCannotBeUsedIsToldAtTheStart() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home/agents"));
    Files.writeString(
        home.resolve("a.md"), "---\noutput: {unevaluatedItems: false}\n" + TEXT.substring(4));
    var options = ProjectOptions.of(folder.resolve("home"), folder).withEnvironment(Map.of());
    var loader = new AgentLoader(options);
    assertThat(loader.listed()).hasSize(1);
    assertThat(loader.warnings())
        .singleElement()
        .asString()
        .contains("a.md:2: the schema cannot be used: /unevaluatedItems", "are not checked");
  }
}
