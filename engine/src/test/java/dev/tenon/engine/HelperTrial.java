package dev.tenon.engine;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A project with agents of all kinds, and conversations in it.
abstract class HelperTrial {
  @TempDir Path folder;
  Path home;
  Path root;

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(home.resolve("config.yml"), "");
    Path agents = Files.createDirectories(home.resolve("agents"));
    agent(agents, "free", "");
    agent(agents, "narrow", "mode: plan\n");
    agent(agents, "denied", "permission: {edit: deny}\n");
    agent(agents, "asked", "permission: {edit: ask}\n");
    agent(agents, "lead", "tools: [read]\nspawns: [free, narrow, denied, asked]\n");
    agent(agents, "wild", "spawns: '*'\nmaxTurns: 4\n");
    agent(agents, "gitter", "tools: ['Bash(git log:*)']\n");
  }

  static void agent(Path agents, String name, String more) throws Exception {
    Files.writeString(
        agents.resolve(name + ".md"),
        "---\nname: " + name + "\ndescription: For tests.\n" + more + "---\nDo it.\n");
  }

  Project open(String... settings) throws Exception {
    ProjectOptions options =
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("sandbox.kind", "off");
    for (int i = 0; i < settings.length; i += 2) {
      options = options.with(settings[i], settings[i + 1]);
    }
    return Project.open(options);
  }

  static Step writes(String path) {
    return Step.calls("write_file", Json.object().put("path", path).put("content", "x\n").build());
  }

  static Step resume(String id) {
    return Step.calls(
        "task",
        Json.object()
            .put("resume", Json.object().put("id", id).put("message", "go on").build())
            .build());
  }

  static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  String run(Model model, Mode mode, String... settings) throws Exception {
    try (Project project = open(settings);
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(model, mode).once().recordedIn(session(project)))) {
      Conversation conversation = once.start(ConversationFace.listening(event -> {}));
      conversation.prompt("go");
      return conversation.history().toString();
    }
  }

  static ActiveSession session(Project project) throws Exception {
    return ActiveSession.open(
        project.options(), SessionRequest.NEW, SessionQuestions.nobody(), line -> {});
  }
}
