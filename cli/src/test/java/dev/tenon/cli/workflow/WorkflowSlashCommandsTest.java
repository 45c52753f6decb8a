package dev.tenon.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.workflow.Interview;
import dev.tenon.core.workflow.TeamBoard;
import dev.tenon.core.workflow.WorkflowKind;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.workflow.WorkflowCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands about workflows at the terminal.
final class WorkflowSlashCommandsTest {
  @TempDir Path folder;
  private final Person person = new Person();

  @Test
  void aPersonCallsSeesAndStopsWorkflows() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project"));
    try (Project project = Project.open(ProjectOptions.of(home, root).withEnvironment(Map.of()));
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(ScriptedModel.of(), Mode.EDIT))) {
      conversation.start(ConversationFace.listening(event -> {}));
      List<SlashCommand> commands = new WorkflowSlashCommands(conversation).list();
      run(commands, "workflow", "");
      assertThat(person.said()).startsWith("There are no workflows.");
      // What goes to the model is a call, and not the same command once more.
      for (WorkflowKind kind : WorkflowKind.values()) {
        run(commands, kind.label(), "make it");
        String prompt = person.prompts.removeLast();
        assertThat(prompt).isEqualTo("/skill:" + kind.label() + " make it");
        assertThat(WorkflowCall.of(prompt)).contains(new WorkflowCall(kind, "make it"));
      }
      SlashCommand team = commands.getLast();
      for (SlashCommand each : commands) {
        team = each.name().equals("team") ? each : team;
      }
      assertThat(List.of(team.isSent("3:executor all"), team.isSent(""), team.isSent("stop")))
          .containsExactly(true, false, false);
      assertThatThrownBy(() -> run(commands, "ralplan", ""))
          .isInstanceOf(CommandException.class)
          .hasMessage("/ralplan TASK: say what it is about");
      assertThatThrownBy(() -> run(commands, "team", ""))
          .hasMessageContaining("There is no team. /team 3:executor TASK begins one.");
      WorkflowStore store = WorkflowStore.of(project.stateFolder(), line -> {});
      store.begin(
          WorkflowKind.TEAM,
          Json.object()
              .put("task", "all")
              .put(
                  "tasks",
                  TeamBoard.toJson(
                      List.of(new TeamBoard.Task("a", "x", "executor", List.of(), "do a"))))
              .build());
      Files.createDirectories(store.beside("team-1"));
      Files.writeString(store.beside("team-1").resolve("worker-1.log"), "a (executor)\n");
      run(commands, "team", "");
      assertThat(person.said()).contains("[open] a (lane x, executor)", "worker 1:\na (executor)");
      run(commands, "workflow", "");
      assertThat(person.said()).contains("team-1  running  0 of 1 tasks done");
      run(commands, "team", "stop");
      assertThat(person.said()).isEqualTo("Stopped team-1.");
      WorkflowStore.Kept interview =
          store.begin(WorkflowKind.DEEP_INTERVIEW, Json.object().put("task", "an idea").build());
      assertThatThrownBy(() -> run(commands, "workflow", "approve deep-interview-1"))
          .hasMessageContaining("nothing that waits for approval");
      interview.log().append(Interview.SPEC, Json.object().put("text", "# Spec").build());
      run(commands, "workflow", "approve deep-interview-1");
      assertThat(person.said()).startsWith("Approved deep-interview-1.");
      run(commands, "workflow", "");
      assertThat(person.said()).contains("deep-interview-1  approved  approved by the person");
      assertThatThrownBy(() -> run(commands, "workflow", "team-9"))
          .hasMessageContaining("There is no workflow 'team-9'");
    }
  }

  private void run(List<SlashCommand> commands, String name, String argument) throws Exception {
    for (SlashCommand command : commands) {
      if (command.name().equals(name)) {
        command.action().run(argument, person);
        return;
      }
    }
    throw new AssertionError("no command " + name);
  }

  private static final class Person implements CommandContext {
    private final List<String> printed = new ArrayList<>();
    private final List<String> prompts = new ArrayList<>();

    private String said() {
      return printed.getLast();
    }

    @Override
    public Conversation conversation() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void print(String text) {
      printed.add(text);
    }

    @Override
    public Optional<String> ask(String question) {
      return Optional.empty();
    }

    @Override
    public void prompt(String text) {
      prompts.add(text);
    }

    @Override
    public void prefill(String text) {}

    @Override
    public void startOver() {}

    @Override
    public void leave() {}
  }
}
