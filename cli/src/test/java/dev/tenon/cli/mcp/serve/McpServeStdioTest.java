package dev.tenon.cli.mcp.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.harness.NodePeers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tenon mcp serve` over standard streams.
class McpServeStdioTest {
  private static final int SEEDS = 20;

  @TempDir Path folder;
  private Path project;
  private Path home;

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.createDirectories(home.resolve("commands"));
    Files.writeString(home.resolve("commands/greet.md"), "Greet $ARGUMENTS");
    script("{\"text\": \"Hi.\"}");
  }

  private void script(String... steps) throws IOException {
    Path script = folder.resolve("script.json");
    Files.writeString(script, "{\"steps\": [" + String.join(",", steps) + "]}");
    Files.writeString(home.resolve("config.yml"), "model: scripted:" + script + "\n");
  }

  /// Gives its bytes in pieces of any length, and ends when nothing more is to be heard.
  private static final class Pieces extends InputStream {
    private final byte[] bytes;
    private final Random random;
    private final Runnable end;
    private int at;

    Pieces(String text, Random random, Runnable end) {
      this.bytes = text.getBytes(StandardCharsets.UTF_8);
      this.random = random;
      this.end = end;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) {
      if (at == bytes.length) {
        end.run();
        return -1;
      }
      int most = Math.min(length, bytes.length - at);
      int count = Math.min(most, 1 + random.nextInt(random.nextBoolean() ? 3 : 200));
      System.arraycopy(bytes, at, into, from, count);
      at += count;
      return count;
    }
  }

  private static String request(int id, String method, Json.Obj params) {
    return Json.object()
            .put("jsonrpc", "2.0")
            .put("id", id)
            .put("method", method)
            .put("params", params)
            .build()
            .compact()
        + "\n";
  }

  @Test
  void inputMayBeCutAnywhere() throws Exception {
    Json.Obj hello =
        Json.object()
            .put("protocolVersion", "2025-11-25")
            .put("capabilities", Json.Obj.EMPTY)
            .object("clientInfo", info -> info.put("name", "cut ü 😀").put("version", "1"))
            .build();
    Json.Obj greet =
        Json.object()
            .put("name", "greet")
            .object("arguments", it -> it.put("arguments", "Ünn 😀 \u2028 end"))
            .build();
    String input =
        request(1, "initialize", hello)
            + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\r\n"
            + request(2, "tools/list", Json.Obj.EMPTY)
            + request(3, "prompts/get", greet)
            + request(4, "prompts/dance", Json.Obj.EMPTY)
            + request(5, "resources/read", Json.object().put("uri", "tenon://sessions").build())
            + request(6, "ping", Json.Obj.EMPTY);
    Map<Long, Json.Obj> whole = null;
    for (long seed = 0; seed < SEEDS; seed++) {
      Map<Long, Json.Obj> answers = answers(input, new Random(seed));
      assertThat(answers.keySet()).as("seed " + seed).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
      if (whole == null) {
        whole = answers;
        assertThat(answers.get(3L).compact()).contains("Greet Ünn 😀");
        assertThat(answers.get(4L).has("error")).isTrue();
      }
      assertThat(answers).as("seed " + seed).isEqualTo(whole);
    }
  }

  private Map<Long, Json.Obj> answers(String input, Random random) throws Exception {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var in =
        new Pieces(
            input,
            random,
            () ->
                await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> out.toString(StandardCharsets.UTF_8).lines().count() >= 6));
    int code =
        Main.run(
            Streams.captured(in, out, err),
            Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
            "mcp",
            "--root=" + project,
            "serve");
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
    var answers = new TreeMap<Long, Json.Obj>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n", -1)) {
      if (!line.isEmpty()) {
        Json.Obj answer = Json.parseObject(line);
        answers.put(answer.number("id", 0), answer);
      }
    }
    return answers;
  }

  @Test
  void clientsOfOthersInBothEras() throws Exception {
    Path peers = NodePeers.folder();
    script(
        "{\"calls\": [{\"name\": \"write_file\", \"arguments\": {\"path\": \"new.txt\","
            + " \"content\": \"new\\n\"}}]}",
        "{\"text\": \"Written.\"}");
    for (String era : List.of("modern", "legacy")) {
      var words =
          new ArrayList<>(List.of("node", peers.resolve("tenon-client.mjs").toString(), "-", era));
      words.addAll(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              System.getProperty("java.class.path"),
              "dev.tenon.cli.Main",
              "mcp",
              "--root=" + project,
              "serve"));
      Path err = folder.resolve("err");
      var builder = new ProcessBuilder(words).redirectError(err.toFile());
      builder.environment().put("TENON_HOME", home.toString());
      Process client = builder.start();
      String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(client.waitFor()).as(said + Files.readString(err)).isZero();
      assertThat(said.lines())
          .as(Files.readString(err))
          .containsExactly(
              "tools prompt,reply,changes,diff,apply,undo",
              "prompted Written.",
              "applied false",
              "resources 3");
      assertThat(project.resolve("new.txt")).hasContent("new");
      Files.delete(project.resolve("new.txt"));
    }
  }
}
