package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.config.Consent;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.template.PromptTemplates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Prompts in files stand in menu and help, whatever else has their name.
class TemplateCommandsTest {
  @TempDir Path folder;

  @Test
  void aBuiltInNameWinsAndTheFilesIsOfferedByItsOwner() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Path commands = Files.createDirectories(root.resolve(".tenon/commands"));
    Files.writeString(commands.resolve("review.md"), "---\ndescription: Ours\n---\nLook.");
    Files.writeString(commands.resolve("ship.md"), "---\ndescription: Ships\n---\nShip.");
    var templates = new PromptTemplates(ProjectOptions.of(home, root));
    templates.decide(Consent.Decision.ACCEPTED);
    var all =
        new SlashCommands()
            .add(List.of(SlashCommand.of("review", "Decide about hunks", (words, context) -> {})));
    all.offer(TemplateCommands.list(templates, name -> all.find(name).isPresent()));
    assertThat(all.startingWith("").stream().map(SlashCommand::name))
        .containsExactlyInAnyOrder("review", "ship", "project:review");
    assertThat(all.find("project:review").orElseThrow().help()).isEqualTo("Ours (project)");
    assertThat(all.find("review").orElseThrow().help()).isEqualTo("Decide about hunks");
    assertThat(all.startingWith("review").stream().map(SlashCommand::name)).contains("review");
    // Its line is the prompt; nothing else has to be typed, or shown, once more.
    assertThat(all.find("ship").orElseThrow().isSent("now")).isTrue();
    assertThat(all.find("review").orElseThrow().isSent("")).isFalse();
  }
}
