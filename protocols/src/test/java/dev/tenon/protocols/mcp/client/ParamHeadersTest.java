package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.transport.HeaderValue;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Arguments that go along as headers, where the schema of a tool says so.
class ParamHeadersTest {
  private static final String STATELESS =
      "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}}";

  private static String tools(String header) {
    return "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
        + "{\"region\":{\"type\":\"string\",\"x-mcp-header\":\""
        + header
        + "\"}}}}]}";
  }

  /// As it is where HTTP can carry it; whatever could be cut, or pass for another, is not.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "eu-west 1 | eu-west 1",
        "` a` | =?base64?IGE=?=",
        "`a ` | =?base64?YSA=?=",
        "`` | =?base64??=",
        "ü | =?base64?w7w=?=",
        "`a\nb: c` | =?base64?YQpiOiBj?=",
        "=?base64?YQ==?= | =?base64?PT9iYXNlNjQ/WVE9PT89?=",
      })
  void aValueArrivesAsItWas(String text, String header) {
    assertThat(HeaderValue.of(text)).isEqualTo(header);
    assertThat(HeaderValue.text(header)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"=?base64?%%%?=", "=?base64?=", "plain"})
  void whatIsNoBase64IsItself(String value) {
    assertThat(HeaderValue.text(value)).isEqualTo(value);
  }

  @Test
  void onlyWhatTheSchemaNamesGoesAlong() throws Exception {
    Json.Obj schema =
        Json.parseObject(
            """
            {"properties": {"a": {"x-mcp-header": "A"}, "b": {"x-mcp-header": "B"},
              "c": {"x-mcp-header": "C"}, "d": {"x-mcp-header": "no header"}, "e": {},
              "f": {"x-mcp-header": "F"}, "g": {"x-mcp-header": "G"},
              "in": {"properties": {"h": {"x-mcp-header": "H"}}}}}
            """);
    Json.Obj arguments =
        Json.parseObject(
            """
            {"a": "x", "b": true, "c": 3, "d": "x", "e": "x", "f": [1], "in": {"h": "ü"}}
            """);
    assertThat(ParamHeaders.of(schema, arguments))
        .isEqualTo(
            Map.of(
                "Mcp-Param-A", "x",
                "Mcp-Param-B", "true",
                "Mcp-Param-C", "3",
                "Mcp-Param-H", "=?base64?w7w=?="));
  }

  /// The server refuses what it would not have done: which headers it wants is read again.
  @Test
  void aServerThatWantsOthersByNowGetsThem(@TempDir Path folder) throws Exception {
    try (var servers = new OpenedServers(folder);
        var address = new HostileAddress("http")) {
      var changed = new AtomicBoolean();
      address
          .on("server/discover", address.answering(STATELESS))
          .on(
              "tools/list",
              request -> address.answering(tools(changed.get() ? "Area" : "Region")).to(request))
          .on(
              "tools/call",
              request -> {
                boolean right = request.head().contains("Mcp-Param-Area: eu");
                (right
                        ? address.answering("{\"resultType\":\"complete\",\"content\":[]}")
                        : address.refusing(-32020, "the headers do not match"))
                    .to(request);
              });
      try (McpClient client = servers.open(OpenedServers.address(address.url(), "http"))) {
        client.tools();
        changed.set(true);
        Json.Obj arguments = Json.object().put("region", "eu").build();
        assertThat(client.callTool("t", arguments, told -> {}).has("content")).isTrue();
      }
      assertThat(address.methods().stream().filter("tools/call"::equals)).hasSize(2);
    }
  }
}
