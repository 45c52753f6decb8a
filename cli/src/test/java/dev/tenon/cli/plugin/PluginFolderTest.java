package dev.tenon.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.harness.TestPrograms;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A plugin as people write them, with parts that are broken: each of those is named with its file
/// and line, and the others work in a conversation.
@Timeout(240)
class PluginFolderTest {
  private static final Path TOOLBOX = Path.of("src/test/resources/plugins/toolbox");

  @TempDir Path temporary;
  private Path folder;
  private Path project;
  private String out = "";
  private String err = "";

  @BeforeEach
  void make() throws IOException {
    folder = temporary.toRealPath();
    project = Files.createDirectory(folder.resolve("project"));
  }

  private int run(String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", project.toString()));
    var printed = new ByteArrayOutputStream();
    var told = new ByteArrayOutputStream();
    int code =
        Main.run(
            new Streams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(told, true, StandardCharsets.UTF_8),
                new Streams.Tty(false, false, false)),
            Map.of(
                "TENON_HOME",
                folder.resolve("home").toString(),
                "PATH",
                String.valueOf(System.getenv("PATH"))),
            all.toArray(String[]::new));
    out = printed.toString(StandardCharsets.UTF_8);
    err = told.toString(StandardCharsets.UTF_8);
    return code;
  }

  @Test
  void everyBrokenPartIsNamedWithItsFileAndLine() throws Exception {
    assertThat(run("plugin", "check", TOOLBOX.toString(), "--json")).isEqualTo(1);
    Json.Obj json = Json.parseObject(out);
    assertThat(json.objectOrEmpty("counts").compact())
        .isEqualTo(
            "{\"commands\":3,\"agents\":2,\"skills\":1,\"hooks\":2,\"servers\":1,\"rules\":1,"
                + "\"themes\":0,\"jars\":0}");
    var errors = new ArrayList<String>();
    var warnings = new ArrayList<String>();
    for (Json each : json.array("findings")) {
      String line = ((Json.Str) each).value();
      (line.startsWith("error: ") ? errors : warnings)
          .add(line.replaceFirst("^\\w+: (\\S+:\\d+): .*", "$1"));
    }
    assertThat(errors)
        .containsExactly(
            ".claude-plugin/plugin.json:9",
            "commands/empty.md:1",
            "agents/escape.md:2",
            "agents/mode.md:4",
            "agents/silent.md:1",
            "skills/headless/SKILL.md:1",
            "hooks/hooks.json:9",
            "extra/more-hooks.json:5",
            ".mcp.json:8",
            "rules/torn.md:2",
            "themes/torn.json:3");
    assertThat(warnings)
        .containsExactly(
            ".claude-plugin/plugin.json:11", "agents/reviewer.md:3", "skills/headless/SKILL.md:1");
  }

  @Test
  void theRestWorksInAConversation() throws Exception {
    TestPrograms.require("python3");
    assertThat(run("plugin", "add", TOOLBOX.toString(), "--yes")).as(err).isZero();
    assertThat(run("mcp", "trust", "toolbox_clock", "--yes")).as(err).isZero();
    Path script = folder.resolve("script.json");
    Files.writeString(
        script,
        """
        {"steps": [
          {"expect": {"lastUserContains": "Tell the status of the branch"},
           "calls": [
             {"name": "bash", "arguments": {"command": "echo fine"}},
             {"name": "bash", "arguments": {"command": "echo forbidden"}},
             {"name": "skill", "arguments": {"name": "toolbox:release-notes"}},
             {"name": "mcp__toolbox_clock__zone", "arguments": {}},
             {"name": "task", "arguments": {"agent": "toolbox:reviewer", "tasks":
               [{"id": "Look", "assignment": "Look."}]}}]},
          {"calls": [{"name": "yield", "arguments": {"result": "looked"}}]},
          {"text": "Shipped."}]}
        """);
    assertThat(
            run(
                "-p",
                "/toolbox:status",
                "--model=scripted:" + script,
                "--mode=full",
                "--trust",
                "--output-format",
                "stream-json"))
        .as(out + err)
        .isZero();
    assertThat(out)
        .contains("fine", "toolbox saw it")
        .contains("a hook refused the call: toolbox forbids it")
        .contains("group what it prints")
        .contains("zone UTC")
        .contains("looked")
        .contains("Shipped.");
  }
}
