package dev.tenon.protocols.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerFileTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("HOST", "example.org", "EMPTY", "", "MODEL_KEY", "sk-secret");

  @TempDir Path folder;

  private ServerFile read(String text) throws IOException {
    Path file = folder.resolve(".mcp.json");
    Files.writeString(file, text);
    return ServerFile.read(file, ".mcp.json", ENVIRONMENT::get, Set.of("MODEL_KEY"));
  }

  @Test
  void theCustomaryForm() throws IOException {
    ServerFile file =
        read(
            """
            {"mcpServers": {
              "here": {"command": "${TOOL:-node}", "args": ["a ${HOST}", 3],
                "env": {"A": "${EMPTY:-x}", "B": "${EMPTY}"}, "cwd": "sub",
                "tools": {"include": ["get_*"], "exclude": ["*_secret"]}, "startSeconds": 5},
              "there": {"type": "http", "url": "https://${HOST}/mcp", "headers": {"X": "y"},
                "upFront": true, "oauth": {"clientId": "c"}}}}
            """);
    assertThat(file.faults()).isEmpty();
    ServerConfig here = file.servers().getFirst();
    assertThat(here.way())
        .isEqualTo(
            new ServerConfig.Local(
                "node", List.of("a example.org", "3"), Map.of("A", "x", "B", ""), "sub"));
    assertThat(here.use().startSeconds()).isEqualTo(5);
    assertThat(here.use().wants("get_a")).isTrue();
    assertThat(here.use().wants("get_secret")).isFalse();
    assertThat(here.use().wants("put_a")).isFalse();
    ServerConfig there = file.servers().getLast();
    assertThat(there.described()).as("variables are named").isEqualTo("https://${HOST}/mcp");
    assertThat(there.use().upFront()).isTrue();
    assertThat(there.toString()).doesNotContain("secret");
  }

  @Test
  void noFileIsNoFault() {
    assertThat(ServerFile.read(folder.resolve("none"), "none", ENVIRONMENT::get, Set.of()))
        .isEqualTo(ServerFile.NONE);
  }

  /// Whoever reads one of these to its end, or waits for it, never starts.
  @Test
  @Timeout(60)
  void onlyAFileOfTheProjectIsRead() throws Exception {
    Path project = Files.createDirectory(folder.resolve("project"));
    Path file = project.resolve(".mcp.json");
    Path outside =
        Files.writeString(folder.resolve("outside.json"), "{\"mcpServers\": {\"a\": {}}}");
    for (Path target : List.of(Path.of("/dev/zero"), outside, Path.of("..", "outside.json"))) {
      Files.createSymbolicLink(file, target);
      assertThat(fault(file)).as(target.toString()).contains(".mcp.json: leads out of the project");
      Files.delete(file);
    }
    Files.createSymbolicLink(file, Path.of("nowhere.json"));
    assertThat(fault(file)).contains(".mcp.json: is a link to nowhere");
    Files.delete(file);
    Files.createDirectory(file);
    assertThat(fault(file)).contains(".mcp.json: is not a regular file");
    Files.delete(file);
    TestPrograms.require("mkfifo");
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThat(fault(file)).contains(".mcp.json: is not a regular file");
    Files.delete(file);
    Files.writeString(file, " ".repeat(1 << 20) + "{}");
    assertThat(fault(file)).contains(".mcp.json: is larger than 1 MB");
    Files.delete(file);

    Path inside =
        Files.writeString(
            project.resolve("servers.json"), "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");
    Files.createSymbolicLink(file, inside.getFileName());
    assertThat(ServerFile.read(file, ".mcp.json", ENVIRONMENT::get, Set.of()).servers())
        .as("a link within the project")
        .hasSize(1);
  }

  private static String fault(Path file) {
    ServerFile read = ServerFile.read(file, ".mcp.json", ENVIRONMENT::get, Set.of());
    assertThat(read.servers()).isEmpty();
    assertThat(read.faults()).hasSize(1);
    return read.faults().getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{ | .mcp.json:1: is not valid JSON",
        "{ | no server of it is used until that is mended",
        "[] | .mcp.json",
        "{} | mcpServers must be an object",
        "{\"mcpServers\": []} | mcpServers must be an object",
      })
  void aFileThatIsNone(String text, String fault) throws IOException {
    ServerFile file = read(text);
    assertThat(file.servers()).isEmpty();
    assertThat(file.faults()).singleElement().asString().contains(fault).doesNotContain("\n");
  }

  /// One broken entry never takes the others along.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`\"x\": {\"command\": \"a\", \"url\": \"http://a\"}` | both 'command' and 'url'",
        "`\"x\": {}` | neither 'command'",
        "`\"x\": []` | must be an object",
        "`\"../x\": {\"command\": \"a\"}` | mcpServers.\"../x\": a server's name has letters",
        "`\"x y\": {\"command\": \"a\"}` | a server's name has letters",
        "`\"\": {\"command\": \"a\"}` | a server's name has letters",
        "`\"x\": {\"command\": \"\"}` | command is empty",
        "`\"x\": {\"command\": 1}` | command must be a text",
        "`\"x\": {\"command\": \"a\", \"args\": \"b\"}` | args must be a list",
        "`\"x\": {\"command\": \"a\", \"args\": [{}]}` | args[0] must be a text",
        "`\"x\": {\"command\": \"a\", \"env\": []}` | env must be an object",
        "`\"x\": {\"command\": \"a\", \"env\": {\"A=B\": \"c\"}}` | no variable's name",
        "`\"x\": {\"command\": \"${NOPE}\"}` | ${NOPE}, which is not set",
        "`\"x\": {\"command\": \"${MODEL_KEY}\"}` | the key of a model",
        "`\"x\": {\"command\": \"a\", \"env\": {\"K\": \"${MODEL_KEY:-z}\"}}` | the key of a model",
        "`\"x\": {\"command\": \"${A\"}` | without a closing",
        "`\"x\": {\"command\": \"${A B}\"}` | which is no variable",
        "`\"x\": {\"command\": \"a\", \"headers\": {}}` | means nothing for a program",
        "`\"x\": {\"url\": \"ftp://a\"}` | must begin with http",
        "`\"x\": {\"url\": \"http://u:p@a\"}` | has a user in it",
        "`\"x\": {\"url\": \"http://a b\"}` | is no address",
        "`\"x\": {\"url\": \"http://a\", \"transport\": \"pigeon\"}` | must be http or sse",
        "`\"x\": {\"url\": \"http://a\", \"headers\": {\"A B\": \"c\"}}` | not a header",
        "`\"x\": {\"url\": \"http://a\", \"headers\": {\"A\": \"c\\r\\nB: d\"}}` | not a header",
        "`\"x\": {\"command\": \"a\", \"startSeconds\": 0}` | must be 1 to 600, was 0",
        "`\"x\": {\"command\": \"a\", \"callSeconds\": \"many\"}` | must be 1 to 600",
        "`\"x\": {\"command\": \"a\", \"upFront\": \"perhaps\"}` | must be true or false",
        "`\"x\": {\"command\": \"a\", \"tools\": 1}` | tools must be an object",
        "`\"x\": {\"url\": \"http://a\", \"args\": []}` | means nothing for an address",
        "`\"x\": {\"command\": \"a\", \"timeout\": \"long\"}` | a number of seconds",
        "`\"x\": {\"command\": \"a\", \"perAgent\": \"x\"}` | must be true or false",
      })
  void aFaultIsOneLineAndTakesNobodyAlong(String entry, String fault) throws IOException {
    ServerFile file = read("{\"mcpServers\": {\"good\": {\"command\": \"a\"}, " + entry + "}}");
    assertThat(file.servers()).extracting(ServerConfig::name).containsExactly("good");
    assertThat(file.faults())
        .singleElement()
        .asString()
        .startsWith(".mcp.json: mcpServers.")
        .contains(fault)
        .doesNotContain("\n", "sk-secret");
  }

  /// What other tools write beside the customary keys costs no server.
  @Test
  void foreignKeysArePassedOver() throws IOException {
    ServerFile file =
        read(
            "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"autoApprove\": [\"t\"],"
                + " \"envFile\": \".env\", \"timeout\": 90000}, \"b\": {\"url\":"
                + " \"http://127.0.0.1/\", \"alwaysAllow\": [], \"timeout\": 30,"
                + " \"callSeconds\": 7}, \"c\": {\"command\": \"x\", \"timeout\": 45}}}");
    assertThat(file.faults()).isEmpty();
    assertThat(file.servers())
        .extracting(ServerConfig::foreignKeys)
        .containsExactly(
            List.of("autoApprove", "envFile"), List.of("alwaysAllow"), List.<String>of());
    assertThat(file.servers())
        .extracting(server -> server.use().callSeconds())
        .as("milliseconds, our own word, and seconds")
        .containsExactly(90, 7, 45);
  }

  /// An editor calls its servers as people do; they can be used all the same, each by itself.
  @Test
  void namesThatAProgramHandsOverAreMadeCallable() throws Exception {
    Map<String, Json> given = new LinkedHashMap<>();
    for (String name : List.of("My Server", "my.files", "My-Server", "…", "")) {
      given.put(name, Json.parseObject("{\"command\": \"x\"}"));
    }
    ServerFile file = ServerFile.handed(given, "the editor");
    assertThat(file.faults()).isEmpty();
    assertThat(file.servers())
        .extracting(ServerConfig::name)
        .containsExactly("My-Server", "my-files", "My-Server-2", "server", "server-2");
    assertThat(file.servers()).allMatch(server -> server.owner() == ServerConfig.Owner.CLIENT);
  }

  /// The editor has put in what belongs there; a sign of its own language is no variable of ours.
  @Test
  void whatAProgramHandsOverIsTakenWordForWord() throws Exception {
    Json entry =
        Json.parseObject(
            "{\"command\": \"x\", \"args\": [\"${HOME}\", \"${\"], \"env\": {\"A\": \"${a.b}\"}}");
    ServerFile file = ServerFile.handed(Map.of("s", entry), "the editor");
    assertThat(file.faults()).isEmpty();
    assertThat(file.servers().getFirst().way())
        .isEqualTo(
            new ServerConfig.Local("x", List.of("${HOME}", "${"), Map.of("A", "${a.b}"), ""));
  }

  @Test
  void aFileWithAMarkOfItsEncodingIsRead() throws IOException {
    ServerFile file = read("\uFEFF{\"mcpServers\": {\"s\": {\"command\": \"x\"}}}");
    assertThat(file.faults()).isEmpty();
    assertThat(file.servers()).hasSize(1);
  }

  @Test
  void aHandedNameThatReadsLikeAPathIsTold() throws Exception {
    ServerFile file =
        ServerFile.handed(Map.of("../x", Json.parseObject("{\"command\": \"x\"}")), "the editor");
    assertThat(file.servers()).extracting(ServerConfig::name).containsExactly("x");
    assertThat(file.faults())
        .singleElement()
        .asString()
        .startsWith("the editor: the server \"../x\" is called x here");
  }

  @Test
  void theUsersServerCountsBeforeTheProjects() throws IOException {
    ServerFile both =
        read("{\"mcpServers\": {\"a\": {\"command\": \"mine\"}}}")
            .and(read("{\"mcpServers\": {\"a\": {\"command\": \"theirs\"}}}"));
    assertThat(both.servers()).singleElement().asString().contains("a");
    assertThat(both.servers().getFirst().described()).isEqualTo("mine");
    assertThat(both.faults()).singleElement().asString().contains("rename one of them");
  }
}
