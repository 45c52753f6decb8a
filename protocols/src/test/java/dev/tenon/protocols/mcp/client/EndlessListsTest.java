package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server whose lists never end, with another cursor behind each page.
class EndlessListsTest {
  private static final int PAGE = 300;

  private static HostileAddress.Reply pages(HostileAddress address, String member, String key) {
    var page = new AtomicInteger();
    return request -> {
      int number = page.getAndIncrement();
      String items =
          IntStream.range(0, PAGE)
              .mapToObj(i -> "{\"" + key + "\":\"x:" + (number * PAGE + i) + "\"}")
              .collect(Collectors.joining(","));
      address
          .answering("{\"" + member + "\":[" + items + "],\"nextCursor\":\"c" + number + "\"}")
          .to(request);
    };
  }

  /// Which is another thing than having none.
  @Test
  void whatIsNoListIsAFault(@TempDir Path folder) throws Exception {
    try (var servers = new OpenedServers(folder);
        var address = new HostileAddress("http")) {
      address.on("tools/list", address.answering("{\"tools\":\"none\"}"));
      try (McpClient client = servers.open(OpenedServers.address(address.url(), "http"))) {
        assertThatThrownBy(client::tools)
            .isInstanceOf(McpException.class)
            .hasMessageContaining("answered tools/list without a list of tools");
      }
    }
  }

  @Test
  void endAtTheirBounds(@TempDir Path folder) throws Exception {
    try (var servers = new OpenedServers(folder);
        var address = new HostileAddress("http")) {
      address
          .on(
              "initialize",
              address.answering(
                  HostileAddress.GREETING.replace("\"tools\":{}", "\"tools\":{},\"resources\":{}")))
          .on("tools/list", pages(address, "tools", "name"))
          .on("resources/list", pages(address, "resources", "uri"));
      try (McpClient client = servers.open(OpenedServers.address(address.url(), "http"))) {
        assertThat(client.tools()).hasSize(2_000);
        assertThat(client.resources()).hasSize(10_000);
      }
      assertThat(address.methods().stream().filter("tools/list"::equals)).hasSize(7);
      assertThat(address.methods().stream().filter("resources/list"::equals)).hasSize(34);
    }
  }
}
