package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What hooks make of results, and what they are told of calls that read pages or are stopped.
@Timeout(300)
final class HookedResultTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @BeforeEach
  void make() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
  }

  private interface Work {
    void with(Conversation live) throws Exception;
  }

  private void converse(ScriptedModel model, String hooks, Work work) throws Exception {
    Files.writeString(home.resolve("config.yml"), "hooks:\n" + hooks);
    ProjectOptions options =
        ProjectOptions.of(home, root).withEnvironment(Map.of()).with("sandbox.kind", "off");
    try (Project project = Project.open(options);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      work.with(
          conversation.start(
              new ConversationFace(event -> {}, Approver.nobody(), null, notes::add)));
    }
    model.verify();
  }

  private static String hook(String event, String matcher, String command) {
    return "  "
        + event
        + ": [{matcher: "
        + Json.of(matcher).compact()
        + ", hooks: [{type: command, command: "
        + Json.of(command).compact()
        + "}]}]\n";
  }

  private static String says(String specific) {
    return "cat >/dev/null; echo '{\"hookSpecificOutput\":{" + specific + "}}'";
  }

  private static Expectation lacks(String text) {
    return request ->
        Expectation.lastResultContains(text).mismatch(request) == null
            ? "expected no '" + text + "' in the last result"
            : null;
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  private static Step read(String path) {
    return Step.calls("read_file", Json.object().put("path", path).build());
  }

  private void replaced(String specific, Expectation seen) throws Exception {
    converse(
        ScriptedModel.of(bash("echo the secret"), Step.says("ok").expecting(seen)),
        hook("PostToolUse", "Bash", says(specific)),
        live -> live.prompt("go"));
  }

  @Test
  void theModelSeesWhatAHookMakesOfAnyResult() throws Exception {
    Expectation hidden = Expectation.lastResultContains("hidden").and(lacks("the secret"));
    replaced("\"updatedToolOutput\":\"hidden\"", hidden);
    replaced("\"updatedToolOutput\":{\"stdout\":\"hidden\",\"stderr\":\"\"}", hidden);
    replaced("\"updatedToolOutput\":{\"text\":\"hidden\"}", hidden);
    assertThat(notes).isEmpty();
    replaced(
        "\"updatedToolOutput\":{\"stdout\":\"the secret\\n\"}",
        Expectation.lastResultContains("the secret"));
    replaced("\"updatedMCPToolOutput\":\"hidden\"", Expectation.lastResultContains("the secret"));
    assertThat(notes.toString()).contains("updatedMCPToolOutput", "it is updatedToolOutput for");
  }

  /// What one look takes out of the result of a call about several files stays out.
  @Test
  void everyFileOfACallTakesOut() throws Exception {
    Files.writeString(root.resolve("a.txt"), "secret of a\n");
    Files.writeString(root.resolve("b.txt"), "secret of b\n");
    String script =
        """
        import json, sys
        call = json.load(sys.stdin)
        name = call["tool_input"]["file_path"].rsplit("/", 1)[-1][0]
        text = call["tool_response"]["text"].replace("secret of " + name, "hidden")
        print(json.dumps({"hookSpecificOutput": {"updatedToolOutput": text}}))
        """;
    TestPrograms.require("python3");
    Path file = Files.writeString(home.resolve("hide.py"), script);
    converse(
        ScriptedModel.of(
            Step.calls("read_many_files", Json.parseObject("{\"paths\": [\"a.txt\", \"b.txt\"]}")),
            Step.says("ok")
                .expecting(Expectation.lastResultContains("hidden").and(lacks("secret")))),
        hook("PostToolUse", "Read", "python3 " + file),
        live -> live.prompt("go"));
  }

  @Test
  void aGuardOfPagesSeesThemHoweverTheyAreRead() throws Exception {
    String guard = "cat > call.json; echo 'no pages' >&2; exit 2";
    for (String matcher : List.of("WebFetch", "Read")) {
      converse(
          ScriptedModel.of(
              read("https://example.invalid/x"),
              Step.says("ok").expecting(Expectation.lastResultContains("no pages"))),
          hook("PreToolUse", matcher, guard),
          live -> live.prompt("go"));
      Json.Obj call = Json.parseObject(Files.readString(root.resolve("call.json")));
      assertThat(call.string("tool_name")).isEqualTo("WebFetch");
      assertThat(call.string("tenon_tool")).isEqualTo("read_file");
      assertThat(call.objectOrEmpty("tool_input").string("url"))
          .isEqualTo("https://example.invalid/x");
    }
    converse(
        ScriptedModel.of(
            Step.calls(
                "read_many_files",
                Json.parseObject("{\"paths\": [\"a.txt\", \"https://example.invalid/y\"]}")),
            Step.says("ok").expecting(Expectation.lastResultContains("no pages"))),
        hook("PreToolUse", "WebFetch", guard),
        live -> live.prompt("go"));
    Json.Obj call = Json.parseObject(Files.readString(root.resolve("call.json")));
    assertThat(call.objectOrEmpty("tool_input").string("url"))
        .isEqualTo("https://example.invalid/y");
  }

  /// Nobody waits for hooks then, but they hear it.
  @Test
  void aCallThatThePersonStopsIsToldAsOne() throws Exception {
    converse(
        ScriptedModel.of(bash("touch started; sleep 600")),
        hook("PostToolUseFailure", "Bash", "cat > failed.part; mv failed.part failed.json"),
        live -> {
          Thread stopping =
              Thread.ofVirtual()
                  .start(
                      () -> {
                        await()
                            .atMost(Duration.ofSeconds(60))
                            .until(() -> Files.exists(root.resolve("started")));
                        live.abort();
                      });
          live.prompt("go");
          stopping.join();
          await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> Files.exists(root.resolve("failed.json")));
        });
    Json.Obj failed = Json.parseObject(Files.readString(root.resolve("failed.json")));
    assertThat(failed.bool("is_interrupt", false)).isTrue();
    assertThat(failed.string("error")).contains("stopped by the user");
  }
}
