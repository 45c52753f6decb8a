package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Mode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What `Notification` hooks hear without a dialog: a question of the model, and that nobody says
/// anything.
@Timeout(120)
class HookNoticesTest extends HookTrial {
  /// A conversation of which hooks need to know next to nothing.
  private final class Around implements ConversationHooks.Surroundings {
    @Override
    public Shell shell(Hook.Owner owner) {
      return shell;
    }

    @Override
    public Model model(@Nullable String name) {
      return model;
    }

    @Override
    public void close() {}

    @Override
    public String sessionId() {
      return "s";
    }

    @Override
    public String transcript() {
      return "";
    }

    @Override
    public Path root() {
      return root;
    }

    @Override
    public Mode mode() {
      return Mode.ASK;
    }

    @Override
    public String modelName() {
      return "m";
    }

    @Override
    public void tellPerson(String line) {
      person.add(line);
    }

    @Override
    public void tellModel(String text) {}

    @Override
    public void interject(String text) {}

    @Override
    public void stop() {}

    @Override
    public void variables(Hook.Owner owner, String exports) {}
  }

  private static Hook noting(String matcher) {
    return new Hook(
        HookEvent.NOTIFICATION,
        HookMatcher.of(matcher),
        HookCondition.ALWAYS,
        new Hook.Kind.Command("cat > " + matcher + ".part; mv " + matcher + ".part heard", null),
        Duration.ofSeconds(60),
        false,
        Hook.Waiting.FOR_ANSWER,
        Hook.Repeating.EVERY_TIME,
        new Hook.Source("config.yml", 1, Hook.Owner.USER, null));
  }

  private Json.Obj heard() throws Exception {
    Path file = root.resolve("heard");
    await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(file));
    Json.Obj heard = Json.parseObject(Files.readString(file));
    Files.delete(file);
    return heard;
  }

  @Test
  void aQuestionOfTheModelIsHeard() throws Exception {
    try (var hooks =
        new ConversationHooks(
            List.of(noting("elicitation_dialog")), new Around(), Duration.ofDays(1))) {
      hooks.accept(
          new AgentEvent.ToolStarted(Part.Call.of("1", "bash", Json.Obj.EMPTY), "a command"));
      hooks.accept(
          new AgentEvent.ToolStarted(Part.Call.of("2", "ask", Json.Obj.EMPTY), "Which one?"));
      Json.Obj heard = heard();
      assertThat(heard.string("notification_type")).isEqualTo("elicitation_dialog");
      assertThat(heard.string("message")).isEqualTo("Which one?");
      assertThat(heard.string("hook_event_name")).isEqualTo("Notification");
    }
  }

  private static AgentEvent ended() {
    return new AgentEvent.PromptEnded(
        new Outcome(Outcome.Ending.COMPLETED, "", 1, Usage.NONE, Duration.ZERO, null, null));
  }

  /// The silence after the first prompt ends with the second, whose own is heard.
  @Test
  void silenceAfterAPromptIsHeardAndNoneBeforeAnother() throws Exception {
    try (var hooks =
        new ConversationHooks(
            List.of(noting("idle_prompt")), new Around(), Duration.ofMillis(500))) {
      hooks.accept(ended());
      hooks.accept(new AgentEvent.PromptStarted(Message.User.of("more")));
      hooks.accept(ended());
      Json.Obj heard = heard();
      assertThat(heard.string("notification_type")).isEqualTo("idle_prompt");
      assertThat(heard.string("message")).isEqualTo("Tenon waits for your input");
      await().atMost(Duration.ofSeconds(60)).until(() -> !hooks.runner().runs().isEmpty());
      assertThat(hooks.runner().runs()).hasSize(1);
    }
  }
}
