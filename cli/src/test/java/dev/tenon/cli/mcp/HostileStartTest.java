package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.harness.RawServer;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Ten servers that mean no good, none of which would be ready within ten minutes: the answers come
/// all the same, and no later than without them by more than the wait that was agreed on and the
/// end of their programs. The bounds are generous; whoever waited for one of them would wait for
/// minutes.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostileStartTest {
  private static final String GREETING =
      "read -r line; read -r line; id=$(printf '%s' \"$line\" | sed -n"
          + " 's/.*\"id\":\\([0-9]*\\).*/\\1/p'); printf"
          + " '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{}}}\\n"
          + "' \"$id\"; ";

  private static final List<String> PROGRAMS =
      List.of(
          "sleep 900",
          "exit 3",
          "trap '' TERM HUP INT; while :; do sleep 900; done",
          "while :; do echo noise; sleep 0.01; done",
          "head -c 20000000 /dev/zero | tr '\\0' y; sleep 900",
          GREETING + "sleep 900",
          "for i in 1 2 3 4 5 6 7 8 9; do printf"
              + " '{\"jsonrpc\":\"2.0\",\"id\":\"e%s\",\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}}}\\n"
              + "' \"$i\"; done; sleep 900");

  /// An end of programs that do not want to end, on a machine with other things to do.
  private static final Duration MARGIN = Duration.ofSeconds(20);

  @TempDir Path folder;
  private Path project;
  private Path home;
  private RawServer silent;
  private RawServer streaming;
  private RawServer redirecting;

  @BeforeEach
  void tenOfThem() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    silent = new RawServer((in, out) -> in.transferTo(OutputStream.nullOutputStream()));
    streaming =
        new RawServer(
            (in, out) -> {
              RawServer.write(
                  out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: soon\n\n");
              in.transferTo(OutputStream.nullOutputStream());
            });
    redirecting =
        RawServer.answering(
            "HTTP/1.1 307 Go\r\nLocation: " + silent.uri() + "/\r\nContent-Length: 0\r\n\r\n");
    Files.writeString(
        folder.resolve("script.json"),
        "{\"steps\": [{\"text\": \"Hi.\"}, {\"text\": \"Here I am.\"}]}");
  }

  /// @param waitSeconds how long a single answer waits for servers
  private void configured(int waitSeconds) throws IOException {
    var config = new StringBuilder("mcp:\n  waitSeconds: " + waitSeconds + "\n  servers:\n");
    for (int i = 0; i < PROGRAMS.size(); i++) {
      Path script = folder.resolve("server" + i + ".sh");
      Files.writeString(script, "echo $$ >> '" + folder + "/pids'\n" + PROGRAMS.get(i) + "\n");
      config.append("    p" + i + ": {command: bash, args: [" + script + "], startSeconds: 600}\n");
    }
    config.append("    silent: {url: \"" + silent.uri() + "/mcp\", startSeconds: 600}\n");
    config.append(
        "    old: {url: \"" + streaming.uri() + "/mcp\", transport: sse, startSeconds: 600}\n");
    config.append("    elsewhere: {url: \"" + redirecting.uri() + "/mcp\", startSeconds: 600}\n");
    Files.writeString(home.resolve("config.yml"), config);
  }

  @AfterEach
  void end() {
    silent.close();
    streaming.close();
    redirecting.close();
  }

  private Map<String, String> environment() {
    return Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH"));
  }

  private String[] words(String... first) {
    var words = new ArrayList<>(List.of(first));
    words.add("--root=" + project);
    words.add("--model=scripted:" + folder.resolve("script.json"));
    return words.toArray(String[]::new);
  }

  private void nobodyIsLeft() throws IOException {
    if (!Files.exists(folder.resolve("pids"))) {
      return;
    }
    for (String pid : Files.readAllLines(folder.resolve("pids"))) {
      assertThat(ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive))
          .as("process " + pid)
          .isEmpty();
    }
  }

  @Test
  void oneAnswerWaitsForAsLongAsItMayAndNoLonger() throws Exception {
    Duration without = oneAnswer();
    configured(1);
    Duration with = oneAnswer();
    assertThat(with).isBetween(Duration.ofSeconds(1), without.plusSeconds(1).plus(MARGIN));
    assertThat(folder.resolve("pids")).as("they were there").exists();
    nobodyIsLeft();
  }

  private Duration oneAnswer() {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    long begin = System.nanoTime();
    int code =
        Main.run(
            Streams.captured(new ByteArrayInputStream(new byte[0]), out, err),
            environment(),
            words("-p", "hello"));
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("Hi.\n");
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /// A conversation gives them a moment before its first request, and none later, however long a
  /// single answer would wait.
  @Test
  void aConversationGoesOn() throws Exception {
    Duration without = firstAnswer();
    configured(600);
    assertThat(firstAnswer()).isLessThan(without.plus(MARGIN));
    assertThat(folder.resolve("pids")).as("they were there").exists();
    nobodyIsLeft();
  }

  /// How long the first of two answers took.
  private Duration firstAnswer() throws Exception {
    Pipe in = Pipe.open();
    Pipe back = Pipe.open();
    var err = new ByteArrayOutputStream();
    Thread program =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  Main.run(
                      Streams.captured(
                          Channels.newInputStream(in.source()),
                          Channels.newOutputStream(back.sink()),
                          err),
                      environment(),
                      words("--mode", "rpc"));
                });
    OutputStream asks = Channels.newOutputStream(in.sink());
    var says =
        new BufferedReader(
            new InputStreamReader(Channels.newInputStream(back.source()), StandardCharsets.UTF_8));
    Duration first = Duration.ZERO;
    long begin = System.nanoTime();
    try {
      for (String answer : List.of("Hi.", "Here I am.")) {
        asks.write(
            "{\"id\":\"1\",\"type\":\"prompt\",\"message\":\"hello\"}\n"
                .getBytes(StandardCharsets.UTF_8));
        asks.flush();
        String line = says.readLine();
        while (line != null && !(line.contains("\"agent_end\"") && line.contains(answer))) {
          line = says.readLine();
        }
        assertThat(line).as(err.toString(StandardCharsets.UTF_8)).isNotNull();
        first = answer.equals("Hi.") ? Duration.ofNanos(System.nanoTime() - begin) : first;
      }
    } finally {
      asks.close();
      program.join();
      says.close();
    }
    return first;
  }
}
