package dev.tenon.protocols.mcp.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.protocols.mcp.protocol.Meta;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One client's connection to what a server has. A request that carries its revision is answered in
/// the stateless way; otherwise there has to be a handshake first. Safe for several threads.
public final class McpServer implements RpcHandler {
  private static final int NOT_FOUND = -32002;
  private static final long GREETING_MILLIS = 500;

  private final ServerOffer offer;
  private final Outgoing outgoing;
  private final CountDownLatch greeted = new CountDownLatch(1);
  private volatile @Nullable ProtocolVersion agreed;

  /// Tells the client something.
  public interface Outgoing {
    void tell(String method, Json.Obj params);
  }

  public McpServer(ServerOffer offer, Outgoing outgoing) {
    this.offer = offer;
    this.outgoing = outgoing;
  }

  @Override
  public Json request(String method, Json params) throws RpcException, InterruptedException {
    Json.Obj given = params instanceof Json.Obj object ? object : Json.Obj.EMPTY;
    String claimed = given.objectOrEmpty(Meta.MEMBER).string(Meta.VERSION);
    if (claimed != null) {
      return stateless(method, given, claimed);
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
    return answer(method, given);
  }

  private Json.Obj stateless(String method, Json.Obj given, String claimed)
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
    if (!(given.objectOrEmpty(Meta.MEMBER).get(Meta.CAPABILITIES) instanceof Json.Obj)) {
      throw RpcException.invalidParams("_meta lacks " + Meta.CAPABILITIES);
    }
    Json.Obj result = method.equals("server/discover") ? discovered() : answer(method, given);
    var whole = Json.object().putAll(result).put("resultType", "complete");
    if (method.endsWith("/list") || method.equals("server/discover")) {
      whole.put("ttlMs", 0).put("cacheScope", "private");
    }
    return whole
        .object(
            Meta.MEMBER,
            meta -> meta.putAll(result.objectOrEmpty(Meta.MEMBER)).put(Meta.SERVER, offer.info()))
        .build();
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
      case "tools/call" -> call(given);
      case "resources/list" -> Json.object().array("resources", offer.resources()).build();
      case "resources/templates/list" ->
          Json.object().array("resourceTemplates", List.of()).build();
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

  private Json.Obj call(Json.Obj given) throws RpcException, InterruptedException {
    Json token = given.objectOrEmpty(Meta.MEMBER).get(Meta.PROGRESS);
    var count = new AtomicLong();
    return offer.call(
        text(given, "name"),
        given.objectOrEmpty("arguments"),
        message -> {
          if (token != null) {
            outgoing.tell(
                "notifications/progress",
                Json.object()
                    .put("progressToken", token)
                    .put("progress", count.incrementAndGet())
                    .put("message", message)
                    .build());
          }
        });
  }

  private static String text(Json.Obj given, String name) throws RpcException {
    String text = given.string(name);
    if (text == null) {
      throw RpcException.invalidParams(name + " is missing");
    }
    return text;
  }
}
