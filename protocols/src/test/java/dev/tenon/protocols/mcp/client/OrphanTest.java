package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers that start programs of their own, ended in every way and at every moment.
class OrphanTest {
  private static final int ROUNDS = 200;

  /// A server that leaves its mark in a variable that its children inherit.
  private static final String SERVER =
      """
      sleep 300 &
      while read -r line; do
        id=$(expr "$line" : '.*"id":\\([0-9]*\\)')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{}}}\\n' "$id" ;;
          *'"tools/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[]}}\\n' "$id" ;;
        esac
      done
      """;

  @TempDir Path folder;

  /// How many rounds had a server that was ready.
  private final AtomicInteger ready = new AtomicInteger();

  /// A real program with a server that does not end by itself is killed, and both are gone.
  @Test
  void nothingIsLeftOfAKilledProgram() throws Exception {
    Path open = folder.resolve("open");
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                KilledClient.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      await(() -> Files.exists(open) || !program.isAlive());
      assertThat(open).as(Files.readString(folder.resolve("log"))).exists();
      String mark = KilledClient.MARK + "=" + folder;
      assertThat(marked(mark)).as("the server and its child").isGreaterThanOrEqualTo(2);
      // That is SIGKILL: nothing of its own can run any more.
      program.destroyForcibly();
      assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
      await(() -> marked(mark) == 0);
    } finally {
      program.destroyForcibly();
    }
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void nothingIsLeftAfterTwoHundredStartsAbortsAndKills() throws Exception {
    String mark = "TENON_ORPHAN_TEST=" + folder;
    Path script = Files.writeString(folder.resolve("server.sh"), SERVER);
    ServerConfig server =
        OpenedServers.server(
            Json.object()
                .put("command", "bash")
                .put("args", Json.strings(List.of(script.toString())))
                .object("env", env -> env.put("TENON_ORPHAN_TEST", folder.toString()))
                .build());
    var random = new Random(17);
    try (var servers = new OpenedServers(folder)) {
      var done = new CountDownLatch(ROUNDS);
      var threads = new ArrayList<Thread>();
      for (int t = 0; t < 4; t++) {
        long seed = random.nextLong();
        threads.add(
            Thread.ofVirtual().start(() -> rounds(servers, server, new Random(seed), done)));
      }
      assertThat(done.await(5, TimeUnit.MINUTES)).isTrue();
      for (Thread each : threads) {
        assertThat(each.join(Duration.ofMinutes(1))).isTrue();
      }
      assertThat(servers.living()).isEmpty();
    }
    assertThat(ready)
        .as("some were stopped or killed, but not all")
        .hasValueGreaterThan(ROUNDS / 4);
    // What was killed may still be on its way out; what was left would stay for five minutes.
    await(() -> marked(mark) == 0);
  }

  private void rounds(
      OpenedServers servers, ServerConfig server, Random random, CountDownLatch done) {
    while (done.getCount() > 0) {
      Thread using = Thread.ofVirtual().start(() -> use(servers, server, random.nextInt(3)));
      try {
        if (random.nextInt(3) == 0) {
          using.join(Duration.ofMillis(random.nextInt(30)));
          using.interrupt();
        }
        using.join();
      } catch (InterruptedException impossible) {
        throw new AssertionError(impossible);
      }
      done.countDown();
    }
  }

  private void use(OpenedServers servers, ServerConfig server, int how) {
    try (McpClient client = servers.open(server)) {
      ready.incrementAndGet();
      if (how == 0) {
        client.tools();
      } else if (how == 1) {
        servers.living().stream()
            .findFirst()
            .flatMap(each -> ProcessHandle.of(each.pid()))
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    } catch (McpException | InterruptedException ended) {
      // Killed by another round, or stopped: what counts is what is left.
      Thread.interrupted();
    }
  }

  /// How many programs have the mark, wherever they have gone.
  private static long marked(String mark) throws IOException {
    long found = 0;
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path each : processes) {
        try {
          found +=
              Files.readString(each.resolve("environ"), StandardCharsets.ISO_8859_1).contains(mark)
                  ? 1
                  : 0;
        } catch (IOException gone) {
          // It has ended meanwhile, or belongs to somebody else.
        }
      }
    }
    return found;
  }
}
