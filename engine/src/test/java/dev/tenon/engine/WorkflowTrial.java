package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Programs with workflows, from their start to their end, with somebody who answers.
class WorkflowTrial {
  @TempDir Path folder;
  Path home;
  Path root;
  final List<String> notes = new ArrayList<>();
  final List<String> asked = new ArrayList<>();
  final Deque<Optional<Asker.Reply>> answers = new ArrayDeque<>();

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\n");
    Files.writeString(home.resolve("config.yml"), "");
  }

  interface Work {
    void with(ProjectConversation conversation, Conversation live) throws Exception;
  }

  /// A program that runs from its start to its end.
  void program(RoleModel model, SessionRequest.Start start, Asker asker, Work work)
      throws Exception {
    var request =
        new SessionRequest(
            start,
            "",
            SessionRequest.Copying.IF_AGREED,
            SessionRequest.Taking.FROM_SESSION,
            SessionRequest.Taking.FROM_SESSION);
    ProjectOptions options =
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("sandbox.kind", "off")
            .with("retry.maxRetries", "0");
    try (Project project = Project.open(options);
        ActiveSession session =
            ActiveSession.open(options, request, SessionQuestions.nobody(), notes::add);
        ProjectConversation conversation =
            project.conversation(
                ConversationOptions.of(model, Mode.FULL).once().recordedIn(session))) {
      Conversation live =
          conversation.start(
              new ConversationFace(event -> {}, Approver.nobody(), asker, notes::add));
      work.with(conversation, live);
    }
    model.verify();
  }

  Optional<List<Asker.Reply>> reply(List<Asker.Question> questions) {
    asked.add(questions.getFirst().text() + " " + questions.getFirst().options());
    assertThat(answers).as("nobody expected: " + asked.getLast()).isNotEmpty();
    return answers.poll().map(List::of);
  }

  void answer(String chosen) {
    answers.add(Optional.of(new Asker.Reply("x", List.of(chosen), "", Asker.By.PERSON)));
  }

  WorkflowStore store() {
    try (Project project = Project.open(ProjectOptions.of(home, root).withEnvironment(Map.of()))) {
      return WorkflowStore.of(project.stateFolder(), notes::add);
    } catch (Exception broken) {
      throw new AssertionError(broken);
    }
  }

  static Step workflow(String json) {
    try {
      return Step.calls("workflow", Json.parseObject(json));
    } catch (JsonException typo) {
      throw new AssertionError(typo);
    }
  }

  static Step yields(String json) {
    try {
      return Step.calls("yield", Json.object().put("result", Json.parse(json)).build());
    } catch (JsonException typo) {
      throw new AssertionError(typo);
    }
  }

  static Step write(String path) {
    return Step.calls("write_file", Json.object().put("path", path).put("content", "x\n").build());
  }

  /// Says the last step's result has these words, and goes on.
  static Function<Request, Step> seeing(Step then, String... words) {
    return request -> {
      assertThat(RoleModel.lastText(request)).contains(words);
      return then;
    };
  }
}
