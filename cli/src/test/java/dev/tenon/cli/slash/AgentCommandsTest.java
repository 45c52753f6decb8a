package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.session.SessionStore;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `/agents` while a helper works beside the conversation.
@Timeout(120)
class AgentCommandsTest {
  @TempDir Path folder;
  private final Semaphore turns = new Semaphore(1);
  private int asked;
  private final CountDownLatch steered = new CountDownLatch(1);

  private static Message.Assistant calls(String tool, Json.Obj arguments) {
    return new Message.Assistant(
        List.of(new Part.Call("c-" + tool, tool, arguments, null, null)),
        StopReason.TOOL_USE,
        new Usage(10, 5, 0, 0),
        "house/model");
  }

  private Message.Assistant answer(Request request) throws InterruptedException {
    boolean first = request.messages().stream().noneMatch(Message.ToolResults.class::isInstance);
    if (request.tools().stream().anyMatch(tool -> tool.name().equals("yield"))) {
      if (request.messages().toString().contains("Look at b, too.")) {
        steered.countDown();
      }
      turns.acquire();
      return calls("list_files", Json.Obj.EMPTY);
    }
    Json task =
        Json.object()
            .put("id", "Look")
            .put("assignment", "Look around." + (first && asked++ > 0 ? " Again " + asked : ""))
            .build();
    return first
        ? calls("task", Json.object().put("agent", "explore").array("tasks", List.of(task)).build())
        : new Message.Assistant(
            List.of(new Part.Text("It looks.")), StopReason.STOP, Usage.NONE, "house/model");
  }

  @Test
  void aHelperIsListedShownSteeredAndStopped() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(home.resolve("config.yml"), "");
    Model model = (request, sink) -> answer(request);
    try (Project project = Project.open(ProjectOptions.of(home, root).withEnvironment(Map.of()));
        ActiveSession session =
            ActiveSession.open(
                project.options(), SessionRequest.NEW, SessionQuestions.nobody(), line -> {});
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT).recordedIn(session))) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      SlashCommand command = new AgentCommands(conversation).slash();
      assertThat(says(command, "")).startsWith("No helper was called yet. Agents: explore");
      assertThat(live.prompt("go").text()).isEqualTo("It looks.");
      HelperNode helper = conversation.helpers().orElseThrow().find("0-Look").orElseThrow();
      await(() -> helper.steps() >= 2);
      assertThat(says(command, "")).containsPattern("0-Look +working +explore +2 steps +15 tokens");
      assertThat(says(command, "0-Look")).contains("> Look around.", "  list_files");
      assertThat(says(command, "steer 0-Look Look at b, too.")).isEqualTo("Told 0-Look.");
      turns.release();
      steered.await();
      assertThat(says(command, "stop 0-Look")).isEqualTo("Stopped 0-Look.");
      await(() -> helper.state() == HelperNode.State.ENDED);
      assertThat(says(command, "")).containsPattern("0-Look +aborted");
      assertThat(says(command, "0-Look"))
          .contains("> Look around.", "> Look at b, too.", "  list_files", "It gave");
      assertThat(says(command, "stop 0-Look")).isEqualTo("0-Look does not work any more.");
      assertThat(says(command, "steer 0-Look Hello?")).contains("does not work");
      assertThat(says(command, "stop all")).isEqualTo("No helper works.");
      assertThatThrownBy(() -> says(command, "9-Nobody"))
          .isInstanceOf(CommandException.class)
          .hasMessage("There is no helper '9-Nobody'; /agents lists all.");
      // A new conversation in the same program has helpers of its own.
      startOver(session, live, home, root);
      assertThat(says(command, "")).startsWith("No helper was called yet. Agents: explore");
      assertThatThrownBy(() -> says(command, "0-Look")).hasMessageContaining("There is no helper");
      turns.drainPermits();
      live.prompt("go");
      assertThat(says(command, ""))
          .containsPattern("0-Look +w[a-z]+ing ")
          .doesNotContain("before)");
      // One that works on is seen until it ends, and its id is not given to another.
      startOver(session, live, home, root);
      assertThat(says(command, "")).contains("0-Look").contains("(of the session before)");
      live.prompt("go");
      assertThat(says(command, "")).contains("0-Look").containsPattern("1-Look +w[a-z]+ing ");
      says(command, "stop 0-Look");
      await(() -> !says(command, "").contains("0-Look"));
      says(command, "stop all");
      await(() -> says(command, "").contains("aborted"));
    }
  }

  private static void startOver(ActiveSession session, Conversation live, Path home, Path root)
      throws Exception {
    live.restore(List.of());
    session.use(new SessionStore(home).create(root));
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(condition);
  }

  private static String says(SlashCommand command, String argument) throws Exception {
    var context = new PickingContext(false);
    command.action().run(argument, context);
    return context.said();
  }
}
