package dev.tenon.protocols.mcp.client;

import static dev.tenon.protocols.mcp.client.HostileAddress.EVENTS;
import static dev.tenon.protocols.mcp.client.HostileAddress.bytes;
import static dev.tenon.protocols.mcp.client.HostileAddress.silent;
import static dev.tenon.protocols.mcp.client.HostileAddress.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.harness.RawServer;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.Meta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a server says besides its answers is asked for, heard, and heard again after a stream broke
/// off: its log, changes of its lists, and addresses that the person has to visit.
@Timeout(60)
class ServerVoiceTest {
  private static final String LOGGING = "\"capabilities\":{\"tools\":{},\"logging\":{}}";
  private static final String STATELESS =
      "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"]," + LOGGING + "}";
  private static final String GREETING =
      "{\"protocolVersion\":\"2025-11-25\"," + LOGGING + ",\"serverInfo\":{}}";
  private static final String VISIT =
      "{\"elicitations\":[{\"mode\":\"url\",\"elicitationId\":\"v1\",\"url\":"
          + "\"https://example.org/consent\",\"message\":\"Connect it.\"}]}";

  @TempDir Path folder;
  private OpenedServers servers;
  private HostileAddress address;
  private final Queue<Json.Obj> visits = new ConcurrentLinkedQueue<>();
  private final Queue<String> changed = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void open() {
    servers = new OpenedServers(folder);
    address = new HostileAddress("http");
  }

  @AfterEach
  void close() {
    servers.close();
    address.close();
  }

  private McpClient client(Person person) throws Exception {
    return client(
        OpenedServers.server(
            Json.object()
                .put("url", address.url())
                .put("transport", "http")
                .put("callSeconds", 1)
                .build()),
        person);
  }

  private McpClient client(dev.tenon.protocols.mcp.config.ServerConfig server, Person person)
      throws Exception {
    ServerNews news =
        new ServerNews() {
          @Override
          public void changed(String list) {
            changed.add(list);
          }

          @Override
          public void updated(String uri) {
            changed.add(uri);
          }
        };
    return McpClient.open(
        server, servers.connector(), McpClient.Options.of(new Visitor(person)).telling(news));
  }

  /// What somebody does who is to go to an address.
  private interface Person {
    String visit() throws IOException;
  }

  private final class Visitor implements ClientSide {
    private final Person person;

    Visitor(Person person) {
      this.person = person;
    }

    @Override
    public List<Path> roots() {
      return List.of();
    }

    @Override
    public boolean elicits() {
      return true;
    }

    @Override
    public Json.Obj elicit(Json.Obj params) throws RpcException {
      visits.add(params);
      try {
        return Json.object().put("action", person.visit()).build();
      } catch (IOException broken) {
        throw new RpcException(-1, String.valueOf(broken.getMessage()));
      }
    }

    @Override
    public boolean samples() {
      return false;
    }

    @Override
    public Json.Obj sample(Json.Obj params) throws RpcException {
      throw new RpcException(-1, "sampling is off");
    }
  }

  private List<Json.Obj> heard(String method) {
    return address.heard.stream()
        .filter(each -> each.method().equals(method))
        .map(each -> each.message().objectOrEmpty("params"))
        .toList();
  }

  // ---- its log

  @Test
  void aStatelessServerIsToldWithEachCallWhatToLog() throws Exception {
    address.on("server/discover", address.answering(STATELESS));
    try (McpClient client = client(() -> "decline")) {
      client.callTool("t", Json.Obj.EMPTY, told -> {});
    }
    assertThat(heard("tools/call").getFirst().objectOrEmpty(Meta.MEMBER).string(Meta.LOG_LEVEL))
        .isEqualTo("info");
    assertThat(address.methods()).doesNotContain("logging/setLevel");
  }

  @Test
  void aServerWithAHandshakeIsToldOnceWhatToLog() throws Exception {
    var told = new CountDownLatch(1);
    address
        .on("initialize", address.answering(GREETING))
        .on(
            "logging/setLevel",
            request -> {
              address.answering("{}").to(request);
              told.countDown();
            });
    try (McpClient client = client(() -> "decline")) {
      assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
      client.callTool("t", Json.Obj.EMPTY, each -> {});
    }
    assertThat(heard("logging/setLevel").getFirst().string("level")).isEqualTo("info");
    assertThat(heard("tools/call").getFirst().objectOrEmpty(Meta.MEMBER).has(Meta.LOG_LEVEL))
        .isFalse();
  }

  // ---- changes

  /// A proxy ends a quiet stream, a server is started anew: the next stream takes its place, and
  /// what was said in between may have been a change.
  @Test
  void aSubscriptionThatEndsIsMadeAgain() throws Exception {
    var streams = new AtomicInteger();
    var third = new CountDownLatch(1);
    address
        .on("server/discover", address.answering(STATELESS))
        .on(
            "subscriptions/listen",
            request -> {
              switch (streams.incrementAndGet()) {
                case 1 -> {
                  RawServer.write(request.out(), EVENTS + ": quiet\n\n");
                  throw new IOException("the proxy ends it");
                }
                case 2 -> status("503 Away", "").to(request);
                default -> {
                  RawServer.write(request.out(), EVENTS);
                  third.countDown();
                  silent().to(request);
                }
              }
            });
    try (McpClient client = client(() -> "decline")) {
      client.subscribe("memo://a");
      client.listen();
      assertThat(third.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(changed)
          .containsExactly("tools", "resources", "memo://a", "tools", "resources", "memo://a");
    }
  }

  @Test
  void oneThatHearsNobodyOutIsAskedOnce() throws Exception {
    var refused = new CountDownLatch(1);
    address
        .on("server/discover", address.answering(STATELESS))
        .on(
            "subscriptions/listen",
            request -> {
              address.refusing(-32601, "no").to(request);
              refused.countDown();
            });
    try (McpClient client = client(() -> "decline")) {
      client.listen();
      assertThat(refused.await(30, TimeUnit.SECONDS)).isTrue();
      client.awaitSilence();
    }
    assertThat(heard("subscriptions/listen")).hasSize(1);
    assertThat(changed).isEmpty();
  }

  /// Also where it says nothing by which it could be taken up again.
  @Test
  void theStreamOfAServerWithAHandshakeIsOpenedAgainAsOftenAsItEnds() throws Exception {
    var streams = new AtomicInteger();
    var last = new CountDownLatch(1);
    address.on(
        "GET",
        request -> {
          if (streams.incrementAndGet() <= 8) {
            RawServer.write(request.out(), EVENTS + "retry: 1\n\n");
            throw new IOException("the proxy ends it");
          }
          RawServer.write(
              request.out(),
              EVENTS
                  + "data: {\"jsonrpc\":\"2.0\",\"method\":"
                  + "\"notifications/tools/list_changed\"}\n\n");
          last.countDown();
          silent().to(request);
        });
    try (McpClient client = client(() -> "decline")) {
      assertThat(client.isClosed()).isFalse();
      assertThat(last.await(30, TimeUnit.SECONDS)).isTrue();
      while (changed.isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(changed).containsExactly("tools");
    }
  }

  // ---- a stream that goes on

  private static String lastId(HostileAddress.Request request) {
    return request
        .head()
        .lines()
        .filter(each -> each.startsWith("Last-Event-ID: "))
        .findFirst()
        .orElse("");
  }

  /// @param broken what becomes of the first tries to go on
  private void resuming(HostileAddress.Reply... broken) {
    var tries = new AtomicInteger();
    var id = new AtomicInteger();
    address
        .on(
            "tools/call",
            request -> {
              id.set((int) request.id());
              RawServer.write(request.out(), EVENTS + "retry: 1\nid: e7\ndata: \n\n");
              throw new IOException("it breaks off");
            })
        .on(
            "GET",
            request -> {
              if (lastId(request).isEmpty()) {
                status("405 Method Not Allowed", "").to(request);
                return;
              }
              int now = tries.getAndIncrement();
              if (now < broken.length) {
                broken[now].to(request);
              }
              assertThat(lastId(request)).isEqualTo("Last-Event-ID: e7");
              bytes(
                      EVENTS
                          + "id: e8\ndata: {\"jsonrpc\":\"2.0\",\"id\":"
                          + id
                          + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"late\"}]}}\n\n")
                  .to(request);
            });
  }

  private static HostileAddress.Reply away() {
    return request -> {
      throw new IOException("it is not there yet");
    };
  }

  private static HostileAddress.Reply half() {
    return request -> {
      RawServer.write(request.out(), EVENTS + ": nothing yet\n\n");
      throw new IOException("it breaks off again");
    };
  }

  @Test
  void anAnswerComesAlsoWhenTheFirstTriesToGoOnFail() throws Exception {
    resuming(away(), half(), away());
    try (McpClient client = client(() -> "decline")) {
      assertThat(ContentText.of(client.callTool("t", Json.Obj.EMPTY, told -> {}))).contains("late");
    }
  }

  @Test
  void oneThatStaysAwayIsGivenUp() throws Exception {
    HostileAddress.Reply[] never = new HostileAddress.Reply[100];
    java.util.Arrays.fill(never, away());
    resuming(never);
    try (McpClient client = client(() -> "decline")) {
      assertThatThrownBy(() -> client.callTool("t", Json.Obj.EMPTY, told -> {}))
          .isInstanceOf(McpException.class);
    }
    assertThat(address.heard.stream().filter(each -> !lastId(each).isEmpty()).count())
        .isBetween(2L, 10L);
  }

  // ---- addresses to visit

  private HostileAddress.Reply wantingVisit() {
    return request ->
        HostileAddress.json(
            request,
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + request.id()
                + ",\"error\":{\"code\":-32042,\"message\":\"connect first\",\"data\":"
                + VISIT
                + "}}");
  }

  @Test
  void aCallIsMadeOnceMoreAfterTheVisitThatItNeeds() throws Exception {
    var calls = new AtomicInteger();
    address.on(
        "tools/call",
        request ->
            (calls.incrementAndGet() == 1
                    ? wantingVisit()
                    : address.answering("{\"content\":[{\"type\":\"text\",\"text\":\"in\"}]}"))
                .to(request));
    try (McpClient client = client(() -> "accept")) {
      assertThat(ContentText.of(client.callTool("t", Json.Obj.EMPTY, told -> {}))).contains("in");
    }
    assertThat(visits).singleElement().satisfies(this::isTheVisit);
    assertThat(calls).hasValue(2);
  }

  private void isTheVisit(Json.Obj asked) {
    assertThat(asked.string("mode")).isEqualTo("url");
    assertThat(asked.string("url")).isEqualTo("https://example.org/consent");
    assertThat(asked.string("message")).isEqualTo("Connect it.");
  }

  @Test
  void aCallThatWantsItAgainIsNotMadeForEver() throws Exception {
    address.on("tools/call", wantingVisit());
    try (McpClient client = client(() -> "accept")) {
      assertThatThrownBy(() -> client.callTool("t", Json.Obj.EMPTY, told -> {}))
          .hasMessageContaining("connect first");
    }
    assertThat(heard("tools/call")).hasSize(2);
    assertThat(visits).hasSize(1);
  }

  @Test
  void whoDoesNotGoThereIsNotAskedAgain() throws Exception {
    address.on("tools/call", wantingVisit());
    try (McpClient client = client(() -> "decline")) {
      assertThatThrownBy(() -> client.callTool("t", Json.Obj.EMPTY, told -> {}))
          .hasMessageContaining("connect first");
    }
    assertThat(heard("tools/call")).hasSize(1);
  }

  private static final String WAITING =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        case "$line" in
          *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{}}' ;;
          *'"tools/call"'*)
            if [ -e visited ]; then
              answer "$id" '{"content":[{"type":"text","text":"in"}]}'
            else
              printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32042,"message":"connect first","data":%s}}\\n' "$id" 'VISIT'
              while [ ! -e visited ]; do sleep 0.05; done
              printf '{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"v1"}}\\n'
            fi ;;
        esac
      done
      """;

  /// Nothing but the server's word ends the wait within the time of the test.
  @Test
  void theServerSaysWhenTheVisitIsOver() throws Exception {
    Path script = folder.resolve("server.sh");
    Files.writeString(script, WAITING.replace("VISIT", VISIT));
    var server =
        OpenedServers.server(
            Json.object()
                .put("command", "bash")
                .put("args", Json.strings(List.of(script.toString())))
                .put("callSeconds", 600)
                .build());
    Person person =
        () -> {
          Files.createFile(folder.resolve("visited"));
          return "accept";
        };
    try (McpClient client = client(server, person)) {
      assertThat(ContentText.of(client.callTool("t", Json.Obj.EMPTY, told -> {}))).contains("in");
    }
  }
}
