package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.harness.RawServer;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.host.CatalogueStore;
import dev.tenon.protocols.mcp.host.KnownServers;
import dev.tenon.protocols.mcp.host.McpServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A call that a server has taken is never made once more by itself, however the connection ends:
/// nobody knows whether it was carried out.
class OnceCalledTest {
  @TempDir Path folder;
  private @Nullable OpenedServers opened;
  private @Nullable McpServers servers;

  /// Nobody is told anything here.
  private static final class Nobody implements McpServers.Face {
    @Override
    public boolean add(Tool<?> tool, ToolShelf.Place place) {
      return true;
    }

    @Override
    public void replace(Tool<?> tool) {}

    @Override
    public void remove(String tool) {}

    @Override
    public void lacking(String prefix, @Nullable String why) {}

    @Override
    public void note(String text) {}

    @Override
    public void tell(String server, String text) {}
  }

  @AfterEach
  void close() {
    if (servers != null) {
      servers.close();
    }
    if (opened != null) {
      opened.close();
    }
  }

  private McpServers servers(HostileAddress address, String transport) {
    opened = new OpenedServers(folder);
    var parts =
        new McpServers.Parts(
            opened.connector(),
            each -> new OpenedServers.Defaults(folder),
            new KnownServers(folder, new CatalogueStore(folder), new Pins(folder, folder)),
            Optional.empty(),
            Set.of(),
            "0");
    var all =
        new McpServers(
            List.of(OpenedServers.address(address.url(), transport)), parts, new Nobody());
    servers = all;
    return all;
  }

  private static McpException failure(McpServers servers) throws InterruptedException {
    try {
      servers.ask("peer", client -> client.callTool("t", Json.Obj.EMPTY, told -> {}));
    } catch (McpException failed) {
      return failed;
    }
    throw new AssertionError("it was answered");
  }

  private static long calls(HostileAddress address) {
    return address.methods().stream().filter("tools/call"::equals).count();
  }

  @Test
  void whereTheOneStreamEndsAfterItWasTaken() throws Exception {
    try (var address = new HostileAddress("sse")) {
      address.on(
          "tools/call",
          request -> {
            HostileAddress.status("202 Accepted", "").to(request);
            address.dying().to(request);
          });
      McpException failed = failure(servers(address, "sse"));
      assertThat(failed.kind()).as(failed.getMessage()).isEqualTo(McpException.Kind.CLOSED);
      assertThat(calls(address)).isEqualTo(1);
    }
  }

  @Test
  void whereThePersonReconnectsMeanwhile() throws Exception {
    var taken = new CountDownLatch(1);
    try (var address = new HostileAddress("sse")) {
      address.on(
          "tools/call",
          request -> {
            HostileAddress.status("202 Accepted", "").to(request);
            taken.countDown();
          });
      McpServers all = servers(address, "sse");
      var failed = new CompletableFuture<McpException>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  failed.complete(failure(all));
                } catch (InterruptedException | AssertionError wrong) {
                  failed.completeExceptionally(wrong);
                }
              });
      assertThat(taken.await(60, TimeUnit.SECONDS)).isTrue();
      all.reconnect("peer");
      assertThat(failed.get(60, TimeUnit.SECONDS).kind()).isEqualTo(McpException.Kind.CLOSED);
      assertThat(calls(address)).isEqualTo(1);
    }
  }

  /// The answer's stream breaks off, and the session has gone when it is to be taken up again.
  @Test
  void whereItsStreamIsNotToBeHadAgain() throws Exception {
    try (var address = new HostileAddress("http")) {
      String greeting = HostileAddress.GREETING;
      address
          .on(
              "initialize",
              request -> {
                String text =
                    "{\"jsonrpc\":\"2.0\",\"id\":" + request.id() + ",\"result\":" + greeting + "}";
                RawServer.write(
                    request.out(),
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nMcp-Session-Id: s\r\n"
                        + "Content-Length: "
                        + text.length()
                        + "\r\n\r\n"
                        + text);
              })
          .on("GET", HostileAddress.status("404 Not Found", ""))
          .on(
              "tools/call",
              request -> {
                RawServer.write(
                    request.out(), HostileAddress.EVENTS + "id: 1\nretry: 1\ndata: \n\n");
                throw new IOException("it breaks off");
              });
      McpException failed = failure(servers(address, "http"));
      assertThat(failed.kind()).as(failed.getMessage()).isEqualTo(McpException.Kind.CLOSED);
      assertThat(calls(address)).isEqualTo(1);
    }
  }

  /// What was refused for the sake of the session is made over the next one.
  @Test
  void whatWasNotTakenIsMadeOnceMore() throws Exception {
    try (var address = new HostileAddress("sse")) {
      McpServers all = servers(address, "sse");
      Json.Obj usual = all.ask("peer", client -> client.callTool("t", Json.Obj.EMPTY, told -> {}));
      assertThat(usual.has("content")).isTrue();
      var first = new AtomicBoolean(true);
      Json.Obj answer =
          all.ask(
              "peer",
              client -> {
                if (first.getAndSet(false)) {
                  client.close();
                  awaitClosed(client);
                }
                return client.callTool("t", Json.Obj.EMPTY, told -> {});
              });
      assertThat(answer.has("content")).isTrue();
      assertThat(calls(address)).isEqualTo(2);
    }
  }

  private static void awaitClosed(McpClient client) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!client.isClosed()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
