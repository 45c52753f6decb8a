package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
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
import org.junit.jupiter.api.io.TempDir;

/// `tenon mcp add` at a terminal, where a person can look at the server at once.
class McpAddTest {
  private static final String SERVER =
      """
      echo started >> started.txt
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"own","version":"1"}}' ;;
          *'"tools/list"'*) answer "$id" '{"tools":[{"name":"note","description":"Notes a text","inputSchema":{"type":"object"}}]}' ;;
        esac
      done
      """;

  @TempDir Path folder;
  private Path project;
  private Path home;
  private String out = "";
  private String err = "";

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(folder.resolve("server.sh"), SERVER);
  }

  /// At a terminal, where this is typed.
  private int run(String typed, String... words) {
    var written = new ByteArrayOutputStream();
    var told = new ByteArrayOutputStream();
    var all = new ArrayList<>(List.of(words));
    all.add(1, "--root=" + project);
    var streams =
        new Streams(
            new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(written, true, StandardCharsets.UTF_8),
            new PrintStream(told, true, StandardCharsets.UTF_8),
            new Streams.Tty(true, false, false));
    int code =
        Main.run(
            streams,
            Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
            all.toArray(String[]::new));
    streams.end();
    out = written.toString(StandardCharsets.UTF_8);
    err = told.toString(StandardCharsets.UTF_8);
    return code;
  }

  private int add(String typed, String name, String program) {
    return run(typed, "mcp", "add", name, "--", "bash", folder.resolve(program).toString());
  }

  @Test
  void aServerThatIsAddedCanBeLookedAtAndLetInAtOnce() throws IOException {
    assertThat(add("\n", "no", "server.sh")).as(err).isZero();
    assertThat(err).contains("see what its tools say? [y/N]");
    assertThat(project.resolve("started.txt")).as("no is the default").doesNotExist();

    assertThat(add("y\nn\n", "looked", "server.sh")).as(err).isZero();
    assertThat(out).contains("tool note is new", "Notes a text", "looked: withheld");

    assertThat(add("y\ny\n", "own", "server.sh")).as(err).isZero();
    assertThat(out).contains("tool note is new", "own: let in");
    assertThat(run("", "mcp", "trust", "own")).as(err).isZero();
    assertThat(out).contains("own: nothing new");

    assertThat(add("y\n", "gone", "nowhere.sh")).isEqualTo(1);
    assertThat(err).contains("gone is added all the same", "'tenon mcp trust gone' tries it again");
    assertThat(Files.readString(home.resolve("config.yml"))).contains("gone");

    int before = Files.readAllLines(project.resolve("started.txt")).size();
    assertThat(
            run(
                "y\ny\n",
                "mcp",
                "add",
                "script",
                "--json",
                "--",
                "bash",
                folder.resolve("server.sh").toString()))
        .as(err)
        .isZero();
    assertThat(err).as("a program that reads JSON is not asked").doesNotContain("[y/N]");
    assertThat(Files.readAllLines(project.resolve("started.txt"))).hasSize(before);
  }

  @Test
  void aPackageOfNoExactVersionIsToldOf() {
    assertThat(run("\n", "mcp", "add", "loose", "--", "npx", "-y", "some-server")).as(err).isZero();
    assertThat(err).contains("loose: ", "some-server", "version");
    assertThat(run("\n", "mcp", "add", "exact", "--", "npx", "-y", "some-server@1.2.3")).isZero();
    assertThat(err).doesNotContain("version");
  }

  @Test
  void aProtocolOfNobodyIsASlip() {
    assertThat(add("\n", "own", "server.sh")).as(err).isZero();
    for (String wrong : List.of("1999-01-01", "2025-06-19", "latest")) {
      assertThat(run("", "mcp", "call", "own", "note", "{}", "--protocol", wrong)).isEqualTo(2);
      assertThat(err)
          .contains("--protocol " + wrong + " is not known; known are ", "2025-06-18", "2026-07-28")
          .hasLineCount(1);
    }
    assertThat(project.resolve("started.txt")).doesNotExist();
  }

  @Test
  void whoeverNamesAProgramHearsNothingOfWhatIsWrittenDown() throws IOException {
    Files.writeString(project.resolve(".mcp.json"), "{\"mcpServers\": {\"bad\": {}}}");
    String server = folder.resolve("server.sh").toString();
    assertThat(run("", "mcp", "tools", "--", "bash", server)).as(err).isZero();
    assertThat(out).contains("Notes a text");
    assertThat(err).isEmpty();
    assertThat(run("", "mcp", "list")).isEqualTo(1);
    assertThat(err).contains(".mcp.json: mcpServers.bad has neither");
    assertThat(run("", "mcp", "tools", "bad")).isEqualTo(2);
    assertThat(err).contains(".mcp.json: mcpServers.bad has neither").hasLineCount(1);
    Files.writeString(
        project.resolve(".mcp.json"), "{\"mcpServers\": {\"../x\": {}, \"good\": {,}}}");
    assertThat(run("", "mcp", "tools", "good")).isEqualTo(2);
    assertThat(err)
        .contains("there is no server 'good' that can be used; .mcp.json:1: is not valid JSON")
        .hasLineCount(1);
    Files.writeString(project.resolve(".mcp.json"), "{\"mcpServers\": {\"../x\": {}}}");
    assertThat(run("", "mcp", "tools", "../x")).isEqualTo(2);
    assertThat(err).contains("mcpServers.\"../x\": a server's name has letters").hasLineCount(1);
  }
}
