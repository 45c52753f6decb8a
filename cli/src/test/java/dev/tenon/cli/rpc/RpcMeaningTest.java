package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands mean what they mean in pi.
@Timeout(120)
class RpcMeaningTest {
  @TempDir Path folder;
  private Path project;
  private Path home;

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
  }

  private ProgramClient client(Map<String, String> variables, String... arguments)
      throws IOException {
    Map<String, String> environment = new HashMap<>(variables);
    environment.put("TENON_HOME", home.toString());
    environment.put("PATH", System.getenv("PATH"));
    var all = new ArrayList<>(List.of("--mode", "rpc", "--root=" + project));
    all.addAll(List.of(arguments));
    return new ProgramClient(environment, all.toArray(String[]::new));
  }

  @Test
  void whatIsSaidMeanwhileMayCallPromptsOfFilesAndSkills() throws Exception {
    Files.writeString(
        Files.createDirectories(home.resolve("commands")).resolve("turn.md"),
        "---\ndescription: Turns\n---\nPlease turn $ARGUMENTS at once.\n");
    Files.writeString(
        Files.createDirectories(home.resolve("skills/parking")).resolve("SKILL.md"),
        "---\nname: parking\ndescription: How to park\n---\nPark backwards.\n");
    Path script = folder.resolve("script.json");
    Files.writeString(
        script,
        """
        {"steps": [
          {"calls": [{"name": "bash", "arguments": {"command": "while [ ! -e go ]; do sleep 0.05; done"}}]},
          {"expect": {"lastUserContains": "Please turn left at once."}, "text": "Left."},
          {"expect": {"lastUserContains": "Park backwards."}, "text": "Parked."}]}
        """);
    try (ProgramClient client =
        client(Map.of(), "--model=scripted:" + script, "--permission-mode=full")) {
      client.call("prompt", "message", "Begin");
      client.awaitEvent("tool_execution_start", 1);
      client.call("steer", "message", "/turn left");
      client.call("follow_up", "message", "/skill:parking here");
      Files.writeString(project.resolve("go"), "");
      client.awaitEvent("agent_end", 1);
      assertThat(client.call("get_last_assistant_text").string("text"))
          .as(client.transcript())
          .isEqualTo("Parked.");
      assertThat(client.call("get_state").number("pendingMessageCount", 9)).isZero();
    }
  }

  @Test
  void aNameIsWhatSomebodyGaveTheSession() throws Exception {
    Path script = folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [{\"text\": \"1\"}]}");
    try (ProgramClient client =
        client(Map.of(), "--model=scripted:" + script, "--permission-mode=full")) {
      client.run("Begin");
      assertThat(client.call("get_state").has("sessionName")).as("a made title is none").isFalse();
      client.call("set_session_name", "name", " a\u2028b\tc ");
      assertThat(client.call("get_state").string("sessionName")).isEqualTo("a\u2028b c");
      assertThat(client.awaitEvent("session_info_changed", 1).string("name"))
          .isEqualTo("a\u2028b c");
    }
  }

  @Test
  void aPictureThatIsNoneIsNamed() throws Exception {
    Path script = folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [{\"text\": \"1\"}]}");
    try (ProgramClient client = client(Map.of(), "--model=scripted:" + script)) {
      client.write(
          Json.object()
              .put("id", "p")
              .put("type", "prompt")
              .put("message", "Look")
              .put("images", Json.strings(List.of("a")))
              .build());
      assertThat(client.response("p").string("error"))
          .isEqualTo("prompt: 'images' must hold pictures as objects, was \"a\"");
    }
  }

  /// A copy goes on with what the program did; another session does not.
  @Test
  void whatHappenedInASessionIsNotToldInAnotherOne() throws Exception {
    Path script = folder.resolve("script.json");
    Files.writeString(
        script, "{\"steps\": [{\"text\": \"1\"}, {\"text\": \"2\"}, {\"text\": \"3\"}]}");
    try (ProgramClient client =
        client(Map.of(), "--model=scripted:" + script, "--permission-mode=full")) {
      client.run("Begin");
      client.call("bash", "command", "echo first-secret");
      client.call("clone");
      assertThat(client.run("Go on").compact()).contains("first-secret");
      client.call("bash", "command", "echo second-secret");
      client.call("new_session");
      assertThat(client.run("Begin anew").compact()).doesNotContain("secret");
    }
  }

  /// What is asked reads as it is, whatever characters are in it.
  @Test
  void nothingIsHiddenInWhatIsAsked() throws Exception {
    Path script = folder.resolve("script.json");
    Files.writeString(
        script,
        "{\"steps\": [{\"calls\": [{\"name\": \"write_file\", \"arguments\": {\"path\": \"b.txt\","
            + " \"content\": \"a\\u202Eb\\n\"}}]}, {\"text\": \"No.\"}]}");
    try (ProgramClient client =
        client(Map.of(), "--model=scripted:" + script, "--permission-mode=ask")) {
      client.answering(asked -> ProgramClient.value("No"));
      client.run("Write");
      assertThat(client.awaitEvent("extension_ui_request", 1).string("title"))
          .contains("+a<U+202E>b");
    }
  }

  @Test
  void aLevelThatIsChosenIsAskedForEvenIfItIsTheOneThatWasShown() throws Exception {
    try (var server = ModelServer.start();
        ProgramClient client =
            client(
                Map.of("OPENAI_BASE_URL", server.url() + "/v1", "OPENAI_API_KEY", "canary"),
                "--model=openai/gpt-5",
                "--permission-mode=full",
                "--no-session")) {
      server.reply(Reply.text("One."), Reply.text("Two."));
      assertThat(client.call("get_state").string("thinkingLevel")).isEqualTo("medium");
      client.run("Hello");
      client.call("set_thinking_level", "level", "medium");
      assertThat(client.call("get_state").string("thinkingLevel")).isEqualTo("medium");
      client.run("Again");
      assertThat(server.requests().getFirst().body().toString()).doesNotContain("\"medium\"");
      assertThat(server.requests().getLast().body().toString()).contains("\"medium\"");
    }
  }

  @Test
  void aModelThatDoesNotThinkTellsTheLevelThatIsLeft() throws Exception {
    try (ProgramClient client =
        client(
            Map.of("OPENAI_API_KEY", "canary"), "--model=openai/gpt-5", "--permission-mode=full")) {
      client.call("set_thinking_level", "level", "high");
      assertThat(client.awaitEvent("thinking_level_changed", 1).string("level")).isEqualTo("high");
      client.call("set_model", "provider", "openai", "modelId", "gpt-4o");
      assertThat(client.awaitEvent("thinking_level_changed", 2).string("level")).isEqualTo("off");
      assertThat(client.types()).endsWith("response", "thinking_level_changed");
      client.call("set_model", "provider", "openai", "modelId", "gpt-5");
      assertThat(client.awaitEvent("thinking_level_changed", 3).string("level")).isEqualTo("high");
    }
  }

  /// What a command from a file wants for its prompt alone is told when it begins and when it ends.
  @Test
  void aCommandThatWantsAnotherModelTellsTheLevelThatIsLeft() throws Exception {
    Files.writeString(
        Files.createDirectories(home.resolve("commands")).resolve("quick.md"),
        "---\ndescription: Quick\nmodel: openai/gpt-4o\n---\nBe quick.\n");
    try (var server = ModelServer.start();
        ProgramClient client =
            client(
                Map.of("OPENAI_BASE_URL", server.url() + "/v1", "OPENAI_API_KEY", "canary"),
                "--model=openai/gpt-5:high",
                "--permission-mode=full",
                "--no-session")) {
      server.reply(Reply.text("One."), Reply.text("Two."));
      client.run("/quick");
      assertThat(client.awaitEvent("thinking_level_changed", 1).string("level")).isEqualTo("off");
      assertThat(client.awaitEvent("thinking_level_changed", 2).string("level")).isEqualTo("high");
      assertThat(client.types())
          .containsSubsequence(
              "response", "thinking_level_changed", "agent_start", "thinking_level_changed");
      client.run("Go on");
      assertThat(client.count("thinking_level_changed")).isEqualTo(2);
    }
  }
}
