package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.TestPrograms;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Background work of the built program in a real terminal.
@Timeout(120)
class TerminalBackgroundIT {
  private static final String SCRIPT =
      """
      [
        {"text": "I watch it.", "calls": [
          {"name": "monitor", "arguments": {
            "command": "echo $$ > pid; until [ -e go ]; do sleep 0.1; done; echo READY; exec sleep 300",
            "kind": "watch", "description": "the gate", "persistent": true}},
          {"name": "CronCreate", "arguments": {
            "cron_expression": "0 4 * * *", "prompt": "look again", "recurring": true}}]},
        {"expect": {"lastResult": "ok"}, "text": "It is being watched."},
        {"expect": {"lastUserContains": "<event>READY</event>"}, "text": "I have seen it."},
        {"expect": {"lastUserContains": "mine too"}, "text": "I know of yours."}
      ]
      """;

  @TempDir Path folder;
  private @Nullable Tmux tmux;

  @BeforeAll
  static void needsTmux() {
    TestPrograms.require("tmux");
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    if (tmux != null) {
      tmux.close();
    }
  }

  @Test
  void newsStartATurnAndNothingIsLeftAtTheEnd() throws Exception {
    Path root = Files.createDirectory(folder.resolve("root"));
    Path script = Files.writeString(folder.resolve("script.json"), SCRIPT);
    String launcher = System.getProperty("tenon.launcher");
    Tmux terminal =
        new Tmux(
            folder,
            100,
            40,
            "(cd root && TENON_NO_BUILD=1 TENON_STATUS_LINE_ENABLED=false TENON_HOME="
                + folder.resolve("state")
                + " '"
                + launcher
                + "' --mode full --model 'scripted:"
                + script
                + "')");
    tmux = terminal;
    terminal.see("❯");
    terminal.say("watch the gate");
    terminal.see("It is being watched.");
    terminal.seeLast("❯");
    Files.createFile(root.resolve("go"));
    terminal.see("• bash-1 the gate: READY");
    terminal.see("● I have seen it.");
    terminal.seeLast("❯");
    terminal.say("/jobs");
    terminal.see("monitor (watch): the gate");
    terminal.see("(every day at 04:00): look again");
    terminal.say("!echo mine too");
    terminal.see("\nmine too\n");
    terminal.seeLast("❯");
    terminal.say("now?");
    terminal.see("I know of yours.");
    terminal.seeLast("❯");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.restored()).isTrue();
    long pid = Long.parseLong(Files.readString(root.resolve("pid")).strip());
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  /// Answers by who asks: the conversation, or a helper that wants to run a command.
  private static Answer answer(Received request) {
    String body = request.body().compact();
    boolean first = !body.contains("tool_result");
    if (body.contains("You are the helper")) {
      return first
          ? Reply.toolCall("b", "bash", "{\"command\": \"echo x > made.txt\"}")
          : Reply.toolCall("y", "yield", "{\"result\": \"made it\"}");
    }
    if (first) {
      return Reply.toolCall(
          "t",
          "task",
          "{\"agent\": \"task\", \"tasks\": [{\"id\": \"Ask\", \"description\": \"asks\","
              + " \"assignment\": \"Make it.\"}]}");
    }
    return Reply.text(body.contains("made it") ? "It is made." : "I go on meanwhile.");
  }

  @Test
  void aHelperAsksByItsNameAndOnlyThatOneWaits() throws Exception {
    Path root = Files.createDirectory(folder.resolve("root"));
    try (ModelServer server = ModelServer.start()) {
      server.answering(TerminalBackgroundIT::answer);
      Tmux terminal =
          new Tmux(
              folder,
              100,
              40,
              "(cd root && TENON_NO_BUILD=1 TENON_STATUS_LINE_ENABLED=false"
                  + " ANTHROPIC_API_KEY=sk-test-abcdef ANTHROPIC_BASE_URL="
                  + server.url()
                  + " TENON_HOME="
                  + folder.resolve("state")
                  + " '"
                  + System.getProperty("tenon.launcher")
                  + "' --mode ask --model claude-opus-4-6)");
      tmux = terminal;
      terminal.see("❯");
      terminal.say("go");
      terminal.see("0-Ask");
      terminal.see("echo x > made.txt");
      // The conversation has its answer while its helper waits for the person.
      terminal.see("I go on meanwhile.");
      assertThat(root.resolve("made.txt")).doesNotExist();
      terminal.pressUntil("Down", "❯ 2. Yes, this once");
      terminal.pressUntil("Enter", "It is made.");
      assertThat(root.resolve("made.txt")).exists();
      terminal.seeLast("❯");
      terminal.press("C-d");
      assertThat(terminal.code()).isZero();
    }
  }
}
