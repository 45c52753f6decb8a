package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.TestPrograms;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Sessions in the built program at a real terminal: the tree, other sessions, earlier prompts.
@Timeout(180)
class SessionTerminalIT {
  @TempDir Path folder;
  private Path root;
  private ModelServer server;
  private @Nullable Tmux tmux;
  private int starts;
  private String environment = "";

  @BeforeAll
  static void needsTmux() {
    TestPrograms.require("tmux");
  }

  @BeforeEach
  void begin() throws IOException {
    root = Files.createDirectories(folder.resolve("project"));
    server = ModelServer.start();
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    if (tmux != null) {
      tmux.close();
    }
    server.close();
  }

  private Tmux start(String... options) throws IOException, InterruptedException {
    if (tmux != null) {
      tmux.close();
    }
    // A server of tmux that ends still has its socket for a moment.
    Path own = Files.createDirectory(folder.resolve("tmux-" + ++starts));
    String command =
        "env TENON_NO_BUILD=1 TENON_STATUS_LINE_ENABLED=false ANTHROPIC_API_KEY=k"
            + " ANTHROPIC_BASE_URL="
            + server.url()
            + " TENON_HOME="
            + folder.resolve("state")
            + " HOME="
            + folder
            + " "
            + environment
            + " "
            + System.getProperty("tenon.launcher")
            + " --mode full --root "
            + root
            + " "
            + String.join(" ", options);
    tmux = new Tmux(own, 100, 30, command);
    tmux.see("❯");
    return tmux;
  }

  @Test
  void theSpinnerCanBeSwitchedOff() throws Exception {
    Path script = folder.resolve("hang.json");
    Files.writeString(script, "{\"steps\": [{\"hang\": true}, {\"hang\": true}]}");
    String model = "--model scripted:" + script;
    Tmux still = start(model, "--config ui.spinner=false");
    still.say("wait");
    still.see("· Waiting for the model… esc to stop");
    assertThat(still.text()).doesNotContainPattern("[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]");
    Tmux moving = start(model);
    moving.say("wait");
    moving.see(" s · esc to stop");
    assertThat(moving.text()).containsPattern("[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Waiting for the model…");
  }

  /// Each would cost the start, or the first key, some milliseconds; see `LauncherIT`.
  @Test
  void aStartAndItsFirstKeysMakeNoClassesForSwitches() throws Exception {
    Path log = folder.resolve("classes.log");
    environment = "TENON_JAVA_OPTS=-Xlog:class+load:file=" + log;
    Tmux terminal = start();
    terminal.type("/he");
    terminal.see("/help  Show");
    terminal.press("Escape");
    // Together they would be another key.
    await().atMost(Duration.ofSeconds(30)).until(() -> !terminal.text().contains("/help  Show"));
    terminal.press("C-u");
    terminal.press("Up");
    terminal.type("x");
    terminal.see("❯ x");
    assertThat(log)
        .content()
        .contains("dev.tenon.cli.terminal.ConsoleKeys ")
        .doesNotContain("$$TypeSwitch");
  }

