package dev.tenon.protocols.mcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server at an address that forgets its sessions: whatever is asked of it, the session is opened
/// anew once, and what was subscribed to still is.
class LostSessionTest {
  @TempDir Path folder;
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final AtomicInteger session = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean forgetful;
  private OpenedServers opened;
  private HttpServer http;
  private McpServers servers;

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

  @BeforeEach
  void open() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/mcp", this::serve);
    http.start();
    opened = new OpenedServers(folder);
    ServerConfig server =
        OpenedServers.address("http://127.0.0.1:" + http.getAddress().getPort() + "/mcp", "http");
    var parts =
        new McpServers.Parts(
            opened.connector(),
            each -> new OpenedServers.Defaults(folder),
            new KnownServers(folder, new CatalogueStore(folder), new Pins(folder, folder)),
            Optional.empty(),
            Set.of(),
            "0");
    servers = new McpServers(List.of(server), parts, new Nobody(), List.of());
  }

  @AfterEach
  void close() {
    servers.close();
    opened.close();
    http.stop(0);
    threads.close();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      Json.Obj message =
          Json.parseObject(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      String method = message.string("method", "");
      heard.add(method);
      boolean known =
          Integer.toString(session.get())
              .equals(exchange.getRequestHeaders().getFirst("Mcp-Session-Id"));
      if (method.equals("initialize")) {
        exchange.getResponseHeaders().set("Mcp-Session-Id", prefix + session.get());
      } else if (!known && !method.equals("server/discover")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      if (!message.has("id")) {
        exchange.sendResponseHeaders(202, -1);
        return;
      }
      if (forgetful && method.equals("resources/read")) {
        session.incrementAndGet();
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      byte[] body =
          ("{\"jsonrpc\":\"2.0\",\"id\":"
                  + message.get("id").compact()
                  + ","
                  + answer(method)
                  + "}")
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    } catch (JsonException broken) {
      throw new IOException(broken);
    }
  }

  /// Stands before the name of each session.
  private volatile String prefix = "";

  private static String answer(String method) {
    return switch (method) {
      case "initialize" ->
          "\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"resources\":"
              + "{\"subscribe\":true},\"prompts\":{}},\"serverInfo\":{}}";
      case "resources/read" -> "\"result\":{\"contents\":[{\"uri\":\"memo://a\",\"text\":\"it\"}]}";
      case "prompts/list" -> "\"result\":{\"prompts\":[]}";
      case "prompts/get" -> "\"result\":{\"messages\":[]}";
      case "resources/subscribe" -> "\"result\":{}";
      default -> "\"error\":{\"code\":-32601,\"message\":\"no\"}";
    };
  }

  private long count(String method) {
    return heard.stream().filter(method::equals).count();
  }

  private Json.Obj read() throws McpException, InterruptedException {
    return servers.ask("peer", client -> client.readResource("memo://a"));
  }

  @Test
  void resourcesPromptsAndSubscriptionsOutliveASession() throws Exception {
    assertThat(read().compact()).contains("it");
    servers.subscribe("peer", "memo://a");
    assertThat(count("resources/subscribe")).isEqualTo(1);
    session.incrementAndGet();
    assertThat(read().compact()).contains("it");
    assertThat(count("initialize")).isEqualTo(2);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (count("resources/subscribe") < 2) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
    session.incrementAndGet();
    assertThat(servers.ask("peer", client -> client.prompt("greet", Map.of())).has("messages"))
        .isTrue();
    assertThat(count("initialize")).isEqualTo(3);
  }

  /// A name that cannot be sent back is a fault of the server, and no bug here.
  @Test
  void aSessionIsNamedWithWhatAHeaderCanHold() throws Exception {
    for (String odd : List.of("\u00fc", "\u0001")) {
      prefix = odd;
      assertThatThrownBy(this::read)
          .isInstanceOf(McpException.class)
          .hasMessageContaining("names its session with signs that no header can hold");
    }
    prefix = "";
    assertThat(read().compact()).contains("it");
  }

  /// Once, and not in a circle.
  @Test
  void oneThatForgetsEverySessionIsAskedTwice() throws Exception {
    assertThat(read().compact()).contains("it");
    forgetful = true;
    assertThatThrownBy(this::read)
        .isInstanceOf(McpException.class)
        .hasMessageContaining("does not know the session any more");
    assertThat(count("resources/read")).isEqualTo(3);
  }
}
