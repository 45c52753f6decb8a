package dev.tenon.protocols.mcp.oauth;

import com.sun.net.httpserver.HttpExchange;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.protocols.mcp.oauth.AuthorizationServer.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The server that the tokens are for.
record GuardedServer(AuthorizationServer issuer) {
  void serve(HttpExchange exchange, String path) throws IOException, JsonException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    String token = header == null ? "" : header.replaceFirst("^Bearer ", "");
    String scope = issuer.scopeOf(token);
    Json.Obj message =
        body.length == 0
            ? Json.Obj.EMPTY
            : Json.parseObject(new String(body, StandardCharsets.UTF_8));
    String tool = message.objectOrEmpty("params").string("name", "");
    if (scope == null) {
      challenge(exchange, 401, "invalid_token", "read");
    } else if (tool.equals("admin")
        && (issuer.has(Fault.NEVER_CONTENT) || !List.of(scope.split(" ")).contains("admin"))) {
      challenge(exchange, 403, "insufficient_scope", "admin");
    } else if (!message.has("id")) {
      exchange.sendResponseHeaders(202, -1);
      if (exchange.getRequestMethod().equals("GET")) {
        issuer.listened.incrementAndGet();
      }
    } else {
      Json.Obj result = result(message, header);
      Json.Obj answer =
          Json.object()
              .put("jsonrpc", "2.0")
              .put("id", message.get("id"))
              .put(result.has("code") ? "error" : "result", result)
              .build();
      AuthorizationServer.send(exchange, 200, answer);
    }
    issuer.require(path.endsWith("/mcp"), "path");
  }

  private static Json.Obj result(Json.Obj message, String header) {
    return switch (message.string("method", "")) {
      case "initialize" ->
          Json.object()
              .put("protocolVersion", "2025-06-18")
              .put("capabilities", Json.object().put("tools", Json.Obj.EMPTY).build())
              .put("serverInfo", Json.object().put("name", "guarded").build())
              .build();
      case "tools/list" -> Json.object().array("tools", List.of()).build();
      // A server that says what it was told.
      case "tools/call" ->
          Json.object()
              .array(
                  "content",
                  List.of(Json.object().put("type", "text").put("text", "got " + header).build()))
              .build();
      default -> Json.object().put("code", -32601).put("message", "no, " + header).build();
    };
  }

  private void challenge(HttpExchange exchange, int status, String error, String scope)
      throws IOException {
    exchange
        .getResponseHeaders()
        .add(
            "WWW-Authenticate",
            "Basic realm=\"x, y\", Bearer error=\""
                + error
                + "\", scope=\""
                + scope
                + "\""
                + (issuer.metadata == Place.CHALLENGE
                    ? ", resource_metadata=\"" + issuer.origin() + "/about\""
                    : ""));
    AuthorizationServer.send(exchange, status, Json.Obj.EMPTY);
  }
}
