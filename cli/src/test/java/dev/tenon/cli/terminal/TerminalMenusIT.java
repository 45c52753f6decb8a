package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.harness.TestPrograms;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The dialogs and lists of the whole program in a real terminal, one after the other.
@Timeout(180)
class TerminalMenusIT {
  private static final String WORK =
      """
      {"steps": [
        {"calls": [{"name": "read_file", "arguments": {"path": "a.txt"}}]},
        {"calls": [{"name": "edit_file",
                    "arguments": {"path": "a.txt", "old_text": "two", "new_text": "TWO"}}]},
        {"calls": [{"name": "bash", "arguments": {"command": "touch made.txt"}}]},
        {"calls": [{"name": "bash", "arguments": {"command": "touch other.txt"}}]},
        {"expect": {"lastResultContains": "not that file"},
         "calls": [{"name": "ask", "arguments": {"questions": [
           {"id": "s", "question": "Which store?",
            "options": [{"label": "SQLite"}, {"label": "Files"}]}]}}]},
        {"text": "All done."}]}
      """;

  private static final String PLAN =
      """
      {"steps": [
        {"calls": [{"name": "plan_ready", "arguments": {
          "title": "Louder numbers", "steps": ["Change two to TWO in a.txt"],
          "checks": ["grep TWO a.txt"]}}]},
        {"text": "The plan is ready."},
        {"calls": [{"name": "edit_file",
                    "arguments": {"path": "a.txt", "old_text": "two", "new_text": "TWO"}}]},
        {"text": "It is louder."}, {"text": "Nothing is left."}, {"text": "Nothing is left."}]}
      """;