  private void requested(String... texts) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(server.lastRequest().text()).contains(texts));
  }

  @Test
  void theTreeMovesConversationAndFiles() throws Exception {
    server.reply(
        Reply.text("answer one"),
        Reply.toolCall("t1", "write_file", "{\"path\":\"new.txt\",\"content\":\"x\\n\"}"),
        Reply.text("answer two"),
        Reply.text("answer three"));
    Tmux terminal = start();
    terminal.say("first question");
    terminal.see("answer one");
    terminal.seeLast("❯");
    terminal.say("second question");
    terminal.see("answer two");
    terminal.seeLast("❯");
    assertThat(root.resolve("new.txt")).exists();

    terminal.say("/tree");
    terminal.see("Session tree");
    terminal.type("second");
    terminal.see("1/1");
    terminal.press("Enter");
    terminal.see("1 file was changed since then: new.txt");
    terminal.pressUntil("Down", "❯ 3. Both");
    terminal.pressUntil("Enter", "Going on from here.");
    terminal.see("❯ second question");
    assertThat(root.resolve("new.txt")).doesNotExist();
    terminal.say(" again");
    terminal.see("answer three");
    requested("first question", "second question again");
    assertThat(server.lastRequest().text()).doesNotContain("answer two");
    terminal.say("/name My title");
    terminal.see("This session is called: My title");
    terminal.say("exit");
    assertThat(terminal.code()).isZero();

    server.reply(Reply.text("answer four"));
    terminal = start("--continue");
    terminal.see("answer three");
    terminal.say("third question");
    terminal.see("answer four");
    requested("first question", "second question again", "third question");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
  }

  @Test
  void earlierPromptsAreFoundAndOtherSessionsResumed() throws Exception {
    server.reply(Reply.text("answer one"), Reply.text("answer two"), Reply.text("answer three"));
    Tmux terminal = start();
    terminal.say("explain the parser");
    terminal.see("answer one");
    terminal.seeLast("❯");
    terminal.say("/new");
    terminal.see("A new session.");
    terminal.say("a quite other matter");
    terminal.see("answer two");
    terminal.seeLast("❯");

    terminal.press("C-r");
    terminal.see("history:");
    terminal.type("pars");
    terminal.see("history: pars");
    terminal.press("Enter");
    terminal.seeLast("❯ explain the parser");
    terminal.press("C-u");
    terminal.seeLast("❯");

    terminal.say("/resume");
    terminal.see("Resume a session");
    terminal.type("parser");
    terminal.see("1/1");
    terminal.press("Enter");
    terminal.see("Resumed: explain the parser");
    terminal.say("go on");
    terminal.see("answer three");
    requested("explain the parser", "answer one", "go on");
    assertThat(server.lastRequest().text()).doesNotContain("a quite other matter");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
    assertThat(folder.resolve("state/history.db")).exists();
  }

  @Test
  void aPointIsLabelledAndASessionForkedAndBranched() throws Exception {
    server.reply(Reply.text("answer one"), Reply.text("answer two"), Reply.text("answer three"));
    Tmux terminal = start();
    terminal.say("/label too early");
    terminal.see("There is nothing yet to label.");
    terminal.say("/branch");
    terminal.see("There is no prompt yet to branch from.");
    terminal.say("first question");
    terminal.see("answer one");
    terminal.seeLast("❯");
    terminal.say("/label here it began");
    terminal.see("Labelled [here it began].");
    terminal.say("/fork");
    terminal.see("Going on in a copy");
    terminal.say("second question");
    terminal.see("answer two");
    terminal.seeLast("❯");
    requested("first question", "answer one", "second question");

    terminal.say("/tree");
    terminal.see("Session tree");
    terminal.see("[here it began] assistant: answer one");
    terminal.press("Escape");
    terminal.seeLast("❯");

    terminal.say("/branch");
    terminal.see("Branch before a prompt");
    terminal.type("second");
    terminal.see("1/1");
    terminal.press("Enter");
    terminal.see("Going on in a new session from before that prompt.");
    terminal.seeLast("❯ second question");
    terminal.say(" asked otherwise");
    terminal.see("answer three");
    requested("first question", "answer one", "second question asked otherwise");
    assertThat(server.lastRequest().text()).doesNotContain("answer two");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
    assertThat(kept()).hasSize(3);
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("state"))) {
      return all.filter(each -> each.toString().endsWith(".jsonl"))
          .filter(each -> each.toString().contains("sessions"))
          .toList();
    }
  }

  @Test
  void rulesAreShownAndRemovedAndTheModeIsChanged() throws Exception {
    Path settings = Files.createDirectories(folder.resolve("state")).resolve("config.yml");
    Files.writeString(settings, "permissions:\n  deny: [\"bash(curl)\"]\n");
    Tmux terminal = start();
    terminal.say("/permissions");
    terminal.see("bash(curl)");
    terminal.press("Escape");
    terminal.seeLast("❯");
    terminal.say("/permissions plan");
    terminal.see("\nmode plan");
    terminal.say("/permissions nonsense");
    terminal.see("'/permissions nonsense' is not known");
    terminal.say("/permissions remove bash(nothing)");
    terminal.see("there is no rule bash(nothing)");
    terminal.say("/permissions remove bash(curl)");
    terminal.see("the rule bash(curl) is written at");
    terminal.press("C-d");
    assertThat(terminal.code()).isZero();
  }
}
