package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
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

/// What a conversation gets of servers beside their tools, and what it is told when they are odd.
class McpOfferTest {
  private static final String SERVER =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"prompts":{},"resources":{}},"serverInfo":{"name":"own","version":"1"}}' ;;
          *'"tools/list"'*) answer "$id" '{"tools":[{"name":"note","description":"Notes.","inputSchema":{"type":"object"}}]}' ;;
          *'"prompts/list"'*) answer "$id" '{"prompts":[{"name":"greet","arguments":[{"name":"who"},{"name":"how"}]}]}' ;;
          *'"prompts/get"'*) printf '%s\\n' "$line" > asked.txt
            answer "$id" '{"messages":[{"role":"user","content":{"type":"text","text":"Greet them nicely."}}]}' ;;
          *'memo://long'*) answer "$id" "{\\"contents\\":[{\\"uri\\":\\"memo://long\\",\\"text\\":\\"$(head -c 60000 /dev/zero | tr '\\0' y)THE END\\"}]}" ;;
          *'memo://four'*) answer "$id" "{\\"contents\\":[{\\"uri\\":\\"memo://four\\",\\"text\\":\\"$(head -c 4000 /dev/zero | tr '\\0' y)THE END\\"}]}" ;;
          *'memo://shot'*) answer "$id" '{"contents":[{"uri":"memo://shot","mimeType":"image/png","blob":"iVBORw0KGgo="},{"uri":"memo://shot","mimeType":"image/gif","blob":"AAAA"}]}' ;;
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

  private void configured(String more) throws IOException {
    Files.writeString(
        home.resolve("config.yml"),
        "mcp: {servers: {own: {command: bash, args: ["
            + folder.resolve("server.sh")
            + "]"
            + more
            + "}}}\n");
  }

  private String script(String... steps) throws IOException {
    Path file = folder.resolve("script.json");
    Files.writeString(file, "{\"steps\": [" + String.join(",", steps) + "]}");
    return "--model=scripted:" + file;
  }

  private static String expecting(String... texts) {
    var all = new ArrayList<Json>();
    for (String text : texts) {
      all.add(Json.of(text));
    }
    return "{\"expect\": {\"lastUserContains\": "
        + Json.array(all).compact()
        + "}, \"text\": \"Done.\"}";
  }

  @Test
  void whatIsAddedNamesTheNextStep() {
    assertThat(run("mcp", "add", "own", "--", "bash", folder.resolve("server.sh").toString()))
        .as(err)
        .isZero();
    assertThat(out).contains("own was added", "'tenon mcp trust own' starts it");
  }

  /// A resource goes along up to 50 KB, then as an artifact; a picture as a picture.
  @Test
  void resourcesGoAlongWhole() throws IOException {
    configured("");
    assertThat(run("mcp", "trust", "own", "--yes")).as(err).isZero();
    assertThat(run("-p", "see @own:memo://four", script(expecting("THE END")))).as(err).isZero();
    int code =
        run(
            "-p",
            "see @own:memo://long and @own:memo://shot",
            script("{\"text\": \"Done.\"}"),
            "--output-format=stream-json");
    assertThat(code).as(err).isZero();
    assertThat(out)
        .contains("[cut at 50 KB; all is in artifact://")
        .contains("image/png", "[a picture is left out: the data of a picture are no PNG")
        .doesNotContain("THE END");
  }

  /// Who cannot be heard of later can be read now.
  @Test
  void aRefusedSubscriptionCostsNoResource() throws IOException {
    String refusing =
        SERVER
            .replace("\"resources\":{}", "\"resources\":{\"subscribe\":true}")
            .replace(
                "*'memo://long'*)",
                "*'\"resources/subscribe\"'*) printf"
                    + " '{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-5,\"message\":\"not"
                    + " today\"}}\\n' \"$id\" ;; *'memo://long'*)");
    Files.writeString(folder.resolve("server.sh"), refusing);
    configured("");
    assertThat(run("mcp", "trust", "own", "--yes")).as(err).isZero();
    assertThat(run("-p", "see @own:memo://four", script(expecting("THE END")))).as(err).isZero();
    assertThat(err).contains("nobody is told when @own:memo://four changes", "not today");
  }

  /// In every face a prompt of a server is called by its name; values may stand in quotes.
  @Test
  void aPromptIsCalledByItsName() throws IOException {
    configured("");
    assertThat(run("mcp", "trust", "own", "--yes")).as(err).isZero();
    assertThat(
            run(
                "-p",
                "/mcp:own:greet how=\"very warmly\" Ann",
                script(expecting("(What follows is the text of a prompt", "Greet them nicely."))))
        .as(err + out)
        .isZero();
    assertThat(Files.readString(project.resolve("asked.txt")))
        .contains("\"how\":\"very warmly\"", "\"who\":\"Ann\"");
  }

  /// The person is told which keys mean nothing; the server is used all the same.
  @Test
  void foreignKeysAreToldAndTrustIsNotForDescriptions() throws IOException {
    Files.writeString(project.resolve("server.sh"), SERVER);
    Files.writeString(
        project.resolve(".mcp.json"),
        "{\"mcpServers\": {\"theirs\": {\"command\": \"bash\", \"args\": [\"server.sh\"],"
            + " \"autoApprove\": [\"note\"]}}}");
    assertThat(run("-p", "hello", script("{\"text\": \"Hi.\"}"), "--trust")).as(err).isZero();
    assertThat(err)
        .contains("theirs has 'autoApprove', which means nothing here")
        .as("--trust is for what runs, not for what tools say")
        .contains("1 tool and 1 prompt that you have not let in (note, greet)");
  }

  /// The system prompt tells of servers that have something for the model; the others are named
  /// where it looks for them.
  @Test
  void aServerThatFailsIsNamedOnlyToWhoeverLooks() throws IOException {
    configured("");
    assertThat(run("mcp", "trust", "own", "--yes")).as(err).isZero();
    Files.writeString(folder.resolve("server.sh"), "echo it burnt >&2; exit 3\n");
    Files.writeString(
        home.resolve("config.yml"),
        "mcp: {servers: {burnt: {command: bash, args: [" + folder.resolve("server.sh") + "]}}}\n");
    String look =
        "{\"calls\": [{\"name\": \"more_tools\", \"arguments\": {\"query\": \"burnt\"}}]}";
    String end = "{\"expect\": {\"lastResultContains\": \"it burnt\"}, \"text\": \"Done.\"}";
    assertThat(run("-p", "look", script(look, end))).as(err + out).isZero();
    assertThat(err).contains("the MCP server burnt is not there", "it is tried again in 5 s");
  }
}
