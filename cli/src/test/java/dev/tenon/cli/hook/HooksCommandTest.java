package dev.tenon.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `tenon hooks`, and hooks of a run without a terminal, through the command line.
@Timeout(120)
class HooksCommandTest {
  @TempDir Path folder;
  private Path project;
  private Path home;
  private String out = "";
  private String err = "";

  @BeforeEach
  void make() throws Exception {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(
        home.resolve("config.yml"),
        """
        hooks:
          UserPromptSubmit:
            - hooks: [{type: command, command: "grep -q forbidden && { echo not that >&2; exit 2; } || true"}]
          PreToolUse:
            - matcher: Bash
              hooks: [{type: command, command: "echo never >&2; exit 2"}]
          Elsewhen: [{hooks: [{type: command, command: x}]}]
        """);
    Files.createDirectories(project.resolve(".claude"));
    Files.writeString(
        project.resolve(".claude/settings.local.json"),
        """
        {"hooks": {"Stop": [{"hooks": [
          {"type": "command", "command": "touch stopped"}, {"type": "http", "url": "https://a"}]}]}}
        """);
  }

  private int run(String... words) {
    var all = new String[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--root";
    all[words.length + 1] = project.toString();
    var printed = new ByteArrayOutputStream();
    var told = new ByteArrayOutputStream();
    int code =
        Main.run(
            new Streams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(told, true, StandardCharsets.UTF_8),
                new Streams.Tty(false, false, false)),
            Map.of("TENON_HOME", home.toString()),
            all);
    out = printed.toString(StandardCharsets.UTF_8);
    err = told.toString(StandardCharsets.UTF_8);
    return code;
  }

  @Test
  void theyAreListedWithTheirPlacesAndTheirProblems() throws Exception {
    assertThat(run("hooks")).isZero();
    assertThat(out)
        .contains("PreToolUse", "Bash", "config.yml:6", "not agreed to yet")
        .contains(".claude/settings.local.json:2");
    assertThat(err)
        .contains("config.yml:7: the event 'Elsewhen' is not supported")
        .contains("settings.local.json:2: hooks of type 'http' are not supported");
    assertThat(run("hooks", "list", "--json")).isZero();
    var hooks = new ArrayList<>(Json.parseObject(out).objects("hooks"));
    hooks.removeIf(hook -> hook.string("file", "").startsWith("~/.claude"));
    assertThat(hooks).hasSize(3);
    assertThat(hooks.getLast().string("state")).isEqualTo("undecided");
    assertThat(hooks.getLast().string("owner")).isEqualTo("project");
  }

  @Test
  void anEventIsTried() throws Exception {
    Path input = Files.writeString(folder.resolve("in.json"), "{\"tool_name\": \"Bash\"}");
    assertThat(run("hooks", "test", "PreToolUse", input.toString())).isZero();
    assertThat(out).contains("Together: blocked: never");
    assertThat(run("hooks", "test", "PreToolUse", input.toString(), "--json")).isZero();
    assertThat(Json.parseObject(out).string("verdict")).isEqualTo("block");
    Files.writeString(input, "{\"tool_name\": \"Edit\"}");
    assertThat(run("hooks", "test", "PreToolUse", input.toString())).isZero();
    assertThat(out).contains("No hook of PreToolUse matches");
  }

  @Test
  void whatIsWrongIsUsage() throws Exception {
    Path input = Files.writeString(folder.resolve("in.json"), "[]");
    assertThat(run("hooks", "test", "PreTool", input.toString())).isEqualTo(2);
    assertThat(err).contains("there is no event 'PreTool'; did you mean 'PreToolUse'?");
    assertThat(run("hooks", "test", "PreToolUse", input.toString())).isEqualTo(2);
    assertThat(err).contains("is no JSON object");
    assertThat(run("hooks", "test", "PreToolUse", "gone.json")).isEqualTo(2);
    assertThat(run("hooks", "shout")).isEqualTo(2);
    Files.writeString(home.resolve("config.yml"), "hooks: []\n");
    assertThat(run("hooks")).isEqualTo(2);
    assertThat(err)
        .contains(
            "config.yml:1: hooks must be a mapping, was a list; write hooks: {PreToolUse: […]}");
  }

  @Test
  void aRunWithoutATerminalHasThem() throws Exception {
    Path script = folder.resolve("script.json");
    Files.writeString(
        script,
        """
        {"steps": [
          {"calls": [{"name": "bash", "arguments": {"command": "touch made"}}]},
          {"expect": {"lastResult": "failed"}, "text": "It was not allowed."}]}
        """);
    String model = "scripted:" + script;
    assertThat(run("-p", "go", "--mode", "full", "--model", model)).isZero();
    assertThat(project.resolve("made")).doesNotExist();
    assertThat(err).contains("a hook that you have not agreed to does not run");
    assertThat(project.resolve("stopped")).doesNotExist();
    assertThat(run("-p", "say the forbidden", "--model", model)).isEqualTo(1);
    assertThat(err).contains("a hook refused the prompt: not that");
    assertThat(out).isEmpty();
    assertThat(run("-p", "go", "--mode", "full", "--trust", "--model", model)).isZero();
    assertThat(project.resolve("stopped")).exists();
  }
}
