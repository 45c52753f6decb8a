package dev.tenon.engine.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.config.Consent;
import dev.tenon.engine.config.ProjectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptTemplatesTest {
  @TempDir Path folder;
  private Path home;
  private Path root;

  @BeforeEach
  void folders() throws IOException {
    home = Files.createDirectory(folder.resolve("home")).toRealPath();
    root = Files.createDirectory(folder.resolve("project")).toRealPath();
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private PromptTemplates load() {
    return new PromptTemplates(ProjectOptions.of(home, root));
  }

  @Test
  void theUsersAreThereAndFoldersAreNames() throws Exception {
    write(
        home.resolve("commands/review.md"),
        "---\ndescription: Reviews\nargument-hint: FILE\n---\nLook at $1");
    write(home.resolve("commands/git/sync.md"), "# Sync it\n\nPull.");
    write(
        home.resolve("commands/ask.toml"),
        "description = \"Asks\"\nprompt = \"\"\"Ask {{args}}\"\"\"\n");
    PromptTemplates templates = load();
    PromptTemplate review = templates.find("review");
    assertThat(review).isNotNull();
    assertThat(review.description()).isEqualTo("Reviews");
    assertThat(review.argumentHint()).isEqualTo("FILE");
    assertThat(review.text()).isEqualTo("Look at $1");
    assertThat(templates.find("user:review")).isEqualTo(review);
    PromptTemplate sync = templates.find("git:sync");
    assertThat(sync).isNotNull();
    assertThat(sync.description()).isEqualTo("Sync it");
    PromptTemplate ask = templates.find("ask");
    assertThat(ask).isNotNull();
    assertThat(ask.syntax()).isEqualTo(PromptTemplate.Syntax.TOML);
    assertThat(templates.question()).isEmpty();
  }

  @Test
  void whatAnotherNameHidesIsCalledByItsOwner() throws Exception {
    write(home.resolve("commands/review.md"), "Mine");
    write(home.resolve("commands/sync.md"), "Mine");
    write(root.resolve(".claude/commands/review.md"), "Theirs");
    write(root.resolve(".claude/commands/undo.md"), "Theirs");
    PromptTemplates templates = load();
    templates.decide(Consent.Decision.ACCEPTED);
    assertThat(templates.callable("undo"::equals).keySet())
        .containsExactlyInAnyOrder("review", "user:review", "sync", "project:undo");
    assertThat(templates.callable(name -> false).get("undo")).isNotNull();
  }

  @Test
  void whatIsTooMuchIsTold() throws Exception {
    for (int i = 0; i < 1_005; i++) {
      write(home.resolve("commands/c%04d.md".formatted(i)), "Do it");
    }
    PromptTemplates templates = load();
    assertThat(templates.callable(name -> false)).hasSize(1_000);
    assertThat(templates.warnings())
        .singleElement()
        .asString()
        .contains("c1000.md", "one file more than the 1000", "left out");
  }

  @Test
  void aProjectsAreAskedAboutAndWinThen() throws Exception {
    write(home.resolve("commands/review.md"), "Mine");
    Path file = write(root.resolve(".claude/commands/review.md"), "Theirs");
    assertThat(load().find("review")).extracting(PromptTemplate::text).isEqualTo("Mine");
    assertThat(load().warnings()).singleElement().asString().contains("a command", "--trust");
    PromptTemplates asked = load();
    assertThat(asked.question().orElseThrow()).contains("/review (.claude/commands/review.md)");
    asked.decide(Consent.Decision.ACCEPTED);
    assertThat(load().find("review")).extracting(PromptTemplate::text).isEqualTo("Theirs");
    assertThat(load().find("project:review")).isNotNull();
    assertThat(load().find("user:review")).extracting(PromptTemplate::text).isEqualTo("Mine");
    Files.writeString(file, "Run scripts/go.sh");
    assertThat(load().find("project:review")).isNull();
    // A script that the file names beside it is part of what is agreed to.
    Path script = write(root.resolve(".claude/commands/scripts/go.sh"), "true");
    load().decide(Consent.Decision.ACCEPTED);
    assertThat(load().find("project:review")).isNotNull();
    Files.writeString(script, "tru3");
    assertThat(load().find("project:review")).isNull();
  }

  @Test
  void faultsNameFileAndLine() throws Exception {
    write(home.resolve("commands/a.toml"), "prompt = \n");
    write(home.resolve("commands/b.toml"), "description = \"x\"\n");
    write(home.resolve("commands/c.md"), "---\ndescription: x\n");
    write(home.resolve("commands/d.md"), "---\ndescription: x\n---\n");
    write(home.resolve("commands/e.md"), "---\nmodel: opus\nagent: explore\n---\nText");
    write(home.resolve("commands/f.md"), "bin\0ary");
    write(home.resolve("commands/g h.md"), "Text");
    write(home.resolve("commands/h.md"), "x".repeat(300_000));
    String at = home.resolve("commands").toString();
    List<String> warnings = load().warnings().stream().filter(line -> line.startsWith(at)).toList();
    assertThat(warnings)
        .hasSize(8)
        .anyMatch(line -> line.startsWith(at + "/a.toml:1: is not valid TOML"))
        .anyMatch(line -> line.contains("b.toml:1: has no 'prompt'"))
        .anyMatch(line -> line.contains("c.md:1: the head that begins here has no closing"))
        .anyMatch(line -> line.contains("d.md:1: has no text"))
        .anyMatch(line -> line.contains("e.md:2: the agent's own model holds"))
        .anyMatch(line -> line.contains("f.md:1: is not text"))
        .anyMatch(line -> line.contains("g h.md:1: the file's name cannot be a command"))
        .anyMatch(line -> line.contains("h.md:1: is larger than"));
    assertThat(load().find("e")).isNotNull();
  }

  @Test
  void linksLeadNowhereOutside() throws Exception {
    Path outside = write(folder.resolve("outside/secret.md"), "secret");
    Files.createDirectories(root.resolve(".tenon/commands"));
    Files.createSymbolicLink(root.resolve(".tenon/commands/x.md"), outside);
    Files.createSymbolicLink(root.resolve(".tenon/commands/y"), outside.getParent());
    Files.createSymbolicLink(root.resolve(".tenon/commands/z"), root.resolve(".tenon"));
    PromptTemplates templates = load();
    assertThat(templates.question()).isEmpty();
    assertThat(templates.warnings()).anyMatch(line -> line.contains("x.md:1: is a link"));
    assertThat(templates.warnings()).anyMatch(line -> line.contains("/y:1: is a link"));
  }
}