  /// A server with one tool, which notes that it was called.
  private static final String SERVER =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"own","version":"1"}}' ;;
          *'"tools/list"'*) answer "$id" '{"tools":[{"name":"note","description":"Notes a text","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}]}' ;;
          *'"tools/call"'*) echo noted >> noted.txt; answer "$id" '{"content":[{"type":"text","text":"it is noted"}]}' ;;
        esac
      done
      """;

  private static final String CALL =
      """
      {"steps": [
        {"calls": [{"name": "more_tools", "arguments": {"query": "note"}}]},
        {"calls": [{"name": "mcp__own__note", "arguments": {"text": "remember this"}}]},
        {"text": "It is not noted."}]}
      """;

  @TempDir Path folder;
  private Path file;
  private @Nullable Tmux tmux;

  @BeforeAll
  static void needsTmux() {
    TestPrograms.require("tmux");
  }

  @BeforeEach
  void project() throws IOException {
    file = Files.createDirectory(folder.resolve("root")).resolve("a.txt");
    Files.writeString(file, "one\ntwo\nthree\n");
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    if (tmux != null) {
      tmux.close();
    }
  }

  private Tmux start(String script, String mode, int rows)
      throws IOException, InterruptedException {
    Path steps = Files.writeString(folder.resolve("script.json"), script);
    tmux =
        new Tmux(
            folder,
            80,
            rows,
            JavaCommand.program(
                folder, "", "--model", "scripted:" + steps, "--permission-mode", mode));
    tmux.see("❯");
    return tmux;
  }

  /// Opens a list, looks at it and leaves it.
  private static void look(Tmux shown, String command, String... seen) throws Exception {
    shown.type(command);
    shown.see("❯ " + command);
    shown.press("Enter");
    for (String each : seen) {
      shown.see(each);
    }
    shown.press("Escape");
    shown.seeLast("❯");
  }

  @Test
  void questionsListsAndUndo() throws Exception {
    Tmux shown = start(WORK, "ask", 30);
    shown.say("do it");
    shown.see("? edit_file wants to write:");
    shown.see("2 + TWO");
    shown.see("❯ 1. No");
    assertThat(file).content().contains("two");
    shown.pressUntil("Down", "❯ 2. Yes, this once");
    shown.pressUntil("Enter", "? bash wants to run:");
    assertThat(file).content().contains("TWO");
    shown.pressUntil("2", "❯ 2. Yes, this once");
    shown.pressUntil("Enter", "touch other.txt");
    assertThat(folder.resolve("root/made.txt")).exists();
    shown.pressUntil("Tab", "❯ 5. No, because");
    shown.type("not that file");
    shown.see("not that file");
    shown.press("Enter");
    shown.see("? Which store?");
    assertThat(folder.resolve("root/other.txt")).doesNotExist();
    shown.pressUntil("Down", "❯ 2. Files");
    shown.pressUntil("Enter", "✓ Files");
    shown.see("● All done.");
    shown.seeLast("❯");
    look(shown, "/model", "claude-opus", "Tab effort");
    look(shown, "/theme", "high-contrast", "Enter keeps it");
    look(shown, "/settings", "maxSteps", "Enter changes it");
    look(shown, "/timeline", "• edit_file: a.txt", "✓ exit 0 touch made.txt");
    look(shown, "/tools", "edit_file", "Ctrl-T off/on");
    look(shown, "/permissions", "mode ask", "Ctrl-A add");
    look(shown, "/tree", "user: do it", "Ctrl-O filters");
    shown.say("/undo");
    shown.see("takes back 1 edit in a.txt");
    shown.see("/redo brings it back.");
    assertThat(file).content().isEqualTo("one\ntwo\nthree\n");
    assertThat(folder.resolve("root/made.txt")).doesNotExist();
    assertThat(shown.text()).doesNotContain("{\"").doesNotContain("^[").doesNotContain("dev.tenon");
    shown.press("C-d");
    assertThat(shown.code()).isZero();
    assertThat(shown.restored()).isTrue();
  }

  @Test
  void aPlanIsNotDroppedByASentenceAndCarriedOutByAChoice() throws Exception {
    Tmux shown = start(PLAN, "plan", 40);
    shown.say("plan it");
    shown.see("? What becomes of the plan?");
    shown.see("❯ 1. Not now");
    shown.see("grep TWO a.txt");
    // Once it was in sight for a moment, what begins like a word of a menu is an answer in words.
    await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
    shown.type("so what about the tests");
    shown.see("❯ 8. Have it changed: so what about the tests");
    shown.press("C-u");
    shown.pressUntil("Escape", "Esc leaves; or write");
    shown.pressUntil("3", "❯ 3. Carry it out in mode edit");
    assertThat(file).content().contains("two");
    shown.pressUntil("Enter", "It is louder.");
    assertThat(file).content().contains("TWO");
    assertThat(shown.text()).contains("mode edit");
    shown.press("C-d");
    assertThat(shown.code()).isZero();
  }

  /// Sets up the server, whose tool the person has let in.
  private void server() throws IOException {
    Path program = Files.writeString(folder.resolve("server.sh"), SERVER);
    Path home = Files.createDirectories(folder.resolve("state"));
    Files.writeString(
        home.resolve("config.yml"),
        "mcp: {servers: {own: {command: bash, args: [" + program + "]}}}\n");
    var told = new ByteArrayOutputStream();
    var streams = Streams.captured(new ByteArrayInputStream(new byte[0]), told, told);
    Map<String, String> environment =
        Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH"));
    String root = "--root=" + folder.resolve("root");
    assertThat(Main.run(streams, environment, "mcp", root, "trust", "own", "--yes"))
        .as(told.toString(StandardCharsets.UTF_8))
        .isZero();
  }

  /// Lets a moment pass, as a person does who looks.
  private static void rest() {
    await().pollDelay(Duration.ofMillis(600)).until(() -> true);
  }

  @Test
  void aCallOfAServerIsNotAllowedByASentence() throws Exception {
    server();
    Path noted = folder.resolve("root/noted.txt");
    Tmux shown = start(CALL, "ask", 40);
    shown.say("note it");
    shown.see("wants to call a tool outside");
    shown.see("remember this");
    shown.see("❯ 1. No");
    rest();
    // In one go, and sent.
    shown.type("2 or 3, yes always");
    shown.see("❯ 2 or 3, yes always");
    rest();
    shown.press("Enter");
    shown.see("steers: 2 or 3, yes always");
    shown.see("❯ 1. No");
    // Slowly, key by key.
    for (String key : List.of("y", "s", "2", "a")) {
      rest();
      shown.type(key);
    }
    shown.see("❯ ys2a");
    shown.see("❯ 1. No");
    assertThat(noted).doesNotExist();
    shown.press("C-u");
    shown.pressUntil("Tab", "No, because");
    shown.type("not that text");
    shown.see("No, because not that text");
    rest();
    shown.press("Enter");
    shown.see("✗ you said no: not that text");
    shown.see("It is not noted.");
    assertThat(noted).doesNotExist();
    assertThat(shown.text()).doesNotContain("{\"");
  }

  @Test
  void theFirstStartAsksWhoseModels() throws Exception {
    tmux = new Tmux(folder, 80, 24, JavaCommand.program(folder, "ANTHROPIC_API_KEY="));
    tmux.see("Whose models?");
    tmux.see("❯ anthropic");
    tmux.pressUntil("Down", "❯ openai");
    tmux.pressUntil("Enter", "Paste the key of openai");
    tmux.press("Escape");
    tmux.see("Whose models?");
  }
}
