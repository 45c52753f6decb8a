package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Background work of the built program without a person.
class BackgroundIT {
  @TempDir Path temporary;

  private Path project;
  private ModelServer server;
  private Program program;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    server = ModelServer.start();
    program = Program.against(server, project, "sk-ant-4711");
  }

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void oneAnswerHasNoBackground() throws Exception {
    server.reply(Reply.text("hi"));
    program.run("-p", "hello");
    assertThat(tools()).contains("bash");
    assertThat(all()).doesNotContain("job", "monitor", "CronCreate", "recipe");
  }

  @Test
  void whatStillRunsEndsWithTheConversation() throws Exception {
    server.reply(
        Reply.text("I start it.")
            .thenToolCall(
                "c1",
                "monitor",
                "{\"command\":\"echo $$ > pid; echo up; exec sleep 300\",\"kind\":\"log\","
                    + "\"description\":\"a server\",\"persistent\":true}"),
        Reply.text("I wait.")
            .thenToolCall(
                "c2", "bash", "{\"command\":\"until [ -s pid ]; do sleep 0.1; done; sleep 1\"}"),
        Reply.text("It runs."));
    Program.Run run =
        program
            .with("TENON_JOBS_HEADLESS", "true")
            .run("-p", "go", "--mode", "full", "--output-format", "stream-json");
    assertThat(run.exitCode()).as(run.errors()).isZero();
    assertThat(run.errors()).contains("1 background job ended with the conversation");
    assertThat(tools()).contains("monitor").doesNotContain("job");
    assertThat(all()).contains("job").doesNotContain("CronCreate");
    Json.Obj notified =
        run.output()
            .lines()
            .map(BackgroundIT::json)
            .filter(event -> event.string("type", "").equals("notified"))
            .findFirst()
            .orElseThrow();
    assertThat(notified.string("kind")).isEqualTo("printed");
    assertThat(notified.string("source")).isEqualTo("bash-1");
    assertThat(notified.string("text")).contains("<event>up</event>");
    assertThat(server.lastRequest().text()).contains("<event>up</event>");
    long pid = Long.parseLong(Files.readString(project.resolve("pid")).strip());
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void recipeRunsByHandAndForTheModel() throws Exception {
    Files.writeString(
        project.resolve("package.json"), "{\"scripts\":{\"greet\":\"echo greetings\"}}");
    Files.writeString(project.resolve("package-lock.json"), "{}");
    Program.Run unknown = program.run("tool", "recipe", "{\"op\":\"\"}");
    assertThat(unknown.output()).contains("greet - npm run greet: echo greetings");
    server.reply(Reply.text("hi"));
    program.run("-p", "hello");
    assertThat(all()).contains("recipe");
    program.with("TENON_RECIPE_ENABLED", "false");
    server.reply(Reply.text("hi"));
    program.run("-p", "hello");
    assertThat(all()).doesNotContain("recipe");
  }

  private List<String> tools() {
    return server.lastRequest().body().objects("tools").stream()
        .map(tool -> tool.string("name", ""))
        .toList();
  }

  /// The declared tools, and those that stand on the shelf.
  private List<String> all() {
    var names = new ArrayList<>(tools());
    for (Json.Obj tool : server.lastRequest().body().objects("tools")) {
      if (tool.string("name", "").equals("more_tools")) {
        String list = tool.string("description", "").replaceAll("^.*: |\\.$", "");
        names.addAll(List.of(list.split(", ", -1)));
      }
    }
    return names;
  }

  private static Json.Obj json(String line) {
    try {
      return Json.parseObject(line);
    } catch (dev.tenon.core.json.JsonException malformed) {
      throw new AssertionError(line, malformed);
    }
  }
}
