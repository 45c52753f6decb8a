package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.config.Consent;
import dev.tenon.engine.config.ProjectOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers in the heads of agents' files, with everything real but the model.
class AgentServersTest {
  private static final String SERVER =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"own","version":"1"}}' ;;
          *'"tools/list"'*) answer "$id" '{"tools":[{"name":"note","description":"Notes","inputSchema":{"type":"object"}}]}' ;;
          *'"tools/call"'*) echo noted >> noted.txt; answer "$id" '{"content":[{"type":"text","text":"it is noted"}]}' ;;
        esac
      done
      echo ended > ended.txt
      """;

  private static final String TASK =
      "{\"calls\": [{\"name\": \"task\", \"arguments\": {\"agent\": \"noter\", \"tasks\": [{\"id\":"
          + " \"Note\", \"description\": \"notes\", \"assignment\": \"Note it.\"}]}}]}";

  @TempDir Path folder;
  private Path project;
  private Path home;
  private String out = "";
  private String err = "";

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(project.resolve("server.sh"), SERVER);
  }

  private int run(String... words) {
    var written = new ByteArrayOutputStream();
    var told = new ByteArrayOutputStream();
    var all = new ArrayList<>(List.of(words));
    all.add(1, "--root=" + project);
    int code =
        Main.run(
            Streams.captured(new ByteArrayInputStream(new byte[0]), written, told),
            Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
            all.toArray(String[]::new));
    out = written.toString(StandardCharsets.UTF_8);
    err = told.toString(StandardCharsets.UTF_8);
    return code;
  }

  private String script(String... steps) throws IOException {
    Path file = folder.resolve("script.json");
    Files.writeString(file, "{\"steps\": [" + String.join(",", steps) + "]}");
    return "--model=scripted:" + file;
  }

  private static String call(String tool, String arguments) {
    return "{\"calls\": [{\"name\": \"" + tool + "\", \"arguments\": " + arguments + "}]}";
  }

  private static String seen(String expected, String step) {
    return "{\"expect\": {\"lastResultContains\": \"" + expected + "\"}," + step.substring(1);
  }

  private static final String YIELD = call("yield", "{\"result\": \"done\"}");

  private void agent(Path file, String servers) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(
        file, "---\ndescription: Notes\ntools: Read\nmcpServers:\n" + servers + "---\nNote.\n");
  }

  @Test
  void aServerOfAnAgentWaitsForConsentServesItsHelperAloneAndEndsWithIt() throws Exception {
    agent(
        project.resolve(".claude/agents/noter.md"),
        "  - theirs:\n      type: stdio\n      command: bash\n      args: [server.sh]\n");
    new AgentLoader(ProjectOptions.of(home, project)).decide(Consent.Decision.ACCEPTED);
    String note = call("mcp__theirs__note", "{}");

    String[] refused = {
      "-p",
      "note it",
      script(
          TASK,
          note,
          "{\"expect\": {\"lastResult\": \"failed\"}," + YIELD.substring(1),
          "{\"text\": \"No.\"}"),
      "--permission-mode=full"
    };
    assertThat(run(refused)).as(err + out).isZero();
    assertThat(err)
        .contains("theirs of .claude/agents/noter.md is left out", "tenon mcp trust theirs");
    assertThat(project.resolve("noted.txt")).doesNotExist();
    assertThat(project.resolve("ended.txt")).as("not even started").doesNotExist();

    assertThat(run("mcp", "list")).as(err).isZero();
    assertThat(out).contains("theirs", "not agreed to", "bash server.sh");
    assertThat(run("mcp", "trust", "theirs", "--yes")).as(err).isZero();
    assertThat(out).contains("server.sh", "tool note is new", "let in");
    Files.deleteIfExists(project.resolve("ended.txt"));

    String[] used = {
      "-p",
      "note it",
      script(
          note,
          "{\"expect\": {\"lastResult\": \"failed\"}," + TASK.substring(1),
          note,
          seen("it is noted", YIELD),
          call("bash", "{\"command\": \"until [ -f ended.txt ]; do sleep 0.05; done; echo over\"}"),
          seen("over", "{\"text\": \"Done.\"}")),
      "--permission-mode=full"
    };
    assertThat(run(used)).as(err + out).isZero();
    assertThat(project.resolve("noted.txt")).hasContent("noted");

    agent(
        project.resolve(".claude/agents/noter.md"),
        "  - theirs: {command: bash, args: [server.sh, --more]}\n");
    new AgentLoader(ProjectOptions.of(home, project)).decide(Consent.Decision.ACCEPTED);
    assertThat(run("mcp", "list")).as(err).isZero();
    assertThat(out).as("one changed word asks again").contains("not agreed to");
  }

  @Test
  void anAgentThatNamesAServerHasItsToolsAndIsToldOfThoseThatAreNotThere() throws Exception {
    agent(home.resolve("agents/noter.md"), "  - own\n  - absent\n  - broken: {}\n");
    Files.writeString(
        home.resolve("config.yml"),
        "mcp: {servers: {own: {command: bash, args: [" + project.resolve("server.sh") + "]}}}\n");
    assertThat(run("mcp", "trust", "own", "--yes")).as(err).isZero();
    String[] used = {
      "-p",
      "note it",
      script(
          TASK, call("mcp__own__note", "{}"), seen("it is noted", YIELD), "{\"text\": \"Done.\"}"),
      "--permission-mode=full"
    };
    assertThat(run(used)).as(err + out).isZero();
    assertThat(project.resolve("noted.txt")).hasContent("noted");
    assertThat(err)
        .contains(
            "noter.md:4: mcpServers names 'absent', which is not configured",
            "noter.md:4: mcpServers.broken has neither 'command'");
  }
}
