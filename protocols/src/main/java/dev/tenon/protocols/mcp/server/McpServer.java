package dev.tenon.protocols.mcp.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.protocols.mcp.protocol.Meta;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One client's connection to what a server has. A request that carries its revision is answered in
/// the stateless way; otherwise there has to be a handshake first. Safe for several threads.
public final class McpServer implements RpcHandler, AutoCloseable {
  private static final int NOT_FOUND = -32002;
  private static final long GREETING_MILLIS = 500;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final String ELICIT = "elicitation/create";

  private final ServerOffer offer;
  private final ClientLink usual;
  private final SuspendedCalls suspended = new SuspendedCalls(PATIENCE);
  private final CountDownLatch greeted = new CountDownLatch(1);
  private volatile @Nullable ProtocolVersion agreed;
  private volatile Json.Obj client = Json.Obj.EMPTY;

  /// @param usual the way back for requests that bring none of their own
  public McpServer(ServerOffer offer, ClientLink usual) {
    this.offer = offer;
    this.usual = usual;
  }

  @Override
  public Json request(String method, Json params) throws RpcException, InterruptedException {
    return request(method, params, usual);
  }

  /// @param link the way back while this request is answered
  public Json request(String method, Json params, ClientLink link)
      throws RpcException, InterruptedException {
    Json.Obj given = params instanceof Json.Obj object ? object : Json.Obj.EMPTY;
    String claimed = given.objectOrEmpty(Meta.MEMBER).string(Meta.VERSION);
    if (claimed != null) {
      return stateless(method, given, claimed, link);
    }
    if (method.equals("initialize")) {
      return handshake(given);
    }
    if (method.equals("ping")) {
      return Json.Obj.EMPTY;
    }
    // Who asks right behind the handshake may be heard before its answer is written.
    if (agreed == null && !greeted.await(GREETING_MILLIS, TimeUnit.MILLISECONDS)) {
      throw new RpcException(
          RpcException.INVALID_REQUEST,
          method.equals("server/discover")
              ? "a request without a handshake carries its protocol version in _meta"
              : "the handshake comes first: send initialize");
    }
    return method.equals("tools/call")
        ? call(given, new Direct(given, link, client))
        : answer(method, given);
  }

  private Json.Obj stateless(String method, Json.Obj given, String claimed, ClientLink link)
      throws RpcException, InterruptedException {
    if (!claimed.equals(ProtocolVersion.STATELESS_2026_07_28.text())) {
      throw new RpcException(
          Meta.UNSUPPORTED_VERSION,
          "protocol " + claimed + " is not spoken here",
          Json.object()
              .put("supported", Json.strings(List.of(ProtocolVersion.STATELESS_2026_07_28.text())))
              .put("requested", claimed)
              .build());
    }
    Json.Obj capabilities = given.objectOrEmpty(Meta.MEMBER).object(Meta.CAPABILITIES);
    if (capabilities == null) {
      throw RpcException.invalidParams("_meta lacks " + Meta.CAPABILITIES);
    }
    Json.Obj result =
        switch (method) {
          case "server/discover" -> discovered();
          case "tools/call" -> statelessCall(given, capabilities, link);
          default -> answer(method, given);
        };
    var whole = Json.object().putAll(result);
    if (!result.has("resultType")) {
      whole.put("resultType", "complete");
    }
    if (method.endsWith("/list") || method.equals("server/discover")) {
      whole.put("ttlMs", 0).put("cacheScope", "private");
    }
    return whole
        .object(
            Meta.MEMBER,
            meta -> meta.putAll(result.objectOrEmpty(Meta.MEMBER)).put(Meta.SERVER, offer.info()))
        .build();
  }

  private Json.Obj statelessCall(Json.Obj given, Json.Obj capabilities, ClientLink link)
      throws RpcException, InterruptedException {
    if (!elicits(capabilities) && !given.has("requestState")) {
      return call(given, new Direct(given, link, Json.Obj.EMPTY));
    }
    var heard = new Direct(given, link, Json.Obj.EMPTY);
    return suspended.call(
        given, heard::told, asking -> call(given, new Suspending(asking, link.depth())));
  }

  private static boolean elicits(Json.Obj capabilities) {
    Json.Obj elicitation = capabilities.object("elicitation");
    return elicitation != null && (elicitation.isEmpty() || elicitation.has("form"));
  }

