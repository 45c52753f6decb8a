package dev.tenon.protocols.mcp.client;

import static dev.tenon.protocols.mcp.client.HostileAddress.holding;
import static dev.tenon.protocols.mcp.client.HostileAddress.silent;
import static dev.tenon.protocols.mcp.client.HostileAddress.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whoever stops a call goes on at once: not when the server has answered, nor when it has heard
/// that nobody waits any more, but before; and it does hear of it. None of this looks at a clock.
class AbortedCallTest {
  private static final String SCRIPT =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      while read -r line; do
        printf '%s\\n' "$line" >> heard
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
          *'"tools/call"'*) while [ ! -e go ]; do sleep 0.05; done ;;
        esac
      done
      """;

  @TempDir Path folder;
  private OpenedServers servers;

  @BeforeEach
  void open() {
    servers = new OpenedServers(folder);
  }

  @AfterEach
  void close() {
    servers.close();
  }

  /// A call on a thread of its own, which ends with what became of it.
  private record Running(Thread thread, CompletableFuture<String> end) {
    static Running of(McpClient client) {
      var end = new CompletableFuture<String>();
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      client.callTool("t", Json.Obj.EMPTY, told -> {});
                      end.complete("answered");
                    } catch (InterruptedException stopped) {
                      end.complete("stopped");
                    } catch (McpException failed) {
                      end.complete(String.valueOf(failed.getMessage()));
                    }
                  });
      return new Running(thread, end);
    }

    String stopped() throws Exception {
      thread.interrupt();
      return end.get(60, TimeUnit.SECONDS);
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  /// The server neither answers nor reads while the caller goes on; as soon as it reads, it hears
  /// which call was stopped.
  @Test
  void ofAProgram() throws Exception {
    Path script = Files.writeString(folder.resolve("server.sh"), SCRIPT);
    Path heard = folder.resolve("heard");
    try (McpClient client = servers.open(OpenedServers.program("bash", script.toString()))) {
      Running call = Running.of(client);
      await(() -> last(heard).contains("\"tools/call\""));
      long id = Json.parseObject(last(heard)).number("id", -1);
      assertThat(call.stopped()).isEqualTo("stopped");
      assertThat(last(heard)).as("it has not even read on").contains("\"tools/call\"");
      Files.createFile(folder.resolve("go"));
      await(() -> last(heard).contains("\"notifications/cancelled\""));
      assertThat(Json.parseObject(last(heard)).objectOrEmpty("params").number("requestId", -2))
          .isEqualTo(id);
      assertThat(client.isClosed()).as("only the call ended").isFalse();
    }
  }

  private static String last(Path file) {
    try {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      return lines.isEmpty() ? "" : lines.getLast();
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  /// The same at an address, where the server does not even take the cancellation until the caller
  /// has gone on.
  @ParameterizedTest
  @CsvSource({"http", "sse"})
  void ofAnAddress(String transport) throws Exception {
    var gone = new CountDownLatch(1);
    try (var address =
        new HostileAddress(transport)
            .on("notifications/cancelled", holding(gone, status("202 Accepted", "")))) {
      address.on("tools/call", transport.equals("sse") ? status("202 Accepted", "") : silent());
      try (McpClient client = servers.open(OpenedServers.address(address.url(), transport))) {
        Running call = Running.of(client);
        await(() -> address.methods().contains("tools/call"));
        assertThat(call.stopped()).isEqualTo("stopped");
        await(() -> address.methods().contains("notifications/cancelled"));
        assertThat(of(address, "notifications/cancelled").objectOrEmpty("params"))
            .extracting(params -> params.number("requestId", -2))
            .isEqualTo(of(address, "tools/call").number("id", -1));
        gone.countDown();
        address.on("tools/call", address.answering("{\"content\":[]}"));
        assertThat(client.callTool("t", Json.Obj.EMPTY, told -> {}).has("content"))
            .as("only the call ended")
            .isTrue();
      } finally {
        gone.countDown();
      }
    }
  }

  private static Json.Obj of(HostileAddress address, String method) {
    return address.heard.stream()
        .filter(each -> each.method().equals(method))
        .findFirst()
        .orElseThrow()
        .message();
  }
}
