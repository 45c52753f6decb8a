package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The built program without a person, against a loopback model.
class HeadlessIT {
  private static final String KEY = "sk-ant-very-secret-4711";

  @TempDir Path temporary;

  private Path project;
  private ModelServer server;
  private Program program;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    server = ModelServer.start();
    program = Program.against(server, project, KEY);
  }

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void oneAnswerOnStdout() throws Exception {
    server.reply(Reply.text("The answer is 42."));
    Program.Run run = program.run("-p", "what is it?");
    assertThat(run).isEqualTo(new Program.Run(0, "The answer is 42.\n", ""));
    assertThat(server.lastRequest().body().string("model")).isEqualTo("claude-opus-4-6");
    assertThat(server.lastRequest().body().number("max_tokens", 0)).isEqualTo(16384);
  }

  @Test
  void pipedTextIsThePromptOrItsContext() throws Exception {
    server.reply(Reply.text("a"), Reply.text("b"));
    assertThat(program.run("from the pipe".getBytes(StandardCharsets.UTF_8)).output())
        .isEqualTo("a\n");
    assertThat(server.lastRequest().text()).contains("from the pipe");
    assertThat(program.run("the diff".getBytes(StandardCharsets.UTF_8), "-p", "review").output())
        .isEqualTo("b\n");
    assertThat(server.lastRequest().text()).contains("review\\n\\nthe diff");
  }

  @Test
  void toolsAreRunAndAnsweredInOneMessage() throws Exception {
    Files.writeString(project.resolve("a.txt"), "alpha\n");
    Files.writeString(project.resolve("b.txt"), "beta\n");
    server.reply(
        Reply.text("I look.")
            .thenToolCall("c1", "read_file", "{\"path\":\"a.txt\"}")
            .thenToolCall("c2", "read_file", "{\"path\":\"b.txt\"}"),
        Reply.text("alpha and beta"));
    Program.Run run = program.run("-p", "read both");
    assertThat(run.output()).isEqualTo("alpha and beta\n");
    assertThat(run.errors()).isEmpty();
    List<Json.Obj> messages = server.lastRequest().body().objects("messages");
    assertThat(messages).hasSize(3);
    assertThat(messages.getLast().objects("content"))
        .extracting(block -> block.string("tool_use_id"))
        .containsExactly("c1", "c2");
    server.assertClean();
  }

  @Test
  void jsonIsOneObject() throws Exception {
    server.reply(Reply.text("fine").usage(100, 7, 0, 0));
    Program.Run run = program.run("-p", "how?", "--output-format", "json");
    assertThat(run.output()).hasLineCount(1);
    Json.Obj result = Json.parseObject(run.output());
    assertThat(result.string("type")).isEqualTo("result");
    assertThat(result.bool("ok", false)).isTrue();
    assertThat(result.string("text")).isEqualTo("fine");
    assertThat(result.string("model")).isEqualTo("anthropic/claude-opus-4-6");
    assertThat(result.objectOrEmpty("usage").number("output", 0)).isEqualTo(7);
    assertThat(result.has("costUsd")).isTrue();
  }

  @Test
  void streamJsonIsOneEventALine() throws Exception {
    server.reply(Reply.text("fine and dandy"));
    Program.Run run = program.run("-p", "how?", "--output-format", "stream-json");
    List<String> types =
        run.output()
            .lines()
            .map(
                line -> {
                  try {
                    return Json.parseObject(line).string("type", "?");
                  } catch (dev.tenon.core.json.JsonException broken) {
                    throw new AssertionError(line, broken);
                  }
                })
            .toList();
    assertThat(types)
        .startsWith("prompt_started", "message_appended", "step_started", "started")
        .contains("text_delta", "done")
        .endsWith("message_appended", "prompt_ended");
  }

  @Test
  void failuresAreOneLineAndExitWithOne() throws Exception {
    server.reply(Fault.status(ErrorKind.AUTHENTICATION));
    Program.Run wrongKey = program.run("-p", "hi");
    assertThat(wrongKey.exitCode()).isEqualTo(1);
    assertThat(wrongKey.output()).isEmpty();
    assertThat(wrongKey.errors()).hasLineCount(1).doesNotContain(KEY).doesNotContain("\tat ");

    Program.Run unreachable =
        program.with("ANTHROPIC_BASE_URL", "http://127.0.0.1:1").run("-p", "hi");
    assertThat(unreachable.exitCode()).isEqualTo(1);
    assertThat(unreachable.errors()).hasLineCount(1).contains("127.0.0.1:1");
    Program.Run json = program.run("-p", "hi", "--output-format", "json");
    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(Json.parseObject(json.output()).bool("ok", true)).isFalse();
  }

  @Test
  void aRateLimitIsWaitedFor() throws Exception {
    server.reply(Fault.rateLimited(1), Reply.text("at last"));
    Program.Run run = program.run("-p", "hi");
    assertThat(run.output()).isEqualTo("at last\n");
    assertThat(run.errors()).contains("retrying (1/");
  }

  @Test
  void wrongUsageIsOneLineAndExitsWithTwo() throws Exception {
    assertUsage(program.run("--no-such-flag"), "--no-such-flag");
    assertUsage(program.run("-p", "hi", "--model", "claude-opus-4-66"), "claude-opus-4-6");
    assertUsage(program.run("-p", "hi", "--model", "antropic/x"), "anthropic");
    assertUsage(program.run("-p", "hi", "--root", "/no/such/folder"), "/no/such/folder");
    assertUsage(program.run("-p", "hi", "--max-tokens", "many"), "many");
    assertUsage(program.run("-p", "hi", "--output-format", "xml"), "xml");
    assertUsage(program.run("-p"), "prompt");
    assertUsage(program.run(new byte[] {1, 0, 2}, "-p", "hi"), "binary");
    assertUsage(program.run(new byte[] {(byte) 0xff, (byte) 0xfe, 65}), "UTF-8");
    assertUsage(program.run(new byte[100 << 20]), "larger than");
    assertUsage(program.run("-p", "hi", "--model", "scripted:missing.json"), "missing.json");
    assertUsage(program.run("-p", "hi", "--model", "replay:missing"), "missing");
    assertThat(server.modelRequests()).isEmpty();
  }

  @Test
  void aBrokenConfigurationNamesFileAndLine() throws Exception {
    Path config = temporary.resolve("state").resolve("config.yml");
    Files.createDirectories(config.getParent());
    Files.writeString(config, "model: a/b\nretry:\n  maxRetries: many\n");
    assertUsage(program.run("-p", "hi"), "config.yml:3");
    Files.writeString(config, "modell: x\n");
    assertUsage(program.run("-p", "hi"), "did you mean");
    Files.writeString(config, "model: [unclosed\n");
    assertUsage(program.run("-p", "hi"), "config.yml");
  }

  @Test
  void withoutAnyKeyAPageTellsWhatToDo() throws Exception {
    Program.Run run =
        new Program(project).with("OLLAMA_HOST", "http://127.0.0.1:1").run("-p", "hi");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.errors()).contains("ANTHROPIC_API_KEY").contains("tenon demo");
  }

  @Test
  void aLocalOllamaIsUsedWithoutAKey() throws Exception {
    server.reply(Reply.text("local"));
    Program.Run run =
        new Program(project).with("OLLAMA_HOST", server.url().toString()).run("-p", "hi");
    assertThat(run.errors()).isEmpty();
    assertThat(run.output()).isEqualTo("local\n");
    assertThat(server.lastRequest().path()).isEqualTo("/api/chat");
  }

  @Test
  void everyWireAnswers() throws Exception {
    program
        .with("OPENAI_API_KEY", KEY)
        .with("OPENAI_BASE_URL", server.url() + "/v1")
        .with("GEMINI_API_KEY", KEY)
        .with("GOOGLE_GEMINI_BASE_URL", server.url().toString())
        .with("OLLAMA_HOST", server.url().toString());
    for (String model :
        List.of("openai/gpt-5.2", "openai-chat/gpt-5.2", "google/gemini-3-pro", "ollama/qwen3")) {
      server.reply(Reply.text("from " + model));
      assertThat(program.run("-p", "hi", "--model", model))
          .isEqualTo(new Program.Run(0, "from " + model + "\n", ""));
    }
    server.assertClean();
  }

  @Test
  void interruptStopsTheTurnAndExitsWith130() throws Exception {
    server.reply(new Fault.Stalled(Reply.text("I begin"), 1));
    Process process = program.start("-p", "hi", "--output-format", "json");
    var output = Program.reading(process.getInputStream());
    var errors = Program.reading(process.getErrorStream());
    process.getOutputStream().close();
    server.awaitRequests(1, Duration.ofSeconds(30));
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    Program.Run run = Program.finish(process, output, errors);
    assertThat(run.exitCode()).isEqualTo(130);
    assertThat(Json.parseObject(run.output()).string("ending")).isEqualTo("aborted");
    server.awaitAbandoned(1, Duration.ofSeconds(10));
  }

  @Test
  void anInterruptEndsTheCommandThatRuns() throws Exception {
    server.reply(Reply.toolCall("c1", "bash", "{\"command\":\"echo $$ > pid; sleep 300\"}"));
    Process process = program.start("-p", "wait", "--mode", "full");
    var output = Program.reading(process.getInputStream());
    var errors = Program.reading(process.getErrorStream());
    process.getOutputStream().close();
    Path pidFile = project.resolve("pid");
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.exists(pidFile) && !Files.readString(pidFile).isBlank());
    long pid = Long.parseLong(Files.readString(pidFile).strip());
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertThat(Program.finish(process, output, errors).exitCode()).isEqualTo(130);
    org.awaitility.Awaitility.await()
        .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  /// A script must not take a lost answer for one.
  @Test
  void anAnswerThatCannotBeWrittenIsAFailure() throws Exception {
    for (String format : List.of("text", "json")) {
      server.reply(Reply.text("lost"));
      Program.Run run =
          program.run(
              List.of("sh", "-c", "exec \"$@\" >/dev/full", "sh"),
              "-p",
              "hi",
              "--output-format",
              format);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.errors())
          .isEqualTo("tenon: standard output could not be written: No space left on device\n");
    }
    Program.Run list =
        program.run(List.of("sh", "-c", "exec \"$@\" >&-", "sh"), "permissions", "list");
    assertThat(list.exitCode()).isEqualTo(1);
    assertThat(list.errors()).contains("standard output could not be written");
    // Who reads only the first line wants no more, and that is no failure.
    Program.Run head =
        program.run(
            List.of("bash", "-c", "\"$@\" | true; echo ${PIPESTATUS[0]}", "bash"), "--help");
    assertThat(head).isEqualTo(new Program.Run(0, "0\n", ""));
  }

  @Test
  void aSilentOpenPipeIsNoInput() throws Exception {
    server.reply(Reply.text("anyway"));
    Process process = program.start("-p", "hi");
    var output = Program.reading(process.getInputStream());
    var errors = Program.reading(process.getErrorStream());
    assertThat(Program.finish(process, output, errors))
        .isEqualTo(new Program.Run(0, "anyway\n", ""));
  }

  @Test
  void debugShowsCallsResultsAndDecisionsOnStderr() throws Exception {
    server.reply(
        Reply.toolCall("c1", "read_file", "{\"path\":\"../secret\"}"), Reply.text("denied"));
    Program.Run run = program.run("-p", "hi", "--debug");
    assertThat(run.output()).isEqualTo("denied\n");
    assertThat(run.errors())
        .contains("\"debug\":\"tool_result\"")
        .contains("permission_denied")
        .contains("rel=../secret")
        .doesNotContain(KEY);
  }

  @Test
  void recordingsCanBeReplayed() throws Exception {
    Files.writeString(project.resolve("a.txt"), "alpha\n");
    server.reply(
        Reply.toolCall("c1", "read_file", "{\"path\":\"a.txt\"}"), Reply.text("it says alpha"));
    assertThat(program.run("-p", "read a", "--record", "../tape").output())
        .isEqualTo("it says alpha\n");
    assertThat(new Program(project).run("-p", "read a", "--model", "replay:../tape"))
        .isEqualTo(new Program.Run(0, "it says alpha\n", ""));
    assertThat(new Program(project).run("-p", "something else", "--model", "replay:../tape"))
        .satisfies(run -> assertThat(run.exitCode()).isEqualTo(1));
    try (var files = Files.walk(temporary.resolve("tape"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).doesNotContain(KEY);
      }
    }
  }

  private static void assertUsage(Program.Run run, String named) {
    assertThat(run.errors()).contains(named).doesNotContain("\tat ").doesNotContain(KEY);
    assertThat(run.errors().strip().lines()).hasSize(1);
    assertThat(run.output()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }
}