  private Json.Obj discovered() {
    return Json.object()
        .put(
            "supportedVersions", Json.strings(List.of(ProtocolVersion.STATELESS_2026_07_28.text())))
        .put("capabilities", capabilities())
        .put("instructions", offer.instructions())
        .build();
  }

  private Json.Obj handshake(Json.Obj given) {
    ProtocolVersion asked =
        ProtocolVersion.of(given.string("protocolVersion", ""))
            .filter(version -> !version.isStateless())
            .orElse(ProtocolVersion.NEWEST_HANDSHAKE);
    client = given.objectOrEmpty("capabilities");
    agreed = asked;
    greeted.countDown();
    return Json.object()
        .put("protocolVersion", asked.text())
        .put("capabilities", capabilities())
        .put("serverInfo", offer.info())
        .put("instructions", offer.instructions())
        .build();
  }

  private static Json.Obj capabilities() {
    return Json.object()
        .put("tools", Json.Obj.EMPTY)
        .put("resources", Json.Obj.EMPTY)
        .put("prompts", Json.Obj.EMPTY)
        .build();
  }

  private Json.Obj answer(String method, Json.Obj given) throws RpcException, InterruptedException {
    return switch (method) {
      case "tools/list" -> Json.object().array("tools", offer.tools()).build();
      case "resources/list" -> Json.object().array("resources", offer.resources()).build();
      case "resources/templates/list" ->
          Json.object().array("resourceTemplates", offer.templates()).build();
      case "resources/read" -> read(given);
      case "prompts/list" -> Json.object().array("prompts", offer.prompts()).build();
      case "prompts/get" -> offer.prompt(text(given, "name"), given.objectOrEmpty("arguments"));
      default -> throw RpcException.methodNotFound(method);
    };
  }

  private Json.Obj read(Json.Obj given) throws RpcException, InterruptedException {
    String uri = text(given, "uri");
    List<Json.Obj> contents = offer.read(uri);
    if (contents.isEmpty()) {
      throw new RpcException(NOT_FOUND, "there is no resource " + uri);
    }
    return Json.object().array("contents", contents).build();
  }

  private Json.Obj call(Json.Obj given, ServerOffer.Caller caller)
      throws RpcException, InterruptedException {
    return offer.call(text(given, "name"), given.objectOrEmpty("arguments"), caller);
  }

  private static String text(Json.Obj given, String name) throws RpcException {
    String text = given.string(name);
    if (text == null) {
      throw RpcException.invalidParams(name + " is missing");
    }
    return text;
  }

  /// Ends the calls that wait for an answer of their client.
  @Override
  public void close() {
    suspended.close();
  }

  /// A caller that can be asked at once, if it said so.
  private static final class Direct implements ServerOffer.Caller {
    private final @Nullable Json token;
    private final ClientLink link;
    private final Json.Obj capabilities;
    private final AtomicLong count = new AtomicLong();

    /// @param capabilities what the client says that it can do
    Direct(Json.Obj given, ClientLink link, Json.Obj capabilities) {
      this.token = given.objectOrEmpty(Meta.MEMBER).get(Meta.PROGRESS);
      this.link = link;
      this.capabilities = capabilities;
    }

    @Override
    public int depth() {
      return link.depth();
    }

    @Override
    public void told(String message) {
      if (token != null) {
        link.tell(
            "notifications/progress",
            Json.object()
                .put("progressToken", token)
                .put("progress", count.incrementAndGet())
                .put("message", message)
                .build());
      }
    }

    @Override
    public boolean elicits() {
      return McpServer.elicits(capabilities);
    }

    @Override
    public Json.Obj elicit(Json.Obj params) throws RpcException, InterruptedException {
      return link.ask(ELICIT, params) instanceof Json.Obj answer ? answer : Json.Obj.EMPTY;
    }
  }

  /// One that has to come back with its answer.
  private record Suspending(SuspendedCalls.Asking asking, int depth) implements ServerOffer.Caller {
    @Override
    public void told(String message) {
      asking.told(message);
    }

    @Override
    public boolean elicits() {
      return true;
    }

    @Override
    public Json.Obj elicit(Json.Obj params) throws RpcException, InterruptedException {
      return asking.ask(ELICIT, params);
    }
  }
}
