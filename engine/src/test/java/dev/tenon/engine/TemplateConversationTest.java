package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A prompt that calls a template by its name, in a conversation.
class TemplateConversationTest {
  @TempDir Path folder;
  private Path home;
  private Path root;

  @BeforeEach
  void folders() throws Exception {
    home = Files.createDirectory(folder.resolve("home")).toRealPath();
    root = Files.createDirectory(folder.resolve("project")).toRealPath();
    Files.createDirectory(home.resolve("commands"));
    Files.writeString(root.resolve("notes.txt"), "the notes\n");
  }

  private Message.User sent(Mode mode, String template, String prompt) throws Exception {
    Files.writeString(home.resolve("commands/it.md"), template);
    var model = ScriptedModel.of(Step.says("Done."));
    try (Project project = Project.open(ProjectOptions.of(home, root).withEnvironment(Map.of()));
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, mode))) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      live.prompt(prompt);
      return (Message.User) live.history().getFirst();
    }
  }

  @Test
  void wordsFilesAndOutputsComeTogether() throws Exception {
    Message.User said =
        sent(
            Mode.FULL,
            "Look at @notes.txt for $1.\n\n!`printf '@no''tes.txt %s' $2`",
            "/it me 'a b; id'");
    assertThat(said.text()).contains("Look at @notes.txt for me.").contains("@notes.txt a b; id");
    assertThat(said.content()).hasSize(2);
    assertThat(said.text()).contains("the notes");
  }

  @Test
  void anOutputMentionsNothing() throws Exception {
    Message.User said = sent(Mode.FULL, "Say !`echo @notes.txt`", "/it");
    assertThat(said.content()).hasSize(1);
    assertThat(said.text()).contains("@notes.txt").doesNotContain("the notes");
  }

  @Test
  void aCommandIsJudgedLikeAnyOther() throws Exception {
    Message.User said = sent(Mode.PLAN, "Say !`touch made`", "/it");
    assertThat(root.resolve("made")).doesNotExist();
    assertThat(said.text()).startsWith("Say ");
    Message.User asked = sent(Mode.ASK, "Say !`touch made`", "/it");
    assertThat(root.resolve("made")).doesNotExist();
    assertThat(asked.text()).startsWith("Say ");
  }
}
