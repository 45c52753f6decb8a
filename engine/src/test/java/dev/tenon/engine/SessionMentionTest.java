package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An earlier session that a prompt mentions goes along as an excerpt.
class SessionMentionTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void folders() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.toRealPath().resolve("project"));
  }

  private String recorded(Path project, List<Json.Obj> messages) throws IOException {
    try (SessionLog log = new SessionStore(home).create(project)) {
      for (Json.Obj message : messages) {
        log.append(new Entry.Said(message));
      }
      return log.id();
    }
  }

  private static Json.Obj said(String role, String text) {
    return Json.object().put("role", role).put("content", text).build();
  }

  private Message.User sent(String prompt) throws Exception {
    ProjectOptions options = ProjectOptions.of(home, root).withEnvironment(Map.of());
    var model = ScriptedModel.of(Step.says("Done."));
    try (Project project = Project.open(options);
        ActiveSession session =
            ActiveSession.open(options, SessionRequest.NEW, SessionQuestions.nobody(), told::add);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL).recordedIn(session))) {
      Conversation live =
          conversation.start(
              new ConversationFace(
                  event -> {}, Approver.nobody(), questions -> Optional.empty(), told::add));
      live.prompt(prompt);
      return (Message.User) live.history().getFirst();
    }
  }

  @Test
  void whatWasSaidAndCalledGoesAlongFramed() throws Exception {
    String id =
        recorded(
            root,
            List.of(
                said("user", "why is the parser slow?"),
                Json.parseObject(
                    "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\"},{\"type\":\"text\",\"text\":\"I"
                        + " look.\"},{\"type\":\"toolCall\","
                        + "\"id\":\"1\",\"name\":\"bash\",\"arguments\":{\"command\":\"make\"}}]}"),
                Json.parseObject(
                    "{\"role\":\"toolResult\",\"isError\":true,\"content\":\"no rule\"}"),
                said("assistant", "It backtracks.")));
    String text = sent("go on from @session://" + id.substring(0, 8) + ".").text();
    assertThat(text)
        .contains("<file path=\"session://" + id.substring(0, 8) + "\">")
        .contains("[user]\nwhy is the parser slow?")
        .contains("[assistant]\nI look.\n[call] bash make")
        .contains("[failed] no rule")
        .contains("[assistant]\nIt backtracks.")
        .contains("asks nothing of you now")
        .endsWith("</file>")
        .doesNotContain("hm");
    assertThat(told).isEmpty();
  }

  @Test
  void aLongOneIsBoundedAndKeepsItsBeginningAndItsEnd() throws Exception {
    var messages = new ArrayList<Json.Obj>();
    messages.add(said("user", "the beginning"));
    for (int i = 0; i < 400; i++) {
      messages.add(said("assistant", "message " + i + " " + "x".repeat(5000)));
    }
    messages.add(said("assistant", "the end 😀".repeat(900)));
    String id = recorded(root, messages);
    String text = sent("@session://" + id).text();
    assertThat(text.length()).isBetween(20_000, 33_000);
    assertThat(text)
        .contains("the beginning")
        .contains("messages are left out here]")
        .contains("characters are left out")
        .contains("message 399")
        .doesNotContain("message 100 ")
        .doesNotContain("\ufffd");
  }

  @Test
  void whatIsNoSessionOfThisProjectIsToldAndNotShown() throws Exception {
    Path other = Files.createDirectories(folder.toRealPath().resolve("other"));
    String id = recorded(other, List.of(said("user", "the secret of another project")));
    assertThat(sent("see @session://" + id).text()).doesNotContain("the secret");
    assertThat(told)
        .singleElement()
        .asString()
        .contains("belongs to another project (" + other + ")")
        .contains("tenon sessions export");
    told.clear();
    sent("see @session://ffffffff00 and @session://");
    assertThat(told).hasSize(2);
    assertThat(told.getFirst()).contains("no session whose id begins with 'ffffffff00'");
    assertThat(told.getLast()).contains("needs the id of a session");
    told.clear();
    sent("see @session://../../../etc/passwd");
    assertThat(told).singleElement().asString().contains("no session whose id begins with");
  }
}
