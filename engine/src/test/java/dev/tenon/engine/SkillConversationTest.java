package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A conversation with skills: what the model is told, loads and keeps.
class SkillConversationTest {
  @TempDir Path folder;
  private Path home;
  private Path root;

  @BeforeEach
  void folders() throws Exception {
    home = Files.createDirectory(folder.resolve("home")).toRealPath();
    root = Files.createDirectory(folder.resolve("project")).toRealPath();
    Path skill = Files.createDirectories(home.resolve("skills/greet"));
    Files.writeString(
        skill.resolve("SKILL.md"),
        "---\nname: greet\ndescription: Greets people\n---\nSay hello to $ARGUMENTS.\n");
    Files.writeString(skill.resolve("words.txt"), "hello\n");
  }

  private ProjectOptions options() {
    return ProjectOptions.of(home, root).withEnvironment(Map.of());
  }

  private static List<Part.Result> results(Conversation conversation) {
    var all = new ArrayList<Part.Result>();
    for (Message message : conversation.history()) {
      if (message instanceof Message.ToolResults results) {
        all.addAll(results.results());
      }
    }
    return all;
  }

  @Test
  void theModelLoadsASkillOnceAndReadsItsFiles() throws Exception {
    Json.Obj greet = Json.object().put("name", "greet").build();
    var model =
        ScriptedModel.of(
            Step.calls("skill", greet),
            Step.calls("skill", greet),
            Step.calls("skill", Json.object().put("name", "grete").build()),
            Step.calls("skill", Json.object().put("query", "people").build()),
            Step.calls(
                "read_file",
                Json.object()
                    .put("path", home.resolve("skills/greet/words.txt").toString())
                    .build()),
            Step.says("Done."));
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      ToolSpec tool =
          live.upcoming().tools().stream()
              .filter(each -> each.name().equals("skill"))
              .findFirst()
              .orElseThrow();
      assertThat(tool.description()).contains("\n- greet: Greets people");
      live.prompt("Go");
      model.verify();
      List<Part.Result> results = results(live);
      assertThat(results.get(0).text())
          .startsWith("<skill name=\"greet\"")
          .contains("Say hello to $ARGUMENTS.")
          .endsWith("- words.txt");
      assertThat(results.get(1).text()).contains("already loaded");
      assertThat(results.get(2).failed()).isTrue();
      assertThat(results.get(3).text()).isEqualTo("greet: Greets people");
      assertThat(results.get(4).text()).contains("hello");
      live.restore(List.of());
      assertThat(conversation.extras().skills().orElseThrow().isLoaded("greet")).isFalse();
    }
  }

  @Test
  void aPromptThatNamesASkillSendsItsText() throws Exception {
    for (String prompt :
        List.of(
            "/greet all: $ARGUMENTS",
            "/skill:greet all: $ARGUMENTS",
            "/skill greet all: $ARGUMENTS",
            "/skill\ngreet\nall: $ARGUMENTS")) {
      var model = ScriptedModel.of(Step.says("Done."));
      try (Project project = Project.open(options());
          ProjectConversation conversation =
              project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
        Conversation live = conversation.start(ConversationFace.listening(event -> {}));
        live.prompt(prompt);
        assertThat(live.history().getFirst()).isInstanceOf(Message.User.class);
        var said = (Message.User) live.history().getFirst();
        // The person's words come first, since titles and lists are made of the beginning.
        assertThat(said.text())
            .startsWith("Use the skill greet: all: $ARGUMENTS\n<skill name=\"greet\"")
            .contains("Say hello to all: $ARGUMENTS.");
        assertThat(conversation.extras().skills().orElseThrow().isLoaded("greet")).isTrue();
      }
    }
  }

  /// Titles and lists are made of the beginning, also where something has to be told along.
  @Test
  void newsStandBehindThePersonsWords() throws Exception {
    var model = ScriptedModel.of(Step.says("Done."));
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      conversation.tell("<goal-change>\nnew\n</goal-change>");
      live.prompt("Go on");
      assertThat(((Message.User) live.history().getFirst()).text())
          .isEqualTo("Go on\n<goal-change>\nnew\n</goal-change>");
    }
  }

  @Test
  void otherPromptsStayAsTheyAre() throws Exception {
    var model = ScriptedModel.of(Step.says("Done."));
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      live.prompt("/usr/bin is full");
      assertThat(((Message.User) live.history().getFirst()).text()).isEqualTo("/usr/bin is full");
    }
  }

  @Test
  void withoutSkillsNoRequestNamesThem() throws Exception {
    var model = ScriptedModel.of();
    try (Project project = Project.open(options().with("skills.enabled", "false"));
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      assertThat(live.upcoming().tools()).extracting(ToolSpec::name).doesNotContain("skill");
      assertThat(project.skills()).isEmpty();
    }
  }
}
