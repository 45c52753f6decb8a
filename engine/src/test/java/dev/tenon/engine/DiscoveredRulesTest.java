package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.content.Questioned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What other tools left in a project, as the model of a conversation sees it.
class DiscoveredRulesTest {
  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void make() throws IOException {
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    write("src/a.ts", "let a = 1\n");
    write("src/b.ts", "let b = 1\n");
    write("docs/c.md", "# c\n");
    write(".cursor/rules/ts.mdc", "---\nglobs: *.ts\n---\nNever use any.\n");
    write(".cursor/rules/docs.mdc", "---\nglobs: docs/**\n---\nWrite plainly.\n");
    write(".cursor/rules/api.mdc", "---\ndescription: About the API\n---\nUse REST.\n");
    write(".windsurfrules", "Be brief.\n");
    write(".claude/settings.json", "{\"permissions\": {\"deny\": [\"Read(./secret.txt)\"]}}");
    write("secret.txt", "hidden");
    write(
        "opencode.json",
        """
        {"agent": {"looker": {"description": "Looks", "prompt": "Look: closely", "mode": "subagent",
           "tools": {"bash": false}}, "build": {"model": "x"}},
         "command": {"look": {"template": "Look at $ARGUMENTS", "description": "A look"}}}
        """);
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private ProjectOptions options() {
    return ProjectOptions.of(folder.resolve("home"), root)
        .withEnvironment(Map.of())
        .with("sandbox.kind", "off");
  }

  private static Step read(String path) {
    return Step.calls("read_file", Json.object().put("path", path).build());
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  @Test
  void rulesComeWithTheFirstFileThatTheyAreAbout() throws Exception {
    var model =
        ScriptedModel.of(
            read("src/a.ts"),
            read("src/b.ts"),
            read("secret.txt"),
            Step.says("ok"),
            Step.says("ok"));
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      var live = conversation.start(ConversationFace.listening(event -> {}));
      live.prompt("go");
      live.prompt("See @docs/c.md");
      String system = project.systemPrompt(Mode.FULL);
      assertThat(system)
          .contains("<instructions file=\".windsurfrules\">\nBe brief.\n</instructions>")
          .contains("- .cursor/rules/api.mdc: About the API\n")
          .doesNotContain("Use REST")
          .doesNotContain("Never use any")
          .isEqualTo(project.systemPrompt(Mode.FULL));
    }
    model.verify();
    Message.ToolResults first = (Message.ToolResults) model.requests().get(1).messages().getLast();
    Message.ToolResults second = (Message.ToolResults) model.requests().get(2).messages().getLast();
    Message.ToolResults third = (Message.ToolResults) model.requests().get(3).messages().getLast();
    assertThat(first.results().getFirst().text())
        .contains("let a")
        .contains("<instructions file=\".cursor/rules/ts.mdc\">\nNever use any.\n</instructions>");
    assertThat(second.results().getFirst().text()).contains("let b").doesNotContain("Never use");
    assertThat(third.results().getFirst().failed()).as("denied by a file of another tool").isTrue();
    String last = model.requests().getLast().messages().toString();
    assertThat(count(last, "Never use any.")).as("one result: its envelope and text").isEqualTo(2);
    assertThat(last).contains("Write plainly.");
  }

  @Test
  void whatStandsWithinAFileIsAgreedToAndSwitchedOff() throws Exception {
    var configuration = Configuration.load(options());
    var content = ProjectParts.Content.read(options(), configuration.settings());
    assertThat(content.questions().stream().map(each -> each.question().orElse("")))
        .anyMatch(question -> question.contains("/look (opencode.json): A look"))
        .anyMatch(question -> question.contains("looker"));
    for (Questioned question : content.questions()) {
      question.decide(Decision.ACCEPTED);
    }
    String trust = Files.readString(folder.resolve("home/trust.json"));
    assertThat(trust)
        .contains("\"kind\": \"agent\"")
        .contains("\"name\": \"looker\"")
        .contains("opencode.json#command.look");
    try (Project project = Project.open(options())) {
      assertThat(project.templates().orElseThrow().find("look")).isNotNull();
      assertThat(project.warnings()).isEmpty();
    }
    write(
        "opencode.json", Files.readString(root.resolve("opencode.json")).replace("Look at", "Lo"));
    try (Project project = Project.open(options())) {
      assertThat(project.templates().orElseThrow().find("look")).as("a changed byte").isNull();
    }
    var off = options().with("discovery.off", "opencode,cursor,claude,windsurf");
    try (Project project = Project.open(off)) {
      assertThat(project.templates()).isEmpty();
      assertThat(project.instructions().others()).isEmpty();
      assertThat(project.foreignPermissions().found()).isEmpty();
    }
  }
}
