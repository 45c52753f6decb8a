package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;

/// A login at an authorization server for one resource, with its tokens.
///
/// @param origin where the tokens go, and nowhere else
/// @param expires when the token is over, in seconds since 1970; 0 where nobody knows
/// @param refresh empty where there is none
record Login(
    String issuer,
    String resource,
    String origin,
    String tokenEndpoint,
    OAuthIdentity client,
    String access,
    String refresh,
    long expires,
    String scope) {

  Json.Obj json() {
    return Json.object()
        .put("issuer", issuer)
        .put("resource", resource)
        .put("origin", origin)
        .put("tokenEndpoint", tokenEndpoint)
        .put("client", client.json())
        .put("access", access)
        .put("refresh", refresh)
        .put("expires", expires)
        .put("scope", scope)
        .build();
  }

  static Login of(String text) throws JsonException {
    Json.Obj json = Json.parseObject(text);
    return new Login(
        json.string("issuer", ""),
        json.string("resource", ""),
        json.string("origin", ""),
        json.string("tokenEndpoint", ""),
        OAuthIdentity.of(json.objectOrEmpty("client")),
        json.string("access", ""),
        json.string("refresh", ""),
        json.number("expires", 0),
        json.string("scope", ""));
  }

  /// Without its tokens.
  @Override
  public String toString() {
    return "login at " + issuer + " for " + resource;
  }
}
