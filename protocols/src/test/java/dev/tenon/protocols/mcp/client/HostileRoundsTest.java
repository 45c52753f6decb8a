package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A stateless server that wants to know more: what it calls its state goes back untouched, and it
/// cannot ask for ever.
class HostileRoundsTest {
  private static final String FORM =
      "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\",\"requestedSchema\":"
          + "{\"type\":\"object\",\"properties\":{}}}}";

  @TempDir Path folder;
  private OpenedServers servers;
  private HostileAddress address;
  private final AtomicInteger asked = new AtomicInteger();

  @BeforeEach
  void open() {
    servers = new OpenedServers(folder);
    address = new HostileAddress("http");
    address.on(
        "server/discover",
        address.answering(
            "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                + "\"capabilities\":{\"tools\":{}}}"));
  }

  @AfterEach
  void close() {
    servers.close();
    address.close();
  }

  private McpClient client() throws Exception {
    var defaults = new OpenedServers.Defaults(folder);
    ClientSide counting =
        new ClientSide() {
          @Override
          public List<Path> roots() {
            return defaults.roots();
          }

          @Override
          public boolean elicits() {
            return true;
          }

          @Override
          public Json.Obj elicit(Json.Obj params) throws RpcException {
            asked.incrementAndGet();
            return defaults.elicit(params);
          }

          @Override
          public boolean samples() {
            return false;
          }

          @Override
          public Json.Obj sample(Json.Obj params) throws RpcException {
            throw new RpcException(-1, "sampling is off");
          }
        };
    return McpClient.open(
        OpenedServers.address(address.url(), "http"),
        servers.connector(),
        McpClient.Options.of(counting));
  }

  private List<Json.Obj> calls() {
    return address.heard.stream()
        .filter(each -> each.method().equals("tools/call"))
        .map(each -> each.message().objectOrEmpty("params"))
        .toList();
  }

  private HostileAddress.Reply asking(Json requests, Json state) {
    return address.answering(
        Json.object()
            .put("resultType", "input_required")
            .put("inputRequests", requests)
            .put("requestState", state)
            .build()
            .compact());
  }

  private static Json forms(int count) throws Exception {
    var forms = Json.object();
    for (int i = 0; i < count; i++) {
      forms.put("f" + i, Json.parse(FORM));
    }
    return forms.build();
  }

  /// Whatever it is, and also when it is another one each time; only the last one goes back.
  @Test
  void itsStateGoesBackUntouched() throws Exception {
    List<String> states =
        List.of(
            "plain",
            "",
            " \t\r\n ",
            "\u0000\u001b[31m\u200b\u202e",
            "é \ud83d\ude00 \\u0041 \"'{}",
            "https://evil.example/?${HOME}",
            "x".repeat(100_000));
    var round = new AtomicInteger();
    Json form = forms(1);
    address.on(
        "tools/call",
        request -> {
          int now = round.getAndIncrement();
          (now < states.size()
                  ? asking(form, Json.of(states.get(now)))
                  : address.answering("{\"resultType\":\"complete\",\"content\":[]}"))
              .to(request);
        });
    try (McpClient client = client()) {
      Json.Obj arguments = Json.object().put("a", "1").build();
      assertThat(client.callTool("t", arguments, told -> {}).has("content")).isTrue();
      var sent = new ArrayList<String>();
      for (Json.Obj call : calls()) {
        sent.add(call.string("requestState"));
        assertThat(call.string("name")).isEqualTo("t");
        assertThat(call.objectOrEmpty("arguments")).isEqualTo(arguments);
      }
      assertThat(sent.getFirst()).as("the first has none").isNull();
      assertThat(sent.subList(1, sent.size())).isEqualTo(states);
    }
  }

  /// Eight rounds are answered; nobody is asked for a ninth.
  @Test
  void endlessRoundsEnd() throws Exception {
    address.on("tools/call", asking(forms(1), Json.of("again")));
    try (McpClient client = client()) {
      assertThatThrownBy(() -> client.callTool("t", Json.Obj.EMPTY, told -> {}))
          .isInstanceOf(McpException.class)
          .hasMessageContaining("more than 8 times");
      assertThat(calls()).hasSize(9);
      assertThat(asked).hasValue(8);
      address.on("tools/call", address.answering("{\"resultType\":\"complete\",\"content\":[]}"));
      assertThat(client.callTool("t", Json.Obj.EMPTY, told -> {}).has("content"))
          .as("it cost one call")
          .isTrue();
    }
  }

  /// Neither a storm of questions in one round, nor one of a kind that is not answered, nor
  /// something that is no question reaches anybody.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "STORM",
        "{\"a\":7}",
        "{\"a\":{\"method\":\"sampling/createMessage\",\"params\":{}}}",
        "{\"a\":{\"method\":\"tools/call\",\"params\":{}}}",
        "{\"a\":{}}",
        "{}",
        "[]",
      })
  void roundsThatCannotBeAnsweredEndTheCall(String requests) throws Exception {
    Json wanted = requests.equals("STORM") ? forms(10_000) : Json.parse(requests);
    // A state that is no text is none.
    Json state = Json.object().put("not", "a text").build();
    address.on("tools/call", asking(wanted, state));
    try (McpClient client = client()) {
      assertThatThrownBy(() -> client.callTool("t", Json.Obj.EMPTY, told -> {}))
          .isInstanceOfSatisfying(
              McpException.class,
              failed -> assertThat(failed.kind()).isEqualTo(McpException.Kind.PROTOCOL));
      assertThat(calls()).hasSize(1);
      assertThat(asked).hasValue(0);
    }
  }
}
