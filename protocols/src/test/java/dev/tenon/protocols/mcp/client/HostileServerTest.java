package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A server that means no good, or is broken, costs one call and nothing else: it ends in time, and
/// nothing of it is left.
class HostileServerTest {
  /// Answers by method; `TOOL` is what it does when a tool is called.
  private static final String SCRIPT =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) INIT ;;
          *'"tools/list"'*) LIST ;;
          *'"tools/call"'*) TOOL ;;
        esac
      done
      """;

  private static final String GREETING =
      "answer \"$id\" '{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
          + "\"serverInfo\":{\"name\":\"bad\",\"version\":\"1\"}}'";
  private static final String TOOLS =
      "answer \"$id\" '{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}'";

  @TempDir Path folder;
  private OpenedServers servers;

  @BeforeEach
  void open() {
    servers = new OpenedServers(folder);
  }

  @AfterEach
  void nothingIsLeft() {
    List<?> living = servers.living();
    servers.close();
    assertThat(living).isEmpty();
  }

  private ServerConfig server(String init, String list, String tool) throws IOException {
    // Only who says nothing is waited out; however slow the machine is, the others are heard.
    boolean silent =
        init.startsWith("sleep") || init.startsWith("printf") || init.startsWith("yes");
    int start = silent ? 3 : list.startsWith("sleep") ? 5 : 120;
    Path script = folder.resolve("server.sh");
    Files.writeString(
        script, SCRIPT.replace("INIT", init).replace("LIST", list).replace("TOOL", tool));
    return OpenedServers.server(
        Json.object()
            .put("command", "bash")
            .put("args", Json.strings(List.of(script.toString())))
            .put("startSeconds", start)
            .put("callSeconds", tool.startsWith("sleep") ? 2 : 60)
            .build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sleep 60 | did not answer initialize",
        "exit 3 | exit code 3",
        "echo boom >&2; exit 4 | boom",
        "kill -9 $$ | signal 9",
        "printf '{}\\n' | did not answer initialize",
        "answer \"$id\" '[]' | no object",
        "answer \"$id\" '{\"protocolVersion\":\"1999-01-01\"}' | '1999-01-01'; known are",
        "yes noise; true | did not answer initialize",
      })
  void aServerThatIsNeverReady(String init, String said) throws Exception {
    ServerConfig server = server(init, TOOLS, "true");
    long begin = System.nanoTime();
    assertThatThrownBy(() -> servers.open(server))
        .isInstanceOf(McpException.class)
        .hasMessageContaining(said);
    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin)).isLessThan(60);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sleep 60 | no sign of life for 2 s | TIMED_OUT",
        "exit 5 | exit code 5 | CLOSED",
        "answer \"$id\" '7' | no object | PROTOCOL",
        "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-5,\"message\":\"ouch\"}}\\n"
            + "' $id | ouch | REFUSED",
      })
  void aCallThatGoesWrong(String tool, String said, McpException.Kind kind) throws Exception {
    try (McpClient client = servers.open(server(GREETING, TOOLS, tool))) {
      assertThatThrownBy(() -> client.callTool("t", Json.Obj.EMPTY, told -> {}))
          .isInstanceOfSatisfying(
              McpException.class,
              failed -> {
                assertThat(failed.kind()).isEqualTo(kind);
                assertThat(failed).hasMessageContaining(said);
              });
    }
  }

  /// Silence, death and nonsense where its lists are read.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sleep 60 | did not answer tools/list | TIMED_OUT",
        "exit 6 | exit code 6 | CLOSED",
        "kill -9 $$ | signal 9 | CLOSED",
        "answer \"$id\" '[]' | no object | PROTOCOL",
        "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-5,\"message\":\"ouch\"}}\\n"
            + "' $id | ouch | REFUSED",
      })
  void listsThatCannotBeRead(String list, String said, McpException.Kind kind) throws Exception {
    try (McpClient client = servers.open(server(GREETING, list, "true"))) {
      assertThatThrownBy(client::catalogue)
          .isInstanceOfSatisfying(
              McpException.class,
              failed -> {
                assertThat(failed.kind()).isEqualTo(kind);
                assertThat(failed).hasMessageContaining(said);
              });
    }
  }

  /// What it says unasked costs nothing, however much it is: the answer comes all the same.
  @Test
  void aFloodOfNotificationsIsOutlived() throws Exception {
    String flood =
        "yes '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"x\"}}'"
            + " | head -n 50000; answer \"$id\" '{\"content\":[]}'";
    try (McpClient client = servers.open(server(GREETING, TOOLS, flood))) {
      assertThat(client.callTool("t", Json.Obj.EMPTY, told -> {}).has("content")).isTrue();
    }
  }

  /// Forms at a time are bounded, and each is answered.
  @Test
  void aStormOfFormsIsAnsweredAndEnds() throws Exception {
    String storm =
        "for i in 1 2 3 4 5 6 7 8 9; do printf"
            + " '{\"jsonrpc\":\"2.0\",\"id\":\"e%s\",\"method\":\"elicitation/create\",\"params\":"
            + "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}\\n'"
            + " \"$i\"; done; for i in 1 2 3 4 5 6 7 8 9; do read -r one; done;"
            + " answer \"$id\" '{\"content\":[]}'";
    try (McpClient client = servers.open(server(GREETING, TOOLS, storm))) {
      assertThat(client.callTool("t", Json.Obj.EMPTY, told -> {}).has("content")).isTrue();
    }
  }

  /// One that does not want to end is ended.
  @Test
  void aServerThatDoesNotWantToEnd() throws Exception {
    McpClient client =
        servers.open(server(GREETING, TOOLS, "trap '' TERM HUP; while :; do sleep 60; done"));
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    client.callTool("t", Json.Obj.EMPTY, told -> {});
                  } catch (McpException | InterruptedException over) {
                    // That is what happens to it.
                  }
                });
    client.close();
    caller.join();
  }

  /// A line over the bound whose beginning says whose it is costs that call alone.
  @Test
  void aLineOfAHundredMegabytesCostsOneCall() throws Exception {
    String huge =
        "if [ -e once ]; then answer \"$id\" '{\"content\":[]}'; else touch once;"
            + " printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"x\":\"' \"$id\";"
            + " head -c 100000000 /dev/zero | tr '\\0' y; printf '\"}}\\n'; fi";
    try (McpClient client = servers.open(server(GREETING, TOOLS, huge))) {
      assertThatThrownBy(() -> client.callTool("t", Json.Obj.EMPTY, told -> {}))
          .isInstanceOfSatisfying(
              McpException.class,
              failed -> assertThat(failed.kind()).isEqualTo(McpException.Kind.TOO_LARGE));
      assertThat(client.callTool("t", Json.Obj.EMPTY, told -> {}).has("content")).isTrue();
    }
  }

  @Test
  void noiseIsPassedOverAndToldOnce() throws Exception {
    String noisy = "for i in 1 2 3; do echo \"noise $i\"; done; " + TOOLS;
    try (McpClient client = servers.open(server(GREETING, noisy, "true"))) {
      assertThat(client.tools()).hasSize(1);
      assertThat(client.tools()).hasSize(1);
    }
    assertThat(servers.notes).singleElement().asString().contains("noise 1");
  }

  /// A list that never ends is cut, and one whose pages repeat ends.
  @Test
  void endlessListsEnd() throws Exception {
    String endless =
        "answer \"$id\""
            + " '{\"tools\":[{\"name\":\"t\",\"inputSchema\":{}}],\"nextCursor\":\"same\"}'";
    try (McpClient client = servers.open(server(GREETING, endless, "true"))) {
      assertThat(client.tools()).hasSize(2);
    }
  }
}
