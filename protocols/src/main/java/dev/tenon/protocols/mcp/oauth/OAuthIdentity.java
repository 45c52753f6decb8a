package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/// Who Tenon is to an authorization server.
///
/// @param secret empty where there is none
/// @param method how the secret goes along: `none`, `client_secret_basic` or `client_secret_post`
/// @param origin how it came to be
/// @param redirect where answers went when it was registered; empty where that is not fixed
/// @param scope what it was registered for; empty where that was not said
record OAuthIdentity(
    String id, String secret, String method, Made origin, String redirect, String scope) {

  /// How an identity came to be.
  enum Made {
    CONFIGURED,
    DOCUMENT,
    REGISTERED
  }

  /// Puts the proof of who asks into a request to the token endpoint. Answers the header
  /// `Authorization`, empty for none.
  String authorize(Map<String, String> fields) {
    if (method.equals("client_secret_basic") && !secret.isEmpty()) {
      String pair = OAuthHttp.encoded(id) + ":" + OAuthHttp.encoded(secret);
      return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
    fields.put("client_id", id);
    if (!secret.isEmpty()) {
      fields.put("client_secret", secret);
    }
    return "";
  }

  Json.Obj json() {
    return Json.object()
        .put("id", id)
        .put("secret", secret)
        .put("method", method)
        .put("made", origin.name())
        .put("redirect", redirect)
        .put("scope", scope)
        .build();
  }

  static OAuthIdentity of(Json.Obj json) {
    String made = json.string("made", "");
    return new OAuthIdentity(
        json.string("id", ""),
        json.string("secret", ""),
        json.string("method", "none"),
        made.equals("REGISTERED")
            ? Made.REGISTERED
            : made.equals("DOCUMENT") ? Made.DOCUMENT : Made.CONFIGURED,
        json.string("redirect", ""),
        json.string("scope", ""));
  }

  /// Without its secret.
  @Override
  public String toString() {
    return "client " + id;
  }
}
